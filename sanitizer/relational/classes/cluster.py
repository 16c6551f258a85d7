"""The third partitioner: clusters of at least k records that lose least together (ours).

The greedy k-member scheme (Byun, Kamra, Bertino, Li, DASFAA 2007) with the loss of the joint release as
distance: what the class would lose by taking in a record, in its attributes (growth of the hulls) and in
its terms (what is no longer shared). Terms carry weights by their information content, and a record has the
generalizations of its terms as features too, weighted so that what is shared adds up to the information
that the shared generalization keeps. To stay near linear, the scheme runs inside blocks that Mondrian cuts
first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from sanitizer.relational.classes.exchange import Rungs, improve
from sanitizer.relational.classes.growth_kernels import growth_kernel, intersect
from sanitizer.relational.classes.mondrian import mondrian
from sanitizer.relational.table.view import (
    BoolArray,
    CutTest,
    FloatArray,
    IntArray,
    Partition,
    View,
    Wanted,
    partition,
)

WORK: Final = 2_000_000_000
"""Feature look-ups that may be spent: sets how many records are searched together (more is better and slower)."""


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


def term_features(view: View) -> Features:
    """The terms alone, each of a record's terms worth the same (what suppression-only recoding can keep)."""
    sizes = np.diff(view.start)
    keeps = np.repeat(1.0 / np.maximum(sizes, 1), sizes)
    return Features(view.start, view.term, keeps, view.terms)


def cluster(
    view: View,
    k: int,
    lambda_: float = 0.5,
    accepts: CutTest | None = None,
    features: Features | None = None,
    block: int | None = None,
) -> Partition:
    """Partition into classes of at least `k` that pass `accepts`, by least growth of the joint loss.

    Args:
        view: the person-centric view.
        k: least size of a class.
        lambda_: weight of the loss of attributes against that of terms, 0 to 1.
        accepts: a further test that each class must pass.
        features: what records can share; the terms alone when not given.
        block: least number of records that are searched together; by default what WORK allows, at least 128.
    """
    return _clusters(view, Wanted(k, lambda_, accepts), features, block, False)[0]


@dataclass(frozen=True, slots=True)
class Losses:
    """What a partition loses by recoding: ``total``, and ``at`` any λ: λ times that of the attributes, 1 - λ times that
    of the terms."""

    total: float
    at: Callable[[float], float]


def least_cluster(
    view: View,
    wanted: Wanted,
    features: Features | None,
    losses: Callable[[Partition], Losses],
    ladders: Rungs | None = None,
) -> Partition:
    """The best of several: clusters as they were grown; those with the bad ones dissolved into others; and
    clusters grown inside the classes of Mondrian that divides by terms first, which win where many records are alike.

    What growth weighs is an estimate of what recoding keeps, so none is best for all tables. With `ladders`, records
    then move and change places between the classes of the best one while the exact loss falls (:mod:`.exchange`).
    The best has the least weighted loss among those whose total loss is no more than Mondrian's at the same λ.

    The order of the records does not matter: they are sorted by what they hold first (equal records are exchangeable).
    """
    order = _content_order(view)
    features = features or term_features(view)
    sorted_view, sorted_features = _reordered(view, features, order)

    def back(found: Partition) -> Partition:
        return partition([order[c] for c in found.classes], found.attribute_splits, found.term_splits)

    def test(members: IntArray) -> bool:
        return wanted.accepts is None or wanted.accepts(np.sort(order[members]))

    lambda_, passes = wanted.lambda_, test if wanted.accepts is not None else None
    inner = replace(wanted, accepts=passes)
    found = _clusters(sorted_view, inner, sorted_features, None, True)
    bound = mondrian(sorted_view, wanted.k, lambda_, passes)
    known = [(losses(back(p)), p) for p in [*found, bound]]
    limit = known[-1][0].total
    if ladders is not None:
        weight = max(lambda_, _LEAN)
        _, start = min(known, key=lambda of: of[0].at(weight))
        better = improve(sorted_view, start, replace(inner, lambda_=weight), ladders, sorted_features)
        known.append((losses(back(better)), better))
    fit = [
        (round(of.at(lambda_), 12), of.total, i)
        for i, (of, _) in enumerate(known)
        if of.total <= limit + 1e-12
    ]
    return back(known[min(fit)[2]][1])


_LEAN: Final = 0.25
"""The least weight of attributes in the search: without any, the total loss would not be looked at."""


def _content_order(view: View) -> IntArray:
    """The records sorted by their attributes, then their terms."""
    columns = np.nan_to_num(np.concatenate([view.middle, view.low, view.high], axis=1), nan=np.inf)
    rank = np.zeros(view.persons, dtype=np.int64)
    if columns.shape[1]:
        rank = np.unique(columns, axis=0, return_inverse=True)[1].reshape(-1)
    terms = [view.term[a:b].tolist() for a, b in zip(view.start[:-1], view.start[1:], strict=True)]
    return np.asarray(sorted(range(view.persons), key=lambda i: (rank[i], terms[i])), dtype=np.int64)


def _reordered(view: View, features: Features, order: IntArray) -> tuple[View, Features]:
    start, (term,) = _rows(view.start, order, view.term)
    fstart, (feature, keeps) = _rows(features.start, order, features.feature, features.keeps)
    moved = replace(
        view, middle=view.middle[order], low=view.low[order], high=view.high[order], start=start, term=term
    )
    return moved, Features(fstart, feature, keeps, features.number)


def _rows(start: IntArray, order: IntArray, *values: Any) -> tuple[IntArray, list[Any]]:
    """Rows of a ragged array in another order."""
    sizes = np.diff(start)[order]
    moved = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    at = np.repeat(start[:-1][order] - moved[:-1], sizes) + np.arange(moved[-1])
    return moved, [v[at] for v in values]


def _clusters(
    view: View,
    wanted: Wanted,
    features: Features | None,
    block: int | None,
    settle: bool,
) -> tuple[Partition, ...]:
    """The clusters as grown, and (with `settle`) after dissolving, and inside Mondrian's classes."""
    k, lambda_, accepts = wanted.k, wanted.lambda_, wanted.accepts
    features = features or term_features(view)
    state = _State(view, features, lambda_)
    if block is None:
        block = max(128, WORK // max(len(features.feature) + 20 * view.persons, 1))
    least = max(block, 8 * k)
    blocks = mondrian(_feature_view(view, features), least, lambda_, accepts)
    grown: list[IntArray] = []
    settled: list[IntArray] = []
    for members in blocks.classes:
        classes = _cluster_block(state, members, k, accepts)
        grown += [np.asarray(c, dtype=np.int64) for c in classes]
        if settle:
            settled += [np.asarray(c, dtype=np.int64) for c in _dissolve(state, members, classes, accepts)]
    splits = blocks.attribute_splits, blocks.term_splits
    if not settle:
        return (partition(grown, *splits),)
    alike = mondrian(view, k, 0.0, accepts)
    inside: list[IntArray] = []
    for members in alike.classes:
        whole = len(members) < 2 * k
        classes = [members.tolist()] if whole else _cluster_block(state, members, k, accepts)
        inside += [np.asarray(c, dtype=np.int64) for c in classes]
    return (
        partition(grown, *splits),
        partition(settled, *splits),
        partition(inside, alike.attribute_splits, alike.term_splits),
    )


def _feature_view(view: View, features: Features) -> View:
    """The view with features in the place of terms, so that blocks are cut on what can be shared."""
    return View(
        view.middle, view.low, view.high, view.category, view.extent, view.bias, view.weight,
        features.start, features.feature, features.number,
    )  # fmt: skip


class _State:
    """The arrays of the kernels: weights of both sides, and the growing class."""

    def __init__(self, view: View, features: Features, lambda_: float) -> None:
        self.view, self.features = view, features
        total = view.weight.sum()
        self.weight = view.weight / total if total > 0 else view.weight
        self.text = 1 - lambda_
        self.has_text = np.diff(features.start) > 0
        self.importance = np.where(self.has_text, lambda_, 1.0)
        """Of a record's attributes: all that counts where it has no terms, as in the total loss."""
        self.shared = np.zeros(max(features.number, 1))
        """For each feature, what the members of the class keep by it; 0 when not all share it."""

    def growth(self, candidates: IntArray, free: BoolArray, members: list[int]) -> FloatArray:
        """Loss added by each candidate, inf where not free."""
        v, f = self.view, self.features
        group = np.asarray(members, dtype=np.int64)
        result: FloatArray = growth_kernel(
            candidates, free, group, v.low, v.high, v.middle, v.category, v.extent, self.weight, f.start,
            f.feature, f.keeps, self.shared, self.text, self.has_text, self.importance,
        )  # fmt: skip
        return result

    def begin(self, record: int) -> None:
        """A new class of one record."""
        f = self.features
        at = slice(f.start[record], f.start[record + 1])
        self.shared[f.feature[at]] = f.keeps[at]

    def add(self, record: int, members: list[int]) -> None:
        """Take in a record: what it does not share is shared no longer."""
        f = self.features
        intersect(np.int64(members[0]), np.int64(record), f.start, f.feature, f.keeps, self.shared)

    def enter(self, members: list[int]) -> float:
        """A class of these members; what they lose together."""
        self.begin(members[0])
        loss = 0.0
        for i, record in enumerate(members[1:], 1):
            one = np.asarray([record], dtype=np.int64)
            loss += float(self.growth(one, np.ones(1, dtype=np.bool_), members[:i])[0])
            self.add(record, members[:1])
        return loss

    def joining(self, record: int, members: list[int]) -> float:
        """What a class loses by taking in a record."""
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


def _cluster_block(state: _State, block: IntArray, k: int, accepts: CutTest | None) -> list[list[int]]:
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


def _dissolve(
    state: _State, block: IntArray, classes: list[list[int]], accepts: CutTest | None
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


def _place(state: _State, record: int, classes: list[list[int]], accepts: CutTest | None) -> None:
    """Put a left-over record where it adds least loss (and the class stays acceptable, if any does)."""
    costs: list[tuple[float, int]] = []
    for number, members in enumerate(classes):
        costs.append((state.joining(record, members), number))
    costs.sort()
    for _, number in costs:
        if accepts is None or accepts(np.asarray([*classes[number], record])):
            classes[number].append(record)
            return
    classes[costs[0][1]].append(record)
