"""Thresholds, risk and back-off on the tiny world (tests/tiny.py)."""

import random
from typing import Any

import numpy as np
import pytest

from corpora_stats import UNKNOWN, Query
from corpora_stats.counts_by_hand import DocumentCounts
from kb import Concept
from sanitizer.choose.generalize import NOTHING
from sanitizer.common.reuse import Again
from sanitizer.errors import UsageError
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.find_risky_terms import probe
from sanitizer.risk.roll_up import ROOT, Generalization, RollUp
from sanitizer.risk.threshold import find_limit, may_set_threshold
from sanitizer.settings import ContextSize, Threshold
from sanitizer.types import EntityClass
from tests.tiny import TinyKnowledge, counts


def concept(name: str) -> Concept:
    return Concept(f"tiny:{name}", name)


@pytest.fixture
def calculator() -> RiskCalculator:
    return RiskCalculator([counts()])


@pytest.fixture
def roll_up() -> RollUp:
    return RollUp(TinyKnowledge())


def test_rolled_up_counts_include_specializations(calculator: RiskCalculator, roll_up: RollUp) -> None:
    # "cancer" stands in 8 documents, all those of "breast cancer" (4) among them; "disease" adds 5 of its own and
    # the 4 of "diabetes"
    queries = [roll_up.query(concept(name)) for name in ("breast cancer", "cancer", "disease")]
    assert calculator.marginals(queries).documents.tolist() == [4, 8, 17]
    # "therapy" alone 7, with "radiotherapy" 11, "treatment" adds 3
    queries = [roll_up.query(concept(name)) for name in ("radiotherapy", "therapy", "treatment")]
    assert calculator.marginals(queries).documents.tolist() == [4, 11, 14]


def test_information_never_rises_going_up_and_the_root_tells_nothing(
    calculator: RiskCalculator, roll_up: RollUp
) -> None:
    names = ("breast cancer", "cancer", "disease")
    options = [roll_up.generalization(concept(name)) for name in names]
    ic = calculator.generalized_ic([*options, roll_up.generalization(concept("entity"))], [None] * 4)
    assert ic[0] == 3 and ic[1] == 2
    assert ic[1] > ic[2] > ic[3] == 0


def test_phrase_counts_for_comparison_with_the_paper(calculator: RiskCalculator) -> None:
    raw = RollUp(TinyKnowledge(), phrase_counts_only=True)
    assert calculator.marginals([raw.query(concept("disease"))]).documents.tolist() == [5]


def test_risk_of_removed_and_generalized(calculator: RiskCalculator, roll_up: RollUp) -> None:
    s, q = Query.of("breast cancer"), [Query.of("mammogram"), Query.of("clinic"), Query.of("garden")]
    removed = calculator.evidence([s], [NOTHING], q)
    # mammogram: all 3 of its documents are among the 4 of breast cancer: log2(32 * 3 / (4 * 3)) = 3 = IC(s)
    assert removed.risk[0, 0] == 3
    # clinic: 1 of its 6 documents, below support: as counted, log2(32 * 1 / (4 * 6)), less than by belief
    assert removed.estimated[0].tolist() == [False, True, True]
    assert removed.risk[0, 1] == pytest.approx(np.log2(32 / 24))
    # replaced by "cancer" (8 documents): mammogram stands in 3 of those: log2(32 * 3 / (4 * 3)), as much as before
    cancer = roll_up.generalization(concept("cancer"))
    told = calculator.evidence([s], [cancer], q, keep_counts=True)
    assert told.risk[0, 0] == 3
    # garden was never seen with cancer: it tells nothing, IC(cancer) = 2 remains
    assert told.risk[0, 2] == pytest.approx(2)
    assert told.counts(0, 0, calculator.totals) == {"N": 32, "s": 4, "q": 3, "sq": 3, "g": 8, "gq": 3}


def test_risk_is_bounded_by_the_information_of_the_sensitive_term(
    calculator: RiskCalculator, roll_up: RollUp
) -> None:
    phrases = ["breast cancer", "radiotherapy", "Boston", "doctor", "clinic", "garden", "person", "surgeon"]
    queries = [Query.of(p) for p in phrases]
    ic = calculator.marginals(queries).ic
    for name in ("disease", "place", "person"):
        option = roll_up.generalization(concept(name))
        evidence = calculator.evidence(queries, [option] * len(queries), queries)
        exact = np.where(evidence.estimated, -np.inf, evidence.risk)
        assert (exact <= ic[:, None] + 1e-9).all()


def test_first_provider_that_knows_both_answers() -> None:
    first = DocumentCounts([{"a", "b"}, {"a"}], name="first")
    second = DocumentCounts([{"a", "c"}, {"c"}, {"b"}, {"d"}], name="second")
    calculator = RiskCalculator([first, second])
    evidence = calculator.evidence(
        [Query.of("a")], [NOTHING], [Query.of("b"), Query.of("c"), Query.of("x")], keep_counts=True
    )
    assert evidence.source[0].tolist() == [0, 1, -1]
    assert evidence.q[0].tolist() == [1, 2, UNKNOWN]
    assert np.isnan(evidence.risk[0, 2])


def test_unknown_phrases_are_asked_for_by_their_parts(calculator: RiskCalculator) -> None:
    probes = probe(["severe breast cancer clinic", "garden", "gizmo"], calculator)
    asked = [[probes.queries[c].phrases[0] for c in p.columns] for p in probes.of]
    # "breast" and "cancer" lie inside "breast cancer", which is known
    assert asked == [["breast cancer", "clinic"], ["garden"], []]
    assert [p.direct for p in probes.of] == [False, True, False]


def test_unknown_words_are_asked_for_by_the_words_they_are_formed_from(calculator: RiskCalculator) -> None:
    formed = {"gardenclinic": ("garden", "clinic")}
    probes = probe(["gardenclinic", "gizmo"], calculator, lambda word: formed.get(word, ()))
    asked = [[probes.queries[c].phrases[0] for c in p.columns] for p in probes.of]
    assert asked == [["garden", "clinic"], []]
    assert [p.direct for p in probes.of] == [False, False]


IC = np.array([5.0, 3.0, np.nan, 4.0])
GENERAL = np.array([1.0, 2.0, np.nan, 0.5])
ALL = np.ones(4, dtype=np.bool_)


@pytest.mark.parametrize(
    ("spelling", "bits", "set_by"),
    [
        ("least", 3, 1),  # min IC(s)
        ("most-general", 2, 1),  # max IC(g(s))
        ("quantile:0", 3, 1),
        ("quantile:.5", 4, 3),  # 3, 4, 5: the middle one
        ("quantile:1", 5, 0),
        ("bits:2.5", 2.5, -1),
    ],
)
def test_threshold_policies(spelling: str, bits: float, set_by: int) -> None:
    limit = find_limit(Threshold.parse(spelling), IC, GENERAL, ALL)
    assert limit.bits.tolist() == [bits] * 4
    assert limit.set_by == set_by
    # the paper: "equal or above"
    assert limit.exceeded(np.full((4, 1), bits)).all()


def test_the_guarantee_is_for_each_entity_its_own_and_strict() -> None:
    limit = find_limit(Threshold("guarantee"), IC, GENERAL, ALL)
    assert limit.bits[:2].tolist() == [1, 2]
    assert limit.exceeded(np.array([[1.0], [2.1], [9.0], [np.nan]])).ravel().tolist() == [
        False,
        True,
        False,
        False,
    ]


def test_common_nouns_and_numbers_do_not_set_the_threshold() -> None:
    assert not may_set_threshold("city", EntityClass.LOC)
    assert not may_set_threshold("May 1991", EntityClass.DATETIME)
    assert may_set_threshold("Europe", EntityClass.LOC)
    limit = find_limit(Threshold("least"), IC, GENERAL, np.array([True, False, True, True]))
    assert limit.bits[0] == 4


def test_without_any_known_term_nothing_is_risky() -> None:
    nothing = np.array([np.nan])
    limit = find_limit(Threshold("least"), nothing, nothing, np.array([True]))
    assert not limit.exceeded(np.array([[100.0]])).any()


@pytest.mark.parametrize(
    "text", ["leest", "quantile", "quantile:2", "bits:", "bits:-1", "bits:nan", "least:3"]
)
def test_bad_thresholds_are_refused_with_the_choices(text: str) -> None:
    with pytest.raises(UsageError, match="is not one of least"):
        Threshold.parse(text)


@pytest.mark.parametrize("text", ["page", "window", "window:0", "window:x", "sentence:3"])
def test_bad_contexts_are_refused_with_the_choices(text: str) -> None:
    with pytest.raises(UsageError, match="is not one of document"):
        ContextSize.parse(text)


def test_root_is_universal(roll_up: RollUp) -> None:
    assert roll_up.generalization(concept("entity")).universal
    assert roll_up.generalization(ROOT).universal
    assert not roll_up.generalization(concept("person")).universal
    assert isinstance(NOTHING, Generalization) and NOTHING.universal


WORDS = ("mammogram", "clinic", "garden", "therapy", "surgeon", "gizmo", "doctor", "widget", "nowhere")


@pytest.mark.parametrize("keep_counts", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_remembered_is_what_is_asked_anew(
    seed: int, keep_counts: bool, roll_up: RollUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    known, anew = (RiskCalculator([counts(), counts()]) for _ in range(2))
    again, whole = Again(known.chain), known.chain.joint
    asked: list[int] = []

    def joint(n: int, rows: Any, columns: Any, wanted: Any = None) -> Any:
        asked.append(len(rows) * len(columns))
        return whole(n, rows, columns, wanted)

    monkeypatch.setattr(known.chain, "joint", joint)
    terms = [Query.of(name) for name in ("breast cancer", "Boston", "diabetes", "nowhere")]
    options = [NOTHING, *(roll_up.generalization(concept(name)) for name in ("disease", "cancer", "place"))]
    for _ in range(6):
        rows = [(rng.choice(terms), rng.choice(options)) for _ in range(5)]
        columns = [Query.of(word) for word in rng.sample(WORDS, 7)]
        told = ([term for term, _ in rows], [option for _, option in rows], columns, keep_counts)
        known.chain.begin()
        anew.chain.begin()
        with again.in_use():
            found = known.evidence(*told)
        expected = anew.evidence(*told)
        for name in ("risk", "estimated", "source", "s", "q", "sq", "g", "gq"):
            assert np.array_equal(getattr(found, name), getattr(expected, name), equal_nan=True), name
        assert found.repaired == expected.repaired and known.chain.asked() == anew.chain.asked()
    asked.clear()
    with again.in_use():
        known.evidence(*told[:2], columns[:-1], keep_counts)
        assert asked == []
        known.evidence(*told[:2], [*columns[1:], Query.of("radiotherapy")], keep_counts)
    assert 0 < sum(asked) <= 2 * 2 * len(rows)  # one column, of each source, and of what stands for the terms
