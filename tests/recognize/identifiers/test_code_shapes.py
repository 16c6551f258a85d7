"""Codes and days that nothing but their shape tells."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer import Sanitizer
from sanitizer.recognize.identifiers.code_shapes import codes_by_shape, digits_one_by_one
from sanitizer.types import EntityClass, Mention, Span


def surfaces(text: str, *names: str) -> list[str]:
    """Return what is added beside names that were found."""
    found = [
        Mention(Span(*m.span()), "MISC", EntityClass.MISC, "test")
        for n in names
        for m in re.finditer(n, text)
    ]
    return [m.span.of(text) for m in codes_by_shape(text, found)]


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("Ute 1CK-7QZ was towed.", ["1CK-7QZ"]),
        ("TREM 6253 1418, carte", ["TREM 6253 1418"]),
        ("start 8/5, then 18/8.", ["8/5", "18/8"]),
        ("DOI 03.14.19 and 2 / 3 / 2021", ["03.14.19", "2 / 3 / 2021"]),
        ("due 25·11·2023, dob 4-12-'61", ["25·11·2023", "4-12-'61"]),
        ("pain 4/10, 3/4 of an inch, 1/2", []),
        ("BP 120/80 at 10:30, version 2.4, HIV-1, CD4 510", []),
        ("call 98220 00147, of 12 345 678 people", ["98220 00147"]),
        ("AUGUST 2019 TO MAY 2020, F-102", []),
        ("3/7 of the rooms, 5/7 tabs", []),
        ("pp. 40/41, 15/16 of 100", []),
    ],
)
def test_a_shape_is_enough(text: str, added: list[str]) -> None:
    assert surfaces(text) == added


def test_the_rest_of_a_plate_goes_with_the_part_that_looks_like_a_name() -> None:
    assert surfaces("Auto KA 05 MJ 4471 refused") == []
    assert surfaces("Auto KA 05 MJ 4471 refused", "MJ") == ["KA 05 MJ 4471"]


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("reads 5 1 9 - 4 4 - 0 8 2 6, please", ["5 1 9 - 4 4 - 0 8 2 6"]),
        ("２ ７ － ０ ９ － １ ９ ８ ８", ["２ ７ － ０ ９ － １ ９ ８ ８"]),
        ("columns 1 0 0 1 1 0 1", []),
        ("1-2-3", []),
    ],
)
def test_digits_in_boxes_are_a_code(text: str, added: list[str]) -> None:
    assert [m.span.of(text) for m in digits_one_by_one(text, [])] == added


@given(
    st.text(alphabet="AB7 /-.·19", max_size=40),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=4),
)
def test_nothing_that_was_found_is_taken_again(text: str, places: list[tuple[int, int]]) -> None:
    found = [
        Mention(Span(a, a + n), "PHONE", EntityClass.CODE, "test") for a, n in places if a + n <= len(text)
    ]
    for added in (*codes_by_shape(text, found), *digits_one_by_one(text, found)):
        assert not any(added.span.overlaps(m.span) for m in found)
        assert added.span.of(text).strip() == added.span.of(text)


def test_only_settings_that_ask_for_codes_go_by_shape() -> None:
    text = "She was seen at noon; pain start 8/5 after lifting cement."
    assert "8/5" not in Sanitizer.default(profile="safe-harbor").sanitize(text).text
