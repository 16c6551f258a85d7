"""Shift dates by a number of days that belongs to one person: intervals stay true, the days do not."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Final

from kb.values.date_order import Order
from kb.values.read import read_date
from sanitizer.common import arguments
from sanitizer.common.keys import Key
from sanitizer.operators.base import Keyed, Term
from sanitizer.types import EntityClass
from sanitizer.values.date_notation import rewritten

_NEAR: Final = 365
"""Days by which a made-up date differs at most."""

_MIDDLE_DAY: Final = 15
_MIDDLE_MONTH: Final = 7


@dataclass(frozen=True)
class ShiftDates(Keyed):
    """Moves a date by -``days`` to ``days`` days, never 0, the same for all dates of one person under one
    key.

    The notation stays; a month or a year without day is moved from its middle. ``month_first`` reads
    3/4/1999 as the fourth of March where the text does not show the order. What cannot be read ("last
    spring"), and times, are left to the next in line.
    """

    days: int = 365
    month_first: bool = False
    name: ClassVar[str] = "date-shift"
    sealed: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        arguments.whole(self.days, "operator date-shift: days", 1, 36_525)
        arguments.flag(self.month_first, "operator date-shift: month_first")

    def offset(self, person: str) -> int:
        """Return the days by which the dates of ``person`` move."""
        number = int.from_bytes(self.key.digest("date-shift", person)[:8], "big") % (2 * self.days)
        return number - self.days if number < self.days else number - self.days + 1

    def replace(self, term: Term) -> str | None:
        """Return the moved date in the notation of the term."""
        if term.entity_class is not EntityClass.DATETIME:
            return None
        order = term.order or ("mdy" if self.month_first else "dmy")
        return _shifted(term.surface, self.offset(term.person), order)


def made_up(term: Term, key: Key, salt: str = "") -> str | None:
    """Return a date near that of the term in its notation, by the key and the date alone; None for what cannot be
    read."""
    number = int.from_bytes(key.digest("surrogate-date", term.canonical, salt)[:8], "big") % (2 * _NEAR)
    return _shifted(
        term.surface, number - _NEAR if number < _NEAR else number - _NEAR + 1, term.order or "dmy"
    )


def _shifted(surface: str, offset: int, order: Order) -> str | None:
    """Return the date of a surface moved by days; what is no day, month or year in one notation is not moved."""
    text = surface.strip()
    read = read_date(text, order)
    if read is None or read.cycle or read.time or read.precision not in ("day", "month", "year"):
        return None
    try:
        new = date(read.year, read.month or _MIDDLE_MONTH, read.day or _MIDDLE_DAY) + timedelta(days=offset)
    except (ValueError, OverflowError):
        return None
    return rewritten(text, read, new, order)
