"""Structured identifiers: more than sixty kinds, each with its form, its proof and the words that raise it."""

from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.forms.abroad import abroad
from sanitizer.recognize.forms.blocks import blocks
from sanitizer.recognize.forms.cases import listed, registered
from sanitizer.recognize.forms.kinds import CONTEXT_LEFT, CONTEXT_RIGHT
from sanitizer.recognize.forms.labelled import labelled
from sanitizer.recognize.forms.marked import marked
from sanitizer.recognize.forms.network import at_signs, spelled_out, web
from sanitizer.recognize.forms.numbered import numbered
from sanitizer.recognize.forms.parted import parted
from sanitizer.recognize.forms.postal import postal
from sanitizer.recognize.forms.records import records
from sanitizer.recognize.forms.shapes import behind_letters, by_shape, files
from sanitizer.recognize.forms.spelled import spelled
from sanitizer.text.fold import tight
from sanitizer.values.dates import Found

__all__ = ["CONTEXT_LEFT", "CONTEXT_RIGHT", "scan"]


def scan(text: str) -> Iterator[Found]:
    """All identifiers in ``text`` with a score of at least .5; they may overlap."""
    shaped, announced = list(numbered(text)), list(labelled(text))
    yield from shaped
    yield from announced
    yield from by_shape(text, announced)
    yield from files(text)
    yield from behind_letters(text, (*shaped, *announced))
    yield from spread_numbers(text)
    yield from parted(text)
    yield from records(text)
    if "@" in text:
        yield from at_signs(text)
    yield from spelled_out(text)
    yield from spelled(text)
    yield from web(text)
    yield from postal(text)
    yield from blocks(text)
    yield from abroad(text)
    yield from listed(text)
    yield from registered(text)
    yield from marked(text)


_PROVEN: Final = 0.74
"""Score of a number that stands on two lines, or in wide blanks: less may be two numbers."""


def spread_numbers(text: str) -> Iterator[Found]:
    """Numbers written with other dashes and blanks than the plain ones, with several, or over the end of a line."""
    folded = tight(text)
    if folded.starts is None:
        return
    for finder in (numbered, labelled):
        for found in finder(folded.text):
            if folded.touches(found.start, found.end):
                start, end = folded.back(found.start, found.end)
                inside = text[start:end]
                if found.score >= _PROVEN or not ("\n" in inside or "  " in inside or " - " in inside):
                    yield Found(start, end, found.type, found.score)
