"""Value hierarchies (DGH): which group each value falls into at each level of generalization."""

import csv
import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.table.table import NULL, Codes, Column

FloatArray: TypeAlias = npt.NDArray[np.float64]

TOP: Final = "*"
"""The label that says nothing."""


class HierarchyError(UsageError):
    """A hierarchy is malformed, or has no row for a value of the table; the message says where."""


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """Levels of groups over the same leaves; level 0 is the leaves themselves.

    ``groups[j]`` (leaves,) is the group of each leaf at level j; ``labels[j]`` are the names of the groups of
    level j. Every level is a coarsening of the one before (checked).
    """

    name: str
    groups: tuple[Codes, ...]
    labels: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if not self.groups or not len(self.groups[0]):
            raise HierarchyError(f'hierarchy "{self.name}" is empty')
        for level in range(1, len(self.groups)):
            parent = np.full(len(self.labels[level - 1]), NULL, dtype=np.int32)
            parent[self.groups[level - 1]] = self.groups[level]
            split = np.flatnonzero(parent[self.groups[level - 1]] != self.groups[level])
            if len(split):
                group = self.labels[level - 1][self.groups[level - 1][split[0]]]
                raise HierarchyError(
                    f'hierarchy "{self.name}": level {level} divides the group "{group}" of level {level - 1}; '
                    "each group must fall into one group of the next level"
                )

    @classmethod
    def from_rows(cls, name: str, rows: Sequence[Sequence[str]]) -> "Hierarchy":
        """From one row per value: the value, its group at level 1, at level 2, ... (ARX's form).

        Raises HierarchyError for rows of unequal length, values that occur twice with different groups, and
        levels that are not nested.
        """
        if not rows:
            raise HierarchyError(f'hierarchy "{name}" is empty')
        width = len(rows[0])
        seen: dict[str, tuple[str, ...]] = {}
        for number, row in enumerate(rows, 1):
            if len(row) != width or not width:
                raise HierarchyError(
                    f'hierarchy "{name}", row {number}: {len(row)} cells, but the first row has {width}'
                )
            if seen.setdefault(row[0], tuple(row)) != tuple(row):
                raise HierarchyError(f'hierarchy "{name}", row {number}: its value has another row before')
        table = list(seen.values())
        groups: list[Codes] = []
        labels: list[tuple[str, ...]] = []
        for level in range(width):
            column = [row[level] for row in table]
            codes = {label: i for i, label in enumerate(dict.fromkeys(column))}
            groups.append(np.array([codes[c] for c in column], dtype=np.int32))
            labels.append(tuple(codes))
        return cls(name, tuple(groups), tuple(labels))

    @classmethod
    def from_csv(cls, name: str, path: str | Path, delimiter: str = ";") -> "Hierarchy":
        """From ARX's hierarchy file: no header, one row per value, levels from left to right."""
        try:
            with Path(path).open(encoding="utf-8-sig", newline="") as stream:
                rows = [row for row in csv.reader(stream, delimiter=delimiter) if row]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise HierarchyError(f'hierarchy "{name}": {path} cannot be read ({reason})') from error
        return cls.from_rows(name, rows)

    @classmethod
    def from_chains(cls, name: str, chains: Mapping[str, Sequence[str]]) -> "Hierarchy":
        """From the generalizations of each value, most specific first, as a knowledge base answers them.

        Chains of unequal length are aligned at the root; a short chain repeats its value below. A value
        without generalizations stays as it is up to the top; a top ``*`` is added when the chains do not meet.
        """
        depth = max((len(c) for c in chains.values()), default=0)
        rows = [(v, *[v] * (depth - len(c)), *c) for v, c in sorted(chains.items())]
        made = cls.from_rows(name, rows)
        return made.with_top()

    @classmethod
    def flat(cls, name: str, values: Sequence[str]) -> "Hierarchy":
        """Two levels: the value, and nothing (``*``)."""
        return cls.from_rows(name, [(v, TOP) for v in _distinct(values)])

    @classmethod
    def masking(cls, name: str, values: Sequence[str], mask_length: int = 1) -> "Hierarchy":
        """Characters hidden from the right, `mask_length` more at each level (RoG's MASK_LENGTH).

        Values are read as if all were as long as the longest, so that the n-th character is hidden at the same
        level in each of them.
        """
        if mask_length < 1:
            raise HierarchyError(f'hierarchy "{name}": mask_length must be at least 1')
        distinct = _distinct(values)
        longest = max((len(v) for v in distinct), default=0)
        rows: list[list[str]] = [[v] for v in distinct]
        for keep in range(longest - mask_length, 0, -mask_length):
            for row in rows:
                row.append(row[0][:keep] + "*" * (longest - keep))
        return cls.from_rows(name, [[*row, TOP] for row in rows])

    @classmethod
    def ranges(cls, name: str, values: Sequence[str], fanout: int = 3, width: float = 0.0) -> "Hierarchy":
        """Ranges of numbers ``[low-high]``: the first of `width` (0: chosen so that four levels reach the top), each
        next `fanout` times as wide, aligned at multiples of their width from the least value.
        """
        if fanout < 2:
            raise HierarchyError(f'hierarchy "{name}": fanout must be at least 2')
        if width < 0:
            raise HierarchyError(f'hierarchy "{name}": width must not be negative')
        column = Column.of(name, _distinct(values))
        numbers = column.numbers()
        if not len(numbers):
            raise HierarchyError(f'hierarchy "{name}" is empty: there is no value to make ranges of')
        whole = bool((numbers == np.round(numbers)).all())
        low, extent = float(numbers.min()), float(numbers.max() - numbers.min()) + whole
        if not width:
            width = extent / fanout**3 or 1.0
            width = float(max(1, int(np.ceil(width)))) if whole else width
        rows: list[list[str]] = [[label] for label in column.labels]
        while width < extent:
            first = np.floor((numbers - low) / width)
            for row, bucket in zip(rows, first, strict=True):
                row.append(_range_label(low + bucket * width, width, whole))
            width *= fanout
        return cls.from_rows(name, [[*row, TOP] for row in rows])

    @classmethod
    def calendar(cls, name: str, values: Sequence[str], years: int = 10) -> "Hierarchy":
        """Day, month, year, range of `years`, ``*`` for dates written ``2004-01-19`` (a time after it is dropped).

        Dates that only say a month or a year (``2004-01``, ``2004``) repeat themselves up to their own level.
        """
        if years < 2:
            raise HierarchyError(f'hierarchy "{name}": a range of years needs at least 2')
        rows: list[tuple[str, ...]] = []
        for value in _distinct(values):
            day = value[:10]
            parts = day.split("-")
            try:
                datetime.date(
                    *(int(p) for p in [*parts, "1", "1"][:3])
                )  # a month or a year becomes its first day
            except (ValueError, TypeError) as error:
                raise HierarchyError(f'hierarchy "{name}": a value is not a date like 2004-01-19') from error
            year = int(parts[0])
            start = year - year % years
            month = "-".join(parts[:2])
            rows.append((value, day, month, parts[0], f"[{start}-{start + years - 1}]", TOP))
        if all(len(r[0]) <= 10 for r in rows):
            rows = [(r[0], *r[2:]) for r in rows]
        return cls.from_rows(name, rows)

    @property
    def leaves(self) -> int:
        """The number of values that have a row."""
        return len(self.groups[0])

    @property
    def levels(self) -> int:
        """The number of levels, the values themselves included."""
        return len(self.groups)

    @property
    def top(self) -> int:
        """The number of the most general level."""
        return self.levels - 1

    def with_top(self) -> "Hierarchy":
        """Itself, or with a level ``*`` added when the last level has more than one group."""
        if len(self.labels[-1]) == 1:
            return self
        return Hierarchy(self.name, (*self.groups, np.zeros(self.leaves, np.int32)), (*self.labels, (TOP,)))

    def shares(self, level: int) -> FloatArray:
        """Leaves under each group of `level`, divided by all leaves; shape (groups,)."""
        counts = np.bincount(self.groups[level], minlength=len(self.labels[level]))
        result: FloatArray = counts / self.leaves
        return result

    def encode(self, column: Column) -> Codes:
        """The leaf of each row of `column`, shape (rows,); NULL stays NULL.

        Raises HierarchyError, with the first row (counted from 1), when values have no row in the hierarchy.
        """
        leaf = {label: i for i, label in enumerate(self.labels[0])}
        lookup = np.array([leaf.get(label, -2) for label in column.labels] + [NULL], dtype=np.int32)
        codes: Codes = lookup[column.codes]
        bad = np.flatnonzero(codes == -2)
        if len(bad):
            distinct = len(np.unique(column.codes[bad]))
            raise HierarchyError(
                f'hierarchy "{self.name}" has no row for {distinct} value{"s" * (distinct > 1)} of column '
                f'"{column.name}" ({len(bad)} cell{"s" * (len(bad) > 1)}, first in row {int(bad[0]) + 1}); '
                "add the values to the hierarchy or correct the table"
            )
        return codes

    def common(self, leaves: Sequence[int] | Codes) -> tuple[int, int]:
        """The lowest common ancestor of some leaves as (level, group).

        Raises HierarchyError when they meet nowhere.
        """
        members = np.asarray(leaves)
        for level, groups in enumerate(self.groups):
            found = groups[members]
            if (found == found[0]).all():
                return level, int(found[0])
        raise HierarchyError(f'hierarchy "{self.name}": some values meet in no group; use with_top()')


def _distinct(values: Sequence[str]) -> list[str]:
    return list(Column.of("", list(values)).labels)


def _range_label(low: float, width: float, whole: bool) -> str:
    if whole and float(width).is_integer():
        high = int(low + width) - 1
        return f"[{int(low)}-{high}]" if high > int(low) else str(int(low))
    return f"[{low:g}-{low + width:g})"
