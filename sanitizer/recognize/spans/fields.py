"""Tell the labels of fields by their form: up to four words at the beginning of a line or cell, and a colon; and the
heads of columns of names."""

import re
from collections.abc import Iterable
from typing import Final

from sanitizer.types import Mention, Span

_LABEL: Final = re.compile(
    r"(?:^|(?<=[\n|\t])|(?<=[ ]{2})|(?<=\w:[ ]))[ >*#•-]{0,6}"
    r"((?:[^\W\d_][\w.'’/&-]{0,30}[ ]){0,3}[^\W\d_][\w.'’/&-]{0,30})"
    r"(?:[ ]?\([^()\n]{0,20}\))?[ ]?:(?!\S)"
)
_HEAD: Final = re.compile(
    r"(?:(?<=[|\t])|^)[ |]*((?:(?:first|last|full|given|family|middle|maiden|preferred)[ _-]?)?names?"
    r"|surnames?|forenames?)"
    r"(?=[ ]*(?:[|\t]|$))",
    re.IGNORECASE | re.MULTILINE,
)
"""A cell that asks for the names below it."""
_ROLES: Final = frozenset(("JOB", "FAMILY"))


def labels(text: str) -> list[Span]:
    """Where the labels of a text stand, without their colons."""
    return [Span(*match.span(1)) for match in _LABEL.finditer(text)]


def column_heads(text: str) -> frozenset[Span]:
    """The cells between bars or tabs that ask for names."""
    if "\t" not in text and "|" not in text:
        return frozenset()
    return frozenset(Span(*match.span(1)) for match in _HEAD.finditer(text))


def without_labels(text: str, found: Iterable[Mention]) -> list[Mention]:
    """The mentions but for occupations and relatives in labels: who is asked for there is nobody's attribute."""
    listed = list(found)
    if ":" not in text or not any(m.type in _ROLES for m in listed):
        return listed
    covered = bytearray(len(text))
    for label in labels(text):
        covered[label.start : label.end] = b"\1" * (label.end - label.start)
    return [
        m
        for m in listed
        if not (
            m.type in _ROLES and m.recognizer == "demographics" and all(covered[m.span.start : m.span.end])
        )
    ]
