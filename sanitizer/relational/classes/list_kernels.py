"""Compiled: which short lists of terms the records of a class can all show ("Paris, Lyon or Rome").

A list generalizes each of its terms: whoever reads it knows that one of them was there. All records of the class must
show it, so it has to hold a term of every one.
"""

import numpy as np
from numba import njit

from sanitizer.types import BoolArray, FloatArray, IntArray

_LISTS_OF_A_KIND = 3


@njit(cache=True)  # type: ignore[untyped-decorator]
def candidate_lists(
    rstart: IntArray, rterm: IntArray, weight: FloatArray, kind: IntArray, most: int
) -> tuple[IntArray, IntArray]:
    """Return lists of 2 to `most` terms of one kind, of which every record has at least one: (start, term).

    Args:
        rstart, rterm: the records' terms, numbered within the class.
        weight: what each term weighs.
        kind: its kind; -1 for terms that must not stand in a list.
        most: the longest list.
    """
    records, terms = len(rstart) - 1, len(weight)
    start = [0]
    found = [0]
    found.clear()
    if most < 2 or records < 2:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64)
    users = np.zeros(terms, dtype=np.int64)
    for i in range(len(rterm)):
        users[rterm[i]] += 1
    free = np.empty(terms, dtype=np.bool_)
    for j in range(terms):
        free[j] = kind[j] >= 0 and users[j] < records  # what all have is kept as it is
    for first in range(terms):
        if not free[first]:
            continue
        own = kind[first]
        usable = np.zeros(terms, dtype=np.bool_)
        for j in range(first, terms):
            if free[j] and kind[j] == own:
                usable[j] = True
                free[j] = False
        for turn in range(_LISTS_OF_A_KIND):
            chosen = _cover(rstart, rterm, usable, most)
            if len(chosen) == 0:
                break
            for j in chosen:
                found.append(j)
                usable[j] = False
            start.append(len(found))
            if turn == 0 and len(chosen) < most:
                longer = _longest(chosen, usable, weight, most)
                if len(longer) > len(chosen):
                    for j in longer:
                        found.append(j)
                    start.append(len(found))
    return np.array(start, dtype=np.int64), np.array(found, dtype=np.int64)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _cover(rstart: IntArray, rterm: IntArray, usable: BoolArray, most: int) -> IntArray:
    """Up to `most` usable terms of which each record has one, the most widespread first; empty when there are none."""
    records = len(rstart) - 1
    open_ = np.ones(records, dtype=np.bool_)
    left = records
    counts = np.zeros(len(usable), dtype=np.int64)
    chosen = np.empty(most, dtype=np.int64)
    for at in range(most):
        counts[:] = 0
        for r in range(records):
            if not open_[r]:
                continue
            some = False
            for i in range(rstart[r], rstart[r + 1]):
                if usable[rterm[i]]:
                    counts[rterm[i]] += 1
                    some = True
            if not some:
                return chosen[:0]
        best = int(counts.argmax())
        chosen[at] = best
        for r in range(records):
            if open_[r]:
                for i in range(rstart[r], rstart[r + 1]):
                    if rterm[i] == best:
                        open_[r] = False
                        left -= 1
                        break
        if left == 0:
            return chosen[: at + 1]
    return chosen[:0]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _longest(chosen: IntArray, usable: BoolArray, weight: FloatArray, most: int) -> IntArray:
    """Return the list with the weightiest other terms, until it is full."""
    result = np.empty(most, dtype=np.int64)
    result[: len(chosen)] = chosen
    taken = np.zeros(len(usable), dtype=np.bool_)
    size = len(chosen)
    while size < most:
        best = -1
        for j in range(len(usable)):
            if usable[j] and not taken[j] and (best < 0 or weight[j] > weight[best]):
                best = j
        if best < 0:
            break
        taken[best] = True
        result[size] = best
        size += 1
    return result[:size]
