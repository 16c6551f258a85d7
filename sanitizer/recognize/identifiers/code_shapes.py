"""Find what may be a code or a day by nothing but its shape, beside what is found.

What is added is a code, of which nothing is told, and changes nothing that was found.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sanitizer.types import EntityClass, Mention, Span
from sanitizer.values.dates_in_numbers import A_PART

_BLANK: Final = r"[ \u00a0\u2000-\u200a\u202f]"
_DASH: Final = r"[-/\u2010-\u2015\u2044\u2215\uff0d\uff0f]"
_ONE_BY_ONE: Final = re.compile(
    rf"(?<![\w.,])\d(?:{_BLANK}?{_DASH}{_BLANK}?\d|{_BLANK}\d){{5,20}}(?!\w|[.,]\d)"
)
"""Digits that stand apart one by one, as in the boxes of a form."""
_MARKED: Final = re.compile(_DASH)
_PART: Final = r"(?:[A-Z]{1,5}|[A-Z]{0,3}\d{1,5}[A-Z]{0,3})"
_CODE: Final = re.compile(rf"(?<![\w./&:-]){_PART}(?:(?:{_BLANK}|-){_PART}){{1,6}}(?![\w/&:]|[.-]\w)")
"""Capitals and digits in parts: a plate, the number of a card."""
_PARTED: Final = re.compile(rf"{_BLANK}|-")
_DAY: Final = r"(?:[12]\d|3[01]|0?[1-9])"
_APART: Final = re.compile(
    rf"(?<![\w.,:/-]){_DAY}(?P<mark>{_BLANK}?[/.·\u2044\u2215-]{_BLANK}?|{_BLANK}){_DAY}(?P=mark)(?:['’]?\d\d|(?:19|20)\d\d)"
    r"(?![\w:]|[.,/-]\d)"
)
"""Three numbers in a row that may be day, month and year."""
_PAIR: Final = re.compile(rf"(?<![\w.,:/-])(?P<first>{_DAY})/(?P<second>{_DAY})(?![\w:/]|[.,-]\d)")
"""Two numbers that may be day and month."""
_WHOLES: Final = (2, 3, 4, 5, 8, 10)
"""What a part is told of: "3/4 of an inch", "pain 4/10"."""
_MONTHS: Final = 12
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_BARE: Final = re.compile(r"\w(?:.*\w)?", re.DOTALL)
_FREE: Final = re.compile(rb"\x01+")
_LEAST_MIXED: Final = 6
"""Letters and digits of two parts that mix both."""
_LEAST_DIGITS: Final = 7
"""Digits of a code in parts that nothing else tells."""
_LEAST_BARE: Final = 9
"""The same of one without a letter."""
_THOUSANDS: Final = 3
_OTHERWISE: Final = frozenset((EntityClass.QUANTITY, EntityClass.MISC, EntityClass.ORG))
"""Classes of what may be a part of a code."""


def digits_one_by_one(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return the digits that stand apart one by one with marks between some of them ("5 1 9 - 4 4 - 0 8")."""
    places = (Span(*m.span()) for m in _ONE_BY_ONE.finditer(text) if _MARKED.search(m.group()))
    return list(_rest(text, places, _beside_codes(found)))


def codes_by_shape(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return what may be a code or a day by its shape alone: capitals and digits in parts ("1CK-7QZ", "TREM 6253
    1418", "KA 05" beside "MJ" that was found as a name), three numbers in a row, two with a slash that are no part
    of a whole."""
    names = sorted(
        (m.span.start, m.span.end)
        for m in found
        if m.entity_class is not EntityClass.QUANTITY and m.span.of(text).isupper()
    )
    places = [
        *(Span(*m.span()) for m in _CODE.finditer(text) if _is_code(m, names)),
        *(Span(*m.span()) for m in _APART.finditer(text)),
        *(Span(*m.span()) for m in _PAIR.finditer(text) if _may_be_day(m)),
    ]
    return list(_rest(text, places, _beside_codes(found)))


def _beside_codes(found: Iterable[Mention]) -> Iterator[Mention]:
    return (m for m in found if m.entity_class not in _OTHERWISE)


def _is_code(match: re.Match[str], names: Sequence[tuple[int, int]]) -> bool:
    """Return whether capitals and digits in parts are a code: it has many digits, which are no thousands, each of two
    parts mixes both, or a part was found as a name."""
    parts = _PARTED.split(match.group())
    digits = sum(map(str.isdigit, match.group()))
    if not digits or any(map(_YEAR.fullmatch, parts)):
        return False
    if "".join(parts).isdigit():
        return digits >= _LEAST_BARE and max(map(len, parts)) > _THOUSANDS
    mixed = all(any(map(str.isdigit, p)) and any(map(str.isalpha, p)) for p in parts)
    if digits >= _LEAST_DIGITS or (mixed and len(parts) == 2 and len("".join(parts)) >= _LEAST_MIXED):
        return True
    inside = names[bisect_left(names, (match.start(), 0)) : bisect_left(names, (match.end(), 0))]
    return any(end <= match.end() for _, end in inside)


def _may_be_day(match: re.Match[str]) -> bool:
    """Return whether two numbers are a day and a month, and no part of a whole."""
    first, second = int(match["first"]), int(match["second"])
    if A_PART.match(match.string, match.end()):
        return False
    return min(first, second) <= _MONTHS and not (first <= second and second in _WHOLES)


def _rest(text: str, places: Iterable[Span], found: Iterable[Mention]) -> Iterator[Mention]:
    """Yield what of places nothing found covers, without the marks at its ends; no year, and nothing without a
    digit."""
    free = bytearray(b"\x01") * len(text)
    for mention in found:
        start, end = mention.span.start, mention.span.end
        free[start:end] = bytes(end - start)
    for place in places:
        for piece in _FREE.finditer(free, place.start, place.end):
            match = _BARE.search(text, *piece.span())
            bare = match.group() if match else ""
            if match and len(bare) > 1 and any(map(str.isdigit, bare)) and not _YEAR.fullmatch(bare):
                yield Mention(Span(*match.span()), "CODE", EntityClass.CODE, "patterns", 0.6)
