"""Names by their slots: who is greeted, speaks, signs, is spoken to, stands in a field or a column."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.finders import name_fields, name_slots
from sanitizer.recognize.finders.quoted import quoted


def names(text: str) -> set[str]:
    return {text[f.start : f.end] for f in (*name_slots.scan(text), *name_fields.scan(text))}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dear Will,\n\nThank you.", "Will"),
        ("MK: no", "MK"),
        ("Dale (he/him) brings the chairs.", "Dale"),
        ("He goes by Rook at work.", "Rook"),
        ("Barrister: Savage. Clerk: none.", "Savage"),
        ('"Who are you?"\nheather: I work here', "heather"),
        ("what's your name? mark pinto", "mark pinto"),
        ("town='Brno', zip=null", "Brno"),
        ("hi grace, can you call me", "grace"),
        ("Helped by a clerk.\n\nPrudence Allardyce, ACII FCILA\nLoss adjuster", "Prudence Allardyce"),
        ("for the twins (Leilani + Hope, born in May)", "Hope"),
        ("Name | Age\nBishop, Pearl | 34\n", "Bishop, Pearl"),
        ("Hi Natasha, this is Rose from the billing team.", "Rose"),
        ("Yours sincerely,\n\nApril Frost\nManager", "April Frost"),
        ("thx\ntash\n", "tash"),
        ("my name is mark bell and i rent the flat", "mark bell"),
        ("I spoke to okonkwo about it", "okonkwo"),
        ("Her brother hunter drove her home.", "hunter"),
        ("The frost family moved in June.", "frost"),
        ("The form was sent on by t. baker from accounts.", "t. baker"),
        ("According to fox, the van was open.", "fox"),
        ("present: byrne, declan; the clerk", "byrne"),
        ("Name | Age\nBaker, Rose | 34\n", "Baker, Rose"),
        ("surname,given,ward\nbell,amber,3\n", "bell"),
        ('{"id": 17, "name": "summer wood"}', "summer wood"),
        ("<surname>okonkwo</surname>", "okonkwo"),
        ("INSERT INTO staff VALUES (7, 'whitcombe', 'gemma', 34);", "whitcombe"),
        ("Attendees:\n- rose bell\n- the clerk\n", "rose bell"),
        ('{"name": "siobhan o\'neill"}', "siobhan o'neill"),
        ("agent: hi\ngrace: hello\nagent: one moment\ngrace: ok", "grace"),
        ("we saw whitcombe at the door", "whitcombe"),
        ("Whitcombe was told that it was late.", "Whitcombe"),
    ],
)
def test_slot_makes_a_name(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dear customer,\n\nthank you.",
        "Hi all, please note the change.",
        "hi there! can i take your postcode",
        "agent: hello\nvisitor: hi, my router is broken\nagent: let me check\nvisitor: ok",
        "I spoke to reception about the bill.",
        "According to the page, the rent is due.",
        "it was fine, this is short, i'm young",
        "the short family holiday was fine",
        "Kind regards,\nThe billing team",
        "name: unknown",
        "it will be done, and the mark on the wall may stay",
        "select name, ward from staff where age > 3",
        "The case went on (v. Slovenia, p. Ninety).",
        "Diagnosis: flu\nPlan: rest\nDiagnosis: cold\nPlan: fluids",
    ],
)
def test_words_in_slots_of_persons_are_no_names(text: str) -> None:
    assert not names(text)


def test_who_speaks_in_a_chat_is_a_person() -> None:
    chat = "Precious: Hi there!\nvisitor: hiya, my wifi died\nPrecious: Thank you.\nvisitor: ok\n"
    assert names(chat) == {"Precious"}


def test_who_speaks_once_is_a_person_where_all_lines_have_a_speaker() -> None:
    assert names("Olivia: where are you?\nMK: no\n") == {"Olivia", "MK"}
    assert "BP" not in names("BP: normal\nMK: no\nas agreed\n")


def test_names_of_accounts_make_a_chat_and_speak() -> None:
    chat = "goblin_77: anyone up?\nKestrel: cant\ngoblin_77: ok\nKestrel: sorry\n"
    assert names(chat) == {"goblin_77", "Kestrel"}
    assert not names("step_1: mix\nstep_2: bake\nTip: use butter\nTip: eat\n2 eggs\n")


def test_a_verb_behind_initials_in_brackets_is_no_surname() -> None:
    assert names("Sarah Mills (SM) said it.") == set()
    assert names("Winifred (Freda) Lockwood left.") == {"Winifred (Freda) Lockwood"}


def test_a_nickname_in_quotation_marks_is_no_title() -> None:
    with Sanitizer.default().known.in_use():
        assert [f.type for f in quoted('Winifred "Freda" Lockwood left.')] == []
        assert [f.type for f in quoted('She wrote "Freda" in Leeds.')] == ["WORK"]


def test_what_somebody_says_is_no_title() -> None:
    with Sanitizer.default().known.in_use():
        assert [f.type for f in quoted('"Oh Cordelia," he said. "Freda!" my aunt shouted.')] == []
        assert [f.type for f in quoted('"Oh Cordelia," her song, sold well.')] == ["WORK"]
