"""Tell which attributes of a file of OpenDocument stay: those of layout, names that are settled elsewhere, and values
that only a program writes. Any other may hold somebody's words, and goes."""

import re
from typing import Final

from sanitizer.documents.format_words import is_of_format
from sanitizer.documents.layout_attributes import lays_out
from sanitizer.documents.program_names import gave_program
from sanitizer.documents.style_sheets import foreign
from sanitizer.text.fold import words as word_set

_OASIS: Final = "{urn:oasis:names:tc:opendocument:xmlns:"
_LAYOUT: Final = tuple(
    f"{_OASIS}{name}:1.0}}"
    for name in ("xsl-fo-compatible", "svg-compatible", "style", "datastyle", "dr3d", "chart", "drawing", "config",
                 "presentation", "smil-compatible", "animation", "manifest")
)  # fmt: skip
"""Vocabularies of how things look."""
_FREE: Final = word_set(
    "filter-name class-names text code archive may-script frame-name label-string verb show id control mime-type "
    "caption-id start-shape end-shape shape-id targetElement target begin end by values formula"
)
"""Attributes of theirs that may hold any words."""
_SETTLED: Final = word_set(
    "name ref-name formula href master-page-name default-cell-style-name num-prefix num-suffix prefix suffix version "
    "caption-sequence-name"
)
"""Attributes that are read, or are settled by other rules."""
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")
_MEASURE: Final = re.compile(r"-?\d*\.?\d+(?:in|cm|mm|pt|px|pc|em)|P(?:T?\d+[A-Z])+|#[0-9a-fA-F]{6}")
_MADE: Final = re.compile(r"(?:list|id|shape|control|note|ref|ftn|edn|ct)?\d{0,20}")
"""Names that programs count."""


def may_stay(element: str, attribute: str, value: str) -> bool:
    """Return whether an attribute of an element, both with their vocabularies ("{...}name"), may stay with this
    value."""
    key = attribute.rpartition("}")[2]
    if not _LETTERS.search(value) or _MADE.fullmatch(value):
        return True
    if key in ("continue-list", "id"):
        return False
    if key in _SETTLED or key.endswith(("style-name", "-address", "-range", "-ranges")):
        return True
    if attribute.startswith(_LAYOUT) and key not in _FREE:
        return True
    return (
        _MEASURE.fullmatch(value) is not None
        or lays_out(element, attribute, value)
        or gave_program(element, attribute, value)
        or is_of_format(value)
        or not foreign(value).strip()
    )
