"""Global Document Frequency partitioning (rx-anon, Algorithm 2): split on the most frequent term, then drop
it.

A baseline that ignores attributes. Where the authors' code stops at the first term whose split is not
allowed, this goes on with the next most frequent one, as the algorithm says; and each side keeps its own
list of terms.
"""

import heapq

import numpy as np
from numba import njit

from sanitizer.relational.table.view import CutTest, Partition, View, has_term, partition
from sanitizer.types import IntArray


def gdf(view: View, k: int, accepts: CutTest | None = None) -> Partition:
    """Classes of at least `k` persons; ties between terms go to the lower term number.

    Persons without the term stay in the same working set, whose counts are brought up to date by the
    persons that
    leave: the whole costs about the number of term occurrences times the depth of "with"-splits.
    """
    stack = [np.arange(view.persons, dtype=np.int64)]
    classes: list[IntArray] = []
    splits = 0
    while stack:
        members = stack.pop()
        if len(members) < 2 * k or view.terms == 0:
            classes.append(members)
            continue
        rest, parts = _peel(view, members, k, accepts)
        splits += len(parts)
        stack += parts
        classes.append(rest)
    return partition(classes, 0, splits)


def _peel(view: View, members: IntArray, k: int, accepts: CutTest | None) -> tuple[IntArray, list[IntArray]]:
    """Split off persons with the most frequent term until nothing is allowed: (who is left, the parts)."""
    counts = np.zeros(view.terms, dtype=np.int64)
    _count(members, view.start, view.term, counts, 1)
    heap = [(-int(counts[t]), int(t)) for t in np.flatnonzero(counts >= k)]
    heapq.heapify(heap)
    parts: list[IntArray] = []
    waiting: list[tuple[int, int]] = []
    while heap and len(members) >= 2 * k:
        count, term = heapq.heappop(heap)
        if counts[term] < k:
            continue
        if counts[term] != -count:
            heapq.heappush(heap, (-int(counts[term]), term))
            continue
        if len(members) + count < k:  # shared by nearly all: allowed only once fewer of them are left
            waiting.append((count, term))
            continue
        inside = has_term(members, view.start, view.term, term)
        part, rest = members[inside], members[~inside]
        if accepts is not None and not (accepts(part) and accepts(rest)):
            continue
        _count(part, view.start, view.term, counts, -1)
        parts.append(part)
        members = rest
        for pair in waiting:
            heapq.heappush(heap, pair)
        waiting = []
    return members, parts


@njit(cache=True)  # type: ignore[untyped-decorator]
def _count(members: IntArray, start: IntArray, term: IntArray, counts: IntArray, step: int) -> None:
    for i in members:
        for at in range(start[i], start[i + 1]):
            counts[term[at]] += step
