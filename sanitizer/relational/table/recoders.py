"""Local recoding of one attribute: where its values stand in splits, and what a class of them is recoded to.

One small class a kind: numbers to ranges, dates to calendar nodes, categories to sets or the lowest common ancestor
of a hierarchy, codes to a common beginning. Each gives the loss of rx-anon section 5.3 with what it writes.
"""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from typing import Final, Protocol

import numpy as np

from kb.ladders.columns import ANY
from kb.values.date_order import Order
from kb.values.dates import least_period
from kb.values.types import Date
from sanitizer.relational.definition.definition import Attribute, DefinitionError, Kind
from sanitizer.relational.table.date_cells import full_date
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.table import number

SET_LIMIT: Final = 12
"""A set of more values is written as ANY (its loss is then 1)."""


class LocalRecoder(Protocol):
    """One attribute's values (strings as written, never missing)."""

    @property
    def category(self) -> bool:
        """Whether positions are codes 0, 1, ... of distinct values (else a measured scale)."""

    def position(self, value: str) -> float:
        """Return where the value stands among all values."""

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return what a class of these distinct values is recoded to, and the NCP of its cells (0 to 1)."""


def make_recoder(
    attribute: Attribute, values: Sequence[tuple[int, str]], hierarchy: Hierarchy | None = None
) -> LocalRecoder:
    """Return the recoder of a column.

    Args:
        attribute: its definition.
        values: (row number from 1, cell) of every cell that is not missing.
        hierarchy: the hierarchy of the attribute, where it has one.

    Raises:
        DefinitionError: a cell does not have the type, or is not in the hierarchy; names column and row.
    """
    if hierarchy is not None:
        return Levels(attribute.name, values, hierarchy)
    if attribute.kind is Kind.NUMBER:
        return Numbers(attribute.name, values)
    if attribute.kind is Kind.DATE:
        return Dates(attribute.name, values, attribute.order)
    if attribute.kind is Kind.CODE:
        return Codes([v for _, v in values], attribute.entity == "POSTCODE")
    return Sets([v for _, v in values])


class Numbers:
    """Ranges ``[low-high]``; NCP is the width over the width of the domain."""

    category = False

    def __init__(self, name: str, values: Sequence[tuple[int, str]]) -> None:
        self._of: dict[str, float] = {}
        for row, text in values:
            if text not in self._of:
                value = number(text)
                if value is None:
                    raise DefinitionError(f'column "{name}", row {row}: not a number (type = "number")')
                self._of[text] = value
        known = self._of.values()
        self._width = max(known) - min(known) if known else 0.0

    def position(self, value: str) -> float:
        """Return the number itself."""
        return self._of[value]

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return the range of the values, the value itself when there is one."""
        low, high = min(values, key=self._key), max(values, key=self._key)
        if self._of[low] == self._of[high]:
            return plain(self._of[low]), 0.0
        return f"[{plain(self._of[low])}-{plain(self._of[high])}]", (
            self._of[high] - self._of[low]
        ) / self._width

    def _key(self, value: str) -> tuple[float, str]:
        return self._of[value], value


def plain(value: float) -> str:
    """Return a number as people write it: no trailing zeros, no exponent for ordinary sizes."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


class Dates:
    """Day, month, year, range of years (El Emam et al. 2009); NCP by the distinct days under the node."""

    category = False

    def __init__(self, name: str, values: Sequence[tuple[int, str]], order: Order) -> None:
        self._of: dict[str, date] = {}
        for row, text in values:
            if text not in self._of:
                day = full_date(text, order)
                if day is None:
                    raise DefinitionError(f'column "{name}", row {row}: not a whole date (type = "date")')
                self._of[text] = day
        self._days = np.unique(np.asarray([d.toordinal() for d in self._of.values()], dtype=np.int64))

    def position(self, value: str) -> float:
        """Return the day's number."""
        return float(self._of[value].toordinal())

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return the smallest calendar node that holds all the days."""
        days = [self._of[v] for v in values]
        period = least_period([min(days).isoformat(), max(days).isoformat()])
        first, last = Date(period).interval
        inside = int(np.diff(np.searchsorted(self._days, [first, last + 1]))[0])
        label = f"[{period.replace('/', '-')}]" if "/" in period else period
        return label, inside / len(self._days) if inside > 1 else 0.0


class Sets:
    """``(a,b)``: the distinct values; NCP is their share of all distinct values."""

    category = True

    def __init__(self, values: Sequence[str]) -> None:
        self._code = {v: i for i, v in enumerate(sorted(set(values)))}

    def position(self, value: str) -> float:
        """Return its number in alphabetical order."""
        return float(self._code[value])

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return the value, the set, or ANY when there are too many to read."""
        distinct = sorted(set(values))
        if len(distinct) == 1:
            return distinct[0], 0.0
        if len(distinct) > SET_LIMIT:
            return ANY, 1.0
        return f"({','.join(distinct)})", len(distinct) / len(self._code)


class Codes:
    """The longest common beginning, masked to the longest code: ``57***``, which is the join of
    :class:`kb.ladders.columns.Masks`; NCP by the distinct codes it fits. Postcodes are cut where those of their country
    have a part, without stars ("SW1A 1AA" and "SW1A 2AA" are "SW1A", "848 00" and "848 01" "848")."""

    category = False  # relatives stand together: the distance of positions tells more than their number

    def __init__(self, values: Sequence[str], postal: bool = False) -> None:
        self._sorted = sorted(set(values))
        self._code = {v: i for i, v in enumerate(self._sorted)}
        self._postal = postal
        self._longest = max((len(v) for v in self._sorted), default=0)

    def position(self, value: str) -> float:
        """Return its number in alphabetical order, where codes with one beginning stand together."""
        return float(self._code[value])

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return the code, or its beginning and stars; ANY when they begin differently."""
        low, high = min(values), max(values)
        if low == high:
            return low, 0.0
        length = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
        if self._postal:
            ends = set.intersection(*(_postal_parts(v) for v in values))
            length = max((end for end in ends if end <= length), default=0)
        if length == 0:
            return ANY, 1.0
        start = low[:length]
        fits = bisect_left(self._sorted, start + "\U0010ffff") - bisect_left(self._sorted, start)
        told = start.rstrip(" -") if self._postal else start + ANY * (self._longest - length)
        return told, fits / len(self._sorted)


def _postal_parts(code: str) -> set[int]:
    """Return where the parts of a postcode end: the letters of its area, its first group, half of that where the
    code has no other ("1012 AB", "848 00", "90210", "K1A 0B1"); of a British one without its blank, what stands
    before the last three characters."""
    letters = next((i for i, c in enumerate(code) if not c.isalpha()), len(code))
    group = next((i for i, c in enumerate(code) if not c.isalnum()), len(code))
    first = code[:group]
    ends = {letters, group}
    if first.isdigit() or group == len(code):
        british = first[:1].isalpha() and first[-3:-2].isdigit() and first[-2:].isalpha()
        ends.add(group - 3 if british else (group + 1) // 2)
    return {end for end in ends if 0 < end < len(code)}


class Levels:
    """The lowest common ancestor in a hierarchy; NCP by the values of the hierarchy under it."""

    category = False  # relatives stand together: the distance of positions tells more than their number

    def __init__(self, name: str, values: Sequence[tuple[int, str]], hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy.with_top()
        self._leaf = {label: i for i, label in enumerate(self._hierarchy.labels[0])}
        for row, text in values:
            if text not in self._leaf:
                raise DefinitionError(f'column "{name}", row {row}: its value is not in the hierarchy')
        paths = [tuple(int(g[i]) for g in reversed(self._hierarchy.groups)) for i in self._leaf.values()]
        self._rank = {i: rank for rank, i in enumerate(sorted(self._leaf.values(), key=lambda i: paths[i]))}

    def position(self, value: str) -> float:
        """Return its number in the order of the hierarchy, where relatives stand together."""
        return float(self._rank[self._leaf[value]])

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return the label of the first level on which all values have one."""
        level, group = self._hierarchy.common([self._leaf[v] for v in values])
        share = float(self._hierarchy.shares(level)[group])
        return self._hierarchy.labels[level][group], share if share * self._hierarchy.leaves > 1.5 else 0.0
