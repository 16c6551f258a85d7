"""The compiled parts of :mod:`.cluster`: what a class would lose by taking in each of many records."""

import numpy as np
from numba import njit

from sanitizer.relational.classes.kernel_types import Columns, GrowingText
from sanitizer.relational.table.recoders import SET_LIMIT
from sanitizer.types import BoolArray, FloatArray, IntArray


@njit(cache=True)  # type: ignore[untyped-decorator]
def intersect(first: int, record: int, text: GrowingText) -> None:
    """Drop from what is shared what `record` lacks, add what it keeps; shared features are among those of `first`."""
    (start, feature, keeps, _), shared, _, _ = text
    at = start[record]
    for i in range(start[first], start[first + 1]):
        f = feature[i]
        if shared[f] == 0.0:
            continue
        while at < start[record + 1] and feature[at] < f:
            at += 1
        if at < start[record + 1] and feature[at] == f:
            shared[f] += keeps[at]
        else:
            shared[f] = 0.0


@njit(cache=True)  # type: ignore[untyped-decorator]
def growth_kernel(
    candidates: IntArray, free: BoolArray, members: IntArray, columns: Columns, text: GrowingText
) -> FloatArray:
    """Growth of the class's loss by each candidate: NCP_A of all members after less before, plus the text's."""
    low, high, middle, category, extent, weight, importance = columns
    (start, feature, keeps, _), shared, weight_of_text, speaks = text
    m, p = len(members), low.shape[1]
    lows, highs = np.full(p, np.inf), np.full(p, -np.inf)
    missing = np.zeros(p, dtype=np.int64)
    distinct = np.zeros(p, dtype=np.int64)
    codes = np.full((p, m), -1.0)
    for j in range(p):
        for i in members:
            if np.isnan(low[i, j]):
                missing[j] += 1
                continue
            lows[j], highs[j] = min(lows[j], low[i, j]), max(highs[j], high[i, j])
            if category[j]:
                known = False
                for d in range(distinct[j]):
                    known = known or codes[j, d] == middle[i, j]
                if not known:
                    codes[j, distinct[j]] = middle[i, j]
                    distinct[j] += 1
    before = 0.0
    for j in range(p):
        before += weight[j] * ncp(highs[j] - lows[j], missing[j], m, distinct[j], category[j], extent[j])
    kept, all_of = 0.0, 0.0
    for i in members:
        all_of += importance[i]
    first = members[0]
    for at in range(start[first], start[first + 1]):
        kept += shared[feature[at]]
    result = np.full(len(candidates), np.inf)
    for c in range(len(candidates)):
        if not free[c]:
            continue
        r = candidates[c]
        after = 0.0
        for j in range(p):
            nan = np.isnan(low[r, j])
            more = distinct[j]
            if category[j] and not nan:
                known = False
                for d in range(distinct[j]):
                    known = known or codes[j, d] == middle[r, j]
                more += 0 if known else 1
            a = lows[j] if nan else min(lows[j], low[r, j])
            b = highs[j] if nan else max(highs[j], high[r, j])
            gone = missing[j] + (1 if nan else 0)
            after += weight[j] * ncp(b - a, gone, m + 1, more, category[j], extent[j])
        still, own = 0.0, 0.0
        for at in range(start[r], start[r + 1]):
            value = shared[feature[at]]
            if value > 0.0:
                still += value
                own += keeps[at]
        lost = kept - still + (1.0 - own if speaks[r] else 0.0)
        result[c] = (all_of + importance[r]) * after - all_of * before + weight_of_text * lost
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def ncp(width: float, missing: int, size: int, distinct: int, category: bool, extent: float) -> float:
    """Return the NCP of a column in a class (section 5.3) by the width of its range: 1 when some values are missing or
    there are more than a set may have, 0 when all are missing."""
    if missing == size:
        return 0.0
    if missing > 0:
        return 1.0
    if category:
        if distinct > SET_LIMIT:
            return 1.0
        return distinct / extent if distinct > 1 else 0.0
    return width / extent if extent > 0 else 0.0
