"""Sources in order: the next is asked only what those before do not know, and all of it is on record."""

import numpy as np

from corpora_stats.asking import AskedCounts
from corpora_stats.base import UNKNOWN, CountProvider, Query
from corpora_stats.chain import BELOW, FIRST, Asked, Chain, Sent
from corpora_stats.counts_by_hand import DocumentCounts
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.roll_up import Generalization
from tests.corpora_stats.servers import Play, serving

OWN = [["tea", "milk"], ["tea"], ["milk"], ["wine"]]
FAR = (
    "Tea and saffron. Milk.",
    "Tea with saffron.",
    "Saffron; milk.",
    "Milk and wine and tea.",
    "Wine; saffron.",
    "Nothing here.",
)


def terms(*words: str) -> list[Query]:
    return [Query.of(word) for word in words]


def chained(address: str) -> list[CountProvider]:
    from corpora_stats.named_sources import open_named

    own = DocumentCounts(OWN, 10, name="own", minimum_support=2)
    return [own, open_named(f"quickwit:{address}/far?field=body", environment={})]


def test_the_second_is_asked_what_the_first_does_not_know_and_why_is_told() -> None:
    with serving(Play(FAR)) as (address, play):
        chain = Chain(chained(address))
        documents, source = chain.first_known(terms("tea", "wine", "saffron", "pepper"))
        assert documents.tolist() == [2, 2, 4, UNKNOWN] and source.tolist() == [0, 1, 1, -1]
        assert set(play.questions) == {"wine", "saffron", "pepper"}
        own, far = chain.sources()
        assert own.asked == (Asked("terms", FIRST, 4, 1),)
        assert far.asked == (Asked("terms", BELOW, 3, 2),)
        assert own.missing is None and far.missing == 0 and far.public and not own.public
        assert "missing" not in own.to_json() and far.to_json()["missing"] == 0
        assert chain.sent() == tuple(Sent(term, far.name) for term in ("pepper", "saffron", "wine"))
        assert chain.sent() == chain.sent()  # until the next document begins
        chain.begin()
        assert chain.sent() == () and chain.sources()[0].asked == ()


def test_only_pairs_with_a_term_unknown_before_are_sent() -> None:
    with serving(Play(FAR)) as (address, play):
        calculator = RiskCalculator(chained(address))
        evidence = calculator.evidence(terms("tea", "saffron"), [None, None], terms("milk", "wine"), True)
        assert evidence.source.tolist() == [[0, 1], [1, 1]]
        pairs = [body for _, _, body in play.requests if " AND " in body]
        assert len(pairs) == 3 and not any("tea" in body and "milk" in body for body in pairs)
        assert evidence.sq.tolist() == [[1, 1], [2, 1]]
        # PMI(saffron; milk) = log2(6 * 2 / (4 * 3)) = 0 bits, by the counts of the second source alone
        assert evidence.risk[1, 0] == 0.0
        assert evidence.counts(1, 0, calculator.totals) == {"N": 6, "s": 4, "q": 3, "sq": 2, "g": 6, "gq": 3}
        asked = [source.asked for source in calculator.chain.sources()]
        assert (asked[0][0].questions, asked[0][0].known) == (4, 1)
        assert asked[1][0] == Asked("pairs", BELOW, 3, 3)


def test_a_pair_that_the_cache_lacks_stays_unknown() -> None:
    class Half:
        """Remembers every term and no pair, like a table of web counts."""

        name, unit, exact, public, minimum_support = "half", "page", False, True, 1
        alternatives, groups, unites, at_a_time = 8, 4, True, 10

        def size(self) -> int:
            raise AssertionError("asked although offline")

        def ask(self, questions: object) -> list[int]:
            raise AssertionError("asked although offline")

    class Table:
        def recall_total(self, source: str) -> int:
            return 100

        def keep_total(self, source: str, total: int) -> int:
            return total

        def recall(self, source: str, questions: object) -> list[int | None]:
            assert isinstance(questions, list)
            return [10 if len(question) == 1 else None for question in questions]

        def keep(self, source: str, questions: object, counts: object) -> list[int]:
            raise AssertionError("nothing is kept offline")

    calculator = RiskCalculator([AskedCounts(Half(), Table(), offline=True)])
    told = Generalization("drink", None, Query.of("drink"))
    evidence = calculator.evidence(terms("tea", "milk"), [None, told], terms("wine", "salt"))
    assert np.isnan(evidence.risk).all() and (evidence.source == -1).all()
    [source] = calculator.chain.sources()
    assert source.missing == 4 + 2 and source.asked == (Asked("pairs", FIRST, 4, 0),)
    assert [sent.term for sent in calculator.chain.sent()] == ["drink", "milk", "salt", "tea", "wine"]
