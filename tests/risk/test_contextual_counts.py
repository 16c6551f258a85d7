"""Contextual counts by hand, on the tiny world (tests/tiny.py): "Paris" is a city, and here a disease too."""

from collections.abc import Sequence

from corpora_stats import Query
from corpora_stats.counts_by_hand import DocumentCounts
from kb import Concept, Sense
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.result import SanitizedDocument
from sanitizer.risk.contextual_counts import in_context
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.settings import Settings, Threshold
from tests.tiny import TinyKnowledge, counts, parse

TEXT = "She saw Paris. The garden is old. She saw Boston."
CITIES = [Phrase("Paris", "MISC"), Phrase("Boston", "MISC")]


class Ambiguous(TinyKnowledge):
    """Two meanings of "Paris" and of "Boston", the city first."""

    def senses(self, phrase: str) -> Sequence[Sense]:
        found = list(super().senses(phrase))
        if phrase in ("Paris", "Boston"):
            found.append(Sense(Concept("tiny:cancer", "cancer"), True, "", 0.5))
        return found


def run(contextual: bool, knowledge: TinyKnowledge | None = None) -> SanitizedDocument:
    settings = Settings(threshold=Threshold("bits", 2.5), contextual=contextual)
    return Sanitizer(parse, [Lists(CITIES)], [counts()], knowledge or Ambiguous(), settings).sanitize(TEXT)


def test_an_ambiguous_term_is_counted_with_its_kind() -> None:
    # Paris: 4 of 32 documents, 2 of them with "city"; Boston: 4, but only one with "city": too few
    paris, boston = run(True).report.sensitive
    assert (paris.query, paris.within, paris.documents, paris.ic) == (("paris",), ("city",), 2, 4.0)
    assert boston.within == () and (boston.documents, boston.ic) == (4, 3.0)


def test_the_counts_of_pairs_follow() -> None:
    # one of the two documents of Paris with "city" holds "garden" (8 of 32): h(s,q) = 1 of h(s) = 2
    settings = Settings(threshold=Threshold("bits", 0.1), contextual=True)
    done = Sanitizer(parse, [Lists(CITIES)], [counts()], Ambiguous(), settings).sanitize(TEXT)
    (garden,) = [r for r in done.report.risky if r.term == "garden"]
    (towards,) = [t for t in garden.towards if t.sensitive == 0]
    assert (towards.counts["s"], towards.counts["q"], towards.counts["sq"]) == (2, 9, 1)


def test_a_term_of_one_meaning_and_the_default_have_no_context() -> None:
    for done in (run(False), run(True, TinyKnowledge())):
        assert [(s.documents, s.within) for s in done.report.sensitive] == [(4, ()), (4, ())]


def test_no_other_source_is_asked_for_a_context() -> None:
    # the first source knows 3 documents of "paris", one with "city"; the second would know 5
    first = DocumentCounts([["paris", "city"], ["paris"], ["paris"]], 32, name="first")
    second = DocumentCounts([["paris", "city"]] * 5, 32, name="second")
    calculator = RiskCalculator([first, second])
    meaning = Sense(Concept("tiny:Paris", "Paris"), True, "", 1.0)
    plain = [Query.of("paris")]
    assert in_context(plain, [meaning], TinyKnowledge(), calculator) == plain
    assert in_context(plain, [None], TinyKnowledge(), calculator) == plain
    assert all(not source.asked for source in calculator.chain.sources()[1:])
    (narrow,) = in_context(plain, [meaning], TinyKnowledge(), RiskCalculator([second, first]))
    assert narrow == Query(("paris",), within=("city",))
