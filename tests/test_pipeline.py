"""The whole method on the tiny world (tests/tiny.py): S1 to S5, fixed points, unknown terms, the guarantee."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sanitizer.check.report import CandidateTried
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.result import SanitizedDocument
from sanitizer.say.phrases import REMOVED
from sanitizer.settings import ContextSize, Protected, Settings, Strategy, Threshold, Unknown
from sanitizer.text.edits import apply
from tests.tiny import sanitizer

TEXT = "She had breast cancer. A mammogram showed it. She got radiotherapy. The garden is old."
CANCER = Phrase("breast cancer", "DISEASE", generalization="disease")


def run(strategy: str, *phrases: Phrase, text: str = TEXT, **changes: Any) -> SanitizedDocument:
    chosen = {"threshold": Threshold("bits", 2.0), **changes}
    return sanitizer(
        *(phrases or (CANCER,)), settings=Settings(strategy=Strategy(strategy), **chosen)
    ).sanitize(text)


def told(done: SanitizedDocument) -> dict[str, str | None]:
    """Return what became of each risky term."""
    return {r.term: r.choice.replacement for r in done.report.risky}


def test_s1_removes_sensitive_terms_only() -> None:
    assert run("S1").text == TEXT.replace("breast cancer", REMOVED)


def test_s2_generalizes_sensitive_terms_only() -> None:
    assert run("S2").text == TEXT.replace("breast cancer", "a disease")


def test_s3_removes_both() -> None:
    # removed s: DR is the PMI; mammogram 3 bits, radiotherapy log2(32 * 3 / (4 * 4)) = 2.58; both >= 2
    done = run("S3")
    assert (
        done.text == (f"She had {REMOVED}. A {REMOVED} showed it. She got {REMOVED}. The garden is old.")
        or done.text == f"She had {REMOVED}. {REMOVED} showed it. She got {REMOVED}. The garden is old."
    )
    dr = {r.term: r.towards[0].dr for r in done.report.risky}
    assert dr == {"mammogram": 3.0, "radiotherapy": 2.585}


def test_s4_removes_sensitive_and_generalizes_risky_terms() -> None:
    # therapy: 11 documents, 3 with breast cancer: log2(32 * 3 / (4 * 11)) = 1.13 < 2, IC = 1.54, the most
    # informative that is safe. "mammogram" is in no knowledge base: nothing is safe, it goes
    done = run("S4")
    assert told(done) == {"mammogram": None, "radiotherapy": "therapy"}
    candidates = {c.label: c for c in done.report.risky[1].candidates}
    assert (candidates["therapy"].dr, candidates["therapy"].ic) == (1.126, 1.541)
    assert candidates["treatment"].ic == 1.193
    assert candidates["entity"].verdict == "unreadable"


def test_s5_generalizes_both_and_what_the_generalization_tells_counts() -> None:
    # g(s) = disease, 17 documents: DR(s; therapy) = log2(32 * 3 / (4 * h(disease, therapy))); of the 11 documents of
    # therapy 8 hold a disease: log2(96 / 32) = 1.58 < 2
    done = run("S5")
    assert "a disease" in done.text
    assert told(done) == {"mammogram": None, "radiotherapy": "therapy"}
    therapy = done.report.risky[1].candidates[0]
    assert (therapy.label, therapy.dr, therapy.verdict) == ("therapy", 1.585, "safe")


def test_s5_at_a_lower_threshold_takes_the_next_more_general() -> None:
    # at 1.3 bits "therapy" (1.58) is too much; treatment: 14 documents, 11 with a disease: log2(96 / 44) = 1.13
    done = run("S5", threshold=Threshold("bits", 1.3))
    assert told(done)["radiotherapy"] == "treatment"


def test_a_generalization_that_is_itself_risky_gives_way() -> None:
    # radiotherapy is sensitive too, with g = therapy. Towards breast cancer (g = disease) that tells 1.58 bits:
    # too much at 1.5, so it is removed; the report tells both
    radio = Phrase("radiotherapy", "MISC", generalization="therapy")
    done = run("S5", CANCER, radio, threshold=Threshold("bits", 1.55))
    entry = next(s for s in done.report.sensitive if s.term == "radiotherapy")
    assert entry.proposed == "therapy"
    assert entry.generalization != "therapy"
    assert entry.candidates[0] == CandidateTried(
        label="therapy", concept="tiny:therapy", ic=1.541, dr=1.585, verdict="risky"
    )


def test_a_term_is_judged_towards_every_sensitive_term() -> None:
    # surgeon: 2 documents; 1 with breast cancer, 0 with Boston (3 docs): estimates only. clinic tells nothing
    boston = Phrase("Boston", "GPE")
    done = run("S4", CANCER, boston, text="Breast cancer in Boston. A mammogram and a clinic.")
    risky = {r.term: [t.sensitive for t in r.towards] for r in done.report.risky}
    assert risky == {"mammogram": [0]}


def test_an_estimated_risk_is_told_with_its_bound() -> None:
    # clinic stands in 6 documents, 1 of them with the 4 of breast cancer: log2(32 / 24); at most 4.74 such, at 95 %
    done = run("S3", text="Breast cancer in a clinic.", threshold=Threshold("bits", 0.4))
    towards = next(r.towards[0] for r in done.report.risky if r.term == "clinic")
    assert towards.rule == "estimate"
    assert towards.dr == pytest.approx(math.log2(32 / 24), abs=0.01)
    assert towards.bound == pytest.approx(math.log2(32 * 4.7439 / 24), abs=0.01)


@pytest.mark.parametrize(("policy", "expected"), [("risky", True), ("safe", False), ("ask", False)])
def test_unknown_terms_follow_the_policy_and_are_counted(policy: str, expected: bool) -> None:
    done = run("S5", text="She had breast cancer and a gizmo.", unknown=Unknown(policy))
    assert ("gizmo" not in done.text) is expected
    assert done.report.unknown.marginal == 1
    assert getattr(done.report.unknown, policy) == 1
    assert done.report.unknown.terms == (("gizmo",) if policy == "ask" else ())


def test_contexts_limit_the_reach() -> None:
    whole = run("S3", context=ContextSize("document"))
    near = run("S3", context=ContextSize("sentence"))
    assert "mammogram" not in whole.text
    assert "mammogram" in near.text and near.met


def test_the_guarantee_needs_no_recognizer_and_names_its_limit() -> None:
    # "no more than disease": IC(disease) = log2(32 / 17) = 0.91; PMI of radiotherapy is 2.58, of therapy 1.13,
    # of treatment log2(96 / 56) = 0.78 < 0.91
    protect = (Protected("breast cancer", "disease"),)
    done = run("S5", Phrase("nothing"), threshold=Threshold("guarantee"), protect=protect)
    assert told(done) == {"mammogram": None, "radiotherapy": "treatment"}
    assert done.report.sensitive[0].limit == 0.913
    # and where the text does not name it, what would tell of it is still judged
    silent = run(
        "S5", Phrase("x"), text="She got radiotherapy.", threshold=Threshold("guarantee"), protect=protect
    )
    assert "radiotherapy" not in silent.text


def test_what_may_be_told_is_exempt_from_the_guarantee() -> None:
    protect = (Protected("breast cancer", "cancer"),)
    done = run("S5", Phrase("x"), text="A cancer.", threshold=Threshold("guarantee"), protect=protect)
    assert done.text == "A cancer."


def test_every_mention_of_a_form_is_treated_alike() -> None:
    done = run("S5", text="Breast cancer. BREAST CANCER, breast  cancer and breast cancers.")
    assert "breast" not in done.text.lower()
    assert done.met


def test_replacements_never_hold_a_sensitive_form() -> None:
    done = run("S5", CANCER, Phrase("therapy", "MISC"), text="Radiotherapy, breast cancer, a therapy.")
    assert "therapy" not in done.text.lower().replace("radiotherapy", "")
    assert any(c.verdict == "sensitive" for r in done.report.risky for c in r.candidates)


def test_changes_replay_the_output() -> None:
    done = run("S5")
    assert done.report.changes == done.changes
    assert done.report.to_json()["changes"][0] == [8, 21, "a disease", "sensitive", 0]
    assert apply(done.report.text, done.changes) == done.text


def test_utility_counts_occurrences_of_sensitive_and_other_terms() -> None:
    # S1: before 3 (breast cancer) + 3.42 (mammogram, 3 documents) + 3 (radiotherapy) + 1.83 (garden, 9 documents)
    done = run("S1")
    u = done.report.utility
    assert u.bits_before == pytest.approx(3 + 3.415 + 3 + 1.830, abs=0.06)
    assert u.percent == pytest.approx(100 * (1 - 3 / 11.245), abs=0.1)


def test_empty_and_blank_texts_pass_through() -> None:
    for text in ("", " \n\n ", "...", "\u200f\u05d0"):
        done = run("S5", text=text)
        assert done.text == text and done.met


WORDS = st.sampled_from(
    [
        "breast cancer",
        "radiotherapy",
        "mammogram",
        "clinic",
        "Boston",
        "Paris",
        "garden",
        "doctors",
        "gizmo",
        "the",
        "treats",
        "old",
        ".",
        ",",
        "\n\n",
        "😀",
        "é",
    ]
)


@given(st.lists(WORDS, max_size=25), st.sampled_from(["S1", "S2", "S3", "S4", "S5"]))
@hypothesis_settings(max_examples=60, deadline=None)
def test_residual_check_is_met_and_changes_replay_on_any_text(words: list[str], strategy: str) -> None:
    text = " ".join(words)
    done = run(strategy, CANCER, Phrase("Boston", "GPE"), text=text)
    assert done.met
    assert apply(text, done.changes) == done.text
    assert "breast cancer" not in done.text.lower() and "Boston" not in done.text
    again = run(strategy, CANCER, Phrase("Boston", "GPE"), text=text)
    assert again.text == done.text and again.report == done.report


def test_hidden_words_go_whatever_their_risk() -> None:
    # "garden" never meets breast cancer; "showed" is a verb, in no term; "therapy" holds no hidden word and may
    # not be said once "therapy" is hidden: "treatment" is next
    world = sanitizer(CANCER, settings=Settings(threshold=Threshold("bits", 2.0)))
    done = world.sanitize(TEXT, hidden=frozenset({"garden", "showed", "therapy"}))
    assert told(done) == {
        "mammogram": None,
        "showed": None,
        "radiotherapy": "treatment",
        "garden": None,
    }
    rules = {r.term: r.rule for r in done.report.risky}
    assert (rules["garden"], rules["showed"], rules["radiotherapy"]) == ("linkage", "linkage", "pair")
    assert apply(TEXT, done.changes) == done.text


def test_hidden_words_go_where_nothing_is_sensitive() -> None:
    world = sanitizer(CANCER, settings=Settings())
    assert world.sanitize("The garden is old.", hidden=frozenset({"garden"})).text == f"The {REMOVED} is old."
