"""One node of the generalization lattice: which rows it would suppress, and what it would lose."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.columns.loss import ArxLoss, Objective
from sanitizer.relational.privacy.models import Classes, PrivacyModel, all_satisfied
from sanitizer.relational.privacy.partitioner import histogram, totals
from sanitizer.relational.table.nulls import NullMatching, matches
from sanitizer.relational.table.table import NULL, Codes, Column, Table
from sanitizer.relational.table.tuples import (
    Groups,
    Layout,
    Levels,
    QuasiIdentifier,
    Rises,
    collapse,
    leaf_codes,
)
from sanitizer.types import BoolArray, IntArray

_SNAPSHOT_CELLS = 4_000_000
"""Words and counts kept of grouped nodes, at most (32 MB): what is above is made again from below."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """What a full-domain search has to solve.

    ``suppression`` is the share of the rows (those with NULL dropped by ``basic`` matching excepted) that may be
    suppressed; ``population`` holds the quasi-identifiers of everyone, for k-map; ``objective`` is what is made
    least; ``persons`` (rows,) is how many rows of the table each row stands for, None: one.
    """

    quasi: tuple[QuasiIdentifier, ...]
    models: tuple[PrivacyModel, ...]
    sensitive: tuple[Column, ...] = ()
    suppression: float = 0.0
    matching: NullMatching = NullMatching.EXTENDED
    population: Table | None = None
    objective: Objective = field(default_factory=ArxLoss)
    persons: IntArray | None = None

    def __post_init__(self) -> None:
        if not self.quasi:
            raise UsageError("a search needs at least one quasi-identifier")
        if not self.models:
            raise UsageError("a search needs at least one privacy model")
        if not 0 <= self.suppression <= 1:
            raise UsageError(f"suppression must be between 0 and 1, not {self.suppression}")
        if len({len(c.codes) for c in (*(q.column for q in self.quasi), *self.sensitive)}) > 1:
            raise UsageError("quasi-identifiers and sensitive columns must have the same number of rows")
        given = {c.name for c in self.sensitive}
        for model in self.models:
            for name in model.columns:
                if name not in given:
                    raise UsageError(f'a privacy model is about "{name}", which is not given as sensitive')


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A node: rows suppressed (``dropped`` rows not counted), rows that no node below can keep either
    (``hard``), the loss, what suppression adds to it, and the number of classes released.
    """

    levels: Levels
    suppressed: int
    hard: int
    loss: float
    penalty: float
    classes: int


class Evaluator:
    """Evaluates nodes, each from the smallest grouped node below it that is still at hand."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.quasi = problem.quasi
        self.layout = Layout.of([q.size(0) for q in self.quasi])
        self.rises = Rises(self.quasi, self.layout)
        codes = [leaf_codes(q) for q in self.quasi]
        kept = np.ones(len(codes[0]), dtype=np.bool_)
        if problem.matching is NullMatching.BASIC:
            for q in self.quasi:
                kept &= q.column.codes != NULL
        self.kept = np.flatnonzero(kept)
        persons = problem.persons if problem.persons is not None else np.ones(len(kept), dtype=np.int64)
        self.rows = int(persons.sum())
        if not kept.all():
            codes, persons = [c[self.kept] for c in codes], persons[self.kept]
        self.dropped = self.rows - int(persons.sum())
        self.limit = int(problem.suppression * persons.sum() + 1e-9)
        keys, counts = self.layout.pack(codes), persons[:, None]
        if problem.population is not None:
            keys, counts = self._with_population(keys, persons)
        labels, keys, counts = collapse(keys, counts)
        self.of_row = labels[: len(self.kept)]
        self.base = Groups((0,) * len(self.quasi), keys, counts)
        needed = sorted({name for model in problem.models for name in model.columns})
        self.sensitive = [next(c for c in problem.sensitive if c.name == name) for name in needed]
        if not kept.all():
            self.sensitive = [c.take(self.kept) for c in self.sensitive]
        of_row = None if problem.persons is None else persons
        self.totals = totals(self.sensitive, of_row)
        self.soft = [m for m in problem.models if not m.absorbing]
        self.firm = [m for m in problem.models if m.absorbing]
        self.costs = problem.objective.costs(self.quasi, self.rows)
        self.level_loss = self._level_losses()
        self.histograms = [histogram(self.of_row, len(keys), c, of_row) for c in self.sensitive]
        self._snapshots = [(self.base, self.histograms)]
        self._levels = np.zeros((1, len(self.quasi)), dtype=np.int16)
        self._sizes = np.array([len(keys)])
        self._cells = 0

    def _with_population(
        self, keys: npt.NDArray[np.uint64], persons: IntArray
    ) -> tuple[npt.NDArray[np.uint64], IntArray]:
        population = self.problem.population
        assert population is not None
        others = [
            leaf_codes(QuasiIdentifier(population.column(q.column.name), q.hierarchy)) for q in self.quasi
        ]
        everyone = self.layout.pack(others)
        counts = np.zeros((len(keys) + len(everyone), 2), dtype=np.int64)
        counts[: len(keys), 0] = persons
        counts[len(keys) :, 1] = 1
        return np.concatenate([keys, everyone]), counts

    def _level_losses(self) -> tuple[npt.NDArray[np.float64], ...]:
        """For each attribute the cost of each level when only the dropped rows are suppressed."""
        result = []
        for i, (q, costs) in enumerate(zip(self.quasi, self.costs, strict=True)):
            per_leaf = np.bincount(
                self.layout.field(self.base.keys, i), weights=self.base.counts[:, 0], minlength=q.size(0)
            )
            lost = 0.0 if costs.suppressed is None else self.dropped * costs.suppressed
            result.append(
                np.array(
                    [
                        float(per_leaf @ costs.cells[level][q.groups(level)]) + lost + costs.offset
                        for level in range(q.hierarchy.levels)
                    ]
                )
            )
        return tuple(result)

    def node_loss(self, levels: Levels) -> float:
        """Return the loss of a node if it suppressed nothing: no node loses less than that."""
        return float(sum(losses[level] for losses, level in zip(self.level_loss, levels, strict=True)))

    def grouped(self, levels: Levels) -> tuple[Groups, list[IntArray]]:
        """Return the groups at a node and the histograms of the sensitive columns in them."""
        below = (self._levels <= np.array(levels, dtype=np.int16)).all(axis=1)
        source, histograms = self._snapshots[
            int(np.where(below, self._sizes, np.iinfo(np.int64).max).argmin())
        ]
        if source.levels == levels:
            return source, histograms
        merged, groups = self.rises.rise(source, levels)
        size = len(groups.keys)
        histograms = [merged.sums(h) for h in histograms]
        cells = size * (2 + sum(h.shape[1] for h in histograms))
        if size < 0.7 * len(source.keys) and self._cells + cells <= _SNAPSHOT_CELLS:
            self._cells += cells
            self._snapshots.append((groups, histograms))
            self._levels = np.append(self._levels, np.array([levels], dtype=np.int16), axis=0)
            self._sizes = np.append(self._sizes, size)
        return groups, histograms

    def released(self, groups: Groups, histograms: Sequence[IntArray]) -> tuple[BoolArray, int]:
        """Return which groups satisfy every model, and the rows that fail one that no row below could satisfy."""
        if self.problem.matching.wildcard:
            return self._released_by_matching(groups, histograms)
        classes = self._classes(groups.counts, histograms)
        firm = all_satisfied(self.firm, classes)
        hard = int(groups.counts[~firm, 0].sum())
        fine = firm & all_satisfied(self.soft, classes) if self.soft else firm
        if not self.limit:  # then every model prunes: merging classes that satisfy it keeps it
            hard = int(groups.counts[~fine, 0].sum())
        return fine, hard

    def _released_by_matching(self, groups: Groups, histograms: Sequence[IntArray]) -> tuple[BoolArray, int]:
        """With wildcards, suppressing a row lowers the counts of others: repeat until nothing changes."""
        results = []
        for models in (self.firm, [*self.firm, *self.soft]) if self.soft else (self.firm,):
            alive = groups.counts[:, 0] > 0
            while alive.any():
                counts, sums = matches(
                    groups, self.quasi, self.layout, alive, self.problem.matching, histograms
                )
                fine = all_satisfied(models, self._classes(counts, sums))
                if fine[alive].all():
                    break
                alive &= fine
            results.append(alive)
        # matches that grow are no classes that merge: only models that any record may join rule out what lies below
        return results[-1], int(groups.counts[~results[0], 0].sum())

    def _classes(self, counts: IntArray, histograms: Sequence[IntArray]) -> Classes:
        return Classes(
            sizes=counts[:, 0],
            histograms={c.name: h for c, h in zip(self.sensitive, histograms, strict=True)},
            totals=self.totals,
            population=counts[:, 1] if counts.shape[1] > 1 else None,
        )

    def evaluate(self, levels: Levels) -> Evaluation:
        """Return the node at `levels`; its loss is infinite when it suppresses more rows than allowed."""
        groups, histograms = self.grouped(levels)
        fine, hard = self.released(groups, histograms)
        gone = np.flatnonzero(~fine)
        suppressed = int(groups.counts[gone, 0].sum())
        if suppressed > self.limit:
            return Evaluation(levels, suppressed, hard, float("inf"), 0.0, 0)
        penalty = 0.0
        if suppressed:
            keys, rows = groups.keys[gone], groups.counts[gone, 0]
            for i, costs in enumerate(self.costs):
                if costs.suppressed is not None:
                    cells = costs.cells[levels[i]][self.layout.field(keys, i)]
                    penalty += float(rows @ (costs.suppressed - cells))
        classes = int(np.count_nonzero(groups.counts[fine, 0]))
        return Evaluation(levels, suppressed, hard, self.node_loss(levels) + penalty, penalty, classes)

    def labels(self, levels: Levels) -> npt.NDArray[np.int64]:
        """Return the group of each row of the table at a node, shape (rows,), -1 where dropped or suppressed."""
        merged, groups = self.rises.rise(self.base, levels)
        histograms = [merged.sums(h) for h in self.histograms]
        fine, _ = self.released(groups, histograms)
        result = np.full(len(self.problem.quasi[0].column.codes), -1, dtype=np.int64)
        result[self.kept] = np.where(fine, np.arange(len(fine)), -1)[merged.labels[self.of_row]]
        return result

    def codes(self, levels: Levels) -> list[Codes]:
        """Return the group of each row (rows,) of each attribute at a node; NULL's is the last of its level."""
        return [q.groups(level)[leaf_codes(q)] for q, level in zip(self.quasi, levels, strict=True)]
