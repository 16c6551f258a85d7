"""Full-domain generalization: one level for each attribute, searched over the lattice of all levels.

:func:`optimal` proves the least loss; :func:`best_first` is the search of the ANON report; :func:`exhaustive` tries
every node, to check the first.
"""

import heapq
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from sanitizer.relational.columns.lattice_nodes import Evaluation, Evaluator, Problem
from sanitizer.relational.columns.loss import level_losses
from sanitizer.relational.privacy.partitioner import Labels, UnsatisfiableError, canonical
from sanitizer.relational.table.tuples import Levels
from sanitizer.types import FloatArray

_EQUAL: Final = 1e-12
"""Losses closer than this are the same loss (their sums differ with the order of the columns)."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The node found.

    ``labels`` (rows,) is the class of each row, -1 if it is suppressed or dropped (``basic`` matching);
    ``dropped`` and ``suppressed`` count them. ``nodes`` is the size of the lattice inside the limits, ``tested`` how
    many nodes were grouped and tested, ``queued`` how many a best-first search has put into its queue.
    ``optimal`` says that no node loses less.
    """

    levels: Levels
    loss: float
    suppressed: int
    dropped: int
    classes: int
    labels: Labels
    nodes: int
    tested: int
    queued: int
    optimal: bool


def optimal(problem: Problem) -> Solution:
    """Return the node of least loss, proved without testing all.

    Three facts prune: a node's loss is at least what it would be without suppression; rows that an absorbing
    model fails at a node fail at every node below it, so a node that suppresses too many rules out all below,
    and what their suppression costs at least is known; and a node whose bound exceeds the best loss cannot
    win. Equal losses are decided by fewer suppressed rows, then by the levels in the order of column names.

    Raises UnsatisfiableError when no node inside the limits satisfies the models.
    """
    evaluator = Evaluator(problem)
    least = tuple(q.least for q in problem.quasi)
    base = _node_losses(evaluator)
    open_ = base.copy()  # the bound of every node that may still win, infinite for the others
    best: Evaluation | None = None
    tested = 0

    def test(node: Levels) -> bool:
        nonlocal best, tested
        tested += 1
        found = evaluator.evaluate(tuple(a + b for a, b in zip(node, least, strict=True)))
        below = tuple(slice(0, level + 1) for level in node)
        if found.hard > evaluator.limit:
            open_[below] = np.inf
            return False
        open_[node] = np.inf
        if found.loss < np.inf:
            if found.penalty and not evaluator.soft:
                np.maximum(open_[below], base[below] + found.penalty, out=open_[below])
            if best is None or _rank(found, problem) < _rank(best, problem):
                best = found
        return True

    while True:
        at = int(open_.argmin())
        bound = float(open_.flat[at])
        if bound == np.inf or (best is not None and bound > best.loss + _EQUAL):
            break
        start: Levels = tuple(int(i) for i in np.unravel_index(at, open_.shape))
        path = _path(start, open_)
        low, high = 0, len(path)  # every node of the path before `low` is ruled out, `high` is not
        while low < high:
            middle = (low + high) // 2
            if test(path[middle]):
                high = middle
            else:
                low = middle + 1
    return _solution(problem, evaluator, best, tested, 0, True)


def _path(start: Levels, open_: FloatArray) -> list[Levels]:
    """Return a way up from `start` over open nodes, each time to the least bound."""
    path = [start]
    while True:
        node = path[-1]
        ups = [
            (float(open_[up]), up)
            for i in range(len(node))
            if node[i] + 1 < open_.shape[i] and open_[up := (*node[:i], node[i] + 1, *node[i + 1 :])] < np.inf
        ]
        if not ups:
            return path
        path.append(min(ups)[1])


def best_first(problem: Problem, weighted: bool = True) -> Solution:
    """ANON's search (algorithms 2 and 3): from the bottom, always the queued node of least weighted loss.

    Priority x loss of the level, summed, orders the queue, and the first node that satisfies the models with at
    most the suppression allowed is the answer: the least weighted loss there is. `weighted=False` searches
    breadth first, level by level (the report's runs without priorities).
    """
    evaluator = Evaluator(problem)
    phi = [[q.priority * x for x in level_losses(q)] for q in problem.quasi]

    def weight(node: Levels) -> tuple[float, Levels]:
        loss = sum(p[level] for p, level in zip(phi, node, strict=True)) if weighted else float(sum(node))
        return round(loss, 9), node

    bottom = tuple(q.least for q in problem.quasi)
    queue, seen, tested = [weight(bottom)], {bottom}, 0
    while queue:
        _, node = heapq.heappop(queue)
        tested += 1
        found = evaluator.evaluate(node)
        if found.loss < np.inf:
            return _solution(problem, evaluator, found, tested, len(seen), False)
        for i, q in enumerate(problem.quasi):
            child = (*node[:i], node[i] + 1, *node[i + 1 :])
            if node[i] < q.highest and child not in seen:
                seen.add(child)
                heapq.heappush(queue, weight(child))
    return _solution(problem, evaluator, None, tested, len(seen), False)


def exhaustive(problem: Problem) -> Solution:
    """Return the node of least loss by testing every node."""
    evaluator = Evaluator(problem)
    best: Evaluation | None = None
    tested = 0
    for node in product(*(range(q.least, q.highest + 1) for q in problem.quasi)):
        tested += 1
        found = evaluator.evaluate(node)
        if found.loss < np.inf and (best is None or _rank(found, problem) < _rank(best, problem)):
            best = found
    return _solution(problem, evaluator, best, tested, 0, True)


def _rank(found: Evaluation, problem: Problem) -> tuple[float, int, Levels]:
    """Return what decides between nodes: independent of the order of rows and columns."""
    order = sorted(range(len(problem.quasi)), key=lambda i: problem.quasi[i].column.name)
    return round(found.loss / _EQUAL) * _EQUAL, found.suppressed, tuple(found.levels[i] for i in order)


def _node_losses(evaluator: Evaluator) -> FloatArray:
    """Return the loss of every node inside the limits when nothing is suppressed, one axis for each attribute."""
    result = np.zeros((1,) * len(evaluator.quasi))
    for axis, (q, losses) in enumerate(zip(evaluator.quasi, evaluator.level_loss, strict=True)):
        shape = [1] * len(evaluator.quasi)
        shape[axis] = -1
        result = result + losses[q.least : q.highest + 1].reshape(shape)
    return np.ascontiguousarray(result)


def _solution(
    problem: Problem, evaluator: Evaluator, best: Evaluation | None, tested: int, queued: int, proved: bool
) -> Solution:
    nodes = int(np.prod([q.highest - q.least + 1 for q in problem.quasi]))
    if best is None:
        raise UnsatisfiableError(
            f"none of the {nodes} combinations of levels inside the limits satisfies the privacy models with at most "
            f"{evaluator.limit} of {evaluator.rows} rows suppressed; raise limits or suppression, or lower k, l or t"
        )
    labels = evaluator.labels(best.levels)
    labels[labels >= 0] = canonical(labels[labels >= 0])
    return Solution(
        levels=best.levels,
        loss=best.loss,
        suppressed=best.suppressed,
        dropped=evaluator.dropped,
        classes=best.classes,
        labels=labels,
        nodes=nodes,
        tested=tested,
        queued=queued,
        optimal=proved,
    )
