"""The cuts that were made so far as a small tree, and the node of a row as an SQL expression over it."""

from dataclasses import dataclass, field

import numpy as np

from sanitizer.types import IntArray


@dataclass(slots=True)
class CutTree:
    """Nodes are numbered from 0, the root, as they are made; ``cuts`` has for each that was cut its condition (true: to
    the left) and the numbers of both sides."""

    cuts: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    nodes: int = 1

    def cut(self, node: int, condition: str) -> tuple[int, int]:
        """Cut a node; the numbers of its sides."""
        left, right = self.nodes, self.nodes + 1
        self.nodes += 2
        self.cuts[node] = condition, left, right
        return left, right

    def copy(self) -> "CutTree":
        """Return the same cuts, to which others may be added."""
        return CutTree(dict(self.cuts), self.nodes)

    def expression(self, node: int = 0) -> str:
        """Return the node of a row."""
        if node not in self.cuts:
            return str(node)
        condition, left, right = self.cuts[node]
        return f"CASE WHEN {condition} THEN {self.expression(left)} ELSE {self.expression(right)} END"


def codes_in(column: str, left: IntArray, right: IntArray) -> str:
    """Return a condition that holds for the codes `left` and not for `right`, both of which are not empty."""
    if left.max() < right.min():
        return f"{column} <= {left.max()}"
    if left.min() > right.max():
        return f"{column} >= {left.min()}"
    if len(left) <= len(right):
        return f"{column} IN ({_listed(left)})"
    return f"{column} NOT IN ({_listed(right)})"


def _listed(codes: IntArray) -> str:
    return ", ".join(map(str, np.sort(codes).tolist()))
