"""Operators in the whole method, on the tiny world (tests/tiny.py)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sanitizer.check.report import SensitiveEntry
from sanitizer.operators import Key, Policy, restore
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.result import SanitizedDocument
from sanitizer.settings import Settings, Strategy, Threshold
from sanitizer.text.edits import apply
from sanitizer.types import Document
from tests.tiny import sanitizer

KEY = Key(bytes(range(32)))
CANCER = Phrase("breast cancer", "DISEASE", generalization="disease")
PHRASES = (
    CANCER,
    Phrase("Boston", "GPE"),
    Phrase("Ann Miller", "PERSON"),
    Phrase("Miller", "PERSON"),
    Phrase("31 May 1991", "DATE"),
    Phrase("last spring", "DATE"),
    Phrase("A-1234", "CODE"),
)
TEXT = "Ann Miller of Boston had breast cancer. Radiotherapy began on 31 May 1991. The garden is old. Miller left."


def run(
    table: dict[str, Any], text: str | Document = TEXT, strategy: str = "S5", **more: Any
) -> SanitizedDocument:
    chosen = Settings(strategy=Strategy(strategy), threshold=Threshold("bits", 2.0), **more)
    world = sanitizer(*PHRASES, settings=chosen).with_(operators=Policy.parse(table, KEY))
    return world.sanitize(text)


def entry(done: SanitizedDocument, term: str) -> SensitiveEntry:
    return next(s for s in done.report.sensitive if s.term == term)


@pytest.mark.parametrize(
    ("operator", "written"),
    [
        ("tag", "[PERSON] of a place had a health condition"),
        ("pseudonym", "PERSON_1 of a place had a health condition"),
        ("mask", "*** ****** of a place had a health condition"),
        ({"mask": {"character": "#"}}, "### ###### of a place had a health condition"),
        ("remove", "[...] of a place had a health condition"),
        ("keep", "Ann Miller of a place had a health condition"),
    ],
)
def test_an_operator_writes_its_characters_and_the_rest_is_generalized(operator: Any, written: str) -> None:
    done = run({"PERSON": operator}, strategy="S2")
    assert done.text.startswith(written)
    assert done.met and apply(TEXT, done.changes) == done.text


def test_one_entity_one_treatment() -> None:
    done = run({"PERSON": "pseudonym"})
    assert done.text.startswith("PERSON_1 of") and done.text.endswith("PERSON_1 left.")
    assert entry(done, "Ann Miller").operator == "pseudonym"
    assert entry(done, "Boston").operator is None


def test_what_an_operator_tells() -> None:
    # "Boston" is in 4 of 32 documents: IC = 3; a place of any name is in more of them
    told = {name: entry(run({"GPE": name}), "Boston") for name in ("tag", "surrogate", "remove", "keep")}
    assert told["keep"].generalization_ic == told["keep"].ic == 3.0
    assert told["remove"].generalization_ic == 0
    assert told["tag"].generalization_ic == told["surrogate"].generalization_ic
    assert (told["tag"].generalization_ic or 0) < 2
    kept, gone = run({"GPE": "keep"}), run({"GPE": "remove"})
    assert kept.utility_percent > gone.utility_percent  # type: ignore[operator]


def test_what_is_kept_is_no_reproach_and_no_change() -> None:
    done = run({"GPE": "keep"})
    assert done.met and "Boston" in done.text and "Boston" not in done.checked_forms
    assert all(c.replacement != TEXT[c.span.start : c.span.end] for c in done.changes)


def test_a_kept_name_may_hold_a_form_that_is_not_kept() -> None:
    phrases = (Phrase("Miller", "PERSON"), Phrase("Miller Garden", "FACILITY"))
    world = sanitizer(*phrases, settings=Settings(threshold=Threshold("bits", 2.0)))
    world = world.with_(operators=Policy.parse({"FACILITY": "keep"}))
    done = world.sanitize("Miller saw Miller Garden.")
    assert done.met and done.text.endswith("saw Miller Garden.") and not done.text.startswith("Miller")


def test_a_tag_that_is_a_form_is_no_reproach() -> None:
    world = sanitizer(Phrase("Person", "PERSON"), Phrase("Boston", "GPE"))
    world = world.with_(operators=Policy.parse({"PERSON": "tag"}))
    assert world.sanitize("Person left.").text == "[PERSON] left." and world.sanitize("Person left.").met


def test_surrogates_are_never_sensitive_forms_of_the_text() -> None:
    drawn = run({"PERSON": "surrogate"}).text.split(" of ")[0]
    first, last = drawn.split()
    # both words that would be drawn are now sensitive themselves: they are drawn again, and families stay families
    text = f"Ann Miller met {first} and {last}. Miller left."
    world = sanitizer(*PHRASES, Phrase(first, "DEM"), Phrase(last, "DEM"))
    world = world.with_(operators=Policy.parse({"PERSON": "surrogate"}, KEY))
    done = world.sanitize(text)
    assert done.met and first not in done.text and last not in done.text
    name = done.text.split(" met ")[0]
    assert done.text.endswith(f"{name.split()[-1]} left.")


def test_what_an_operator_cannot_do_is_generalized() -> None:
    done = run({"DATE": "date-shift"}, "It grew last spring, and on 31 May 1991.")
    assert done.text == "It grew some time, and on 3 October 1991."
    assert [s.operator for s in done.report.sensitive] == [None, "date-shift"]


def test_dates_of_a_person_are_shifted_alike() -> None:
    one, two, three = (
        run({"DATE": "date-shift"}, Document(id, "It was 31 May 1991.", person=person)).text
        for id, person in (("a", "p"), ("b", "p"), ("c", ""))
    )
    assert one == two != three


def test_risky_terms_may_have_an_operator_too() -> None:
    done = run({"risky": "mask"}, "She had breast cancer. She got radiotherapy.")
    assert done.text == "She had a disease. She got ************."
    row = done.report.risky[0]
    assert row.choice.rule == "operator" and row.choice.ic == 0 and done.met


def test_all_mentions_of_an_entity_have_one_hash() -> None:
    phrases = [Phrase(p, "PERSON") for p in ("Ms Miller", "Ann Miller", "Miller")]
    hashes = set()
    for text in ("Ann Miller came. Ms Miller left. Miller slept.", "The garden of Ann Miller."):
        world = sanitizer(*phrases)
        world = world.with_(operators=Policy.parse({"PERSON": "hash"}, KEY))
        hashes |= {word.strip(".") for word in world.sanitize(text).text.split() if "PERSON-" in word}
    assert len(hashes) == 1


def test_consistent_across_documents_and_runs() -> None:
    for name in ("hash", "surrogate", "encrypt"):
        first = run({"PERSON": name}).text.split(" of ")[0].partition(":0.1.")[0]  # without its place
        again = run({"PERSON": name}, "The old garden of Ann Miller, a doctor.").text
        assert first in again


TOKEN = "{enc:s:PERSON:" + "A" * 30 + "}"
NAMES = ["Ann Miller", "Miller", "Boston", "breast cancer", "A-1234", "31 May 1991"]
OTHERS = ["radiotherapy", "mammogram", "garden", "surgeon", "a", "the", ".", ",", "\n", "\r\n", "😀", "é"]
WORDS = st.lists(st.sampled_from([*NAMES, *OTHERS, TOKEN, "{enc:s:PERSON:", "}"]), max_size=25)


@given(WORDS, st.sampled_from(["S1", "S2", "S3", "S4", "S5"]), st.booleans(), st.sampled_from([" ", ""]))
@hypothesis_settings(max_examples=80, deadline=None)
def test_restoring_gives_the_very_text_back(words: list[str], strategy: str, seal: bool, space: str) -> None:
    text = space.join(words)
    table: dict[str, Any] = {"default": {"encrypt": {"deterministic": seal}}}
    if strategy not in ("S1", "S2"):
        table["risky"] = "encrypt"
    done = run(table, text, strategy)
    assert done.met
    assert restore(done.text, KEY).text == text


@given(
    WORDS, st.sampled_from(["tag", "pseudonym", "mask", "hash", "surrogate", "date-shift", "keep", "remove"])
)
@hypothesis_settings(max_examples=80, deadline=None)
def test_no_operator_leaves_a_form_or_touches_other_text(words: list[str], name: str) -> None:
    text = " ".join(words)
    done = run({"PERSON": name, "LOC": name, "DATETIME": name, "CODE": name}, text)
    assert done.met and apply(text, done.changes) == done.text
    assert "breast cancer" not in done.text
    assert name == "keep" or ("Miller" not in done.text and "Boston" not in done.text)
    if name == "keep":
        assert done.text.count("Boston") == text.count("Boston")
