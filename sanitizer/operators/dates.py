"""Dates moved by a number of days that is a person's own: intervals stay true, the days do not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from kb.dates import full_year
from kb.value_words import MONTHS, month_number, ordinal_end
from sanitizer.errors import UsageError
from sanitizer.operators.base import Term
from sanitizer.operators.keys import Key
from sanitizer.types import EntityClass

_MONTH: Final = r"(?P<month>[A-Za-z]{3,9})(?P<dot>\.?)"
_YEAR: Final = r"(?P<year>\d{4})"
_SHORT_OR_FULL: Final = r"(?P<year>\d{4}|\d{2})"
_DAY: Final = r"(?P<day>\d{1,2})"
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"{_DAY}(?P<th>st|nd|rd|th)?(?P<a>(?: day)?(?: of)?[ -]){_MONTH}(?P<b>,?[ -]){_YEAR}",
        rf"{_MONTH}(?P<a> ){_DAY}(?P<th>st|nd|rd|th)?(?P<b>,? ){_YEAR}",
        rf"{_YEAR}(?P<a>[-/.])(?P<number>\d{{1,2}})(?P<b>[-/.]){_DAY}",
        rf"{_DAY}(?P<a>[-/.])(?P<number>\d{{1,2}})(?P<b>[-/.]){_SHORT_OR_FULL}",
        rf"(?P<number>\d{{1,2}})(?P<a>[-/.]){_DAY}(?P<b>[-/.]){_SHORT_OR_FULL}",
        rf"{_MONTH}(?P<b>,? (?:of )?){_YEAR}",
        _YEAR,
    )
)
_NEAR: Final = 365
"""Days by which a made-up date differs at most."""

_MIDDLE_DAY: Final = 15
_MIDDLE_MONTH: Final = 7


@dataclass(frozen=True, slots=True)
class ShiftDates:
    """Moves a date by -``days`` to ``days`` days, never 0, the same for all dates of one person under one
    key.

    The notation stays; a month or a year without day is moved from its middle. ``month_first`` reads
    3/4/1999 as the fourth of March where the text does not show the order. What cannot be read ("last
    spring"), and times, are left to the next in line.
    """

    key: Key
    days: int = 365
    month_first: bool = False
    name: str = "date-shift"
    reversible: bool = False

    def __post_init__(self) -> None:
        if self.days < 1:
            raise UsageError("operator date-shift: days must be 1 or more")

    def offset(self, person: str) -> int:
        """The days by which the dates of ``person`` move."""
        number = int.from_bytes(self.key.digest("date-shift", person)[:8], "big") % (2 * self.days)
        return number - self.days if number < self.days else number - self.days + 1

    def replace(self, term: Term) -> str | None:
        """The moved date in the notation of the term."""
        if term.entity_class is not EntityClass.DATETIME:
            return None
        first = self.month_first if term.month_first is None else term.month_first
        return _shifted(term.surface, self.offset(term.person), first)


def made_up(term: Term, key: Key, salt: str = "") -> str | None:
    """A date near that of the term in its notation, by the key and the date alone; None for what cannot be read."""
    number = int.from_bytes(key.digest("surrogate-date", term.canonical, salt)[:8], "big") % (2 * _NEAR)
    return _shifted(
        term.surface, number - _NEAR if number < _NEAR else number - _NEAR + 1, bool(term.month_first)
    )


def _shifted(surface: str, offset: int, month_first: bool) -> str | None:
    """The date of a surface moved by days; ``month_first`` reads 3/4/1999 as the fourth of March."""
    order = (3, 4) if not month_first else (4, 3)
    for i in (0, 1, 2, *order, 5, 6):
        match = _FORMS[i].fullmatch(surface.strip())
        if match:
            moved = _moved(match.groupdict(), offset)
            if moved is not None:
                return moved(match)
    return None


def _moved(parts: dict[str, str | None], offset: int) -> Callable[[re.Match[str]], str] | None:
    month = _MIDDLE_MONTH
    if parts.get("month"):
        name = parts["month"] or ""
        known = month_number(name)
        if known is None:
            return None
        month = known
    elif parts.get("number"):
        month = int(parts["number"] or 0)
    try:
        start = date(full_year(parts["year"] or ""), month, int(parts.get("day") or _MIDDLE_DAY))
        new = start + timedelta(days=offset)
    except (ValueError, OverflowError):
        return None

    def written(match: re.Match[str]) -> str:
        numbers = [v for k in ("day", "number") if (v := match.groupdict().get(k))]
        padded = any(v.startswith("0") for v in numbers) or (
            "number" in match.groupdict() and all(len(v) == 2 for v in numbers)
        )
        out = []
        for name, value in sorted(match.groupdict().items(), key=lambda item: match.start(item[0])):
            if value is not None:
                out.append(_written(name, value, new, padded))
        return "".join(out)

    return written


def _written(name: str, old: str, new: date, padded: bool) -> str:
    if name == "year":
        return f"{new.year % 100:02d}" if len(old) == 2 else f"{new.year:04d}"
    if name == "day":
        return f"{new.day:02d}" if padded else str(new.day)
    if name == "number":
        return f"{new.month:02d}" if padded else str(new.month)
    if name == "th":
        return ordinal_end(new.day)
    if name == "month":
        full = MONTHS[new.month - 1]
        word = full if old.lower() == "may" or len(old) > 4 or old.lower() in ("june", "july") else full[:3]
        return word.upper() if old.isupper() else word
    if name == "dot" and new.month == 5:
        return ""
    return old
