"""l-diversity, t-closeness and (alpha, k): what the sensitive values of a class tell."""

from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.relational.privacy.models import Classes, OfColumn
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.types import BoolArray, FloatArray

_SLACK = 1e-9
"""Sums of floats may differ in the last digits with the order of the rows; thresholds allow for it."""


@dataclass(frozen=True, slots=True)
class LDiversity(OfColumn):
    """l-diversity of a sensitive column (Machanavajjhala et al. 2007).

    ``distinct``: l different values. ``entropy``: entropy of the values at least log(l).
    ``recursive``: r1 < c (r_l + ... + r_m), r the counts in falling order. Missing values never count.
    """

    column: str
    l: float  # noqa: E741 - the field's name in the literature
    kind: Literal["distinct", "entropy", "recursive"] = "distinct"
    c: float = 0.0

    def __post_init__(self) -> None:
        arguments.text(self.column, "l-diversity: column")
        arguments.number(self.l, "l-diversity: l", 1)
        arguments.one_of(self.kind, ("distinct", "entropy", "recursive"), "l-diversity")
        arguments.number(self.c, "l-diversity: c", 0, above=self.kind == "recursive")
        if self.kind != "entropy" and self.l != int(self.l):
            raise UsageError(f"l-diversity: {self.kind} needs a whole l, not {self.l}")

    @property
    def absorbing(self) -> bool:
        """Only counting distinct values is."""
        return self.kind == "distinct"

    def satisfied(self, classes: Classes) -> BoolArray:
        """By kind, as above."""
        counts = classes.histogram(self.column)
        if self.kind == "distinct":
            result: BoolArray = np.count_nonzero(counts, axis=1) >= self.l
            return result
        known = counts.sum(axis=1)
        if self.kind == "entropy":
            share = counts / np.maximum(known, 1)[:, None]
            entropy = -(share * np.log(np.where(share > 0, share, 1.0))).sum(axis=1)
            diverse: BoolArray = (entropy >= log(self.l) - _SLACK) & (known > 0)
            return diverse
        falling = -np.sort(-counts, axis=1)
        rest = falling[:, int(self.l) - 1 :].sum(axis=1)
        return np.asarray((falling.max(axis=1, initial=0) < self.c * rest) & (known > 0))


@dataclass(frozen=True, slots=True)
class TCloseness(OfColumn):
    """t-closeness (Li et al. 2007): the values of a class are distributed like those of the whole table.

    The distance is the earth mover's: ``equal`` (all values equally far apart), ``ordered`` (by the order of the
    codes), ``hierarchical`` (by the level where two values meet in `hierarchy`, whose leaves are the codes).
    A class without any known value does not satisfy it.
    """

    column: str
    t: float
    distance: Literal["equal", "ordered", "hierarchical"] = "equal"
    hierarchy: Hierarchy | None = None

    def __post_init__(self) -> None:
        arguments.text(self.column, "t-closeness: column")
        arguments.number(self.t, "t-closeness: t", 0, 1)
        arguments.one_of(self.distance, ("equal", "ordered", "hierarchical"), "t-closeness")
        arguments.instance(self.hierarchy, Hierarchy, "t-closeness: hierarchy")
        if (self.distance == "hierarchical") != (self.hierarchy is not None):
            raise UsageError("t-closeness: a hierarchy belongs to the hierarchical distance, and only to it")

    def satisfied(self, classes: Classes) -> BoolArray:
        """Earth mover's distance at most t."""
        counts = classes.histogram(self.column)
        known = counts.sum(axis=1)
        total = classes.totals[self.column]
        difference = counts / np.maximum(known, 1)[:, None] - total / max(int(total.sum()), 1)
        close: BoolArray = (self.distances(difference) <= self.t + _SLACK) & (known > 0)
        return close

    def distances(self, difference: FloatArray) -> FloatArray:
        """The earth mover's distance for differences (c, values) of two distributions, shape (c,)."""
        values = difference.shape[1]
        if self.distance == "ordered":
            moved: FloatArray = np.abs(np.cumsum(difference, axis=1)).sum(axis=1) / max(values - 1, 1)
            return moved
        if self.hierarchy is None:
            half: FloatArray = np.abs(difference).sum(axis=1) / 2
            return half
        # The ground distance (level where two leaves meet) / height is a path length in the tree whose every
        # edge is 1 / (2 height) long, so what crosses each edge is the difference of the mass below it.
        tree = self.hierarchy.with_top()
        if tree.leaves != values:
            raise UsageError(
                f't-closeness: the hierarchy has {tree.leaves} values, column "{self.column}" {values}; '
                "encode the column by the hierarchy"
            )
        result = np.zeros(len(difference))
        for level in range(tree.top):
            mass = np.zeros((len(difference), len(tree.labels[level])))
            np.add.at(mass.T, tree.groups[level], difference.T)
            result += np.abs(mass).sum(axis=1) / (2 * tree.top)
        return result


@dataclass(frozen=True, slots=True)
class AlphaK(OfColumn):
    """(alpha,k)-anonymity (Wong et al. 2006): k records, and no value (or only ``value``) above a share alpha.

    ``value`` is a code of the sensitive column, None for every value. Shares are of the known values.
    """

    column: str
    alpha: float
    k: int
    value: int | None = None

    def __post_init__(self) -> None:
        arguments.whole(self.k, "k", 1)
        arguments.text(self.column, "(alpha,k)-anonymity: column")
        arguments.number(self.alpha, "(alpha,k)-anonymity: alpha", 0, 1, above=True)
        if self.value is not None:
            arguments.whole(self.value, "(alpha,k)-anonymity: value", 0)

    def satisfied(self, classes: Classes) -> BoolArray:
        """Sizes of at least k and shares of at most alpha."""
        counts = classes.histogram(self.column)
        known = counts.sum(axis=1)
        highest = counts.max(axis=1, initial=0) if self.value is None else counts[:, self.value]
        few: BoolArray = (highest <= self.alpha * known + _SLACK) & (classes.sizes >= self.k)
        return few
