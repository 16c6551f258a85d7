"""t-closeness: the sensitive values of a class are distributed like those of the whole table."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.relational.privacy.models import SLACK, Classes, OfColumn
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.types import BoolArray, FloatArray


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
        close: BoolArray = (self.distances(difference) <= self.t + SLACK) & (known > 0)
        return close

    def distances(self, difference: FloatArray) -> FloatArray:
        """Return the earth mover's distance for differences (c, values) of two distributions, shape (c,)."""
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
