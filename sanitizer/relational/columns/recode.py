"""From classes of rows to released values: ranges, sets, or lowest common ancestors; and the levels of a node."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol, runtime_checkable

import numpy as np

from sanitizer.relational.columns.lattice import Solution
from sanitizer.relational.privacy.classes import Labels
from sanitizer.relational.table.hierarchy import TOP, Hierarchy, HierarchyError
from sanitizer.relational.table.table import NULL, Codes, Column
from sanitizer.relational.table.tuples import IntArray, QuasiIdentifier, leaf_codes

SUPPRESSED: Final = TOP
"""The value of every quasi-identifier of a suppressed row."""


@runtime_checkable
class Recoder(Protocol):
    """Gives all rows of a class the same value. ``labels`` (rows,) are 0 to c - 1."""

    def recode(self, column: Column, labels: Labels) -> Column:
        """The released column: same rows, other labels."""


class Ranges:
    """Numbers become ``[low-high]``, or the number itself when it is the only one.

    A class with missing values beside numbers becomes ``*``; one of missing values only stays missing.
    """

    def recode(self, column: Column, labels: Labels) -> Column:
        """See :class:`Recoder`."""
        numbers = column.numbers()
        rank = np.argsort(np.argsort(numbers, kind="stable"), kind="stable")
        classes = int(labels.max(initial=-1)) + 1
        known = column.codes != NULL
        low = np.full(classes, len(numbers), dtype=np.int64)
        high = np.full(classes, -1, dtype=np.int64)
        np.minimum.at(low, labels[known], rank[column.codes[known]])
        np.maximum.at(high, labels[known], rank[column.codes[known]])
        by_rank = [column.labels[i] for i in np.argsort(rank)]

        def name(c: int) -> str:
            one: str = by_rank[int(low[c])]
            other: str = by_rank[int(high[c])]
            if one == other:
                return one
            return f"[{one}-{other}]" if not other.startswith("-") else f"[{one} to {other}]"

        return _release(column, labels, known, name)


class Sets:
    """Categories become ``{a, b}``, or the value itself when it is the only one (rx-anon's set recoding).

    A class with missing values beside others becomes ``*``; one of missing values only stays missing.
    """

    def recode(self, column: Column, labels: Labels) -> Column:
        """See :class:`Recoder`."""
        known = column.codes != NULL
        values = max(len(column.labels), 1)
        pairs = np.unique(labels[known] * values + column.codes[known])
        first = np.searchsorted(pairs // values, np.arange(int(labels.max(initial=-1)) + 2))

        def name(c: int) -> str:
            members = [column.labels[p % values] for p in pairs[first[c] : first[c + 1]].tolist()]
            return members[0] if len(members) == 1 else "{" + ", ".join(members) + "}"

        return _release(column, labels, known, name)


class Ancestors:
    """Categories become their lowest common ancestor in a hierarchy.

    A class with missing values beside others becomes ``*``; one of missing values only stays missing.
    """

    def __init__(self, hierarchy: Hierarchy) -> None:
        self.hierarchy = hierarchy.with_top()

    def recode(self, column: Column, labels: Labels) -> Column:
        """See :class:`Recoder`. Raises HierarchyError for values without a row."""
        quasi = QuasiIdentifier(column, self.hierarchy)
        level, leaf = common_levels(quasi, labels)

        def name(c: int) -> str:
            at = int(level[c])
            return self.hierarchy.labels[at][int(self.hierarchy.groups[at][leaf[c]])]

        return _release(column, labels, column.codes != NULL, name)


def common_levels(quasi: QuasiIdentifier, labels: Labels) -> tuple[IntArray, IntArray]:
    """The level where each class meets (c,), and one of its leaves (c,), ``leaves`` when its first is missing."""
    codes = leaf_codes(quasi)
    classes = int(labels.max(initial=-1)) + 1
    leaf = np.zeros(classes, dtype=np.int64)
    leaf[labels] = codes
    level = np.full(classes, NULL, dtype=np.int64)
    for j in range(quasi.hierarchy.levels):
        groups = quasi.groups(j)
        split = np.zeros(classes, dtype=np.bool_)
        split[labels[groups[codes] != groups[leaf[labels]]]] = True
        level[(level == NULL) & ~split] = j
    if (level == NULL).any():
        raise HierarchyError(f'hierarchy "{quasi.hierarchy.name}" has no common top; use with_top()')
    return level, leaf


def class_loss(quasi: Sequence[QuasiIdentifier], labels: Labels) -> float:
    """ARX's "Loss" of classes recoded to their lowest common ancestors; rows labelled -1 are suppressed."""
    return float(np.mean(class_losses(quasi, labels)))


def class_losses(quasi: Sequence[QuasiIdentifier], labels: Labels) -> list[float]:
    """The same for each attribute, 0 (all as it was) to 1 (nothing left)."""
    result = []
    kept = np.flatnonzero(labels >= 0)
    for q in quasi:
        least = 1 / q.hierarchy.leaves
        if least == 1 or not len(labels):
            result.append(0.0)
            continue
        small = QuasiIdentifier(q.column.take(kept), q.hierarchy)
        level, leaf = common_levels(small, labels[kept])
        sizes = np.bincount(labels[kept])
        share = np.zeros(len(sizes))
        for j in range(q.hierarchy.levels):
            share = np.where(level == j, q.shares(j)[q.groups(j)[leaf]], share)
        cells = float(sizes @ share) if len(sizes) else 0.0
        result.append((cells + len(labels) - len(kept) - len(labels) * least) / (len(labels) * (1 - least)))
    return result


def full_domain(quasi: QuasiIdentifier, level: int, labels: Labels) -> Column:
    """The column at a level of the lattice; rows labelled -1 (suppressed) become ``*``, NULL stays below the top."""
    names = quasi.hierarchy.labels[level]
    codes: Codes = quasi.groups(level)[leaf_codes(quasi)]
    texts = (*names, SUPPRESSED) if SUPPRESSED not in names else names
    codes = np.where(codes == len(names), np.int32(NULL), codes)
    codes = np.where(labels < 0, np.int32(texts.index(SUPPRESSED)), codes)
    return Column(quasi.column.name, codes, texts)


def released(quasi: Sequence[QuasiIdentifier], solution: Solution) -> tuple[Column, ...]:
    """All quasi-identifiers at the levels of a solution, suppressed and dropped rows as ``*``."""
    return tuple(
        full_domain(q, level, solution.labels) for q, level in zip(quasi, solution.levels, strict=True)
    )


def _release(column: Column, labels: Labels, known: np.ndarray, name: Callable[[int], str]) -> Column:
    """A column whose value is `name(c)` in each class c; classes with missing values as said above."""
    classes = int(labels.max(initial=-1)) + 1
    some = np.bincount(labels[known], minlength=classes) > 0
    gaps = np.bincount(labels[~known], minlength=classes) > 0
    texts: dict[str, int] = {}
    code = np.full(classes, NULL, dtype=np.int32)
    for c in np.flatnonzero(some).tolist():
        text = TOP if gaps[c] else name(c)
        code[c] = texts.setdefault(text, len(texts))
    return Column(column.name, code[labels], tuple(texts))
