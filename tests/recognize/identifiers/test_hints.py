"""What a quick search says cannot be in a text is not found without that search either."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.recognize.identifiers import number_labels
from sanitizer.text.anchors import Anchors

_ALWAYS = re.compile("")
_ROOM = "sanitizer.recognize.identifiers."
_FINDERS: dict[str, tuple[str, dict[str, object]]] = {
    f"{_ROOM}foreign_addresses": ("abroad", {"_may_hold_street": lambda _: True, "_STREET_HINTS": (_ALWAYS,)}),
    "sanitizer.recognize.finders.firms_of_partners": ("firms", {"_LAST_TWO": _ALWAYS}),
    f"{_ROOM}network": ("spelled_out", {"_SIGN": _ALWAYS, "_MARKS": ("",)}),
    f"{_ROOM}said_letter_by_letter": ("spelled", {"_behind_letter": lambda *_: 3}),
    "sanitizer.text.fold": ("tight", {"_has_gap": lambda _: True}),
    f"{_ROOM}numbered": ("numbered", {"_is_asked": lambda *_: True, "_goes_on": lambda *_: True}),
}  # fmt: skip
_PARTS = (
    "Rue de la Paix 12", "Kerkstraat 5b", "Erzsébet tér 92", "12 rue Haute", "75001 Paris", "Umeda 1-2-3",
    "at Diaz, Powell and Jarvis", "the Diaz, O'Neil & Bell", "h.m at example.org", "x [at] y [dot] com", "k_at_b.de",
    "12 Mill Road", "five High Street", "lives at 4 Oak View, Ely", "flat 3, 12 mill lane in", "Hof 3, 12345 Ulm",
    "Rose Farm, Ely", "0540 Found", "21/3 0610 Fell", "at 1524", "1320 hrs", "K for kilo, ", "Zulu papa mike X-ray",
    "12345 678", "536-90\n4399", "4 * 9", "postcode 1234", "29 -3 Wx", "12°", "cvv: 123", "1--9abcdefghijklmnop",
    "\n", "\n- ", ", ", " ", "é", "K", "ſ", "_",
)  # fmt: skip

_BEFORE = (
    "part ", "Ending ", "in ", "the ", "last four digits of ", "Case ", "number", "no", ". ", ", ", " ", "(", '"', "$",
    ":", "account", "Kontonummer ", "\n", "file", "is ", "of 12 ", "X/Y ", "é", "**", "#", "-",
)  # fmt: skip

texts = st.lists(st.sampled_from(_PARTS) | st.text(max_size=4), max_size=8).map("".join)


@pytest.mark.parametrize("module", _FINDERS)
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_finds_the_same_without_the_quick_searches(module: str, text: str) -> None:
    name, hints = _FINDERS[module]
    find = getattr(import_module(module), name)
    asked = text if name == "firms" else Anchors(text)
    quick = _listed(find(asked))
    with pytest.MonkeyPatch.context() as patch:
        for hint, always in hints.items():
            patch.setitem(vars(import_module(module)), hint, always)
        assert _listed(find(asked)) == quick


def _listed(found: Any) -> Any:
    return list(found) if isinstance(found, Iterator) else found


@settings(max_examples=200, deadline=None)
@given(text=st.lists(st.sampled_from(_BEFORE), max_size=6).map("".join))
def test_labels_are_the_same_without_the_quick_look(text: str) -> None:
    quick = number_labels.before(text, len(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(number_labels, "_is_unannounced", lambda *_: False)
        assert number_labels.before(text, len(text)) == quick
