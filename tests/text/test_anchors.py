"""A pattern asked where its words and numbers stand finds what it finds in all of the text."""

import re
from importlib import import_module
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.text.anchors import Anchors, Led, matches

_IDENTIFIERS = "sanitizer.recognize.identifiers"
_ROOMS = (
    f"{_IDENTIFIERS}.whole_addresses", f"{_IDENTIFIERS}.case_numbers", f"{_IDENTIFIERS}.labelled_numbers",
    f"{_IDENTIFIERS}.passwords_and_logins", f"{_IDENTIFIERS}.streets", f"{_IDENTIFIERS}.said_letter_by_letter",
    "sanitizer.values.ages", "sanitizer.values.dates_in_words",
)  # fmt: skip
_LED = {
    f"{room}.{name}": led
    for room in _ROOMS
    for name, led in sorted(vars(import_module(room)).items())
    if isinstance(led, Led) and name != "_IN_WORDS"  # asked where the text has no word for hundreds
}
_AT_NUMBERS = {
    f"{_IDENTIFIERS}.foreign_addresses": ("_DATE", "_TOWN"), f"{_IDENTIFIERS}.case_numbers": ("_REGISTERED",),
    f"{_IDENTIFIERS}.streets": ("_LOWER_STREET", "_WITH_COMMA", "_POSTCODE_BEHIND"),
    "sanitizer.values.log_times": ("_SHIFT",),
}  # fmt: skip
_AT_CLOSE = {
    f"{_IDENTIFIERS}.numbers_in_groups": ("_GROUPS", "_PAIR", "_LED_BY_ZERO"),
}
_PARTS = (
    "one ", "a hundred and two ", "HER ", "on ", "case ", "12", "3 of 1999", ", ", "\n", " - ", "-", "/", "é", "ſ",
    "\u212a", "İ", "ı", "_",
)  # fmt: skip


def _texts(pattern: re.Pattern[str]) -> st.SearchStrategy[str]:
    some = st.from_regex(pattern) | st.sampled_from(_PARTS) | st.text(max_size=4)
    return st.lists(some, max_size=6).map("".join)


def _spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text)]


@pytest.mark.parametrize("name", _LED)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_led_pattern_finds_all(name: str, data: st.DataObject) -> None:
    led = _LED[name]
    text = data.draw(_texts(led.pattern))
    assert [match.span() for match in led.finditer(Anchors(text))] == _spans(led.pattern, text)


@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room, names in _AT_NUMBERS.items() for name in names]
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_pattern_of_numbers_finds_all(room: str, name: str, data: st.DataObject) -> None:
    pattern = vars(import_module(room))[name]
    text = data.draw(_texts(pattern))
    anchors = Anchors(text)
    found = [match.span() for match in anchors.at_numbers(pattern)]
    starts = set(anchors.starts)
    assert found == [span for span in _spans(pattern, text) if span[0] in starts] or not starts


@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room, names in _AT_CLOSE.items() for name in names]
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_pattern_of_several_numbers_finds_all(room: str, name: str, data: st.DataObject) -> None:
    pattern = vars(import_module(room))[name]
    text = data.draw(_texts(pattern))
    assert [m.span() for m in Anchors(text).at_close(pattern)] == _spans(pattern, text)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_blocks_and_lots_are_seen(data: st.DataObject) -> None:
    pattern = vars(import_module(f"{_IDENTIFIERS}.foreign_addresses"))["_BLOCK_AND_LOT"]
    text = data.draw(_texts(pattern))
    assert any(Anchors(text).at_close(pattern)) == (pattern.search(text) is not None)


@given(st.text("aZ1 9-٣Kſİé", max_size=30))
def test_what_stands_in_a_text(text: str) -> None:
    anchors = Anchors(text)
    assert len(anchors.lowered) == len(text)
    assert anchors.numbers == [m.span() for m in re.finditer(r"\d+", text)]
    assert anchors.close == [a for (a, b), (c, _) in pairwise(anchors.numbers) if c - b <= 3]
    assert anchors.words >= {w.lower() for w in re.findall("[A-Za-z]+", text)}


def test_words_stand_alone() -> None:
    anchors = Anchors("On one phone: ONE, someone, one2")
    assert anchors.at(frozenset(("one", "on"))) == [(0, 2), (3, 6), (14, 17), (28, 31)]
    assert anchors.holds(frozenset(("phone",))) and not anchors.holds(frozenset(("some",)))


def test_matches_do_not_overlap() -> None:
    assert [m.span() for m in matches(re.compile("aa"), "aaaa", range(4))] == [(0, 2), (2, 4)]
