"""Dates in the notations of columns, read as the values of :mod:`kb.values`, as far as a release compares them."""

import re
from dataclasses import replace
from datetime import date
from typing import Final

from kb.values.date_order import Order
from kb.values.read import read_date
from kb.values.types import Date
from sanitizer.common.knowledge import remembered

_COMPACT: Final = re.compile(r"\A([12]\d{3})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\Z")
_UNPADDED: Final = re.compile(r"\A([12]\d{3})-(\d\d?)-(\d\d?)(?!\d)")
_YEAR_MONTH: Final = re.compile(r"\A([12]\d{3})[/.](0[1-9]|1[0-2]|[1-9])\Z")
_BOUNDS: Final = re.compile(r"(?:before|after|until|till|since|from|by)\s", re.IGNORECASE)
"""What makes of a date the end or the beginning of a period without the other."""
_SIDED: Final = re.compile(
    r"(?:before|after|until|till|since|from|by|during|about|around|circa|c\.|ca\.)\s|"
    r"(?:the )?(?:early|mid|late|spring|summer|autumn|fall|winter|beginning|end|start|middle|year|month|in|on|at)\b",
    re.IGNORECASE,
)
_DEPTHS: Final = {"day": 3, "month": 2, "year": 1, "years": 0, "decade": 0, "century": 0}


@remembered
def partial_date(text: str, order: Order = "dmy") -> Date | None:
    """Return the date that a notation says, None when it is no date we read ("four days ago"), only bounds one
    ("before 1990") or is about it ("late 1862"). The `order` decides what 03/04/2004 is; times of day are left out.
    """
    text = text.strip(" ,.")
    found = None if _SIDED.match(text) else _read(text, order)
    return found if found is not None and found.precision in _DEPTHS else None


@remembered
def period(text: str, order: Order = "dmy") -> Date | None:
    """Return the same for the period that a vaguer notation is about ("late 1862", "Q3 2020", "summer 1990"); None
    still for what only bounds one."""
    text = text.strip(" ,.")
    return None if _BOUNDS.match(text) else _read(text, order)


def _read(text: str, order: Order) -> Date | None:
    """Return a date or period with its year or without. Here are the notations of columns that mean something else
    in a text: 20040119, and 2004/05 for a month."""
    text = _COMPACT.sub(r"\1-\2-\3", text)
    if match := _UNPADDED.match(text):
        text = f"{match[1]}-{int(match[2]):02d}-{int(match[3]):02d}{text[match.end() :]}"
    if match := _YEAR_MONTH.match(text):
        text = f"{match[1]}-{int(match[2]):02d}"
    found = read_date(text, order)
    if found is None:
        return None
    found = replace(found, time=None)
    return found if found.cycle == "year" or (not found.cycle and found.year > 0) else None


def full_date(text: str, order: Order = "dmy") -> date | None:
    """Return the day that a cell says, None when it says less or is no date."""
    found = partial_date(text, order)
    return date(found.year, found.month, found.day) if found and found.full else None


def depth(found: Date) -> int:
    """Return how much a date says: 3 a day, 2 a month, 1 a year, 0 less."""
    return _DEPTHS[found.precision]
