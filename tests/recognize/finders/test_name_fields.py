"""Names in fields of records and columns, who speaks in a chat, and how each word of a nickname is held together."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.finders import name_fields
from sanitizer.recognize.finders.quoted import quoted
from sanitizer.recognize.finders.speakers import speakers
from sanitizer.text.parse import parse


def names(text: str) -> set[str]:
    return {text[f.start : f.end] for f in name_fields.scan(text)}


def spoken(text: str) -> set[str]:
    return {text[f.start : f.end] for f in speakers(parse(text))}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("town='Brno', zip=null", "Brno"),
        ("See you on Monday.\nkind regards\ngrace", "grace"),
        ("Attendees:\n- rose bell\n- the clerk\n", "rose bell"),
        ("Present: the clerk, hope ndlovu and rose bell", "rose bell"),
        ("Name | Age\nBishop, Pearl | 34\n", "Bishop, Pearl"),
        ("present: byrne, declan; the clerk", "byrne, declan"),
        ("Name | Age\nBaker, Rose | 34\n", "Baker, Rose"),
        ("surname,given,ward\nbell,amber,3\n", "bell"),
        ('{"id": 17, "name": "summer wood"}', "summer wood"),
        ("<surname>okonkwo</surname>", "okonkwo"),
        ("INSERT INTO staff VALUES (7, 'whitcombe', 'gemma', 34);", "whitcombe"),
        ('{"name": "siobhan o\'neill"}', "siobhan o'neill"),
    ],
)
def test_a_field_makes_a_name(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    "text", ["name: unknown", "select name, ward from staff where age > 3", "Salt, Pepper\nLeft, Right\n"]
)
def test_a_field_of_no_name_makes_none(text: str) -> None:
    assert not names(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Olivia: where are you?\nMK: no\n", {"Olivia", "MK"}),
        ("BP: normal\nMK: no\nas agreed\n", set()),
        ("agent: hi\ngrace: hello\nagent: one moment\ngrace: ok", {"grace"}),
        ("Thabo: hi\nmags: hiya\nThabo: late?\nmags: no", {"Thabo", "mags"}),
        ("Diagnosis: flu\nPlan: rest\nDiagnosis: cold\nPlan: fluids", set()),
        ("agent: hello\nvisitor: hi, my router is broken\nagent: let me check\nvisitor: ok", set()),
    ],
)
def test_who_speaks_in_a_chat_is_a_person(text: str, found: set[str]) -> None:
    assert spoken(text) == found


def test_a_nickname_in_quotation_marks_is_no_title() -> None:
    with Sanitizer.default().known.in_use():
        assert [f.type for f in quoted('Winifred "Freda" Lockwood left.')] == []
        assert [f.type for f in quoted('She wrote "Freda" in Leeds.')] == ["WORK"]


@pytest.mark.parametrize(
    "text", ["Many thanks\nthe team", "thanks\nplease see the letter", "Apologies: the clerk and two members"]
)
def test_below_a_closing_or_a_heading_plain_words_are_no_names(text: str) -> None:
    assert not names(text)
