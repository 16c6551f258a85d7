"""Let cells of OpenDocument have the values that they show, and no others (ISO/IEC 26300-3, 19.385: office:value-type).

A number is rounded to the digits that are shown, of a date and time what is not shown is taken away. A value that
cannot be read from what is shown goes, and the cell is one of text; so is one whose words were changed.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from lxml import etree

from kb.values.dates import read
from sanitizer.documents.runs_of_text import Element, Stretch, local

_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TYPE: Final = f"{_OFFICE}value-type"
_VALUES: Final = ("value", "date-value", "time-value", "boolean-value", "string-value", "currency")
_CELLS: Final = frozenset(["table-cell", "covered-table-cell"])
_NUMBER: Final = re.compile(r"\d[\d.,'\u2019\u00a0\u202f ]*(?:[eE][-+]?\d+)?|[.,]\d+")
_BETWEEN: Final = str.maketrans("", "", "'\u2019\u00a0\u202f ")
_MINUS: Final = frozenset("-\u2212(")
_DAY: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?")
_TIME: Final = re.compile(r"PT(\d+)H(\d+)M(\d+)(?:\.\d+)?S")
_CLOCK: Final = re.compile(r"(\d{1,3}):(\d\d)(?::(\d\d))?(?:\s?([AP])M)?", re.IGNORECASE)


def is_cell(element: Element) -> bool:
    """Return whether an element is a cell, be it one that others cover."""
    return local(element) in _CELLS


def round_cell(cell: Element) -> None:
    """Let a cell have no other value than the one that it shows; where the file does not say what that is, its value
    is shown."""
    kind = cell.get(_TYPE, "")
    name, told = _RULES.get(kind, ("string-value", _nothing))
    if not any(local(part) == "p" for part in cell) and (value := cell.get(f"{_OFFICE}{name}", "")):
        etree.SubElement(cell, f"{_TEXT}p").text = _said(kind, value)
    value = told(cell.get(f"{_OFFICE}{name}", ""), _words(cell))
    if kind in _RULES or any(f"{_OFFICE}{own}" in cell.attrib for own in _VALUES):
        _as_string(cell)
    if value:
        cell.set(_TYPE, kind)
        cell.set(f"{_OFFICE}{name}", value)


def untype(stretch: Stretch) -> None:
    """Take the value away from the cell of a paragraph that was changed."""
    for node in stretch.nodes[:1]:
        cell = next((e for e in node.element.iterancestors() if is_cell(e)), None)
        if cell is not None:
            _as_string(cell)


def _as_string(cell: Element) -> None:
    for key in list(cell.attrib):
        if str(key).removeprefix(_OFFICE) in _VALUES or etree.QName(key).localname == "value-type":
            del cell.attrib[key]
    cell.set(_TYPE, "string")


def _words(cell: Element) -> str:
    """Return what a cell shows: its paragraphs, without comments and drawings."""
    return "\n".join("".join(map(str, part.itertext())) for part in cell if local(part) == "p").strip()


def _said(kind: str, value: str) -> str:
    """Return what programs show of a value whose words a file does not hold."""
    clock = _TIME.fullmatch(value)
    if clock:
        return f"{clock[1]}:{clock[2]}:{clock[3]}"
    if kind == "percentage" and _NUMBER.fullmatch(value):
        return f"{Decimal(value) * 100:f}%"
    return value.replace("T", " ") if kind == "date" else value


def _nothing(value: str, shown: str) -> str:
    return ""


def _number(value: str, shown: str) -> str:
    """Return a number, rounded as it is shown ("1.234,50 €", "25 %"); nothing where another is shown."""
    found = _NUMBER.findall(shown)
    if len(found) != 1:
        return ""
    plain = found[0].translate(_BETWEEN)
    before = shown[: shown.index(found[0])]
    for written in (plain.replace(",", ""), plain.replace(".", "").replace(",", ".")):
        try:
            own, stored = Decimal(written), Decimal(value)
        except InvalidOperation:
            continue
        own = own.scaleb(-2) if "%" in shown else own
        own = -own if _MINUS.intersection(before) else own
        exponent = own.as_tuple().exponent
        if isinstance(exponent, int) and abs(own - stored) * 2 <= Decimal(1).scaleb(exponent):
            return value if own == stored else f"{own:f}"
    return ""


def _date(value: str, shown: str) -> str:
    """Return a day, with the time that is shown; nothing where the day is not shown."""
    told, clock = _DAY.fullmatch(value), _CLOCK.search(shown)
    if told is None or told[1] not in read(_CLOCK.sub("", shown).strip(" ,")):
        return ""
    if clock is None or told[2] is None:
        return told[1] if clock is None else ""
    hours, minutes, seconds = _clock((told[2], told[3], told[4] or "0"), clock)
    return f"{told[1]}T{hours}:{minutes}:{seconds}" if hours else ""


def _time(value: str, shown: str) -> str:
    """Return a time as exactly as it is shown; nothing where another is shown."""
    told, clock = _TIME.fullmatch(value), _CLOCK.fullmatch(shown)
    hours, minutes, seconds = _clock((told[1], told[2], told[3]), clock) if told and clock else ("", "", "")
    return f"PT{hours}H{minutes}M{seconds}S" if hours else ""


def _clock(value: tuple[str, str, str], clock: re.Match[str]) -> tuple[str, str, str]:
    """Return the hours, minutes and seconds of a value as they are shown; empty ones where others are shown."""
    hours, minutes, seconds = map(int, value)
    shown = int(clock[1]) % 12 + 12 * (clock[4].upper() == "P") if clock[4] else int(clock[1])
    if (shown, int(clock[2])) != (hours, minutes) or (clock[3] and int(clock[3]) != seconds):
        return "", "", ""
    return f"{hours:02d}", f"{minutes:02d}", f"{seconds if clock[3] else 0:02d}"


def _switch(value: str, shown: str) -> str:
    return value if value == shown.lower() else ""


_RULES: Final[Mapping[str, tuple[str, Callable[[str, str], str]]]] = {
    "float": ("value", _number),
    "percentage": ("value", _number),
    "currency": ("value", _number),
    "date": ("date-value", _date),
    "time": ("time-value", _time),
    "boolean": ("boolean-value", _switch),
}
"""The attribute that holds the value of a cell, and what of it is shown, by the type of the cell."""
