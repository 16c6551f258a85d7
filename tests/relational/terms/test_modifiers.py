"""Windows and lists where they stand in a sentence."""

import pytest

from sanitizer.relational.terms.listings import in_a_row
from sanitizer.relational.terms.mention_wording import Saying
from sanitizer.relational.terms.modifiers import as_noun
from sanitizer.relational.terms.rewriting import rewrite_text
from sanitizer.relational.terms.terms import TermKey, TermKind, TermSpan
from sanitizer.relational.verify.terms import shows
from sanitizer.types import Span
from tests.relational.wordings import wording

MG = "10 mg, 20 mg or 40 mg"
MIXED = in_a_row(["8-hour", "10 to 12 day", "5-7 days"]).words
WEEKS = "two weeks, 3 weeks or 4 weeks"


@pytest.mark.parametrize(
    ("text", "surface", "words", "written"),
    [
        ("I took a 3 hour nap.", "3 hour", "4 hours to 2 weeks", "I took a 4-hour to 2-week nap."),
        ("I took a 3 hours nap.", "3 hours", "2 to 4 hours", "I took a 2- to 4-hour nap."),
        ("I took a nap of 3 hours.", "3 hours", "4 hours to 2 weeks", "I took a nap of 4 hours to 2 weeks."),
        ("It lasted 3 hours daily.", "3 hours", "2 to 4 hours", "It lasted 2 to 4 hours daily."),
        ("I slept 3 hours last night.", "3 hours", "2 to 4 hours", "I slept 2 to 4 hours last night."),
        ("It hurt a week later.", "a week", "5 to 9 days", "It hurt 5 to 9 days later."),
        ("After one week I slept.", "one week", "5 to 9 days", "After 5 to 9 days I slept."),
        ("A two week break.", "two week", "9 to 12 weeks", "A 9- to 12-week break."),
        ("An 11 week course.", "11 week", "9 to 12 weeks", "A 9- to 12-week course."),
        ("My 3-week course.", "3-week", "8 to 12 weeks", "My 8- to 12-week course."),
        ("A three-day-long fast.", "three-day", "2 to 4 days", "A 2- to 4-day-long fast."),
        ("The 5 foot fence.", "5 foot", "4 to 6 feet", "The 4- to 6-foot fence."),
        ("I took 10 mg tablets.", "10 mg", "8 to 15 mg", "I took 8 to 15 mg tablets."),
        ("I took a 10 mg tablet.", "10 mg", "8 to 15 mg", "I took an 8 to 15 mg tablet."),
        ("I took a 10 mg tablet.", "a 10 mg", "8 to 15 mg", "I took an 8 to 15 mg tablet."),
        ("I took an 80 mg tablet.", "80 mg", MG, "I took a 10 mg, 20 mg or 40 mg tablet."),
        ("I took a 20 mg tablet.", "20 mg", "80 mg or 160 mg", "I took an 80 mg or 160 mg tablet."),
        ("Took 20 mg daily.", "20 mg", MG, "Took 10 mg, 20 mg or 40 mg daily."),
        ("A 3 week course.", "3 week", WEEKS, "A two-week, 3-week or 4-week course."),
        ("A 3 week course.", "A 3 week", WEEKS, "A two-week, 3-week or 4-week course."),
        ("A 10 to 12 day spell.", "10 to 12 day", MIXED, "An 8-hour, 5-7-day or 10- to 12-day spell."),
        ("For 5-7 days now.", "5-7 days", MIXED, "For 8 hours, 5-7 days or 10 to 12 days now."),
        ("It took 3 weeks.", "3 weeks", WEEKS, "It took two weeks, 3 weeks or 4 weeks."),
        ("She is an actor.", "actor", "nurse, actor or vet", "She is a nurse, actor or vet."),
        ("She is a vet.", "a vet", "actor, nurse or vet", "She is an actor, nurse or vet."),
        ("Paris is big.", "Paris", "Lyon, Paris or Rome", "Lyon, Paris or Rome is big."),
    ],
)
def test_before_a_noun_and_elsewhere(text: str, surface: str, words: str, written: str) -> None:
    start = text.index(surface)
    key = TermKey("QUANTITY", surface)
    term = TermSpan(Span(start, start + len(surface)), "QUANTITY", "quantity", TermKind.QUASI, key)
    fixed = " or " in words
    made, spans = rewrite_text(text, [term], lambda *_: Saying("generalized", wording(words), fixed), True)
    assert made == written
    assert spans[0].says == words
    assert shows(made[spans[0].start : spans[0].end], words)  # what is verified


def test_amounts_by_themselves() -> None:
    assert [as_noun(w) for w in ("8-hour", "two week", "one day", "1 year", "10 mg", "a 3 day", "5 foot", "Lyon")] == [
        "8 hours", "two weeks", "one day", "1 year", "10 mg", "a 3 day", "5 feet", "Lyon",
    ]  # fmt: skip


def test_units_in_symbols_stay() -> None:
    assert wording("8 to 15 mg").modifier == "8 to 15 mg"
    assert wording("$20 to $40").modifier == "$20 to $40"
    assert wording("5'4\" to 5'6\"").modifier == "5'4\" to 5'6\""
    assert wording("1 million to 2 million miles").modifier == "1 million to 2 million miles"
    assert wording("2 weeks or a while").modifier == "2-week or a while"


def test_days_in_a_row_stand_as_they_came() -> None:
    assert (
        in_a_row(["18 May 2023", "6 May 2023", "14 May 2023"]).words
        == "6 May 2023, 14 May 2023 or 18 May 2023"
    )
