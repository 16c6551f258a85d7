"""What a quick search says cannot be in a text is not found without that search either."""

import re
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

_ALWAYS = re.compile("")
_ROOM = "sanitizer.recognize.identifiers."
_FINDERS: dict[str, tuple[str, dict[str, object]]] = {
    f"{_ROOM}abroad": ("abroad", {"_BLOCK_AND_LOT": _ALWAYS, "_STREET_HINTS": (_ALWAYS,)}),
    f"{_ROOM}firms": ("firms", {"_LAST_TWO": _ALWAYS}),
    f"{_ROOM}network": ("spelled_out", {"_SIGN": _ALWAYS}),
    f"{_ROOM}postal": (
        "postal",
        dict.fromkeys(("_STREET_WORD", "_WITH_COMMA", "_POSTCODE_BEHIND"), _ALWAYS)
        | {"_HOUSES": ("",)},
    ),
    f"{_ROOM}said_letter_by_letter": ("spelled", {"_SAID_FOR": _ALWAYS}),
    "sanitizer.values.log_times": ("times_of_log", {"_HOURS": _ALWAYS}),
}  # fmt: skip
_PARTS = (
    "Rue de la Paix 12", "Kerkstraat 5b", "Erzsébet tér 92", "12 rue Haute", "75001 Paris", "Umeda 1-2-3",
    "at Diaz, Powell and Jarvis", "the Diaz, O'Neil & Bell", "h.m at example.org", "x [at] y [dot] com", "k_at_b.de",
    "12 Mill Road", "five High Street", "lives at 4 Oak View, Ely", "flat 3, 12 mill lane in", "Hof 3, 12345 Ulm",
    "Rose Farm, Ely", "0540 Found", "21/3 0610 Fell", "at 1524", "1320 hrs", "K for kilo, ", "Zulu papa mike X-ray",
    "\n", "\n- ", ", ", " ", "é", "K", "ſ", "_",
)  # fmt: skip

texts = st.lists(st.sampled_from(_PARTS) | st.text(max_size=4), max_size=8).map("".join)


@pytest.mark.parametrize("module", _FINDERS)
@settings(max_examples=100, deadline=None)
@given(text=texts)
def test_finds_the_same_without_the_quick_searches(module: str, text: str) -> None:
    name, hints = _FINDERS[module]
    find = getattr(import_module(module), name)
    quick = list(find(text))
    with pytest.MonkeyPatch.context() as patch:
        for hint, always in hints.items():
            patch.setitem(vars(import_module(module)), hint, always)
        assert list(find(text)) == quick
