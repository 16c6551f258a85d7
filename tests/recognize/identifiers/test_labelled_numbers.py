"""Numbers that a label announces, codes by their shape, addresses over lines; and what is none of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.recognize import identifiers as forms
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.identifiers.codes_by_shape import shape
from sanitizer.text.anchors import Anchors
from sanitizer.types import EntityClass

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases" / "labelled.json").read_text(encoding="utf-8")
)


def codes(text: str) -> list[str]:
    kinds = (EntityClass.CODE, EntityClass.LOC)
    return [m.span.of(text) for m in Patterns().find_in(text) if m.entity_class in kinds]


@pytest.mark.parametrize(("text", "found"), CASES["found"])
def test_found(text: str, found: list[str]) -> None:
    assert codes(text) == found


@pytest.mark.parametrize("text", CASES["innocent"])
def test_innocent(text: str) -> None:
    assert codes(text) == []


NOUNS = st.sampled_from(
    ["case", "ticket", "policy", "badge", "widget", "quillet", "device", "student", "chassis"]
)
WORDS = st.sampled_from(["number", "no.", "ID", "ref:", "#", "number is", "no:"])
VALUES = st.from_regex(r"[A-Z]{1,3}-[0-9]{3,6}(/[0-9]{2})?", fullmatch=True)


@given(NOUNS, WORDS, VALUES)
def test_any_noun_before_a_word_for_number_announces_one(noun: str, word: str, value: str) -> None:
    text = f"We noted the {noun} {word} {value} yesterday."
    assert any(value in found for found in codes(text))


@pytest.mark.parametrize("value", ["KB-1234", "A-990/17", "QX-72001", "ZT-004"])
def test_the_shape_of_a_labelled_code_is_found_everywhere(value: str) -> None:
    other = "".join("7" if c.isdecimal() else "Q" if c.isalpha() else c for c in value)
    text = f"The claim number is {value}. Later {other} was joined to it."
    assert shape(other) == shape(value)
    assert any(other in found for found in codes(text))


@given(st.text("Aa1 .:-/#\n(", max_size=80))
def test_offsets_stay_inside(text: str) -> None:
    assert all(0 <= f.start < f.end <= len(text) for f in forms.scan(Anchors(text)))
