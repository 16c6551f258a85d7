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

from sanitizer.common.progress import Done, counted
from sanitizer.relational.classes.cluster_blocks import (
    Features,
    State,
    cluster_block,
    dissolve,
    term_features,
)
from sanitizer.relational.classes.exchange import improve
from sanitizer.relational.classes.mondrian_with_terms import mondrian
from sanitizer.relational.classes.terms import Ladders
from sanitizer.relational.table.view import Partition, View, Wanted, partition
from sanitizer.types import IntArray

WORK: Final = 2_000_000_000
"""Feature look-ups that may be spent: sets how many records are searched together (more is better and slower)."""


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
    ladders: Ladders | None = None,
) -> Partition:
    """Return the best of several: clusters as they were grown; those with the bad ones dissolved into others; and
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
    with counted(3 * view.persons, "persons grouped, three ways") as placed:
        found = clusters(sorted_view, inner, sorted_features, placed=placed)
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
    """Return the records sorted by their attributes, then their terms."""
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
    """Return rows of a ragged array in another order."""
    sizes = np.diff(start)[order]
    moved = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    at = np.repeat(start[:-1][order] - moved[:-1], sizes) + np.arange(moved[-1])
    return moved, [v[at] for v in values]


def clusters(
    view: View,
    wanted: Wanted,
    features: Features | None = None,
    block: int | None = None,
    placed: Done = lambda _: None,
) -> tuple[Partition, Partition, Partition]:
    """Return the clusters as grown, after dissolving, and inside Mondrian's classes.

    Args:
        view: the person-centric view.
        wanted: what the classes are asked for.
        features: what records can share; the terms alone when not given.
        block: least number of records that are searched together; by default what WORK allows, at least 128.
        placed: takes how many more records are in a class.
    """
    k, lambda_, accepts = wanted.k, wanted.lambda_, wanted.accepts
    features = features or term_features(view)
    state = State(view, features, lambda_, placed)
    if block is None:
        block = max(128, WORK // max(len(features.feature) + 20 * view.persons, 1))
    least = max(block, 8 * k)
    blocks = mondrian(_feature_view(view, features), least, lambda_, accepts)
    grown: list[IntArray] = []
    settled: list[IntArray] = []
    for members in blocks.classes:
        classes = cluster_block(state, members, k, accepts)
        grown += [np.asarray(c, dtype=np.int64) for c in classes]
        settled += [np.asarray(c, dtype=np.int64) for c in dissolve(state, members, classes, accepts)]
    splits = blocks.attribute_splits, blocks.term_splits
    alike = mondrian(view, k, 0.0, accepts)
    inside: list[IntArray] = []
    for members in alike.classes:
        whole = len(members) < 2 * k
        classes = [members.tolist()] if whole else cluster_block(state, members, k, accepts)
        inside += [np.asarray(c, dtype=np.int64) for c in classes]
    return (
        partition(grown, *splits),
        partition(settled, *splits),
        partition(inside, alike.attribute_splits, alike.term_splits),
    )


def _feature_view(view: View, features: Features) -> View:
    """Return the view with features in the place of terms, so that blocks are cut on what can be shared."""
    return View(
        view.middle, view.low, view.high, view.category, view.extent, view.bias, view.weight,
        features.start, features.feature, features.number,
    )  # fmt: skip
