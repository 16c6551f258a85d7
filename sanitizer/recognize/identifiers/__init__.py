"""Structured identifiers: more than sixty kinds, each with its form, its proof and the words that raise it."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.finders.firms_of_partners import firms
from sanitizer.recognize.identifiers.cards_and_accounts import banks
from sanitizer.recognize.identifiers.case_numbers import listed, registered
from sanitizer.recognize.identifiers.codes_by_shape import behind_letters, by_shape, crossed_out, files
from sanitizer.recognize.identifiers.door_codes_and_pins import access
from sanitizer.recognize.identifiers.foreign_addresses import abroad
from sanitizer.recognize.identifiers.kinds import CONTEXT_LEFT, CONTEXT_RIGHT
from sanitizer.recognize.identifiers.labelled_numbers import labelled
from sanitizer.recognize.identifiers.machine_records import records
from sanitizer.recognize.identifiers.network import at_signs, ipv6, spelled_out, web
from sanitizer.recognize.identifiers.numbered import numbered
from sanitizer.recognize.identifiers.numbers_in_groups import numbers_in_groups
from sanitizer.recognize.identifiers.parted_numbers import in_column, parted
from sanitizer.recognize.identifiers.passwords_and_logins import passwords_and_logins
from sanitizer.recognize.identifiers.said_letter_by_letter import spelled
from sanitizer.recognize.identifiers.streets import postal
from sanitizer.recognize.identifiers.whole_addresses import blocks
from sanitizer.text.anchors import Anchors
from sanitizer.text.fold import tight
from sanitizer.values.found_values import Found

__all__ = ["CONTEXT_LEFT", "CONTEXT_RIGHT", "scan"]


def scan(anchors: Anchors) -> Iterator[Found]:
    """Yield all identifiers in a text with a score of at least .5; they may overlap."""
    text = anchors.text
    shaped, announced = list(numbered(anchors)), list(labelled(anchors))
    yield from shaped
    yield from announced
    yield from by_shape(anchors, announced)
    yield from files(text)
    yield from behind_letters(anchors, (*shaped, *announced))
    yield from crossed_out(text)
    yield from spread_numbers(anchors)
    yield from mistyped(anchors)
    yield from parted(anchors)
    yield from records(text)
    if "@" in text:
        yield from at_signs(text)
    yield from spelled_out(anchors)
    yield from spelled(anchors)
    yield from web(text)
    yield from postal(anchors)
    yield from blocks(anchors)
    yield from abroad(anchors)
    yield from listed(anchors)
    yield from registered(anchors)
    yield from passwords_and_logins(anchors)
    yield from ipv6(text)
    yield from banks(anchors)
    yield from numbers_in_groups(anchors)
    yield from access(anchors)
    yield from firms(text)


_PROVEN: Final = 0.74
"""Score of a number that stands on two lines, or in wide blanks: less may be two numbers."""


def spread_numbers(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers written with other dashes and blanks than the plain ones, with several, or over the end of a
    line."""
    text = anchors.text
    folded = tight(anchors)
    if folded.starts is None:
        return
    read = Anchors(folded.text)
    for finder in (numbered, labelled):
        for found in finder(read):
            if folded.touches(found.start, found.end):
                start, end = folded.back(found.start, found.end)
                inside = text[start:end]
                if "\n" in inside and in_column(text, start, end):
                    continue
                if found.score >= _PROVEN or not ("\n" in inside or "  " in inside or " - " in inside):
                    yield Found(start, end, found.type, found.score)


_MISTYPED: Final = re.compile(
    r"(?<!\w)(?=[\d ()./-]{0,40}[oOlI])[oOlI]*\d[\doOlI]*(?:[ ()./-]{1,2}[oOlI]*\d[\doOlI]*)*(?!\w)"
)
_TOUCHING: Final = re.compile(r"\d[oOlI]|[oOlI]\d")
_LEAST: Final = 9
"""Characters of a number in which letters may stand for digits, half of them at most."""
_DIGITS: Final = str.maketrans("oOlI", "0011")


def mistyped(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers in which the letters o and l were typed for nought and one."""

    def typed(match: re.Match[str]) -> str:
        run = match.group()
        said, digits = sum(map(str.isalnum, run)), sum(map(str.isdigit, run))
        return run.translate(_DIGITS) if _LEAST <= said <= 2 * digits else run

    text = anchors.text
    folded = _MISTYPED.sub(typed, text) if _TOUCHING.search(text) else text
    if folded == text:
        return
    read = Anchors(folded)
    for finder in (numbered, labelled):
        for found in finder(read):
            if text[found.start : found.end] != folded[found.start : found.end]:
                yield found
