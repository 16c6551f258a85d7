"""Numbers whose groups anything may part are one number; lists of numbers are not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.recognize import identifiers as forms
from sanitizer.recognize.identifiers.parted_numbers import parted
from sanitizer.text.anchors import Anchors

GAPS = st.text("*+|\\\\.,;:/-_~=\u2028\u00b7 \n", min_size=1, max_size=4) | st.sampled_from(
    [" then ", "<br>", " - ", " dash ", " and then "]
)


def spoken(text: str) -> list[tuple[str, str]]:
    return [(f.type, text[f.start : f.end]) for f in parted(Anchors(text))]


@given(GAPS)
def test_a_labelled_number_is_whole_whatever_parts_it(gap: str) -> None:
    number = gap.join(("536", "90", "4399"))
    text = f"The SSN: {number} is hers"
    covered = {i for f in forms.scan(Anchors(text)) for i in range(f.start, f.end)}
    assert covered >= {m.start() for m in re.finditer(r"\d", text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tel: 0113;496;0999 now", [("PHONE", "0113;496;0999")]),
        ("Phone 0-1-1-3 4-9-6 0-9-9-9 after", [("PHONE", "0-1-1-3 4-9-6 0-9-9-9")]),
        ("The card 4556 then 7375 then 8689 then 9855", [("CARD", "4556 then 7375 then 8689 then 9855")]),
        ("it is 536*90*4399 there", [("SSN", "536*90*4399")]),
        ("DOB 04\n05\n1961", [("DATE", "04\n05\n1961")]),
        ("born: 19610504", [("DATE", "19610504")]),
        ("Phone: 0113 496 0999, 0113 496 0888", [("PHONE", "0113 496 0999")]),
        ("SSN was 536 (dash) 90 (dash) 4399.", [("SSN", "536 (dash) 90 (dash) 4399")]),
        ("one two three and one two", []),
        ("Card\n4556\n7375\n8689\n9855\nthanks", [("CARD", "4556\n7375\n8689\n9855")]),
        ("year\n2001\n2002\n2003\n2004\n2005\n2006", []),
        ("rooms 12, 14, 16", []),
        ("scores 536, 90, 4399", []),
        ("in 1998, 45 of 67", []),
        ("born in 1961, 12 years before", []),
        ("1,234,567 people and 12.5 of 30.25", []),
    ],
)
def test_kinds(text: str, found: list[tuple[str, str]]) -> None:
    assert spoken(text) == found
