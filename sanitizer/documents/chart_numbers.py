"""Read the numbers of charts of Office as charts show them, and store them again (Office Open XML, part 1, 21.2.2.119,
numCache).

A date is stored as a number of days; what is read is the date, as in ISO 8601. A number that became words is drawn no
more, but where it is a label, which words can be too.
"""

import datetime
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sanitizer.documents.office_names import CHART, set_value, space_of, value_of
from sanitizer.documents.runs_of_text import Element, elements, local, parent_of, remove

_NUMBERS: Final = frozenset(["numCache", "numLit"])
_WORDS: Final = {"numCache": "strCache", "numLit": "strLit", "numRef": "strRef"}
"""What holds words, by what holds numbers."""

_FRACTION: Final = re.compile(r"s\.0+|\"[^\"]*\"", re.IGNORECASE)
"""Parts of seconds, and words, in a format."""
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d(?: |$)")
_TIME: Final = re.compile(r"\d\d:\d\d:\d\d(?:\.\d+)?")
_DIGITS: Final = re.compile(r"[0#?]")


@dataclass(frozen=True, slots=True)
class _Point:
    """A number of a chart: its element, the format that it is shown in, and whether days are counted from 1904 on."""

    value: Element
    format: str
    is_mac: bool


def is_numbers(element: Element) -> bool:
    """Return whether an element holds numbers of a series."""
    return local(element) in _NUMBERS and space_of(element) in CHART


def is_label(held: Element) -> bool:
    """Return whether numbers are labels of what is drawn (the names of bars, days on an axis)."""
    return any(local(element) == "cat" for element in held.iterancestors())


def is_date(code: str) -> bool:
    """Return whether numbers of a format are shown as days, or as times of a day."""
    from openpyxl.styles.numbers import is_date_format, is_timedelta_format

    return bool(
        is_date_format(code) and not is_timedelta_format(code) and not _DIGITS.search(_FRACTION.sub("", code))
    )


def show_numbers(root: Element) -> None:
    """Let the numbers of a chart be told as they are shown: in their fewest digits, dates as in ISO 8601."""
    for held in filter(is_numbers, elements(root)):
        for point in _points(root, held):
            point.value.text = _shown(point)


def store_numbers(root: Element) -> None:
    """Store the numbers of a chart as programs do. Labels of which one became words are all words; of other numbers
    those that became words go."""
    for held in filter(is_numbers, elements(root)):
        told = [(point.value, _stored(point)) for point in _points(root, held)]
        if is_label(held) and not all(number for _, number in told):
            _say(root, held)
            continue
        for value, number in told:
            value.text = number
            if not number:
                remove(parent_of(value))


def _points(root: Element, held: Element) -> Iterator[_Point]:
    is_mac = any(local(e) == "date1904" and value_of(e, "val") in ("", "1", "true") for e in root)
    code = next((e.text or "" for e in held if local(e) == "formatCode"), "")
    for value in [e for e in elements(held) if local(e) == "v"]:
        yield _Point(value, value_of(parent_of(value), "formatCode") or code, is_mac)


def _shown(point: _Point) -> str:
    """Return a number as it is shown; what is none as it is."""
    from openpyxl.utils.datetime import from_excel

    text = point.value.text or ""
    try:
        number = float(text)
        if not is_date(point.format):
            return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
        day = from_excel(number, _epoch(point))
    except (ValueError, OverflowError):
        return text
    whole = isinstance(day, datetime.datetime) and day.time() == datetime.time()
    return str(day.date() if whole else day)


def _stored(point: _Point) -> str:
    """Return the number that :func:`_shown` made of it; nothing of what is none any more."""
    from openpyxl.utils.datetime import to_excel

    text = point.value.text or ""
    try:
        if not is_date(point.format):
            float(text)
            return text
        kind = datetime.time if _TIME.fullmatch(text) else datetime.datetime if _DAY.match(text) else None
        number = float(to_excel(kind.fromisoformat(text), _epoch(point))) if kind else math.nan
    except ValueError:
        return ""
    return "" if math.isnan(number) else str(int(number)) if number.is_integer() else repr(number)


def _epoch(point: _Point) -> datetime.datetime:
    from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

    epoch: datetime.datetime = CALENDAR_MAC_1904 if point.is_mac else CALENDAR_WINDOWS_1900
    return epoch


def _say(root: Element, held: Element) -> None:
    """Let labels be words; an axis of days takes them as they come."""
    for element in (held, parent_of(held)):
        name = local(element)
        element.tag = f"{{{space_of(element)}}}{_WORDS.get(name, name)}"
    for part in list(held):
        if local(part) == "formatCode":
            remove(part)
        part.attrib.pop("formatCode", "")
    for axis in [e for e in elements(root) if local(e) == "dateAx"]:
        for chosen in [e for e in axis if local(e) == "auto"]:
            set_value(chosen, "val", "1")
