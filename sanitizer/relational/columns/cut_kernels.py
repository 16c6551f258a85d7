"""The compiled loops of Mondrian for columns: the best cut of a class, and rows ordered by its sides."""

import numpy as np
from numba import njit

from sanitizer.relational.table.table import Codes
from sanitizer.types import BoolArray, FloatArray, IntArray


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def _sort(values: IntArray, count: int) -> None:
    """Sort the first `count` values in place (heap sort: numba's own sorts take seconds to compile)."""
    end = count
    root = count // 2
    while end > 1:
        if root > 0:
            root -= 1
        else:
            end -= 1
            values[0], values[end] = values[end], values[0]
        parent = root
        while True:
            child = 2 * parent + 1
            if child >= end:
                break
            if child + 1 < end and values[child] < values[child + 1]:
                child += 1
            if values[parent] >= values[child]:
                break
            values[parent], values[child] = values[child], values[parent]
            parent = child


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def best_cut(
    order: IntArray,
    amount: IntArray,
    buffer: IntArray,
    o: int,
    t: int,
    m: int,
    missing: int,
    position: FloatArray,
    extent: float,
    category: bool,
    least: int,
    balance: float,
) -> tuple[float, int]:
    """What the best cut of a class by one attribute saves, and how many of its values go to the left; 0, 0 for none.

    The class has `m` rows and `t` values of the attribute: `order[o : o + t]` by rising code (`missing` last),
    `amount` the rows of each. Those of a category are ordered by amount here, in place; `buffer` is overwritten.
    """
    best, place = 0.0, 0
    if t < 2:
        return best, place
    if order[o + t - 1] == missing:  # missing values: the only cut is between them and the rest
        j, nulls = t - 1, amount[o + t - 1]
        if nulls < least or m - nulls < least:
            return best, place
        if category:
            rest = j / extent if j > 1 else 0.0
        else:
            rest = (position[o + order[o + j - 1]] - position[o + order[o]]) / extent
        score = (m - rest * (m - nulls)) / m
        score *= (2.0 * min(nulls, m - nulls) / m) ** balance
        if score > best:
            best, place = score, j
        return best, place
    if category:
        for j in range(t):  # by falling amount, then by code
            buffer[j] = order[o + j] - (amount[o + j] << 32)
        _sort(buffer, t)
        for j in range(t):
            amount[o + j] = -(buffer[j] >> 32)
            order[o + j] = buffer[j] & 0xFFFFFFFF
        span = t / extent
    else:
        span = (position[o + order[o + t - 1]] - position[o + order[o]]) / extent
    left = 0
    for j in range(1, t):
        left += amount[o + j - 1]
        if left < least or m - left < least:
            continue
        if category:
            one = j / extent if j > 1 else 0.0
            other = (t - j) / extent if t - j > 1 else 0.0
        else:
            one = (position[o + order[o + j - 1]] - position[o + order[o]]) / extent
            other = (position[o + order[o + t - 1]] - position[o + order[o + j]]) / extent
        score = (span * m - one * left - other * (m - left)) / m
        score *= (2.0 * min(left, m - left) / m) ** balance
        if score > best:
            best, place = score, j
    return best, place


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def cut(
    data: Codes,
    index: Codes,
    spare: Codes,
    spare_index: Codes,
    starts: IntArray,
    ends: IntArray,
    tried: BoolArray,
    least: int,
    values: IntArray,
    start: IntArray,
    position: FloatArray,
    extent: FloatArray,
    category: BoolArray,
    balance: float,
    middles: IntArray,
    attributes: IntArray,
) -> None:
    """Choose the best cut of each segment and order its rows by side; `middles` is left at -1 where there is none."""
    d = data.shape[1]
    counts = np.zeros(start[d], dtype=np.int64)
    order = np.empty(start[d], dtype=np.int64)
    amount = np.empty(start[d], dtype=np.int64)
    left_side = np.zeros(start[d], dtype=np.bool_)
    buffer = np.empty(start[d], dtype=np.int64)
    for p in range(len(starts)):
        low, high = starts[p], ends[p]
        m = high - low
        best, chosen, place = 0.0, -1, 0
        for a in range(d):
            if values[a] < 4 * m + 64:
                for v in range(start[a], start[a + 1]):
                    counts[v] = 0
        for i in range(low, high):
            for a in range(d):
                if values[a] < 4 * m + 64:
                    counts[start[a] + data[i, a]] += 1
        for a in range(d):
            if tried[p, a]:
                continue
            o, t = start[a], 0
            if values[a] < 4 * m + 64:
                for v in range(values[a] + 1):
                    if counts[o + v]:
                        order[o + t] = v
                        amount[o + t] = counts[o + v]
                        t += 1
            else:  # more values than rows: sort instead of counting
                for i in range(m):
                    buffer[i] = data[low + i, a]
                _sort(buffer, m)
                for i in range(m):
                    if t and order[o + t - 1] == buffer[i]:
                        amount[o + t - 1] += 1
                    else:
                        order[o + t] = buffer[i]
                        amount[o + t] = 1
                        t += 1
            score, j = best_cut(
                order, amount, buffer, o, t, m, values[a], position, extent[a], category[a], least, balance
            )
            if score > best:
                best, chosen, place = score, a, j
        if chosen < 0:
            continue
        o = start[chosen]
        left = 0
        for j in range(place):
            left_side[o + order[o + j]] = True
            left += amount[o + j]
        at, to = low, low + left
        for i in range(low, high):
            if left_side[o + data[i, chosen]]:
                spare_index[at] = index[i]
                for a in range(d):
                    spare[at, a] = data[i, a]
                at += 1
            else:
                spare_index[to] = index[i]
                for a in range(d):
                    spare[to, a] = data[i, a]
                to += 1
        for j in range(place):
            left_side[o + order[o + j]] = False
        for i in range(low, high):
            index[i] = spare_index[i]
            for a in range(d):
                data[i, a] = spare[i, a]
        middles[p] = low + left
        attributes[p] = chosen
