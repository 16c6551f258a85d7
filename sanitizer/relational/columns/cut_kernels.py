"""The compiled loops of Mondrian for columns: the best cut of a class, and rows ordered by its sides.

What travels together is a plain tuple, as in :mod:`sanitizer.relational.classes.kernel_types`.
"""

import numpy as np
from numba import njit

from sanitizer.relational.table.table import Codes
from sanitizer.types import BoolArray, FloatArray, IntArray

Values = tuple[IntArray, IntArray, IntArray]
"""The values that a class has of an attribute: their codes (``order``; a missing one last), the ``amount`` of rows of
each, and a ``buffer`` that is overwritten"""
Axis = tuple[int, FloatArray, float, bool]
"""An attribute: the code of ``missing`` values, the ``position`` of each value, its ``extent``, whether it is a
``category``"""
Domains = tuple[IntArray, IntArray, FloatArray, FloatArray, BoolArray]
"""values, start, position, extent, category of :class:`.mondrian.Domain`"""
Rows = tuple[Codes, Codes, Codes, Codes]
"""Rows that are put in order: their codes (``data``), their numbers (``index``), and room for both"""
Segments = tuple[IntArray, IntArray, BoolArray, IntArray, IntArray]
"""Segments of rows (``starts``, ``ends``), the attributes of which each was ``tried``, where each is cut (``middles``,
-1 where it is not) and by which of the ``attributes``"""


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
def best_cut(values: Values, m: int, axis: Axis, least: int, balance: float) -> tuple[float, int]:
    """Return what the best cut of a class of `m` rows by one attribute saves, and how many of its values go to the
    left; 0, 0 for none. The values come by rising code; those of a category are ordered by amount here, in place."""
    order, amount, buffer = values
    missing, position, extent, category = axis
    t = len(order)
    best, place = 0.0, 0
    if t < 2:
        return best, place
    if order[t - 1] == missing:  # missing values: the only cut is between them and the rest
        j, nulls = t - 1, amount[t - 1]
        if nulls < least or m - nulls < least:
            return best, place
        if category:
            rest = j / extent if j > 1 else 0.0
        else:
            rest = (position[order[j - 1]] - position[order[0]]) / extent
        score = (m - rest * (m - nulls)) / m
        score *= (2.0 * min(nulls, m - nulls) / m) ** balance
        if score > best:
            best, place = score, j
        return best, place
    if category:
        for j in range(t):  # by falling amount, then by code
            buffer[j] = order[j] - (amount[j] << 32)
        _sort(buffer, t)
        for j in range(t):
            amount[j] = -(buffer[j] >> 32)
            order[j] = buffer[j] & 0xFFFFFFFF
        span = t / extent
    else:
        span = (position[order[t - 1]] - position[order[0]]) / extent
    left = 0
    for j in range(1, t):
        left += amount[j - 1]
        if left < least or m - left < least:
            continue
        if category:
            one = j / extent if j > 1 else 0.0
            other = (t - j) / extent if t - j > 1 else 0.0
        else:
            one = (position[order[j - 1]] - position[order[0]]) / extent
            other = (position[order[t - 1]] - position[order[j]]) / extent
        score = (span * m - one * left - other * (m - left)) / m
        score *= (2.0 * min(left, m - left) / m) ** balance
        if score > best:
            best, place = score, j
    return best, place


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator]
def cut(rows: Rows, segments: Segments, domain: Domains, least: int, balance: float) -> None:
    """Choose the best cut of each segment and order its rows by side; its middle is left at -1 where there is none."""
    data, index, spare, spare_index = rows
    starts, ends, tried, middles, attributes = segments
    values, start, position, extent, category = domain
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
            own = order[o : o + t], amount[o : o + t], buffer
            axis = values[a], position[o : start[a + 1]], extent[a], category[a]
            score, j = best_cut(own, m, axis, least, balance)
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
