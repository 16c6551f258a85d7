"""Dates and numbers in the notations of columns and texts, as far as the release needs to compare them."""

import calendar
import re
from dataclasses import dataclass
from datetime import date
from typing import Final

_MONTHS: Final = {
    name.lower(): i
    for names in (calendar.month_name, calendar.month_abbr)
    for i, name in enumerate(names)
    if name
} | {"sept": 9}
_MONTH: Final = r"(?P<month>[A-Za-z]{3,9})\.?"
_YEAR: Final = r"(?P<year>[12]\d{3})"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_CLOCK: Final = (
    r"(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AaPp]\.?[Mm]\.?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_NUMERIC: Final = (
    re.compile(rf"{_YEAR}[-/.](?P<m>\d{{1,2}})[-/.](?P<day>\d{{1,2}}){_CLOCK}\Z"),
    re.compile(rf"(?P<a>\d{{1,2}})[-/.](?P<b>\d{{1,2}})[-/.](?P<year>[12]\d{{3}}){_CLOCK}\Z"),
    re.compile(rf"{_YEAR}[-/](?P<m>0[1-9]|1[0-2])\Z"),
    re.compile(rf"(?P<m>0?[1-9]|1[0-2])/{_YEAR}\Z"),
    re.compile(r"(?P<year>[12]\d{3})(?P<m>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])\Z"),
)
_WORDED: Final = (
    re.compile(rf"{_DAY}(?:\s+of)?[\s-]+{_MONTH},?(?:[\s-]+(?:of\s+)?{_YEAR})?{_CLOCK}\Z"),
    re.compile(rf"{_MONTH}\s+(?:the\s+)?{_DAY}(?:,?\s+{_YEAR})?{_CLOCK}\Z"),
    re.compile(rf"{_MONTH},?(?:\s+of)?\s+{_YEAR}\Z"),
    re.compile(rf"{_YEAR}\Z"),
)
_WEEKDAY: Final = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+", re.I)
_DECADE: Final = re.compile(r"(?:the\s+)?(?:early|mid|late)?[-\s]*(?P<decade>[12]\d{2})0['’]?s\Z", re.I)
_CENTURY: Final = re.compile(r"(?:the\s+)?(?P<century>\d{1,2})(?:st|nd|rd|th)[-\s]century\Z", re.I)


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


def partial_date(text: str, day_first: bool = True) -> PartialDate | None:
    """The date that a notation says, None when it is no date we read ("four days ago").

    ``day_first`` decides 03/04/2004 when both could be a month.
    """
    text = _WEEKDAY.sub("", text.strip(" ,."), count=1)
    for pattern in _NUMERIC:
        if match := pattern.match(text):
            found = match.groupdict()
            if "a" in found:
                a, b = int(found["a"]), int(found["b"])
                day, month = (a, b) if (day_first and b <= 12) or a > 12 else (b, a)
                return _checked(int(found["year"]), month, day)
            return _checked(int(found["year"]), int(found["m"]), int(found.get("day") or 0))
    for pattern in _WORDED:
        if match := pattern.match(text):
            found = match.groupdict()
            month = 0
            if found.get("month"):
                month = _MONTHS.get(found["month"].lower(), -1)
                if month < 0:
                    continue
            return _checked(int(found.get("year") or 0), month, int(found.get("day") or 0))
    if match := _DECADE.match(text):
        return PartialDate(year=int(match["decade"]) * 10, span=10)
    if match := _CENTURY.match(text):
        return PartialDate(year=(int(match["century"]) - 1) * 100 + 1, span=100)
    return None


def _checked(year: int, month: int, day: int) -> PartialDate | None:
    if month > 12 or (day and not month):
        return None
    if day and not 1 <= day <= calendar.monthrange(year or 2000, month)[1]:
        return None
    return PartialDate(year, month, day)


def full_date(text: str, day_first: bool = True) -> date | None:
    """The day that a cell says, None when it says less or is no date."""
    found = partial_date(text, day_first)
    return date(found.year, found.month, found.day) if found and found.full else None


_UNITS: Final = {
    w: i
    for i, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS: Final = {
    w: 10 * (i + 2)
    for i, w in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
}
_SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_DIGITS: Final = re.compile(r"(?<![\w.])[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.])[-+]?\d+(?:\.\d+)?")
_WORD: Final = "(?:" + "|".join([*_UNITS, *_TENS, *_SCALES]) + ")"
_WORDS: Final = re.compile(rf"\b{_WORD}(?:(?:[\s-]+|\s+and\s+){_WORD})*\b", re.IGNORECASE)


def numbers_in(text: str) -> list[tuple[float, int, int]]:
    """The numbers of a text, in digits or words, with their offsets, in order."""
    found = [(m.start(), m.end(), float(m.group().replace(",", ""))) for m in _DIGITS.finditer(text)]
    found += [(m.start(), m.end(), float(words_to_number(m.group()))) for m in _WORDS.finditer(text)]
    return [(value, start, end) for start, end, value in sorted(found)]


def number_in(text: str) -> tuple[float, int, int] | None:
    """The first number of a phrase with its offsets: "thirty-six years" -> (36.0, 0, 10)."""
    return next(iter(numbers_in(text)), None)


def words_to_number(words: str) -> int:
    """The value of number words ("one hundred and five" -> 105)."""
    total, current = 0, 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in _UNITS:
            current += _UNITS[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total += max(current, 1) * _SCALES[word]
            current = 0
    return total + current
