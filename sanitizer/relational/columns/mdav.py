"""Microaggregation by MDAV: groups of at least k records that are near each other (Domingo-Ferrer and Torra 2005,
MDAV-generic; Domingo-Ferrer and Mateo-Sanz 2002).

What is ours: equal rows stay together, so the order of rows does not matter; categories differ by 1, or not at all; and
groups that a further model refuses join the nearest group until all satisfy it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import AlphaK
from sanitizer.relational.privacy.models import PrivacyModel, all_satisfied
from sanitizer.relational.privacy.partitioner import Labels, UnsatisfiableError, canonical, classes_of
from sanitizer.relational.table.table import NULL, Column, Table
from sanitizer.types import FloatArray, IntArray

MOST: Final = 50_000
"""Different rows up to which all are compared with the farthest ones again and again."""
_APART: Final = 1000.0
"""Distance of a missing value from any other, in deviations: they are a group of their own where k allows."""


@dataclass(frozen=True, slots=True)
class Mdav:
    """The partitioner. Columns named in ``numbers`` lie apart by their difference over the standard deviation, the
    others by 0 or 1. The time grows with the square of the number of different rows, of which there may be MOST."""

    numbers: frozenset[str] = field(default_factory=frozenset)

    def partition(
        self, quasi: Table, models: Sequence[PrivacyModel], sensitive: Sequence[Column] = ()
    ) -> Labels:
        """Return labels (rows,); see :class:`sanitizer.relational.privacy.partitioner.Partitioner`."""
        if not quasi.rows:
            return np.zeros(0, dtype=np.int64)
        columns = sorted(quasi.columns, key=lambda c: c.name)
        codes = np.stack([c.codes.astype(np.int64) for c in columns], axis=1)
        distinct, of, weight = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
        if len(distinct) > MOST:
            raise UsageError(
                f"mdav compares rows with each other: the table has {len(distinct)} different ones, it takes "
                f'{MOST}; use partitioner = "columns"'
            )
        points = np.concatenate(
            [self._axes(c, distinct[:, j], weight) for j, c in enumerate(columns)], axis=1
        )
        k = max((m.k for m in models if isinstance(m, KAnonymity | AlphaK)), default=1)
        groups = _groups(points, weight.astype(np.int64), k)
        merged = _satisfying(groups, points, weight, of.reshape(-1), models, sensitive)
        return canonical(merged[of.reshape(-1)])

    def _axes(self, column: Column, codes: IntArray, weight: IntArray) -> FloatArray:
        """Return where the different rows lie: squared distances along these axes add up."""
        missing = codes == NULL
        if column.name in self.numbers:
            place = np.append(column.numbers(), 0.0)[codes]
            known, times = place[~missing], weight[~missing]
            middle = float(np.average(known, weights=times)) if len(known) else 0.0
            spread = float(np.sqrt(np.average((known - middle) ** 2, weights=times))) if len(known) else 0.0
            scaled = np.where(missing, 0.0, (place - middle) / (spread or 1.0))
            return np.stack([scaled, missing * _APART], axis=1)
        there = np.unique(codes[~missing])
        flags = (codes[:, None] == there[None, :]) / np.sqrt(2)
        return np.concatenate([flags, missing[:, None] * _APART], axis=1)


def _groups(points: FloatArray, weight: IntArray, k: int) -> IntArray:
    """Return the group of each point by MDAV-generic; `weight` counts its rows."""
    label = np.full(len(points), -1, dtype=np.int64)
    left = np.arange(len(points))
    found = 0

    def take(around: int) -> None:
        nonlocal left, found
        distance = ((points[left] - points[around]) ** 2).sum(axis=1)
        order = np.argsort(distance, kind="stable")
        many = int(np.searchsorted(np.cumsum(weight[left[order]]), k)) + 1
        label[left[order[:many]]] = found
        found += 1
        left = np.sort(left[order[many:]])

    def farthest(point: FloatArray) -> int:
        return int(left[np.argmax(((points[left] - point) ** 2).sum(axis=1))])

    while int(weight[left].sum()) >= 3 * k:
        first = farthest(np.average(points[left], axis=0, weights=weight[left]))
        take(first)
        if int(weight[left].sum()) >= k:
            take(farthest(points[first]))
    if int(weight[left].sum()) >= 2 * k:
        take(farthest(np.average(points[left], axis=0, weights=weight[left])))
    if int(weight[left].sum()) >= k or not found:
        label[left] = found
    elif len(left):  # equal rows made a group too large to leave k
        centres = _centres(points, weight, label, found)
        for i in left.tolist():
            label[i] = int(np.argmin(((centres - points[i]) ** 2).sum(axis=1)))
    return label


def _centres(points: FloatArray, weight: IntArray, label: IntArray, groups: int) -> FloatArray:
    kept = label >= 0
    sums = np.zeros((groups, points.shape[1]))
    np.add.at(sums, label[kept], points[kept] * weight[kept, None])
    return sums / np.maximum(np.bincount(label[kept], weights=weight[kept], minlength=groups), 1)[:, None]


def _satisfying(
    label: IntArray,
    points: FloatArray,
    weight: IntArray,
    of: IntArray,
    models: Sequence[PrivacyModel],
    sensitive: Sequence[Column],
) -> IntArray:
    """Join each group that a model refuses to the nearest group, beginning with the first."""
    needed = {name for model in models for name in model.columns}
    judged = [c for c in sensitive if c.name in needed]
    while True:
        label = canonical(label)
        fine = all_satisfied(models, classes_of(label[of], judged))
        if fine.all():
            return label
        if len(fine) == 1:
            raise UnsatisfiableError(
                f"not even the whole table ({len(of)} rows) as one group satisfies the privacy models"
            )
        centres = _centres(points, weight, label, len(fine))
        bad = int(np.flatnonzero(~fine)[0])
        distance = ((centres - centres[bad]) ** 2).sum(axis=1)
        distance[bad] = np.inf
        label = np.where(label == bad, int(np.argmin(distance)), label)
