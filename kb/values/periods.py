"""Periods in words and numbers (decades, centuries, weeks, runs of years, hours), read as ids of the calendar."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

from kb.values.words import ORDINALS, TENS_IN_PLURAL

ERA: Final = r"(?: ?(?P<era>b\.?c\.?(?:e\.?)?|a\.?d\.?|c\.?e\.?))?"
_DECADE: Final = re.compile(r"(?:the )?(?:(1\d|20)?(\d)0['’]?s|['’](\d)0s)$")
_DECADE_WORDS: Final = re.compile(
    rf"(?:the )?(?:(nineteen|eighteen|seventeen)[ -])?({'|'.join(TENS_IN_PLURAL)})$"
)
_CENTURY: Final = re.compile(rf"(?:the )?(?:(\d\d?)(?:st|nd|rd|th)|({'|'.join(ORDINALS)}))[ -]century{ERA}$")
_RANGE: Final = re.compile(
    r"(?:between |from |the )?([1-9]\d{2,3})\s?(?:-|–|—|(?<=\d{4})/|(?<=\d{4} )/|to|and|until|till)\s?(\d{4}|\d\d)$"
)
_YEAR_TO_NEXT: Final = re.compile(r"([1-9]\d{3})[-–/](\d)$")  # the year that follows; a month has two digits
_DECADES: Final = re.compile(
    r"(?:the )?([12]\d\d)0['’]?s(?: and | to | or |\s?[-–]\s?)(?:the )?([12]\d\d|\d)0['’]?s$"
)
_CENTURIES: Final = re.compile(
    r"(?:the )?(\d\d?)(?:st|nd|rd|th)(?: and | to | or |\s?[-–]\s?)(?:the )?(\d\d?)(?:st|nd|rd|th) centur(?:y|ies)$"
)
_WEEK: Final = re.compile(r"(\d{4})-?w(\d\d)(?:-?([1-7]))?$")
_TIME: Final = re.compile(
    r"([01]?\d|2[0-4])(?:[:.]([0-5]\d)(?::[0-5]\d)?)?\s?(a\.?m\.?|p\.?m\.?|o['’]clock|h|hrs?|hours)?$"
)


def _decade(match: re.Match[str]) -> Iterator[str]:
    ten = int(match[2] or match[3])
    yield f"{int(match[1]) * 100 + ten * 10 if match[1] else 1900 + ten * 10}s"


def _week(match: re.Match[str]) -> Iterator[str]:
    return _of_week(int(match[1]), int(match[2]), int(match[3] or 0))


def _decade_in_words(match: re.Match[str]) -> Iterator[str]:
    century = {"nineteen": 1900, "eighteen": 1800, "seventeen": 1700}.get(match[1] or "nineteen", 1900)
    yield f"{century + (TENS_IN_PLURAL.index(match[2]) + 2) * 10}s"


def _century(match: re.Match[str]) -> Iterator[str]:
    number = int(match[1]) if match[1] else ORDINALS.index(match[2]) + 1
    if 0 < number <= 30:
        yield f"{'-' if (match['era'] or '').startswith('b') else ''}{number}C"


def _years(match: re.Match[str]) -> Iterator[str]:
    first = int(match[1])
    last = int(match[2]) if len(match[2]) == 4 else first // 100 * 100 + int(match[2])
    if first < last and last - first < 1000:
        yield f"{first:04d}/{last:04d}"


def _decades(match: re.Match[str]) -> Iterator[str]:
    first, last = int(match[1]), int(match[2])
    last += first // 10 * 10 if last < 10 else 0
    if first < last:
        yield f"{first * 10}/{last * 10 + 9}"


def _centuries(match: re.Match[str]) -> Iterator[str]:
    first, last = int(match[1]), int(match[2])
    if 10 < first < last <= 21:
        yield f"{first - 1}00/{last - 1}99"


def _year_to_next(match: re.Match[str]) -> Iterator[str]:
    if int(match[2]) > int(match[1][3]):
        yield f"{match[1]}/{match[1][:3]}{match[2]}"


def _time(match: re.Match[str]) -> Iterator[str]:
    if not (match[2] or match[3]):
        return
    hour = int(match[1]) % 24
    half = (match[3] or "").replace(".", "")
    if half == "pm" and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    yield f"T{hour:02d}:{match[2] or '00'}"


FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Iterator[str]]], ...]] = (
    (_DECADE, _decade),
    (_WEEK, _week),
    (_DECADE_WORDS, _decade_in_words),
    (_CENTURY, _century),
    (_RANGE, _years),
    (_DECADES, _decades),
    (_CENTURIES, _centuries),
    (_YEAR_TO_NEXT, _year_to_next),
    (_TIME, _time),
)
"""The forms of what is no single day, and what each reads, in the order in which they are tried."""


def _of_week(year: int, week: int, day: int) -> Iterator[str]:
    """Yield the day of an ISO 8601 week date; of a week alone, part of the month in which its Thursday lies."""
    try:
        found = date.fromisocalendar(year, week, day or 4).isoformat()
    except ValueError:
        return
    yield found if day else f"{found[:7]}~"
