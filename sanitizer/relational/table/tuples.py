"""Distinct combinations of quasi-identifiers with their counts, and how they merge when levels rise.

A combination is packed into a few 64-bit words (one field of bits per attribute), so that merging is: replace the
fields of the attributes that rose, then group equal words by sorting. Every node of the lattice is made from an
already grouped node below it, never from the rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.table import NULL, Codes, Column
from sanitizer.types import FloatArray, IntArray

Words: TypeAlias = npt.NDArray[np.uint64]
Levels: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class QuasiIdentifier:
    """A column with the hierarchy that it is generalized by.

    ``least`` and ``limit`` bound its level (``limit=None``: the top; equal: pinned); ``priority`` and ``losses`` (one
    for each level, None: level / top) are its part in the weighted information loss.
    """

    column: Column
    hierarchy: Hierarchy
    priority: float = 1.0
    least: int = 0
    limit: int | None = None
    losses: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        name, top = self.column.name, self.hierarchy.top
        if not 0 <= self.least <= self.highest <= top:
            raise UsageError(
                f'column "{name}": least level {self.least} and limit {self.highest} do not fit its hierarchy, '
                f"whose levels are 0 to {top}"
            )
        if self.losses is not None and (
            len(self.losses) != top + 1 or list(self.losses) != sorted(self.losses)
        ):
            raise UsageError(
                f'column "{name}": losses must be {top + 1} numbers, never falling from level to level'
            )

    @property
    def highest(self) -> int:
        """The highest level allowed."""
        return self.hierarchy.top if self.limit is None else self.limit

    def groups(self, level: int) -> Codes:
        """Return the group of each leaf at `level`, and of NULL (last); shape (leaves + 1,).

        NULL stays a group of its own at every level but a top that has one group only.
        """
        count = len(self.hierarchy.labels[level])
        null = 0 if level and count == 1 else count
        return np.append(self.hierarchy.groups[level], np.int32(null))

    def size(self, level: int) -> int:
        """Return the number of groups at `level`, NULL included."""
        return int(self.groups(level).max()) + 1

    def shares(self, level: int) -> FloatArray:
        """Leaves under each group divided by all leaves; below the top, NULL counts as one leaf: nothing is lost."""
        shares = self.hierarchy.shares(level)
        return shares if level and len(shares) == 1 else np.append(shares, 1 / self.hierarchy.leaves)

    def rise(self, low: int, high: int) -> Codes:
        """Return the group at level `high` of each group at level `low`."""
        result = np.zeros(self.size(low), dtype=np.int32)
        result[self.groups(low)] = self.groups(high)
        return result


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each attribute's field lies: its word, the shift in it, and its mask (before shifting)."""

    word: tuple[int, ...]
    shift: tuple[int, ...]
    mask: tuple[int, ...]

    @classmethod
    def of(cls, sizes: Sequence[int]) -> "Layout":
        """Fields wide enough for codes below `sizes`."""
        word, shift, mask, at, used = [], [], [], 0, 0
        for size in sizes:
            bits = max(1, int(size - 1).bit_length())
            if used + bits > 63:
                at, used = at + 1, 0
            word.append(at)
            shift.append(used)
            mask.append((1 << bits) - 1)
            used += bits
        return cls(tuple(word), tuple(shift), tuple(mask))

    @property
    def words(self) -> int:
        """Words of one combination."""
        return self.word[-1] + 1 if self.word else 1

    def pack(self, columns: Sequence[Codes]) -> Words:
        """Return the words of each row, shape (rows, words)."""
        rows = len(columns[0])
        result = np.zeros((rows, self.words), dtype=np.uint64)
        for word, shift, codes in zip(self.word, self.shift, columns, strict=True):
            result[:, word] |= codes.astype(np.uint64) << np.uint64(shift)
        return result

    def field(self, keys: Words, attribute: int) -> Codes:
        """Return the codes of one attribute."""
        shifted = keys[:, self.word[attribute]] >> np.uint64(self.shift[attribute])
        return (shifted & np.uint64(self.mask[attribute])).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Distinct combinations at ``levels``: words (g, w), and counts (g, c) of rows (and of the population)."""

    levels: Levels
    keys: Words
    counts: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Merge:
    """Rows in groups of equal ones: ``order`` (n,) puts the rows of a group side by side, ``starts`` (g,) is where
    each group begins in it."""

    order: IntArray
    starts: IntArray

    @property
    def labels(self) -> Codes:
        """The group of each row, shape (n,)."""
        new = np.zeros(len(self.order), dtype=np.int32)
        new[self.starts[1:]] = 1
        result = np.empty(len(self.order), dtype=np.int32)
        result[self.order] = np.cumsum(new, dtype=np.int32)
        return result

    def sums(self, rows: IntArray) -> IntArray:
        """Return the sum of the rows (n, v) of each group, shape (g, v)."""
        if not len(self.starts):
            return np.zeros((0, rows.shape[1]), dtype=np.int64)
        if rows.shape[1] == 1:
            result = np.add.reduceat(rows[:, 0].take(self.order), self.starts)[:, None]
        else:
            result = np.add.reduceat(rows.take(self.order, axis=0), self.starts, axis=0)
        return np.asarray(result, dtype=np.int64)


def merge(keys: Words) -> tuple[Merge, Words]:
    """Group equal combinations: the groups and their words, in the order of the words."""
    order = keys[:, 0].argsort() if keys.shape[1] == 1 else np.lexsort(keys.T)
    placed = keys.take(order, axis=0)
    new = np.ones(len(keys), dtype=np.bool_)
    if keys.shape[1] == 1:
        np.not_equal(placed[1:, 0], placed[:-1, 0], out=new[1:])
    else:
        new[1:] = (placed[1:] != placed[:-1]).any(axis=1)
    starts = new.nonzero()[0]
    return Merge(order, starts), placed.take(starts, axis=0)


def collapse(keys: Words, counts: IntArray) -> tuple[Codes, Words, IntArray]:
    """Group equal combinations: label of each input, distinct words and summed counts, in the order of the words."""
    merged, distinct = merge(keys)
    return merged.labels, distinct, merged.sums(counts)


class Rises:
    """How combinations rise from level to level: tables of one search, made once.

    ``tables[i][low][high]`` is the field of attribute i at level ``high``, already in its place, for each group at
    level ``low``.
    """

    def __init__(self, quasi: Sequence[QuasiIdentifier], layout: Layout) -> None:
        self.layout = layout
        self._quasi = quasi
        self._tables: dict[tuple[int, int, int], Words] = {}
        self._shifts = [np.uint64(s) for s in layout.shift]
        self._masks = [np.uint64(m) for m in layout.mask]

    def _table(self, attribute: int, low: int, high: int) -> Words:
        found = self._tables.get((attribute, low, high))
        if found is None:
            found = self._quasi[attribute].rise(low, high).astype(np.uint64) << self._shifts[attribute]
            self._tables[attribute, low, high] = found
        return found

    def rise(self, groups: Groups, levels: Levels) -> tuple[Merge, Groups]:
        """Return the groups at `levels` (nowhere below those of `groups`), and how the old groups fall into them."""
        old, word = groups.keys, self.layout.word
        keys = old.copy()
        for i, (low, high) in enumerate(zip(groups.levels, levels, strict=True)):
            if low != high:
                column = keys[:, word[i]]
                shift, mask = self._shifts[i], self._masks[i]
                field = (old[:, word[i]] >> shift) & mask
                column &= ~(mask << shift)
                column |= self._table(i, low, high).take(field.view(np.int64))
        merged, keys = merge(keys)
        return merged, Groups(levels, keys, merged.sums(groups.counts))


def sum_rows(labels: npt.NDArray[np.integer], rows: IntArray, size: int) -> IntArray:
    """Sum the rows (n, v) that share a label, shape (size, v)."""
    result = np.zeros((size, rows.shape[1]), dtype=np.int64)
    for column in range(rows.shape[1]):  # sums of whole numbers below 2^53 are exact
        result[:, column] = np.bincount(labels, weights=rows[:, column], minlength=size)
    return result


def leaf_codes(quasi: QuasiIdentifier) -> Codes:
    """Return the leaf of each row, NULL as the code after the last leaf."""
    codes = quasi.hierarchy.encode(quasi.column)
    return np.where(codes == NULL, np.int32(quasi.hierarchy.leaves), codes)
