"""Numbers that a label announces, whatever their form and their check digit: a digit may be mistyped."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.identifiers.kinds import COUNTS, ENDS
from sanitizer.recognize.identifiers.number_labels import Label, before
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values import dates_in_numbers
from sanitizer.values.found_values import Found

_BODY: Final = re.compile(r"[A-Za-z0-9]{1,40}(?:[-./:_][A-Za-z0-9]{1,40}){0,8}")
_ON: Final = re.compile(
    r"[ ](?=[A-Z]{0,4}\d[\dA-Z])[\dA-Z]{2,12}(?:[-./][A-Za-z0-9]{1,20}){0,4}(?![\w.:,]*\d?[ap]m\b)(?![^\W_])"
)
_LAST_LETTER: Final = re.compile(r"[ ](?:[A-Z]|\d)(?![\w'’.])")
_LAST_OF_PLATE: Final = re.compile(r"[ ][A-Z]{1,3}(?![\w'’.])")
_BEHIND_LETTERS: Final = re.compile(
    r"[ -](?:[A-Z]{1,5}[ -])?[A-Z0-9]*\d[A-Za-z0-9]*(?:[-./][A-Za-z0-9]{1,20}){0,4}"
)
_CAPITALS: Final = re.compile(r"(?<![^\W_])[A-Z]{1,6}[ -]$")
_JOINTS: Final = frozenset(" -")
_SHORT: Final = re.compile(r"(?:[A-Z]{1,3}-?)?\d{1,4}[A-Za-z]?")
_LETTERED: Final = Led(
    re.compile(r"\b(?:[Bb]ed|[Bb]ay|[Cc]ubicle|[Bb]erth|[Ss]ide room) (?P<letter>[A-Z])(?![\w'’&+-])"),
    words("bed bay cubicle berth side"),
)
"""What has a letter for a number."""
_CAPITALS_ALONE: Final = re.compile(r"[A-Z](?<![\w-][A-Z])[A-Z]{0,4}(?:-[A-Z]{2,5}){1,3}(?![\w-])")
"""A code without a digit, which a word for "number" must announce."""
_UNIT: Final = re.compile(
    r"\s?(?:[%°]|(?:mm|cm|km|m|kg|mg|g|ml|mmhg|people|years?|days?|weeks?|hours?|sq)\b)"
)
_SEASON: Final = re.compile(r"(?:1[6-9]|20)\d\d(?:[-/–](?:\d\d|\d{4}))?")
_LEAST: Final = 3
"""Digits of a number that a label announces."""
_LEAST_ALONE: Final = 4
"""Digits of one that stands right behind a word which may mean something else."""
_LEAST_CAPITALS: Final = 5
"""Letters and digits of a code in capitals with a digit or two."""
_REACH: Final = 40
"""Characters before its first digit with which a code may begin."""


def labelled(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers behind a label, within a few words of it: "NHS No: 684 934 0722", "the MRN was HN-77409"."""
    text = anchors.text
    for lettered in _LETTERED.finditer(anchors):
        yield Found(*lettered.span("letter"), "CODE", 0.6)
    for parted in _CAPITALS_ALONE.finditer(text) if "-" in text else ():
        label = before(text, parted.start())
        if label and label.numbered:
            yield Found(*parted.span(), label.kind, 0.65)
    done = 0
    for start, end in anchors.numbers:
        if start < done:
            continue
        found = _at(text, start, done)
        if found:
            yield found
        done = found.end if found else end


def _at(text: str, digit: int, floor: int) -> Found | None:
    """Return the number whose first digit stands at `digit`, as the nearest label calls it."""
    start = _begin(text, digit, floor)
    for _ in range(3):
        label = before(text, start)
        if label:
            return _as_told(text, start, label)
        capitals = (
            _CAPITALS.search(text, max(floor, start - 8), start)
            if text[start - 1 : start] == "\n"
            or (text[start - 1 : start] in _JOINTS and text[start - 2 : start - 1].isupper())
            else None
        )
        if capitals is None:
            return None
        start = capitals.start()
    return None


def _begin(text: str, digit: int, floor: int) -> int:
    """Return where the code begins that holds the digit: letters, digits and marks between them."""
    start, least = digit, max(floor, digit - _REACH)
    while start > least and text[start - 1].isalnum():
        start -= 1
    while start > least + 1 and text[start - 1] in "-./_" and text[start - 2].isalnum():
        begin = start - 1
        while begin > least and text[begin - 1].isalnum():
            begin -= 1
        if start - 1 - begin > 5 and text[begin : start - 1].isalpha():
            break
        start = begin
    return start


def _end(text: str, start: int, label: Label) -> int:
    """Return where the number ends: groups that follow behind single blanks belong to it, dates do not."""
    body = _BODY.match(text, start)
    if body is None:
        return start
    end = body.end()
    if label.table == "short" and label.kind != "PLATE" and sum(c.isdecimal() for c in body.group()) > 0:
        return end
    on = _BEHIND_LETTERS.match(text, end) if body.group().isalpha() else None
    end = on.end() if on else end
    for _ in range(6):
        more = _ON.match(text, end)
        if more is None or _is_date(text, end + 1, more.end()):
            break
        end = more.end()
    last = (_LAST_OF_PLATE if label.kind == "PLATE" else _LAST_LETTER).match(text, end)
    return last.end() if last and end - start > 1 else end


def _is_date(text: str, start: int, end: int) -> bool:
    if not text[start : start + 1].isdecimal():
        return False
    date = dates_in_numbers.at_digit(text, start)
    return date is not None and date.score >= 0.55 and date.end >= end - 1


def _as_told(text: str, start: int, label: Label) -> Found | None:
    end = _end(text, start, label)
    value = text[start:end]
    digits, letters = sum(map(str.isdecimal, value)), sum(map(str.isalpha, value))
    if not digits or _is_date(text, start, end) or _UNIT.match(text, end):
        return None
    least = _LEAST if ENDS.match(text, end) else _LEAST_ALONE + (COUNTS.match(text, end) is not None)
    score = _score(label, value, digits, letters, least)
    return Found(start, end, label.kind, score) if score else None


def _score(label: Label, value: str, digits: int, letters: int, least: int) -> float:
    """Return how sure it is that a value of so many digits and letters is what the label calls it; 0 where it is
    not. Digits alone behind a label that may mean something else must be at least so many."""
    stroked = "/" in value
    mixed = (letters > 0 or stroked) and digits + letters >= _LEAST and (stroked or not value[-1].islower())
    if label.table == "short":
        return (0.75 if label.told else 0.65) if _SHORT.fullmatch(value) or digits >= _LEAST else 0.0
    if label.table == "strong":
        return (0.9 if label.told else 0.8) if digits >= _LEAST or (mixed and label.told) else 0.0
    if _SEASON.fullmatch(value):
        return 0.0
    if label.table == "weak":
        if label.told:
            return 0.75 if digits >= _LEAST or mixed else 0.0
        capitals = len(value) >= _LEAST_CAPITALS and value.isalnum() and value.isupper()
        alone = _LEAST if mixed else least if value.isdecimal() else _LEAST_ALONE
        return 0.65 if digits >= alone or (mixed and capitals) else 0.0
    if label.table == "any":
        if label.numbered:
            return 0.75 if mixed and (digits > 1 or "-" in value) else 0.6 if digits >= _LEAST else 0.0
        return 0.6 if digits >= _LEAST and any(map(str.isupper, value)) else 0.0
    return 0.0
