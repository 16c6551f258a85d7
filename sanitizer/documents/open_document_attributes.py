"""Tell which attributes of a file of OpenDocument stay: values that its standard enumerates, measures, names that are
settled elsewhere, and what only a program writes. Any other may hold somebody's words, and goes."""

import re
from typing import Final

from sanitizer.documents.attribute_values import is_allowed
from sanitizer.documents.font_names import names_font
from sanitizer.documents.layout_attributes import lays_out
from sanitizer.documents.program_names import gave_program
from sanitizer.documents.style_sheets import told_by_layout
from sanitizer.text.fold import words as word_set

_SETTLED: Final = word_set(
    "name ref-name formula href master-page-name num-prefix num-suffix prefix suffix caption-sequence-name"
)
"""Attributes that are read, or are settled by other rules."""
_DIRECT: Final = frozenset(["marker-start", "marker-end", "stroke-dash", "layer"])
"""Attributes that name a look, which is numbered, and do not end in "-name"."""
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")
_MEASURE: Final = re.compile(
    r"-?\d*\.?\d+(?:in|cm|mm|pt|px|pc|em)|P(?:T?\d+[A-Z])+|#[0-9a-fA-F]{6}|true|false"
)
_MADE: Final = re.compile(r"(?:list|id|shape|control|note|ref|ftn|edn|ct|hdr|ftr|dtd)?\d{0,20}")
"""Names that programs count."""


def may_stay(element: str, attribute: str, value: str) -> bool:
    """Return whether an attribute of an element, both with their vocabularies ("{...}name"), may stay with this
    value."""
    key = attribute.rpartition("}")[2]
    if not _LETTERS.search(value) or _MADE.fullmatch(value):
        return True
    if key in ("continue-list", "id"):
        return False
    if is_allowed(element, attribute, value):
        return True
    of = element.rpartition("}")[2]
    if (of, key) == ("equation", "name"):
        return False
    if (
        key in _SETTLED
        or key.endswith(("style-name", "-address", "-range", "-ranges"))
        or names_font(of, key)
    ):
        return True
    return (
        _MEASURE.fullmatch(value) is not None
        or key in _DIRECT
        or lays_out(element, attribute, value)
        or gave_program(element, attribute, value)
        or not any(map(str.isalpha, told_by_layout(value)))
    )
