"""Tell the labels of fields by their form: up to four words at the beginning of a line or cell, and a colon; and the
heads of columns, cells that ask for what tables of persons have."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from sanitizer.types import Mention, Span

_LABEL: Final = re.compile(
    r"(?:^|(?<=[\n|\t])|(?<=[ ]{2})|(?<=\w:[ ]))[ >*#•-]{0,6}"
    r"((?:[^\W\d_][\w.'’/&-]{0,30}[ ]){0,3}[^\W\d_][\w.'’/&-]{0,30})"
    r"(?:[ ]?\([^()\n]{0,20}\))?[ ]?:(?!\S)"
)
_ASKED: Final = (
    r"(?i:(?:(?:first|last|full|given|family|middle|maiden|preferred|patient|client|student|employee)[ _-]?)?names?"
    r"|surnames?|forenames?|job(?:[ ]title)?|occupation|profession|role|title|age|sex|gender|town|city|country|address"
    r"|postcode|phone|e-?mail|department|team|school|hospital|notes?|comments?)"
)
_HEAD: Final = re.compile(
    rf"(?:(?<=[|\t])[ ]*|^[ |]*)({_ASKED})(?=[ ]*[|\t])|(?<=[|\t])[ ]*({_ASKED})(?=[ ]*$)", re.MULTILINE
)
"""One cell of a row that asks for what stands below it."""
_ROLES: Final = frozenset(("JOB", "FAMILY"))


def labels(text: str) -> list[Span]:
    """Return where the labels of a text stand, without their colons."""
    return [Span(*match.span(1)) for match in _LABEL.finditer(text)]


def column_heads(text: str) -> frozenset[Span]:
    """Return the heads of columns: two and more cells of one line, between bars or tabs, that say what is asked for."""
    if "\t" not in text and "|" not in text:
        return frozenset()
    cells = (Span(*m.span(m.lastindex or 0)) for m in _HEAD.finditer(text))
    lines = (list(of_line) for _, of_line in groupby(cells, lambda cell: text.rfind("\n", 0, cell.start)))
    return frozenset(cell for line in lines if len(line) > 1 for cell in line)


def without_labels(text: str, found: Iterable[Mention]) -> list[Mention]:
    """Return the mentions but for occupations and relatives in labels: who is asked for there is nobody's attribute."""
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
