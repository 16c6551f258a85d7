"""Mondrian over attributes and terms with the weight λ (rx-anon, Algorithm 1), with a monotone effect.

At each node the spans of the attributes count λ times, the span of the texts 1 - λ times; the widest is
split if both sides keep k persons and pass every other privacy model, otherwise the next. λ = 1 splits
attributes only; λ = 0 splits terms as long as it can, then attributes.
"""

from collections.abc import Callable, Sequence
from math import log
from typing import Final

import numpy as np
from numba import njit

from sanitizer.relational.view import (
    CutTest,
    IntArray,
    Partition,
    View,
    count_terms,
    has_term,
    hull_spans,
    median_cut,
    partition,
)

_TRIED_TERMS: Final = 8
"""Terms tried at a node when a privacy model refuses the first: a bound on the work, never on the
guarantee."""

LAMBDAS: Final = tuple(i / 10 for i in range(11))
"""What λ = "auto" tries."""


def mondrian(view: View, k: int, lambda_: float = 0.5, accepts: CutTest | None = None) -> Partition:
    """Strict top-down partition of all persons into classes of at least `k`.

    Args:
        view: the person-centric view.
        k: least size of a class.
        lambda_: weight of attributes against terms, 0 to 1.
        accepts: a further test that every class must pass; the whole table is one class when nothing else
            does.
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


class _Splitter:
    """Finds the split of one node; holds the scratch arrays and the tally of splits by kind."""

    def __init__(self, view: View, k: int, lambda_: float, accepts: CutTest | None) -> None:
        self.view, self.k, self.lambda_, self.accepts = view, k, lambda_, accepts
        self.counts = np.zeros(max(view.terms, 1), dtype=np.int64)
        self.touched = np.zeros(max(view.terms, 1), dtype=np.int64)
        self.attribute_splits = self.term_splits = 0

    def split(self, members: IntArray) -> tuple[IntArray, IntArray] | None:
        """Both sides of the best allowed split, or None."""
        view, order = self.view, []
        if view.attributes and (self.lambda_ > 0 or view.terms == 0):
            order = self._attributes(members, self.lambda_ if view.terms else 1.0)
        text, terms = 0.0, np.zeros(0, dtype=np.int64)
        if self.lambda_ < 1 and view.terms:
            span, terms = self._terms(members)
            text = (1 - self.lambda_) * span
        tried_terms = False
        for score, attribute in order:
            if not tried_terms and text >= score:
                tried_terms = True
                if sides := self._by_term(members, terms):
                    return sides
            if sides := self._by_attribute(members, attribute):
                return sides
        if not tried_terms and (sides := self._by_term(members, terms)):
            return sides
        if self.lambda_ == 0 and view.attributes and view.terms:
            for _, attribute in self._attributes(members, 1.0):
                if sides := self._by_attribute(members, attribute):
                    return sides
        return None

    def _attributes(self, members: IntArray, factor: float) -> list[tuple[float, int]]:
        """(score, attribute), widest first; attributes without any span are left out."""
        v = self.view
        spans = hull_spans(members, v.low, v.high, v.middle, v.category, v.extent)
        scored = [(factor * max(float(s) + float(v.bias[j]), 0.0), j) for j, s in enumerate(spans) if s > 0]
        return sorted(scored, key=lambda pair: (-pair[0], pair[1]))

    def _terms(self, members: IntArray) -> tuple[float, IntArray]:
        """Span of the texts, and the terms that divide the node most evenly, best first.

        Distinct terms grow with a power of the records (Heaps), so it is the logarithm of their number that
        falls in step with the spans of attributes.
        """
        v = self.view
        distinct = count_terms(members, v.start, v.term, self.counts, self.touched)
        span, best = _even_terms(
            self.counts, self.touched, distinct, len(members), self.k, _TRIED_TERMS if self.accepts else 1
        )
        return log(1 + span) / log(1 + v.terms), best

    def _by_attribute(self, members: IntArray, attribute: int) -> tuple[IntArray, IntArray] | None:
        values = self.view.middle[:, attribute]
        found, cut = median_cut(members, values, self.k)
        if not found:
            return None
        left = values[members] < cut
        return self._allowed(members, left, term=False)

    def _by_term(self, members: IntArray, terms: IntArray) -> tuple[IntArray, IntArray] | None:
        for term in terms:
            left = has_term(members, self.view.start, self.view.term, term)
            if sides := self._allowed(members, left, term=True):
                return sides
        return None

    def _allowed(
        self, members: IntArray, left: np.ndarray[tuple[int], np.dtype[np.bool_]], term: bool
    ) -> tuple[IntArray, IntArray] | None:
        sides = members[left], members[~left]
        if min(len(sides[0]), len(sides[1])) < self.k:
            return None
        if self.accepts is not None and not all(self.accepts(side) for side in sides):
            return None
        if term:
            self.term_splits += 1
        else:
            self.attribute_splits += 1
        return sides


@njit(cache=True)  # type: ignore[untyped-decorator]
def _even_terms(
    counts: IntArray, touched: IntArray, distinct: int, size: int, k: int, wanted: int
) -> tuple[int, IntArray]:
    """Terms not shared by all, and the `wanted` most even ones with k persons on both sides; clears
    `counts`."""
    best = np.full(wanted, -1, dtype=np.int64)
    value = np.zeros(wanted, dtype=np.int64)
    divided = 0
    for at in range(distinct):
        t = touched[at]
        smaller = min(counts[t], size - counts[t])
        counts[t] = 0
        if smaller == 0:
            continue
        divided += 1
        if smaller < k:
            continue
        for i in range(wanted):
            if smaller > value[i] or (smaller == value[i] and t < best[i]):
                for j in range(wanted - 1, i, -1):
                    best[j], value[j] = best[j - 1], value[j - 1]
                best[i], value[i] = t, smaller
                break
    return divided, best[best >= 0]


def least_loss(
    partitions: Callable[[float], Partition],
    loss: Callable[[Partition], float],
    lambdas: Sequence[float] = LAMBDAS,
) -> tuple[float, Partition]:
    """λ = "auto": the λ with the least total loss and its partition (the smallest such λ when several are
    equal)."""
    best: tuple[float, float, Partition] | None = None
    for lambda_ in lambdas:
        candidate = partitions(lambda_)
        value = loss(candidate)
        if best is None or value < best[0] - 1e-12:
            best = value, lambda_, candidate
    assert best is not None
    return best[1], best[2]
