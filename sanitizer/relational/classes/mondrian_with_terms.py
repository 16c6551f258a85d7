"""Mondrian over attributes and terms with the weight λ (rx-anon, Algorithm 1), with a monotone effect.

λ says how large the groups must be that a shared term may form: both sides of a split on a term need k /
(1-λ)^2 persons. At λ = 0 that is k, so terms are split as long as any privacy model allows it and
attributes come where no term split is left; at λ = 1 only attributes are split; between, frequent terms
divide the table first and attributes the parts. (Spans of attributes and of sparse terms are not
comparable: weighing them against each other, as the paper does, makes the share of text splits flat over
    most of λ, and not monotone.)

The effect is monotone because the smaller side of a term's split never grows in a part of the node: once no
term passes, none passes below. So the text splits of a larger λ are a subset of those of a smaller one.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numba import njit

from sanitizer.relational.table.view import (
    CutTest,
    Partition,
    View,
    count_terms,
    has_term,
    hull_spans,
    median_cut,
    partition,
)
from sanitizer.types import BoolArray, IntArray

_TRIED_TERMS: Final = 8
"""Terms tried at a node when a privacy model refuses the first: bounds the work, never the guarantee."""

LAMBDAS: Final = tuple(i / 10 for i in range(11))
"""What λ = "auto" tries."""


def mondrian(view: View, k: int, lambda_: float = 0.5, accepts: CutTest | None = None) -> Partition:
    """Strict top-down partition of all persons into classes of at least `k`.

    Args:
        view: the person-centric view.
        k: least size of a class.
        lambda_: weight of attributes against terms, 0 to 1.
        accepts: a further test that every class must pass; the whole table is one class when no cut passes.
    """
    splitter = _Splitter(view, k, lambda_, accepts)
    stack = [np.arange(view.persons, dtype=np.int64)]
    classes: list[IntArray] = []
    while stack:
        members = stack.pop()
        sides = splitter.split(members) if len(members) >= 2 * k else None
        if sides is None:
            classes.append(members)
        else:
            stack += sides
    return partition(classes, splitter.attribute_splits, splitter.term_splits)


def least_group(k: int, lambda_: float) -> float:
    """Return how many persons both sides of a split on a term need: k / (1-λ)^2; infinite at λ = 1.

    The square makes the least *whole* number of persons differ between tenths of λ for every k of 2 and more.
    """
    return k / (1 - lambda_) ** 2 if lambda_ < 1 else float("inf")


class _Splitter:
    """Finds the split of one node; holds the scratch arrays and the tally of splits by kind."""

    def __init__(self, view: View, k: int, lambda_: float, accepts: CutTest | None) -> None:
        self.view, self.k, self.accepts = view, k, accepts
        self.group = least_group(k, lambda_)
        self.counts = np.zeros(max(view.terms, 1), dtype=np.int64)
        self.touched = np.zeros(max(view.terms, 1), dtype=np.int64)
        self.attribute_splits = self.term_splits = 0

    def split(self, members: IntArray) -> tuple[IntArray, IntArray] | None:
        """Return both sides of the first allowed split, or None."""
        if len(members) >= 2 * self.group:
            for term in self._terms(members):
                left = has_term(members, self.view.start, self.view.term, term)
                if sides := self._allowed(members, left):
                    self.term_splits += 1
                    return sides
        for attribute in self._attributes(members):
            values = self.view.middle[:, attribute]
            found, cut = median_cut(members, values, self.k)
            if found and (sides := self._allowed(members, values[members] < cut)):
                self.attribute_splits += 1
                return sides
        return None

    def _attributes(self, members: IntArray) -> list[int]:
        """Attributes that have a span, widest (with its bias) first."""
        v = self.view
        spans = hull_spans(members, v.low, v.high, v.middle, v.category, v.extent)
        scored = [(-(float(s) + float(v.bias[j])), j) for j, s in enumerate(spans) if s > 0]
        return [j for _, j in sorted(scored)]

    def _terms(self, members: IntArray) -> IntArray:
        """Return the terms that divide the node most evenly into large enough groups, best first."""
        v = self.view
        distinct = count_terms(members, v.start, v.term, self.counts, self.touched)
        wanted = _TRIED_TERMS if self.accepts else 1
        best: IntArray = _even_terms(self.counts, self.touched, distinct, len(members), self.group, wanted)
        return best

    def _allowed(self, members: IntArray, left: BoolArray) -> tuple[IntArray, IntArray] | None:
        sides = members[left], members[~left]
        if min(len(sides[0]), len(sides[1])) < self.k:
            return None
        if self.accepts is not None and not all(self.accepts(side) for side in sides):
            return None
        return sides


@njit(cache=True)  # type: ignore[untyped-decorator]
def _even_terms(
    counts: IntArray, touched: IntArray, distinct: int, size: int, least: float, wanted: int
) -> IntArray:
    """Return the `wanted` terms with the largest smaller side, `least` persons or more; clears `counts`."""
    best = np.full(wanted, -1, dtype=np.int64)
    value = np.zeros(wanted, dtype=np.int64)
    for at in range(distinct):
        t = touched[at]
        smaller = min(counts[t], size - counts[t])
        counts[t] = 0
        if smaller < least:
            continue
        for i in range(wanted):
            if smaller > value[i] or (smaller == value[i] and t < best[i]):
                for j in range(wanted - 1, i, -1):
                    best[j], value[j] = best[j - 1], value[j - 1]
                best[i], value[i] = t, smaller
                break
    return best[best >= 0]


def least_loss(
    partitions: Callable[[float], Partition],
    loss: Callable[[Partition], float],
    lambdas: Sequence[float] = LAMBDAS,
) -> tuple[float, Partition]:
    """λ = "auto": the λ with the least total loss and its partition (the smallest λ among equals)."""
    best: tuple[float, float, Partition] | None = None
    for lambda_ in lambdas:
        candidate = partitions(lambda_)
        value = loss(candidate)
        if best is None or value < best[0] - 1e-12:
            best = value, lambda_, candidate
    assert best is not None
    return best[1], best[2]
