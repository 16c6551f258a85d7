"""Which of day and month comes first in dates of numbers, decided for a whole text or collection."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Order: TypeAlias = Literal["dmy", "mdy", "iso"]
ORDERS: Final[tuple[Order, ...]] = ("dmy", "mdy", "iso")
"""Which part of a date in numbers comes first: the day, the month, the year."""
_IN_TEXT: Final = re.compile(r"(?<![\d/.-])(\d\d?)([/-])(\d\d?)\2(?:\d{4}|\d\d)(?![\d/-])")


def orders_in(text: str) -> frozenset[Order]:
    """Return the orders of the dates in numbers of a text that can be read in one way only ("3/14/1961"). Dates
    with dots have the day first and decide nothing."""
    found: set[Order] = set()
    for match in _IN_TEXT.finditer(text):
        first, second = int(match[1]), int(match[3])
        if 1 <= min(first, second) <= 12 < max(first, second) <= 31:
            found.add("mdy" if second > 12 else "dmy")
    return frozenset(found)


def ambiguous(text: str) -> int:
    """Return how many dates in numbers of a text are two different days, by which of day and month comes first."""
    pairs = ((int(m[1]), int(m[3])) for m in _IN_TEXT.finditer(text))
    return sum(1 <= a <= 12 and 1 <= b <= 12 and a != b for a, b in pairs)


@dataclass(frozen=True, slots=True)
class DateOrder:
    """How the dates in numbers of a document or table are read: in which ``order``, and ``by`` what that was decided
    ("setting", "document", "collection", "table"; "default": by nothing); ``ambiguous`` dates depend on it."""

    order: Order = "dmy"
    by: str = "default"
    ambiguous: int = 0

    @property
    def decided(self) -> bool:
        """Whether anything but the default says the order."""
        return self.by != "default"

    @classmethod
    def of(cls, text: str, wanted: str = "auto", usual: Order | None = None) -> "DateOrder":
        """Return the order `wanted`; with "auto" that of the text's clear dates, or the `usual` one of its
        collection; else the day comes first."""
        count = ambiguous(text)
        if wanted != "auto":
            return cls(next(o for o in ORDERS if o == wanted), "setting", count)
        own = orders_in(text)
        if len(own) == 1:
            return cls(next(iter(own)), "document", count)
        return cls(usual, "collection", count) if usual else cls(ambiguous=count)

    @classmethod
    def of_table(cls, cells: Iterable[tuple[str, int]], wanted: str = "auto") -> "DateOrder":
        """Return the order `wanted`; with "auto" that of the clear dates of all cells and texts of a table (each
        with how often it is there), where they agree; else the day comes first."""
        found: set[Order] = set()
        count = 0
        for cell, times in cells:
            found |= orders_in(cell)
            count += times * ambiguous(cell)
        if wanted != "auto":
            return cls(next(o for o in ORDERS if o == wanted), "setting", count)
        return cls(next(iter(found)), "table", count) if len(found) == 1 else cls(ambiguous=count)
