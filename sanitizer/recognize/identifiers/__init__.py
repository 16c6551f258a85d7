"""Structured identifiers: more than sixty kinds, each with its form, its proof and the words that raise it."""

from collections.abc import Iterator

from sanitizer.recognize.dates import Found
from sanitizer.recognize.identifiers.cases import listed
from sanitizer.recognize.identifiers.kinds import CONTEXT_LEFT, CONTEXT_RIGHT
from sanitizer.recognize.identifiers.marked import marked
from sanitizer.recognize.identifiers.network import at_signs, web
from sanitizer.recognize.identifiers.numbered import numbered
from sanitizer.recognize.identifiers.postal import postal

__all__ = ["CONTEXT_LEFT", "CONTEXT_RIGHT", "scan"]


def scan(text: str) -> Iterator[Found]:
    """All identifiers in ``text`` with a score of at least .5; they may overlap."""
    yield from numbered(text)
    if "@" in text:
        yield from at_signs(text)
    yield from web(text)
    yield from postal(text)
    yield from listed(text)
    yield from marked(text)
