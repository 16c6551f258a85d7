"""Recount the classes of a release without texts from its cells, by sorting rows, not as they were made."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sanitizer.common.shelf import numbers_in_order
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.models import cell_text
from sanitizer.types import IntArray


def ranks(table: PlainTable, name: str) -> IntArray:
    """Return the place of each cell of a column among its distinct texts in their order, from 1; 0 where missing."""
    held = table.coded(name)
    if held is not None:
        texts: Sequence[Any] = held.values
        number = held.codes
    else:
        found: dict[str, int] = {}
        cells = [cell_text(v) for v in table[name].tolist()]
        number = np.array(
            [-1 if v is None else found.setdefault(v, len(found)) for v in cells], dtype=np.int32
        )
        texts = tuple(found)
    place = np.zeros(len(texts) + 1, dtype=np.int64)  # the last one for missing cells
    for rank, i in enumerate(numbers_in_order(texts)):
        place[i] = rank + 1
    return place[number]


def _told(cell: str) -> tuple[float, ...]:
    """Return the number of a released cell, or the two of its range; none where it is neither."""
    try:
        return (float(cell),)
    except ValueError:
        pass
    if not (cell.startswith("[") and cell.endswith("]")):
        return ()
    for at in (i for i, c in enumerate(cell) if c == "-" and i > 1):
        try:
            return float(cell[1:at]), float(cell[at + 1 : -1])
        except ValueError:
            continue
    return ()


def beyond_bounds(table: PlainTable, definition: Definition) -> list[str]:
    """Return a failure for each column with a released number or range beyond its top or bottom."""
    failures = []
    for a in definition.attributes:
        low = -math.inf if a.bottom is None else a.bottom
        high = math.inf if a.top is None else a.top
        if a.dropped or (a.top is None and a.bottom is None):
            continue
        for cell in sorted({str(v) for v in table[a.name].tolist() if v is not None}):
            if not all(low <= n <= high for n in _told(cell)):
                failures.append(f'column "{a.name}": a released number is beyond its top or bottom')
                break
    return failures


def in_order(columns: Sequence[IntArray]) -> bool:
    """Return whether each row is at most the next one, column by column."""
    if not columns:
        return True
    open_ = np.ones(max(len(columns[0]) - 1, 0), dtype=np.bool_)  # equal so far
    for column in columns:
        if (open_ & (column[:-1] > column[1:])).any():
            return False
        open_ &= column[:-1] == column[1:]
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """Persons in the order of their classes, where each class begins among them, and a person whose rows differ (None:
    there is none); such a person counts where the first row is."""

    persons: IntArray
    starts: IntArray
    torn: int | None

    @property
    def sizes(self) -> IntArray:
        """How many persons are in each class."""
        return np.diff(self.starts, append=len(self.persons))

    def members(self) -> list[Sequence[int]]:
        """Return the persons of each class."""
        return [m.tolist() for m in np.split(self.persons, self.starts[1:])]


def counted(columns: Sequence[IntArray], persons: IntArray) -> Counted:
    """Return the classes of equal rows."""
    rows = len(persons)
    order = np.lexsort(columns[::-1]) if columns else np.arange(rows)
    new = np.zeros(rows, dtype=np.bool_)
    for column in columns:
        sorted_ = column[order]
        new[1:] |= sorted_[1:] != sorted_[:-1]
    group = np.empty(rows, dtype=np.int64)
    group[order] = np.cumsum(new)
    by_person = np.lexsort((np.arange(rows), persons))
    own = np.zeros(rows, dtype=np.bool_)
    own[:1] = True
    own[1:] = persons[by_person][1:] != persons[by_person][:-1]
    everyone, mine = persons[by_person][own], group[by_person][own]
    torn = np.flatnonzero(group[by_person] != mine[np.cumsum(own) - 1])
    by_group = np.argsort(mine, kind="stable")
    starts = np.flatnonzero(np.diff(mine[by_group], prepend=-1))
    return Counted(everyone[by_group], starts, int(persons[by_person][torn].min()) if len(torn) else None)
