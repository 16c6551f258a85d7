"""Measure what a release loses: costs of nodes of the lattice, and of finished classes.

Sources: ARX's "Loss" (Iyengar 2002; arithmetic mean, its manual), weighted information loss (ANON 2014, section 3.2),
NCP and GCP (Xu et al. 2006; rx-anon section 5.3), discernibility (Bayardo and Agrawal 2005), average class size
(LeFevre et al. 2006), classification metric (Iyengar 2002), non-uniform entropy (Gionis and Tassa 2009).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from sanitizer.relational.privacy.partitioner import Labels
from sanitizer.relational.table.table import NULL, Codes, Column
from sanitizer.relational.table.tuples import QuasiIdentifier
from sanitizer.types import FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """The cost of each cell of one attribute, so that the loss of a node is a sum of cells.

    ``cells[level]`` (groups,) is the cost of a cell whose value is generalized to that group (NULL last), never
    falling from level to level; ``suppressed`` is that of a suppressed cell, ``None`` when suppression is not
    counted; ``offset`` is added once.
    """

    cells: tuple[FloatArray, ...]
    suppressed: float | None
    offset: float = 0.0


@runtime_checkable
class Objective(Protocol):
    """What a full-domain search makes least."""

    def costs(self, quasi: Sequence[QuasiIdentifier], rows: int) -> tuple[Costs, ...]:
        """Return the costs of each attribute for a table of `rows` rows (those that are dropped included)."""


@dataclass(frozen=True, slots=True)
class ArxLoss:
    """ARX's "Loss": the mean over attributes of (sum of shares - n / leaves) / (n - n / leaves).

    A cell's share is the leaves under its value divided by all leaves of the hierarchy, 1 if its row is
    suppressed or dropped; 0 (all as it was) to 1 (nothing left).
    """

    def costs(self, quasi: Sequence[QuasiIdentifier], rows: int) -> tuple[Costs, ...]:
        """Shares, scaled."""
        result = []
        for q in quasi:
            least = 1 / q.hierarchy.leaves
            scale = 0.0 if least == 1 or not rows else 1 / (rows * (1 - least) * len(quasi))
            cells = tuple(q.shares(level) * scale for level in range(q.hierarchy.levels))
            result.append(Costs(cells, scale, -rows * least * scale))
        return tuple(result)


@dataclass(frozen=True, slots=True)
class WeightedInformationLoss:
    """WIL = sum of priority x loss of the level over the attributes; suppressed rows do not count."""

    def costs(self, quasi: Sequence[QuasiIdentifier], rows: int) -> tuple[Costs, ...]:
        """Return the same for every cell of a level."""
        result = []
        for q in quasi:
            losses = level_losses(q)
            cells = tuple(
                np.full(q.size(level), q.priority * losses[level] / max(rows, 1))
                for level in range(q.hierarchy.levels)
            )
            result.append(Costs(cells, None))
        return tuple(result)


def level_losses(quasi: QuasiIdentifier) -> tuple[float, ...]:
    """Return the loss of each level as given, else level / top."""
    if quasi.losses is not None:
        return quasi.losses
    return tuple(level / max(quasi.hierarchy.top, 1) for level in range(quasi.hierarchy.levels))


def discernibility(sizes: IntArray, suppressed: int = 0) -> int:
    """Sum of squared class sizes; a suppressed row counts all rows of the table."""
    return int((sizes.astype(object) ** 2).sum()) + suppressed * (int(sizes.sum()) + suppressed)


def average_class_size(sizes: IntArray, k: int) -> float:
    """C_avg: (rows / classes) / k; 1 is as fine as k allows."""
    return float(sizes.sum() / len(sizes) / k) if len(sizes) else 0.0


def classification_metric(labels: Labels, target: Column) -> float:
    """Return the share of rows whose value of `target` is not the most frequent of their class, or that are suppressed.

    Suppressed rows have the label -1.
    """
    kept = (labels >= 0) & (target.codes != NULL)
    missing = int(((labels >= 0) & (target.codes == NULL)).sum())
    flat, counts = np.unique(
        labels[kept] * len(target.labels) + target.codes[kept].astype(np.int64), return_counts=True
    )
    best: dict[int, int] = {}
    for key, count in zip((flat // max(len(target.labels), 1)).tolist(), counts.tolist(), strict=True):
        best[key] = max(best.get(key, 0), count)
    right = sum(best.values()) + missing
    return float(1 - right / len(labels)) if len(labels) else 0.0


def nonuniform_entropy(original: Sequence[Codes], released: Sequence[Codes]) -> float:
    """Return bits per cell to guess the original value from the released one, divided by the bits of the column.

    `released` holds for each attribute a code of the released group of each row (any numbering); 0 to 1.
    """
    bits = total = 0.0
    for before, after in zip(original, released, strict=True):
        rows = len(before)
        a, b = after.astype(np.int64) + 1, before.astype(np.int64) + 1  # missing ones are -1
        joint = a * (int(b.max(initial=0)) + 1) + b
        if joint.max(initial=0) > 4 * rows + 65_536:
            joint = np.unique(joint, return_inverse=True)[1]
        in_joint, in_after, in_before = (np.bincount(x)[x] for x in (joint, a, b))
        bits += float(np.log2(in_after / in_joint).sum())
        total += float(np.log2(rows / in_before).sum())
    return bits / total if total else 0.0
