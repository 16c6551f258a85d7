"""Groups of terms by hand: 64 documents in which two harmless terms together point to a third."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from corpora_stats import Query
from corpora_stats.base import UNKNOWN
from corpora_stats.counts_by_hand import DocumentCounts
from sanitizer.check.report import GroupTold
from sanitizer.choose.generalize import NOTHING
from sanitizer.choose.joint_risk import SUPPORT, GroupSearch
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.result import SanitizedDocument
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.roll_up import Generalization
from sanitizer.risk.threshold import Limit
from sanitizer.say.phrases import REMOVED
from sanitizer.settings import ContextSize, Settings, Strategy, Threshold
from tests.tiny import TinyKnowledge, parse

# gout is in 8 of 64 documents; thumb and wine in 24 each, 8 of them with gout, and never together without it.
GOUT = ["gout", "thumb", "wine"]
WORLD = [GOUT] * 8 + [["thumb"]] * 16 + [["wine"]] * 16 + [["garden"]] * 24
COLUMNS = [Query.of("thumb"), Query.of("wine"), Query.of("garden")]


def search(limit: float, told: Generalization = NOTHING) -> GroupSearch:
    counts = RiskCalculator([DocumentCounts(WORLD)])
    return GroupSearch([Query.of("gout")], [told], Limit(np.array([limit]), 0), COLUMNS, counts)


def pairs(*risk: float) -> np.ndarray:
    return np.array([risk])


def test_two_safe_terms_are_risky_together() -> None:
    # PMI(gout;thumb) = log2(64 * 8 / (8 * 24)) = 1.415 each; DR(gout;{thumb, wine}) = log2(64 * 8 / (8 * 8)) = 3
    (group,) = search(2.0).find(pairs(1.415, 1.415, np.nan), 2)
    assert (group.row, group.members, group.phrases, group.risk) == (0, (0, 1), ("thumb", "wine"), 3.0)
    assert group.counts == {"N": 64, "s": 8, "sT": 8, "g": 64, "gT": 8}


def test_the_limit_is_met_or_strictly_exceeded() -> None:
    assert search(3.0).find(pairs(1.415, 1.415, np.nan), 2)
    assert not search(3.1).find(pairs(1.415, 1.415, np.nan), 2)


def test_a_generalization_that_is_told_lowers_the_risk_of_a_group() -> None:
    # g = "thumb" (24 documents with gout's 8): DR = log2(64 * 8 / (8 * h(g, T))) with h(g,T) = 8: still 3
    told = Generalization("thumb", None, Query.of("thumb"))
    assert search(2.0, told).find(pairs(1.4, 1.4, np.nan), 2)[0].counts["g"] == 24


def test_a_term_outside_the_context_joins_no_group() -> None:
    assert not search(2.0).find(pairs(1.415, np.nan, np.nan), 3)


def test_groups_below_support_are_not_judged() -> None:
    few = RiskCalculator([DocumentCounts([GOUT] * (SUPPORT - 1) + [["garden"]] * 60)])
    searching = GroupSearch([Query.of("gout")], [NOTHING], Limit(np.array([1.0]), 0), COLUMNS, few)
    assert not searching.find(pairs(0.5, 0.5, np.nan), 2)
    assert np.isnan(searching.risk([(0, COLUMNS[:2])])[0][0])


documents = st.lists(
    st.lists(st.sampled_from(["gout", "thumb", "wine", "garden"]), unique=True), min_size=1, max_size=60
)


@hypothesis_settings(deadline=None)
@given(documents, st.sets(st.integers(0, 2), min_size=1))
def test_the_risk_of_a_set_is_that_of_counting_by_hand(world: list[list[str]], members: set[int]) -> None:
    provider = DocumentCounts(world)
    searching = GroupSearch(
        [Query.of("gout")], [NOTHING], Limit(np.array([1.0]), 0), COLUMNS, RiskCalculator([provider])
    )
    words = {COLUMNS[m].phrases[0] for m in members}
    s = sum("gout" in d for d in world)
    held = [set(d) for d in world if words <= set(d)]
    both = sum("gout" in d for d in held)
    least = min([s, *(sum(w in d for d in world) for w in words)])
    risk, counts = searching.risk([(0, [COLUMNS[m] for m in sorted(members)])])
    if both < SUPPORT or least < provider.minimum_support:
        assert np.isnan(risk[0]) and (counts[0] == UNKNOWN).all()
    else:
        assert risk[0] == pytest.approx(np.log2(len(world) * both / (s * len(held))))


# --- the whole pipeline: diabetes in 8 of 64 documents, surgeon and clinic in 24 each, together only with diabetes ---

CARE = (
    [{"diabetes", "surgeon", "clinic"}] * 8
    + [{"surgeon"}] * 16
    + [{"clinic", "doctor"}] * 8
    + [{"clinic"}] * 8
    + [{"doctor"}] * 8
    + [{"garden"}] * 16
)
TEXT = "The surgeon saw the clinic. She has diabetes."


def run(groups: int, text: str = TEXT, context: str = "document", strategy: str = "S5") -> SanitizedDocument:
    settings = Settings(
        strategy=Strategy(strategy),
        threshold=Threshold("bits", 2.5),
        context=ContextSize.parse(context),
        groups=groups,
        sensitive="class",
    )
    found = Lists([Phrase("diabetes", "DISEASE")])
    return Sanitizer(parse, [found], [DocumentCounts(CARE)], TinyKnowledge(), settings).sanitize(text)


def test_groups_are_off_by_default() -> None:
    assert Settings().groups == 1
    assert run(1).report.risky == ()


def test_the_member_that_costs_least_is_generalized() -> None:
    # DR(diabetes; {surgeon, clinic}) = log2(64 * 8 / (8 * 8)) = 3 >= 2.5. "clinic" is in no knowledge base: it could
    # only go, at 1.415 bits. A doctor (surgeons included: 40 documents, 0.678 bits) costs 0.737, and is safe:
    # {doctor, clinic} are in 16 documents, log2(64 * 8 / (8 * 16)) = 2
    done = run(2)
    assert done.text.startswith("The doctor saw the clinic.")
    (row,) = done.report.risky
    assert (row.term, row.rule, row.choice.replacement) == ("surgeon", "group", "doctor")
    counts = {"N": 64, "s": 8, "sT": 8, "g": 64, "gT": 8}
    assert row.group == GroupTold(sensitive=0, terms=("surgeon", "clinic"), dr=3.0, counts=counts)
    assert row.towards == ()  # alone it is safe


def test_where_risky_terms_are_removed_the_cheapest_member_goes() -> None:
    # both tell 1.415 bits: the first of equals
    assert run(2, strategy="S3").text.startswith(f"The {REMOVED} saw the clinic.")


def test_members_share_the_context_of_the_sensitive_term() -> None:
    assert run(2, context="sentence").report.risky == ()
    assert run(2, "The surgeon saw the clinic for diabetes.", "sentence").report.risky
