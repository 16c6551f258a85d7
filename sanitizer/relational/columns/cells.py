"""Suppress single cells of rows that a full-domain search would drop, so that the rows stay."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.columns.lattice import Solution
from sanitizer.relational.columns.lattice_nodes import Evaluator, Problem
from sanitizer.relational.columns.local_recoding import peel
from sanitizer.relational.columns.recode import SUPPRESSED
from sanitizer.relational.privacy.partitioner import Labels, canonical
from sanitizer.relational.report.figures import SearchFigures
from sanitizer.relational.table.table import NULL, Codes, Column
from sanitizer.relational.table.tuples import leaf_codes
from sanitizer.types import IntArray


@dataclass(frozen=True, slots=True, eq=False)
class CellSuppression:
    """What became of the rows that a search suppressed.

    ``labels`` (rows,) are the classes now, -1 for rows that stay suppressed (``suppressed``) or were dropped;
    ``levels`` (classes, attributes) is the level of each class, -1 where its cells are ``*``.
    """

    labels: Labels
    levels: IntArray
    suppressed: int

    def figures(self, search: SearchFigures, solution: Solution) -> SearchFigures:
        """Return the figures of the search with how many persons were saved and are still lost, and how many cells
        it cost."""
        shown = self.levels[self.labels[self.labels >= 0]]
        return replace(
            search,
            persons_saved_by_cell_suppression=int(solution.suppressed - self.suppressed),
            cells_suppressed=int((shown < 0).sum()),
            suppressed_persons=int(self.suppressed),
        )

    def released(self, problem: Problem) -> tuple[Column, ...]:
        """Return the quasi-identifiers as they are released."""
        return tuple(self._column(problem, i) for i in range(len(problem.quasi)))

    def _column(self, problem: Problem, attribute: int) -> Column:
        quasi = problem.quasi[attribute]
        by_class = self.levels[:, attribute]
        level = int(by_class.max(initial=0)) if (by_class >= 0).any() else quasi.hierarchy.top
        names = quasi.hierarchy.labels[level]
        texts = names if SUPPRESSED in names else (*names, SUPPRESSED)
        codes: Codes = quasi.groups(level)[leaf_codes(quasi)]
        codes = np.where(codes == len(names), np.int32(NULL), codes)
        hidden = np.append(by_class, -1)[self.labels] < 0
        return Column(quasi.column.name, np.where(hidden, np.int32(texts.index(SUPPRESSED)), codes), texts)


def suppress_cells(problem: Problem, solution: Solution) -> CellSuppression:
    """Group the suppressed rows of `solution` again with as few of their cells as possible made ``*``.

    Patterns of hidden cells are tried by what they lose; the rows that no pattern saves stay suppressed. Every
    new class satisfies the models by itself. Raises UsageError for NULL matching with wildcards.
    """
    if problem.matching.wildcard:
        raise UsageError("cell suppression needs groups: use the NULL matching basic or extended")
    lifted = replace(
        problem, quasi=tuple(replace(q, hierarchy=q.hierarchy.with_top(), losses=None) for q in problem.quasi)
    )
    evaluator = Evaluator(lifted)
    gone = np.zeros(len(evaluator.base.keys), dtype=np.bool_)
    gone[evaluator.of_row[solution.labels[evaluator.kept] < 0]] = True
    tops = [q.hierarchy.top for q in lifted.quasi]
    choices = [
        (level,) if level == top else (level, top) for level, top in zip(solution.levels, tops, strict=True)
    ]
    nodes = sorted(product(*choices), key=lambda node: (round(evaluator.node_loss(node), 9), node))
    classes, of_class = peel(evaluator, nodes, np.flatnonzero(gone))
    saved = np.full(len(solution.labels), -1, dtype=np.int64)
    saved[evaluator.kept] = classes[evaluator.of_row]
    count = int(solution.labels.max(initial=-1)) + 1
    raw = np.where(solution.labels >= 0, solution.labels, np.where(saved >= 0, saved + count, -1))
    labels, levels = raw.copy(), np.zeros((0, len(tops)), dtype=np.int64)
    if (raw >= 0).any():
        labels[raw >= 0] = canonical(raw[raw >= 0])
        all_levels = np.array(
            [solution.levels] * count
            + [tuple(-1 if a != b else a for a, b in zip(n, solution.levels, strict=True)) for n in of_class]
        )
        levels = np.zeros((int(labels.max()) + 1, len(tops)), dtype=np.int64)
        levels[labels[raw >= 0]] = all_levels[raw[raw >= 0]]
    return CellSuppression(labels, levels, int((labels < 0).sum()) - solution.dropped)
