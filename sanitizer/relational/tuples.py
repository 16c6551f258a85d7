"""Distinct combinations of quasi-identifiers with their counts, and how they merge when levels rise.

A combination is packed into a few 64-bit words (one field of bits per attribute), so that merging is: replace the
fields of the attributes that rose, then group equal words by hashing. Every node of the lattice is made from an
already grouped node below it, never from the rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from numba import njit

from sanitizer.errors import UsageError
from sanitizer.relational.hierarchy import FloatArray, Hierarchy
from sanitizer.relational.table import NULL, Codes, Column

Words: TypeAlias = npt.NDArray[np.uint64]
IntArray: TypeAlias = npt.NDArray[np.int64]
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
        """The group of each leaf at `level`, and of NULL (last); shape (leaves + 1,).

        NULL stays a group of its own at every level but a top that has one group only.
        """
        count = len(self.hierarchy.labels[level])
        null = 0 if level and count == 1 else count
        return np.append(self.hierarchy.groups[level], np.int32(null))

    def size(self, level: int) -> int:
        """The number of groups at `level`, NULL included."""
        return int(self.groups(level).max()) + 1

    def shares(self, level: int) -> FloatArray:
        """Leaves under each group divided by all leaves; below the top, NULL counts as one leaf: nothing is lost."""
        shares = self.hierarchy.shares(level)
        return shares if level and len(shares) == 1 else np.append(shares, 1 / self.hierarchy.leaves)

    def rise(self, low: int, high: int) -> Codes:
        """The group at level `high` of each group at level `low`."""
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
        """The words of each row, shape (rows, words)."""
        rows = len(columns[0])
        result = np.zeros((rows, self.words), dtype=np.uint64)
        for word, shift, codes in zip(self.word, self.shift, columns, strict=True):
            result[:, word] |= codes.astype(np.uint64) << np.uint64(shift)
        return result

    def field(self, keys: Words, attribute: int) -> Codes:
        """The codes of one attribute."""
        shifted = keys[:, self.word[attribute]] >> np.uint64(self.shift[attribute])
        return (shifted & np.uint64(self.mask[attribute])).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Distinct combinations at ``levels``: words (g, w), and counts (g, c) of rows (and of the population)."""

    levels: Levels
    keys: Words
    counts: IntArray


def collapse(keys: Words, counts: IntArray) -> tuple[Codes, Words, IntArray]:
    """Group equal combinations: label of each input, distinct words and summed counts in order of appearance."""
    none = np.zeros(0, dtype=np.int64)
    keep = np.full(keys.shape[1], np.iinfo(np.uint64).max, dtype=np.uint64)
    maps = np.zeros((0, 1), dtype=np.int32)
    labels, first, sums = _merge(keys, counts, none, none, none, maps, keep)
    return labels, _rewrite(keys[first], none, none, none, maps, keep), sums


def rise(
    groups: Groups, levels: Levels, quasi: Sequence[QuasiIdentifier], layout: Layout
) -> tuple[Codes, Groups]:
    """The groups at `levels` (nowhere below those of `groups`), and which of them each old group falls into."""
    changed = [i for i, (a, b) in enumerate(zip(groups.levels, levels, strict=True)) if a != b]
    tables = [quasi[i].rise(groups.levels[i], levels[i]) for i in changed]
    maps = np.zeros((len(changed), max((len(t) for t in tables), default=1)), dtype=np.int32)
    for row, table in zip(maps, tables, strict=True):
        row[: len(table)] = table
    keep = np.full(layout.words, np.iinfo(np.uint64).max, dtype=np.uint64)
    for i in changed:
        keep[layout.word[i]] &= ~(np.uint64(layout.mask[i]) << np.uint64(layout.shift[i]))
    word, shift, mask = (
        np.array([values[i] for i in changed], dtype=np.int64)
        for values in (layout.word, layout.shift, layout.mask)
    )
    labels, first, sums = _merge(groups.keys, groups.counts, word, shift, mask, maps, keep)
    return labels, Groups(levels, _rewrite(groups.keys[first], word, shift, mask, maps, keep), sums)


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _rewrite(keys: Words, word: IntArray, shift: IntArray, mask: IntArray, maps: Codes, keep: Words) -> Words:
    """The words with the fields of some attributes replaced through `maps`."""
    result = keys & keep
    for j in range(len(word)):
        w, s, m = word[j], np.uint64(shift[j]), np.uint64(mask[j])
        for i in range(len(keys)):
            result[i, w] |= np.uint64(maps[j, (keys[i, w] >> s) & m]) << s
    return result


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _merge(
    keys: Words,
    counts: IntArray,
    word: IntArray,
    shift: IntArray,
    mask: IntArray,
    maps: Codes,
    keep: Words,
) -> tuple[Codes, IntArray, IntArray]:
    """Label of each combination after rewriting, the first combination of each label, and summed counts.

    Open addressing with linear probing; slots hold labels, so equality is checked on the rewritten words.
    """
    n, w = keys.shape
    new = _rewrite(keys, word, shift, mask, maps, keep)
    bits = 4
    while (1 << bits) < 2 * n:
        bits += 1
    slots = np.full(1 << bits, -1, dtype=np.int32)
    last = np.uint64((1 << bits) - 1)
    labels = np.empty(n, dtype=np.int32)
    first = np.empty(n, dtype=np.int64)
    c = counts.shape[1]
    sums = np.zeros((n, c), dtype=np.int64)
    found = 0
    for i in range(n):
        h = np.uint64(0)
        for j in range(w):
            h = (h ^ new[i, j]) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(32)
        at = h & last
        while True:
            label = slots[at]
            if label < 0:
                label = found
                slots[at] = label
                first[label] = i
                found += 1
                break
            same = True
            for j in range(w):
                if new[first[label], j] != new[i, j]:
                    same = False
                    break
            if same:
                break
            at = (at + np.uint64(1)) & last
        labels[i] = label
        for j in range(c):
            sums[label, j] += counts[i, j]
    return labels, first[:found].copy(), sums[:found].copy()


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def sum_rows(labels: Codes, rows: IntArray, size: int) -> IntArray:
    """Sum the rows (n, v) that share a label, shape (size, v)."""
    result = np.zeros((size, rows.shape[1]), dtype=np.int64)
    for i in range(len(labels)):
        for j in range(rows.shape[1]):
            result[labels[i], j] += rows[i, j]
    return result


def leaf_codes(quasi: QuasiIdentifier) -> Codes:
    """The leaf of each row, NULL as the code after the last leaf."""
    codes = quasi.hierarchy.encode(quasi.column)
    return np.where(codes == NULL, np.int32(quasi.hierarchy.leaves), codes)
