"""Local recoding: each class of rows has its own levels, so that one odd row does not coarsen the whole table.

First nodes of the lattice in the order of their loss: what is private at a node is released there, and only the rest
goes on to the next (ARX repeats its global search in the same spirit). The few rows that are left join the class
that loses least by taking them in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np

from sanitizer.common.progress import followed
from sanitizer.errors import UsageError
from sanitizer.relational.columns.lattice import optimal
from sanitizer.relational.columns.lattice_nodes import Evaluator, Problem
from sanitizer.relational.columns.recode import class_loss
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.partitioner import Labels, UnsatisfiableError, canonical
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.table import Codes, Column, Table
from sanitizer.relational.table.tuples import Groups, Levels, QuasiIdentifier, sum_rows
from sanitizer.types import IntArray

MOST_NODES: Final = 50_000
"""Combinations of levels up to which all are gone through."""
MOST_WORK: Final = 1_000_000_000
"""Combinations of levels times rows up to which they are."""


@dataclass(frozen=True, slots=True)
class LocalRecoding:
    """The partitioner; ``hierarchies`` has one for each quasi-identifier (a top ``*`` is added where it lacks).

    The value of a cell is the lowest common ancestor of its class (:class:`.table.recoders.Levels`). No row is
    suppressed, and the loss is never above that of the best single node. Missing values are equal to each other only.
    """

    hierarchies: Mapping[str, Hierarchy]

    def partition(
        self, quasi: Table, models: Sequence[PrivacyModel], sensitive: Sequence[Column] = ()
    ) -> Labels:
        """Return labels (rows,); see :class:`sanitizer.relational.privacy.partitioner.Partitioner`."""
        if not quasi.rows:
            return np.zeros(0, dtype=np.int64)
        missing = [c.name for c in quasi.columns if c.name not in self.hierarchies]
        if missing:
            raise UsageError(f'local recoding: column "{missing[0]}" has no hierarchy')
        columns = sorted(quasi.columns, key=lambda c: c.name)
        identifiers = tuple(QuasiIdentifier(c, self.hierarchies[c.name].with_top()) for c in columns)
        nodes = prod(q.hierarchy.levels for q in identifiers)
        if nodes > min(MOST_NODES, MOST_WORK // quasi.rows):
            raise UsageError(
                f"local recoding goes through all combinations of levels: {nodes} for {quasi.rows} rows are too many; "
                'use partitioner = "columns"'
            )
        problem = Problem(identifiers, tuple(models), tuple(sensitive))
        evaluator = Evaluator(problem)
        top: Levels = tuple(q.hierarchy.top for q in identifiers)
        groups, histograms = evaluator.grouped(top)
        if not evaluator.released(groups, histograms)[0].all():
            raise UnsatisfiableError(
                f"not even the whole table ({quasi.rows} rows) as one group satisfies the privacy models"
            )
        order = followed(_ascending(evaluator), "combinations of steps tried")
        classes = _join_rest(evaluator, peel(evaluator, order, np.arange(len(evaluator.base.keys)))[0])
        labels = canonical(classes[evaluator.of_row])
        whole = optimal(problem)  # joining what is left over can cost a small table more than it saved
        return labels if class_loss(identifiers, labels) <= whole.loss + 1e-12 else whole.labels


def _ascending(evaluator: Evaluator) -> list[Levels]:
    """Return all nodes by what they lose, equal ones in the order of their levels."""
    total = np.zeros((1,) * len(evaluator.quasi))
    for axis, losses in enumerate(evaluator.level_loss):
        shape = [1] * len(evaluator.quasi)
        shape[axis] = -1
        total = total + np.round(losses, 9).reshape(shape)
    order = np.argsort(np.round(total, 9), axis=None, kind="stable")
    nodes = np.stack(np.unravel_index(order, total.shape), axis=1)
    return [tuple(node) for node in nodes.tolist()]


def peel(evaluator: Evaluator, nodes: Iterable[Levels], rest: IntArray) -> tuple[IntArray, list[Levels]]:
    """Release what is private at the first node, of the rest what is private at the second, and so on.

    `rest` are positions of distinct combinations (of the evaluator's base). Returns the class of every
    combination, shape (combinations,), -1 where it was not released, and the node of each class.
    """
    base = evaluator.base
    classes = np.full(len(base.keys), -1, dtype=np.int64)
    of_class: list[Levels] = []
    keys, counts, histograms = base.keys[rest], base.counts[rest], [h[rest] for h in evaluator.histograms]
    for levels in nodes:
        if not len(rest):
            break
        merged, groups = evaluator.rises.rise(Groups(base.levels, keys, counts), levels)
        labels, sums = merged.labels, [merged.sums(h) for h in histograms]
        fine, _ = evaluator.released(groups, sums)
        if not fine.any():
            continue
        number = np.cumsum(fine) - 1 + len(of_class)
        out = fine[labels]
        classes[rest[out]] = number[labels[out]]
        of_class += [levels] * int(fine.sum())
        rest, keys, counts = rest[~out], keys[~out], counts[~out]
        histograms = [h[~out] for h in histograms]
        if not evaluator.soft and not _possible(evaluator, counts, histograms):
            break
    return classes, of_class


def _possible(evaluator: Evaluator, counts: IntArray, histograms: Sequence[IntArray]) -> bool:
    """Return whether these combinations taken together satisfy the models."""
    if not len(counts):
        return False
    together = np.zeros(len(counts), dtype=np.int32)
    groups = Groups(evaluator.base.levels, evaluator.base.keys[:1], sum_rows(together, counts, 1))
    return bool(evaluator.released(groups, [sum_rows(together, h, 1) for h in histograms])[0][0])


def _join_rest(evaluator: Evaluator, classes: IntArray) -> IntArray:
    """Join what is left over with the class that loses least by it, and with the next until the models hold."""
    rest = classes < 0
    if not rest.any():
        return classes
    result = classes.copy()
    number = int(classes.max()) + 1
    for host in _hosts(evaluator, classes).tolist():
        rest |= classes == host
        if _possible(evaluator, evaluator.base.counts[rest], [h[rest] for h in evaluator.histograms]):
            break
    result[rest] = number
    return result


def _hosts(evaluator: Evaluator, classes: IntArray) -> IntArray:
    """Return the classes in the order of what they lose by taking in the combinations left over, which are -1."""
    count = int(classes.max()) + 1
    rest = np.flatnonzero(classes < 0)
    known = np.flatnonzero(classes >= 0)
    sizes = np.bincount(classes[known], weights=evaluator.base.counts[known, 0], minlength=count)
    before, after = np.zeros(count), np.zeros(count)
    member = np.zeros(count, dtype=np.int64)
    member[classes[known]] = known
    ties = []
    for i, (q, costs) in enumerate(zip(evaluator.quasi, evaluator.costs, strict=True)):
        codes = evaluator.layout.field(evaluator.base.keys, i)
        ties.append(np.minimum.reduceat(*_sorted_by_class(codes[known], classes[known])))
        own, joint = np.full(count, -1), np.full(count, -1)
        for level in range(q.hierarchy.levels - 1, -1, -1):
            group = q.groups(level)[codes]
            same = np.ones(count, dtype=np.bool_)
            same[classes[known][group[known] != group[member[classes[known]]]]] = False
            own[same] = level
            if (group[rest] == group[rest[0]]).all():
                joint[same & (group[member] == group[rest[0]])] = level
        for level in range(q.hierarchy.levels):
            group = q.groups(level)[codes[member]]
            before += np.where(own == level, costs.cells[level][group], 0)
            after += np.where(joint == level, costs.cells[level][group], 0)
    rows = evaluator.base.counts[rest, 0].sum()
    growth = np.round((sizes + rows) * after - sizes * before, 12)
    return np.lexsort([*ties[::-1], growth])


def _sorted_by_class(values: Codes, classes: IntArray) -> tuple[Codes, IntArray]:
    order = np.argsort(classes, kind="stable")
    return values[order], np.searchsorted(classes[order], np.arange(int(classes.max()) + 1))
