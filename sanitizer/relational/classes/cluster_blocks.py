"""Classes that grow by the records that cost least, over a block of records."""

from dataclasses import dataclass

import numpy as np

from sanitizer.common.progress import Done
from sanitizer.relational.classes.growth_kernels import growth_kernel, intersect
from sanitizer.relational.classes.kernel_types import Shares
from sanitizer.relational.table.view import CutTest, View
from sanitizer.types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Features:
    """What records can share: ``start`` (n + 1,), ``feature`` and ``keeps`` (nnz,), ``number`` of features.

    ``keeps`` is the share of the record's textual information that a class keeps by sharing the feature
    *beyond* what its more general features keep; a record's ``keeps`` add up to 1 (or there are none).
    """

    start: IntArray
    feature: IntArray
    keeps: FloatArray
    number: int

    @property
    def arrays(self) -> Shares:
        """The features as compiled loops take them."""
        return self.start, self.feature, self.keeps, self.number


def term_features(view: View) -> Features:
    """Return the terms alone, each of a record's terms worth the same (what suppression-only recoding can keep)."""
    sizes = np.diff(view.start)
    keeps = np.repeat(1.0 / np.maximum(sizes, 1), sizes)
    return Features(view.start, view.term, keeps, view.terms)


class State:
    """The arrays of the kernels: weights of both sides, and the growing class."""

    def __init__(self, view: View, features: Features, lambda_: float, placed: Done = lambda _: None) -> None:
        self.features, self.placed = features, placed
        total = view.weight.sum()
        weight = view.weight / total if total > 0 else view.weight
        speaks = np.diff(features.start) > 0
        importance = np.where(speaks, lambda_, 1.0)
        """Of a record's attributes: all that counts where it has no terms, as in the total loss."""
        self.columns = (view.low, view.high, view.middle, view.category, view.extent, weight, importance)
        self.shared = np.zeros(max(features.number, 1))
        """For each feature, what the members of the class keep by it; 0 when not all share it."""
        self.text = features.arrays, self.shared, 1 - lambda_, speaks

    def growth(self, candidates: IntArray, free: BoolArray, members: list[int]) -> FloatArray:
        """Loss added by each candidate, inf where not free."""
        group = np.asarray(members, dtype=np.int64)
        result: FloatArray = growth_kernel(candidates, free, group, self.columns, self.text)
        return result

    def begin(self, record: int) -> None:
        """Begin a new class of one record."""
        f = self.features
        at = slice(f.start[record], f.start[record + 1])
        self.shared[f.feature[at]] = f.keeps[at]

    def add(self, record: int, members: list[int]) -> None:
        """Take in a record: what it does not share is shared no longer."""
        intersect(np.int64(members[0]), np.int64(record), self.text)

    def enter(self, members: list[int]) -> float:
        """Return a class of these members; what they lose together."""
        self.begin(members[0])
        loss = 0.0
        for i, record in enumerate(members[1:], 1):
            one = np.asarray([record], dtype=np.int64)
            loss += float(self.growth(one, np.ones(1, dtype=np.bool_), members[:i])[0])
            self.add(record, members[:1])
        return loss

    def joining(self, record: int, members: list[int]) -> float:
        """Return what a class loses by taking in a record."""
        self.begin(members[0])
        for other in members[1:]:
            self.add(other, members[:1])
        one = np.asarray([record], dtype=np.int64)
        cost = float(self.growth(one, np.ones(1, dtype=np.bool_), members)[0])
        self.end(members)
        return cost

    def end(self, members: list[int]) -> None:
        """Forget the class."""
        f = self.features
        first = members[0]
        self.shared[f.feature[f.start[first] : f.start[first + 1]]] = 0.0


def cluster_block(state: State, block: IntArray, k: int, accepts: CutTest | None) -> list[list[int]]:
    """Return the records of a block in classes of at least k that are accepted; each grows by what costs it least."""
    free = np.ones(len(block), dtype=np.bool_)
    classes: list[list[int]] = []
    seed = 0
    while True:
        if free.sum() < k:
            break
        free[seed] = False
        members = [int(block[seed])]
        state.begin(members[0])
        done = k == 1 and (accepts is None or accepts(np.asarray(members)))
        while not done and free.any():
            growth = state.growth(block, free, members)
            best = int(growth.argmin())
            free[best] = False
            state.add(int(block[best]), members)
            members.append(int(block[best]))
            done = len(members) >= k and (accepts is None or accepts(np.asarray(members)))
        if free.any():
            growth = state.growth(block, free, members)
            growth[~free] = -np.inf
            seed = int(growth.argmax())
        state.end(members)
        classes.append(members)
        state.placed(len(members))
        if not done:
            break
    rest = [int(block[i]) for i in np.flatnonzero(free)]
    if classes and not _fine(classes[-1], k, accepts):
        rest += classes.pop()
    if not classes:
        return [block.tolist()]
    for record in rest:
        _place(state, record, classes, accepts)
    while len(classes) > 1 and any(not _fine(c, k, accepts) for c in classes):
        bad = next(i for i, c in enumerate(classes) if not _fine(c, k, accepts))
        failed = classes.pop(bad)
        classes[min(bad, len(classes) - 1)] += failed
    return classes


def dissolve(
    state: State, block: IntArray, classes: list[list[int]], accepts: CutTest | None
) -> list[list[int]]:
    """Give up classes whose records lose less in others: what is left of a group of likes when classes of k have been
    taken from it meets strangers otherwise."""
    place = {int(record): i for i, record in enumerate(block)}
    best, target = np.full(len(block), np.inf), np.full(len(block), -1, dtype=np.int64)
    loss = np.zeros(len(classes))
    for number, members in enumerate(classes):
        free = np.ones(len(block), dtype=np.bool_)
        free[[place[r] for r in members]] = False
        loss[number] = state.enter(members)
        growth = state.growth(block, free, members)
        state.end(members)
        state.placed(len(members))
        better = growth < best
        best[better], target[better] = growth[better], number
    gain = np.asarray([loss[c] - best[[place[r] for r in m]].sum() for c, m in enumerate(classes)])
    fixed: set[int] = set()
    gone: set[int] = set()
    classes = list(classes)
    for c in np.argsort(-gain, kind="stable").tolist():
        if gain[c] <= 1e-9:
            break
        targets = [int(target[place[r]]) for r in classes[c]]
        if c in fixed or not gone.isdisjoint(targets):
            continue
        trial = {d: list(classes[d]) for d in targets}
        cost = 0.0
        for record, d in zip(classes[c], targets, strict=True):
            cost += state.joining(record, trial[d])
            trial[d].append(record)
        if cost < loss[c] - 1e-9 and (accepts is None or all(accepts(np.asarray(t)) for t in trial.values())):
            for d, members in trial.items():
                classes[d] = members
            fixed.update(targets)
            gone.add(c)
    return [members for c, members in enumerate(classes) if c not in gone]


def _fine(members: list[int], k: int, accepts: CutTest | None) -> bool:
    return len(members) >= k and (accepts is None or accepts(np.asarray(members)))


def _place(state: State, record: int, classes: list[list[int]], accepts: CutTest | None) -> None:
    """Put a left-over record where it adds least loss (and the class stays acceptable, if any does)."""
    costs: list[tuple[float, int]] = []
    for number, members in enumerate(classes):
        costs.append((state.joining(record, members), number))
    costs.sort()
    for _, number in costs:
        if accepts is None or accepts(np.asarray([*classes[number], record], dtype=np.int64)):
            classes[number].append(record)
            return
    classes[costs[0][1]].append(record)
