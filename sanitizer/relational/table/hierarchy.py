"""Value hierarchies (DGH): which group each value falls into at each level of generalization."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from kb.ladders import Ladder
from kb.ladders.columns import ANY, Rows
from sanitizer.errors import UsageError
from sanitizer.relational.table.table import NULL, Codes, Column
from sanitizer.types import FloatArray

TOP: Final = ANY
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
            if not all(cell.strip() and cell.isprintable() for cell in row[1:]):
                raise HierarchyError(
                    f'hierarchy "{name}", row {number}: a cell is empty or holds a character that nobody sees; write * '
                    "where nothing is told"
                )
            if seen.setdefault(row[0], tuple(row)) != tuple(row):
                raise HierarchyError(f'hierarchy "{name}", row {number}: its value has another row before')
        return cls.of(name, seen, Rows(seen))

    @classmethod
    def of(cls, name: str, cells: Iterable[str], ladder: Ladder[str]) -> "Hierarchy":
        """Return the levels of a ladder over these cells, in their order. Ladders of unequal length are aligned at
        the root: a short one repeats its cell below. Raises HierarchyError for levels that are not nested, and what
        the ladder says is wrong with a cell."""
        try:
            rows = [[rung.label for rung in ladder.rungs(cell)] for cell in dict.fromkeys(cells)]
        except ValueError as error:
            raise HierarchyError(f'hierarchy "{name}": {error}') from error
        width = max(map(len, rows), default=0)
        table = [[row[0]] * (width - len(row)) + row for row in rows]
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
                rows = [row for row in csv.reader(stream, delimiter=delimiter, strict=True) if row]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise HierarchyError(f'hierarchy "{name}": {path} cannot be read ({reason})') from error
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
        """Return the leaf of each row of `column`, shape (rows,); NULL stays NULL.

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
        """Return the lowest common ancestor of some leaves as (level, group).

        Raises HierarchyError when they meet nowhere.
        """
        members = np.asarray(leaves)
        for level, groups in enumerate(self.groups):
            found = groups[members]
            if (found == found[0]).all():
                return level, int(found[0])
        raise HierarchyError(f'hierarchy "{self.name}": some values meet in no group; use with_top()')
