"""Dates as written English has them, read into the local ids of the calendar ("May 1991" -> "1991-05")."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from kb.values.date_order import Order
from kb.values.periods import ERA, FORMS
from kb.values.words import (
    MONTHS,
    ORDINALS,
    ROMAN_MONTHS,
    SEASONS,
    TENS_IN_PLURAL,
    YEAR_IN_WORDS,
    month_number,
    month_pattern,
    year_of,
)

_MONTH: Final = rf"(?P<month>{month_pattern().lower()})"
_DAY: Final = r"(?:the )?(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?: day)?(?: of)?"
_YEAR: Final = r"(?P<year>[1-9]\d{2,3})"
_SHORT_YEAR: Final = r"['’]?(?P<year>\d\d)"
_ROMAN: Final = rf"(?P<month>{'|'.join(sorted(ROMAN_MONTHS, key=len, reverse=True)).lower()})"
_MARKS: Final = r"[ .,/-]{0,2}"
"""What may stand between a day, the name of a month and a year: "31,May,2004", "31MAY2004"."""
_WEEKDAY: Final = r"(?:(?:mon|tues?|weds?|wednes|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? (?:the )?)?"

_SEASONS: Final = f"(?:{'|'.join(SEASONS)})"
_ABOUT: Final = re.compile(
    r"^(?:in|on|at|by|from|since|until|till|before|after|during|about|around|circa|c\.|ca\.|early|mid|late|(?:the )?"
    rf"(?:year|month|(?:(?:first|second|third|fourth|last) )?week(?:end)?|{_SEASONS}|beginning|end|start|middle) of|"
    rf"{_SEASONS}(?:,| of)?|(?:early|mid|late)[ -](?:in )?)\s+"
    rf"|^the [a-z]{{3,12}} (?=(?:{month_pattern().lower()}|{_SEASONS})\W)"
    r"|^(?:early|mid|late)-"
)
_PATTERNS: Final = tuple(
    re.compile(p + "$")
    for p in (
        rf"{_WEEKDAY}{_DAY}{_MARKS}{_MONTH}{_MARKS}(?:of )?{_YEAR}{ERA}",
        rf"{_WEEKDAY}{_MONTH}{_MARKS}{_DAY}[ .,/-]{_MARKS}{_YEAR}{ERA}",
        rf"{_WEEKDAY}{_DAY}{_MARKS}{_MONTH}{_MARKS}{_SHORT_YEAR}",
        rf"{_WEEKDAY}{_DAY}([. /·-]){_ROMAN}\2{_YEAR}",
        rf"{_WEEKDAY}{_DAY}([./-]){_ROMAN}\2{_SHORT_YEAR}",
        rf"{_MONTH},?[ -](?:of )?{_YEAR}{ERA}",
        r"(?:the )?(?:q(?P<quarter>[1-4])|(?P<named>first|second|third|fourth) quarter),?[ /-](?:of )?"
        r"(?P<year>[12]\d{3})",
        r"(?P<year>[12]\d{3})[ /-]?q(?P<quarter>[1-4])",
        rf"{_WEEKDAY}{_DAY}[./-]{_ROMAN}",
        rf"{_WEEKDAY}{_DAY}[ -]{_MONTH}",
        rf"{_WEEKDAY}{_MONTH} {_DAY}",
        rf"{_MONTH}",
        r"(?P<year>\d{4})-(?P<m>\d\d)-(?P<day>\d\d)(?:[t ]\d\d:\d\d.*)?",
        r"(?P<year>\d{4})[/.](?P<m>\d\d?)[/.](?P<day>\d\d?)",
        r"(?P<year>\d{4})-(?P<m>0[1-9]|1[0-2])",
        r"(?P<m>0?[1-9]|1[0-2])/(?P<year>\d{4})",
        r"(?P<year>[1-9]\d{0,3}) ?(?P<era>b\.?c\.?(?:e\.?)?|a\.?d\.?|c\.?e\.?)",
        r"(?P<year>1\d{3}|20\d{2}|21\d{2})",
        r"['’](?P<year>\d\d)",
    )
)
_NUMERIC: Final = re.compile(r"(\d\d?)([/.-])(\d\d?)\2(\d{4}|\d\d)$")
_LAST_SHORT_YEAR: Final = 35
_WORDED_YEAR: Final = re.compile(rf"(?:(?<=^)|(?<=[\s,'’])){YEAR_IN_WORDS}$")
_EARLY_TO_LATE: Final = re.compile(r"(?:the )?(early|mid|late)[ -](?:in )?(?:the )?(?P<period>.+)$")
_SEASON_BEHIND: Final = re.compile(r"(?:(?<=\d)|(?<=\ds)) (?:season|campaign)s?$")
_WORDED_DAYS: Final = (*ORDINALS, *(f"twenty-{o}" for o in ORDINALS[1:9]), "thirtieth", "thirty-first")
_WORDED_DAY: Final = re.compile(
    rf"^(?P<before>{_WEEKDAY})(?:the )?(?P<day>{'|'.join(sorted(_WORDED_DAYS, key=len, reverse=True))})(?: day)?"
    rf"(?: of)? (?={_MONTH})"
)
_PART: Final = re.compile(
    r"(?:(?:the )?(?:early|late|part|beginning|start|end|middle|"
    r"(?:first|second|third|fourth|last) (?:half|quarter|third|part|weeks?|days?|months?)|"
    rf"{_SEASONS}(?: (?:and|or|to) {_SEASONS})+)"
    r"(?: part)?(?: of)? )(?P<period>.+)$"
)
_LIST: Final = re.compile(r"(?:, (?:and )?| and | or | to | until | till |\s?[-–—]\s?)")
_IN_WORDS: Final = {
    "midnight": "T00:00", "noon": "T12:00", "midday": "T12:00",
    "christmas": "--12-25", "christmas day": "--12-25", "christmas eve": "--12-24", "boxing day": "--12-26",
    "new year's eve": "--12-31", "new year's day": "--01-01", "easter": "--04", "easter sunday": "--04",
    "easter monday": "--04", "good friday": "--04", "halloween": "--10-31",
}  # fmt: skip
"""Times of the day and feasts that have names; a movable feast is the month that it mostly falls in, which is told as
its season."""
_IN_EVERY: Final = re.compile(
    rf"\d|\b(?:{month_pattern().lower()}|{'|'.join(TENS_IN_PLURAL)}|century|{'|'.join(map(re.escape, _IN_WORDS))})"
)
"""What every form has one of, once years in words are figures: most phrases have none, and no form is tried."""


def read(phrase: str, order: Order | None = None) -> Iterator[str]:
    """Yield the local ids that a phrase may mean; without an `order` two for 04/05/1991 (day first, then month
    first). An order that gives no day ("3/14/1991" with the day first) is not followed."""
    text = re.sub(r"\s+", " ", phrase.replace("\u00a0", " ").strip()).casefold().rstrip(",;")
    text = _WORDED_DAY.sub(_day_number, text, count=1)
    text = _WORDED_YEAR.sub(lambda match: str(year_of(match)), text).replace("'1", "1").replace("’1", "1")
    if not _IN_EVERY.search(text):
        return
    ids = _read(_SEASON_BEHIND.sub("", text))  # a year that begins in another
    match = _NUMERIC.match(text) if order else None
    yield from ids if match is None or order is None else _in_order(match, order)


def _read(text: str) -> Iterator[str]:
    for _ in range(3):
        if found := list(_read_bare(text)):
            yield from found
            return
        part = _EARLY_TO_LATE.match(text)
        whole = next(_read_bare(part["period"]), "") if part else ""
        if part and (has_parts(whole) or re.fullmatch(r"\d+C", whole)):
            yield f"{whole}-{part[1]}"
            return
        if part := _PART.match(text):
            yield from (id_ if id_.endswith("~") else f"{id_}~" for id_ in _read(part["period"]))
            return
        if covered := _covering(text):
            yield f"{covered}~"
            return
        shorter = _ABOUT.sub("", text)
        if shorter == text:
            return
        text = shorter


def _covering(text: str) -> str:
    """Return the least period that holds all the dates of a list or range ("1, 5 and 9 July 1996", "May 1990 to
    June 1991"), "" when the text is none. A date takes the month and the year that it lacks from the next that has
    them."""
    pieces = _LIST.split(_ABOUT.sub("", text.removeprefix("between ")))
    if not 2 <= len(pieces) <= 20 or not all(pieces):
        return ""
    found: list[str] = []
    month = year = ""
    for piece in reversed(pieces):
        if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", piece) and month:
            id_ = next(_read_bare(f"{piece} {month}"), "")
        else:
            id_ = next(_read_bare(piece), "")
        if not id_ or id_.startswith(("T", "-0")) or not re.fullmatch(r"(?:\d{4}|-)(?:-\d\d){0,2}", id_):
            return ""
        if id_.startswith("--"):
            id_ = f"{year}{id_[1:]}" if year else id_
        year = id_[:4] if not id_.startswith("--") else year
        if len(id_.strip("-")) >= 5:
            month = MONTHS[int(id_.removeprefix("--")[0:2] if id_.startswith("--") else id_[5:7]) - 1].lower()
        found.append(id_)
    if any(id_.startswith("--") for id_ in found):
        return found[0][:4] if all(id_[:4] == found[0][:4] for id_ in found) else ""
    return least_period([id_[:7] for id_ in found])


def least_period(ids: Sequence[str]) -> str:
    """Return the local id of the least day, month, year or range of years that holds days, months and years."""
    first, last = min(ids), max(ids)
    if first[:4] != last[:4]:
        return f"{first[:4]}/{last[:4]}"
    return first if first == last else first[:7] if len(first) > 4 and first[:7] == last[:7] else first[:4]


def _in_order(match: re.Match[str], order: Order) -> Iterator[str]:
    """Yield the one day of a date in numbers; with the year first of 61-03-14, and both days of 3/4/1961 where the year
    would have to be first and is not."""
    short = order == "iso" and len(match[4]) == 2
    if short and (id_ := _day(full_year(match[1]), int(match[3]), int(match[4]))):
        yield id_
        return
    days = list(_days(match))
    yield from days if order == "iso" else days[-1:] if order == "mdy" else days[:1]


def _days(match: re.Match[str]) -> Iterator[str]:
    year = full_year(match[4])
    for day, month in ((int(match[1]), int(match[3])), (int(match[3]), int(match[1]))):
        if id_ := _day(year, month, day):
            yield id_


def _read_bare(text: str) -> Iterator[str]:
    if match := _NUMERIC.match(text):
        yield from _days(match)
        return
    for pattern in _PATTERNS:
        if match := pattern.match(text):
            if id_ := _from_groups(match):
                yield id_
            return
    for pattern, ids in FORMS:
        if match := pattern.match(text):
            yield from ids(match)
            return
    if text in _IN_WORDS:
        yield _IN_WORDS[text]


def _day_number(match: re.Match[str]) -> str:
    return f"{match['before']}{_WORDED_DAYS.index(match['day']) + 1} "


def _from_groups(match: re.Match[str]) -> str:
    groups = match.groupdict()
    month = 0
    if groups.get("month"):
        month = month_number(groups["month"]) or 0
    elif groups.get("m"):
        month = int(groups["m"])
    day = int(groups["day"]) if groups.get("day") else 0
    if not groups.get("year"):
        if day:
            return f"--{month:02d}-{day:02d}" if _day(2000, month, day) else ""
        return f"--{month:02d}"
    year = int(groups["year"]) if groups.get("era") else full_year(groups["year"])
    if groups.get("quarter") or groups.get("named"):
        return f"{year:04d}-Q{groups['quarter'] or ORDINALS.index(groups['named']) + 1}"
    if (groups.get("era") or "").startswith("b"):
        return f"-{year:04d}"
    if day:
        return _day(year, month, day)
    return f"{year:04d}-{month:02d}" if 1 <= month <= 12 else "" if month else f"{year:04d}"


def _day(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def full_year(digits: str) -> int:
    """Return the year of four digits or two: little that is written about lies far ahead, so 36 to 99 are of the 20th
    century."""
    year = int(digits)
    return year if len(digits) != 2 else year + (1900 if year > _LAST_SHORT_YEAR else 2000)


def has_parts(id_: str) -> bool:
    """Return whether a period is a decade that is told in parts. "The mid-1900s" are read as the middle of the
    century, "the 900s" as all of it; only of this century's first decade is "the early 2000s" usual."""
    return bool(re.fullmatch(r"\d{3}0s", id_)) and (not id_.endswith("00s") or id_ == "2000s")
