"""What lies above the cells of a column: rows of a file of levels, hidden characters, ranges of numbers, the calendar.

All of them have levels: cells that are as far from the root stand on one level, so that arrays are made of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from kb.ladders.base import Ladder, Rung
from kb.ladders.periods import Periods
from kb.values.types import Date

ANY: Final = "*"
"""The label that says nothing."""


class Levelled(Ladder[str]):
    """Cells by their labels level by level; what is kept falls by steps (Sweeney's precision, 2002)."""

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell and its groups, the widest last."""
        raise NotImplementedError

    def rungs(self, value: str) -> tuple[Rung, ...]:
        """Return the cell and its group at each level."""
        labels = self.labels(value)
        top = max(len(labels) - 1, 1)
        return tuple(
            Rung(f"{len(labels) - 1 - i}:{label}", label, 1 - i / top) for i, label in enumerate(labels)
        )


@dataclass(frozen=True, slots=True)
class Rows(Levelled):
    """The groups that a file or a definition lists for each cell. KeyError for a cell that it lacks."""

    rows: Mapping[str, Sequence[str]]

    def labels(self, cell: str) -> Sequence[str]:
        """Return the row of the cell."""
        return self.rows[cell]


@dataclass(frozen=True, slots=True)
class Flat(Levelled):
    """The cell, and nothing."""

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell and ``*``."""
        return (cell, ANY)


@dataclass(frozen=True, slots=True)
class Masks(Levelled):
    """Characters hidden from the right, `hidden` more at each level (RoG's MASK_LENGTH). Cells are read as if all were
    as long as the `longest`, so that the n-th character is hidden at the same level in each of them."""

    longest: int
    hidden: int = 1

    def __post_init__(self) -> None:
        if self.hidden < 1:
            raise ValueError("mask_length must be at least 1")

    @classmethod
    def of(cls, cells: Iterable[str], hidden: int = 1) -> "Masks":
        """Return the masks of a column: as long as its longest cell."""
        return cls(max((len(c) for c in cells), default=0), hidden)

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell, its beginnings with stars, ``*``."""
        shown = range(self.longest - self.hidden, 0, -self.hidden)
        return (cell, *(cell[:keep] + ANY * (self.longest - keep) for keep in shown), ANY)


@dataclass(frozen=True, slots=True)
class Ranges(Levelled):
    """Ranges of numbers ``[low-high]``: the first of `width`, each next `fanout` times as wide, aligned at multiples of
    their width from `low`, until one holds all of `extent`. ``numbers`` says which number a cell is."""

    numbers: Mapping[str, float]
    low: float
    extent: float
    width: float
    fanout: int
    whole: bool

    @classmethod
    def of(cls, numbers: Mapping[str, float], fanout: int = 3, width: float = 0.0) -> "Ranges":
        """Return those of a column; `width` 0: chosen so that four levels reach the top. Raises ValueError."""
        if fanout < 2:
            raise ValueError("fanout must be at least 2")
        if width < 0:
            raise ValueError("width must not be negative")
        if not numbers:
            raise ValueError("there is no value to make ranges of")
        known = numbers.values()
        whole = all(n.is_integer() for n in known)
        low, extent = min(known), max(known) - min(known) + whole
        if not width:
            width = extent / fanout**3 or 1.0
            width = float(max(1, ceil(width))) if whole else width
        return cls(numbers, low, extent, width, fanout, whole)

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell, the ranges that hold it, ``*``."""
        found, width = [cell], self.width
        while width < self.extent:
            first = floor((self.numbers[cell] - self.low) / width)
            found.append(_range(self.low + first * width, width, self.whole))
            width *= self.fanout
        return (*found, ANY)


def _range(low: float, width: float, whole: bool) -> str:
    if whole and float(width).is_integer():
        high = int(low + width) - 1
        return f"[{int(low)}-{high}]" if high > int(low) else str(int(low))
    return f"[{low:g}-{low + width:g})"


@dataclass(frozen=True, slots=True)
class Days(Levelled):
    """The day where cells tell more than one (`times`), month, year and range of `years` of the calendar, ``*``. Cells
    that say less repeat themselves up to their own level. ValueError for what `read` does not take for a date."""

    read: Callable[[str], Date | None]
    times: bool = False
    years: int = 10

    def __post_init__(self) -> None:
        if self.years < 2:
            raise ValueError("a range of years needs at least 2")

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell and the periods that hold it, as columns have them."""
        found = self.read(cell)
        if found is None or not found.year or found.years > 1:
            raise ValueError("a value is not a date like 2004-01-19")
        ids = [r.id.partition(":")[2] for r in Periods().rungs(found)]
        told = {id_.count("-"): id_ for id_ in ids if id_.replace("-", "").isdecimal()}
        year = found.year
        month = told.get(1, told[0])
        start = year - year % self.years
        levels = (month, told[0], f"[{start}-{start + self.years - 1}]", ANY)
        return (cell, told.get(2, month), *levels) if self.times else (cell, *levels)
