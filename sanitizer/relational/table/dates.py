"""Dates and numbers in the notations of columns and texts, as far as the release needs to compare them."""

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from kb.calendar import Calendar

_CALENDAR: Final = Calendar()
_CLOCK: Final = re.compile(
    r"(?<=\d)[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AaPp]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?\Z"
)
_COMPACT: Final = re.compile(r"\A([12]\d{3})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\Z")
_SPLIT: Final = re.compile(
    r"\A(?:([12]\d{3})[/.](\d{1,2})(?:[/.](\d{1,2}))?|(?P<m>\d{1,2})/(?P<y>[12]\d{3}))\Z"
)
_LOCAL: Final = re.compile(r"cal:(?:(\d{4})|-)(?:-(\d\d)(?:-(\d\d))?)?\Z")
_SPAN: Final = re.compile(r"cal:(?:(?P<decade>\d+)s|(?P<century>\d+)C|(?P<first>\d{4})/(?P<last>\d{4}))\Z")
BOUNDS: Final = re.compile(r"(?:before|after|until|till|since|from|by)\s", re.IGNORECASE)
"""What makes of a date the end or the beginning of a period without the other."""
_SIDED: Final = re.compile(
    r"(?:before|after|until|till|since|from|by|during|about|around|circa|c\.|ca\.)\s|"
    r"(?:the )?(?:early|mid|late|spring|summer|autumn|fall|winter|beginning|end|start|middle|year|month|in|on|at)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PartialDate:
    """What a notation says: year, month, day; 0 where it does not say. ``span`` is in years for decades, centuries."""

    year: int = 0
    month: int = 0
    day: int = 0
    span: int = 1

    @property
    def full(self) -> bool:
        """Whether year, month and day are known."""
        return bool(self.year and self.month and self.day)

    def covers(self, day: date) -> bool:
        """Whether the day is one of those that the notation can mean."""
        return (
            (not self.year or self.year <= day.year < self.year + self.span)
            and (not self.month or self.month == day.month)
            and (not self.day or self.day == day.day)
        )

    @property
    def precision(self) -> int:
        """3 = day, 2 = month, 1 = year, 0 = decade or less."""
        if self.day:
            return 3
        if self.month:
            return 2
        return 1 if self.year and self.span == 1 else 0


@lru_cache(maxsize=200_000)
def partial_date(text: str, day_first: bool = True) -> PartialDate | None:
    """The date that a notation says, None when it is no date we read ("four days ago") or only bounds one
    ("before 1990").

    Read by :mod:`kb.calendar`; here are only the notations of columns (times of day behind, 20040119). ``day_first``
    decides 03/04/2004 when both could be a month.
    """
    text = _CLOCK.sub("", text.strip(" ,."))
    return None if _SIDED.match(text) else loose_date(text, day_first)


def loose_date(text: str, day_first: bool = True) -> PartialDate | None:
    """The same for the period that a vaguer notation is about: "late 1862" -> 1862, "1640-48"."""
    text = _SPLIT.sub(_iso, _COMPACT.sub(r"\1-\2-\3", text.strip(" ,.")))
    found = [d for s in _CALENDAR.senses(text) if (d := _of_calendar(s.concept.id))]
    return found[-1 if not day_first else 0] if found else None


def _iso(match: re.Match[str]) -> str:
    if match["y"]:
        return f"{match['y']}-{int(match['m']):02d}"
    return f"{match[1]}-{int(match[2]):02d}" + (f"-{int(match[3]):02d}" if match[3] else "")


def _of_calendar(name: str) -> PartialDate | None:
    if match := _LOCAL.match(name):
        return PartialDate(*(int(g or 0) for g in match.groups()))
    if match := _SPAN.match(name):
        if match["first"]:
            return PartialDate(int(match["first"]), span=int(match["last"]) - int(match["first"]) + 1)
        if match["decade"]:
            return PartialDate(int(match["decade"]), span=10)
        return PartialDate((int(match["century"]) - 1) * 100 or 1, span=100)
    return None


def full_date(text: str, day_first: bool = True) -> date | None:
    """The day that a cell says, None when it says less or is no date."""
    found = partial_date(text, day_first)
    return date(found.year, found.month, found.day) if found and found.full else None
