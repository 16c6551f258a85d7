"""The person-centric view D* as arrays: one record a person, attributes as hulls, terms as sets.

rx-anon section 3 (1:M data are grouped by A*). A person's set of numbers or dates counts in splits by its
middle and spans by its extremes; a set of categories by its codes. Missing values are a group of their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numba import njit

from sanitizer.types import BoolArray, FloatArray, IntArray

CutTest: TypeAlias = Callable[[IntArray], bool]
"""Whether these persons may be a class (a privacy model beside k); each partitioner asks it of both sides."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What classes are asked for: least size ``k``; weight ``lambda_`` of the loss of attributes against that of terms,
    0 to 1; and a further test, which every class must pass."""

    k: int
    lambda_: float
    accepts: CutTest | None = None


@dataclass(frozen=True, slots=True)
class View:
    """n persons, p attributes, v distinct terms.

    ``middle``, ``low``, ``high`` (n, p): positions of the values; a person's missing values are left out of
    the hull, NaN when all are missing. Categories are positions in their order. ``category`` (p,) says which
    attributes count distinct values; ``extent`` (p,) is |A|: the width of a number's domain, the number of
    distinct values of a category; ``bias`` (p,) is added to spans in splits; ``weight`` (p,) is the
    importance in the loss.
    ``start`` (n + 1,), ``term`` (nnz,): the sorted term numbers of each person; ``terms`` is v.
    """

    middle: FloatArray
    low: FloatArray
    high: FloatArray
    category: BoolArray
    extent: FloatArray
    bias: FloatArray
    weight: FloatArray
    start: IntArray
    term: IntArray
    terms: int

    @property
    def persons(self) -> int:
        """n."""
        return len(self.start) - 1

    @property
    def attributes(self) -> int:
        """p."""
        return int(self.middle.shape[1])

    def of(self, person: int) -> IntArray:
        """Return the terms of one person."""
        return self.term[self.start[person] : self.start[person + 1]]


@dataclass(frozen=True, slots=True)
class Partition:
    """Classes of persons (each sorted, by first person), and how many splits were on attributes and on
    terms."""

    classes: tuple[IntArray, ...]
    attribute_splits: int = 0
    term_splits: int = 0

    def labels(self, persons: int) -> IntArray:
        """Return the class number of each person, shape (persons,)."""
        result = np.full(persons, -1, dtype=np.int64)
        for number, members in enumerate(self.classes):
            result[members] = number
        return result


def partition(classes: Sequence[IntArray], attribute_splits: int = 0, term_splits: int = 0) -> Partition:
    """Return a Partition in canonical order: members sorted, classes by their first member."""
    ordered = sorted((np.sort(c) for c in classes), key=lambda c: int(c[0]))
    return Partition(tuple(ordered), attribute_splits, term_splits)


def make_view(
    middle: FloatArray,
    low: FloatArray,
    high: FloatArray,
    category: Sequence[bool],
    term_sets: Sequence[Sequence[int]],
    terms: int,
) -> View:
    """Return a View from per-person hulls (n, p) and term numbers, without bias, all attributes of weight 1;
    extents are computed from the hulls."""
    n, p = middle.shape
    sets = [np.unique(np.asarray(s, dtype=np.int64)) for s in term_sets]
    start = np.zeros(n + 1, dtype=np.int64)
    start[1:] = np.cumsum([len(s) for s in sets])
    is_category = np.asarray(category, dtype=np.bool_).reshape(p)
    return View(
        middle=np.ascontiguousarray(middle, dtype=np.float64),
        low=np.ascontiguousarray(low, dtype=np.float64),
        high=np.ascontiguousarray(high, dtype=np.float64),
        category=is_category,
        extent=extents(low, high, is_category),
        bias=np.zeros(p),
        weight=np.ones(p),
        start=start,
        term=np.concatenate(sets) if start[-1] else np.zeros(0, dtype=np.int64),
        terms=terms,
    )


def extents(low: FloatArray, high: FloatArray, category: BoolArray) -> FloatArray:
    """Return |A| of each attribute (p,): width for numbers (0 when there is one value), distinct values for
    categories."""
    result = np.zeros(low.shape[1])
    for j in range(low.shape[1]):
        lows, highs = low[:, j], high[:, j]
        known = ~np.isnan(lows)
        if not known.any():
            continue
        if category[j]:
            result[j] = max(float(highs[known].max()) + 1, 1.0)
        else:
            result[j] = float(highs[known].max() - lows[known].min())
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def hull_spans(
    members: IntArray,
    low: FloatArray,
    high: FloatArray,
    middle: FloatArray,
    category: BoolArray,
    extent: FloatArray,
) -> FloatArray:
    """Return normalized span of each attribute over `members`: range or share of distinct values, 1 when some are
    missing.

    A class with both missing and present values has to be recoded to "anything", so it spans everything.
    """
    p = low.shape[1]
    spans = np.zeros(p)
    for j in range(p):
        missing = 0
        least, most = np.inf, -np.inf
        for i in members:
            if np.isnan(low[i, j]):
                missing += 1
            else:
                least = min(least, low[i, j])
                most = max(most, high[i, j])
        if missing == len(members):
            continue
        if missing:
            spans[j] = 1.0
        elif category[j]:
            size = int(extent[j])
            seen = np.zeros(size, dtype=np.bool_)
            distinct = 0
            for i in members:
                code = int(middle[i, j])
                if not seen[code]:
                    seen[code] = True
                    distinct += 1
            spans[j] = distinct / size if distinct > 1 else 0.0
        elif extent[j] > 0:
            spans[j] = (most - least) / extent[j]
    return spans


@njit(cache=True)  # type: ignore[untyped-decorator]
def median_cut(members: IntArray, values: FloatArray, k: int) -> tuple[bool, float]:
    """Return the value v nearest the median such that {x < v} and {x >= v} both have k members (NaN counts as
    highest).

    Missing values are a group of their own: when there are some, the cut is between them and the rest (v =
    inf).
    """
    m = len(members)
    picked = np.empty(m)
    missing = 0
    for i in range(m):
        value = values[members[i]]
        if np.isnan(value):
            missing += 1
            value = np.inf
        picked[i] = value
    if missing and missing >= k and m - missing >= k:
        return True, np.inf
    picked.sort()
    best, found = 0, False
    for d in range(m):
        for i in (m // 2 - d, m // 2 + d):
            if k <= i <= m - k and i > 0 and picked[i - 1] < picked[i]:
                best, found = i, True
                break
        if found or m // 2 + d > m - k:
            break
    return found, picked[best]


@njit(cache=True)  # type: ignore[untyped-decorator]
def count_terms(
    members: IntArray, start: IntArray, term: IntArray, counts: IntArray, touched: IntArray
) -> int:
    """Count each term of `members` in `counts` (v,), which must be 0; their numbers go to `touched`; how
    many."""
    distinct = 0
    for i in members:
        for at in range(start[i], start[i + 1]):
            t = term[at]
            if counts[t] == 0:
                touched[distinct] = t
                distinct += 1
            counts[t] += 1
    return distinct


@njit(cache=True)  # type: ignore[untyped-decorator]
def has_term(members: IntArray, start: IntArray, term: IntArray, wanted: int) -> BoolArray:
    """Return which of `members` have the term (binary search in each person's sorted terms)."""
    result = np.zeros(len(members), dtype=np.bool_)
    for i in range(len(members)):
        low, high = start[members[i]], start[members[i] + 1]
        while low < high:
            at = (low + high) // 2
            if term[at] < wanted:
                low = at + 1
            else:
                high = at
        result[i] = low < start[members[i] + 1] and term[low] == wanted
    return result
