"""The levels of a node as released columns, and what classes of rows lose that are recoded to common ancestors."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from sanitizer.relational.columns.lattice import Solution
from sanitizer.relational.privacy.partitioner import Labels
from sanitizer.relational.table.hierarchy import TOP, HierarchyError
from sanitizer.relational.table.table import NULL, Codes, Column
from sanitizer.relational.table.tuples import QuasiIdentifier, leaf_codes
from sanitizer.types import IntArray

SUPPRESSED: Final = TOP
"""The value of every quasi-identifier of a suppressed row."""


def common_levels(quasi: QuasiIdentifier, labels: Labels) -> tuple[IntArray, IntArray]:
    """Return the level where each class meets (c,), and one of its leaves (c,), ``leaves`` when its first is
    missing."""
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
    """Return the same for each attribute, 0 (all as it was) to 1 (nothing left)."""
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
    """Return the column at a level of the lattice; rows labelled -1 (suppressed) become ``*``, NULL stays below the
    top."""
    names = quasi.hierarchy.labels[level]
    codes: Codes = quasi.groups(level)[leaf_codes(quasi)]
    texts = (*names, SUPPRESSED) if SUPPRESSED not in names else names
    codes = np.where(codes == len(names), np.int32(NULL), codes)
    codes = np.where(labels < 0, np.int32(texts.index(SUPPRESSED)), codes)
    return Column(quasi.column.name, codes, texts)


def released(quasi: Sequence[QuasiIdentifier], solution: Solution) -> tuple[Column, ...]:
    """Return all quasi-identifiers at the levels of a solution, suppressed and dropped rows as ``*``."""
    return tuple(
        full_domain(q, level, solution.labels) for q, level in zip(quasi, solution.levels, strict=True)
    )
