# ruff: noqa: E501 (a form reads best on one line)
"""What stands in quotation marks or italics like a title, and words in another script."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.spelling import is_first_name
from sanitizer.text.fold import words
from sanitizer.text.patterns import ALPHANUMERIC
from sanitizer.types import EntityClass
from sanitizer.values.found_values import Found

_QUOTED: Final = re.compile(
    r"[“\"]([^“”\"\n]{2,80})[”\"]|‘([^‘’\n]{2,60})’(?!\w)|(?<![\w_])_([^_\n]{2,80})_(?![\w_])|(?<![\w*])\*([^*\n]{2,80})\*(?![\w*])"
)
_DEFINED: Final = re.compile(r"\((?:the\s|hereinafter\s|hereafter\s|together\s)?$|\((?:or|also|“|\")\s?$")


def quoted(text: str) -> Iterator[Found]:
    """Yield what stands in quotation marks or italics and is capitalized like a title; not a definition ("the
    Court")."""
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 1
        start, end = match.span(group)
        inner = text[start:end].strip()
        if (
            not inner
            or not (inner[0].isupper() or inner[0].isdigit() or inner[0] in "$#")
            or (inner.endswith((",", ".")) and len(inner.split()) > 6)
        ):
            continue
        tokens = ALPHANUMERIC.findall(inner)
        if not tokens or len(tokens) > 10:
            continue
        if inner[-1] in ",!?" and _SPEAKS.match(text, match.end()):
            continue
        if len(tokens) == 1 and inner.isupper() and inner.lower() in _SMALL:
            continue  # stress, no title
        if len(tokens) == 1 and _is_nickname(text, *match.span()):
            continue
        small = sum(1 for t in tokens if t[:1].islower() and t.lower() not in _SMALL)
        if small > 0 or _DEFINED.search(text[max(0, match.start() - 14) : match.start()]):
            continue
        offset = text[start:end].index(inner[0])
        kind = (
            "LOC"
            if _is_stood_at(text, match.start()) or _is_place(text, match.start(), inner)
            else "MISC"
            if _TAXON.match(text, match.end()) or _is_value(text, *match.span())
            else "WORK"
        )
        yield Found(start + offset, start + offset + len(inner), kind, 0.65)


def _is_nickname(text: str, start: int, end: int) -> bool:
    """Return whether a quoted word stands between a given name and another name: 'Ann "Nan" Ek'."""
    before = _GIVEN.search(text, max(0, start - _LONGEST), start)
    return before is not None and is_first_name(before[1]) and bool(_NAME.match(text, end))


def _is_stood_at(text: str, start: int) -> bool:
    """Return whether somebody is "at" what begins there: no work is a place to be at."""
    return bool(_AT.search(text, max(0, start - 8), start))


def _is_value(text: str, start: int, end: int) -> bool:
    """Return whether it is a value of data, which is no title: right behind a key, or between marks that part cells."""
    return bool(_VALUE.search(text, max(0, start - 4), start)) or bool(
        _CELL.search(text, max(0, start - 1), start) and _PARTED.match(text, end)
    )


def _is_place(text: str, start: int, inner: str) -> bool:
    """Return whether a value of a field, in data or code, is known as the name of a place."""
    return EntityClass.LOC in known_classes(inner) and bool(_VALUE.search(text, max(0, start - 4), start))


_LONGEST: Final = 24
"""Characters of a given name at most, with a blank on each side."""
_GIVEN: Final = re.compile(r"(?<!\w)([^\W\d_]+) $")
_NAME: Final = re.compile(r" [^\W\d_a-zß-öø-ÿ][\w'’-]+")
_VALUE: Final = re.compile(r"[\"'\]]\s?[=:]\s?$|\w\s?=\s?$|[={\[,:]$")
"""What stands before the value of a field."""
_CELL: Final = re.compile(r"[,;|\t(\[{>]$|^\Z|\n$")
_PARTED: Final = re.compile(r"[,;|\t)\]}<\n]|\Z")
_SPEAKS: Final = re.compile(
    r"\s(?:\w+\s){0,3}?(?:said|says|asked|asks|cried|shouted|called|whispered|replied|answered|told|added|thought|muttered"
    r"|yelled|laughed|sighed|screamed)\b"
)
"""What stands behind a quotation that somebody speaks."""
_AT: Final = re.compile(r"\bat\s(?:the\s)?$", re.IGNORECASE)
_TAXON: Final = re.compile(
    r"(?:\s\([^()\n]{0,80}\))?,?\s(?:is|was|are|were)\s(?:an?|the|one)\s(?:[a-z]+\s){0,2}(?:sub)?(?:species|genus|family|genera)\b"
)
_SMALL: Final = words(
    "of the and in on a an for to at from with de la du der des von van el vs or is my not by as it be s t"
)
_FOREIGN: Final = re.compile(
    r"[\u0370-\u03ff\u0400-\u052f\u0530-\u06ff\u0700-\u1fff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe70-\ufefc]"
    r"(?:[\u0370-\u03ff\u0400-\u052f\u0530-\u06ff\u0700-\u1fff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe70-\ufefc\u200b-\u200f\u00b7・]|[ -](?=[\u0370-\u03ff\u0400-\u052f\u0530-\u06ff\u0700-\u1fff\u2e80-\u9fff\uac00-\ud7af]))*"
)


def foreign(text: str) -> Iterator[Found]:
    """Yield words in another script: in an English text they are nearly always somebody's or something's name."""
    if text.isascii():
        return
    for match in _FOREIGN.finditer(text):
        letters = [c for c in match.group() if c.isalpha()]
        if len(letters) > 1:
            yield Found(match.start(), match.end(), "MISC", 0.6)
