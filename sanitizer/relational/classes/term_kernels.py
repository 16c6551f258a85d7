"""The compiled parts of :mod:`.terms`: which generalizations a class shows, and what that loses."""

import numpy as np
from numba import njit

from sanitizer.relational.classes.choice_kernels import choose, one_class
from sanitizer.relational.classes.kernel_types import Words
from sanitizer.types import FloatArray, IntArray


@njit(cache=True)  # type: ignore[untyped-decorator]
def features_kernel(
    start: IntArray, term: IntArray, lstart: IntArray, lfeature: IntArray, lkeeps: FloatArray, number: int
) -> tuple[IntArray, IntArray, FloatArray]:
    """Features of each record with what they keep, as :class:`.cluster.Features` has them."""
    n = len(start) - 1
    total = 0
    for i in range(len(term)):
        total += lstart[term[i] + 1] - lstart[term[i]]
    out_start = np.zeros(n + 1, dtype=np.int64)
    out_feature = np.empty(total, dtype=np.int32)
    out_keeps = np.empty(total, dtype=np.float32)
    value = np.zeros(number)
    touched = np.empty(number, dtype=np.int64)
    position = 0
    for r in range(n):
        size = start[r + 1] - start[r]
        found = 0
        for at in range(start[r], start[r + 1]):
            t = term[at]
            for i in range(lstart[t], lstart[t + 1]):
                beyond = lkeeps[i] - (lkeeps[i + 1] if i + 1 < lstart[t + 1] else 0.0)
                if value[lfeature[i]] == 0.0:
                    touched[found] = lfeature[i]
                    found += 1
                value[lfeature[i]] += max(beyond, 1e-9) / size
        order = np.sort(touched[:found])
        for f in order:
            out_feature[position] = f
            out_keeps[position] = value[f]
            value[f] = 0.0
            position += 1
        out_start[r + 1] = position
    return out_start, out_feature[:position].astype(np.int64), out_keeps[:position].astype(np.float64)


@njit(cache=True)  # type: ignore[untyped-decorator]
def recode_kernel(
    members: IntArray, sizes: IntArray, words: Words, number: int
) -> tuple[IntArray, IntArray, IntArray, FloatArray, IntArray, IntArray]:
    """For every class its distinct terms (start, term), what each is shown as (-1: suppressed), and what that keeps.

    What is `number` or more is a list of terms; those are the last two arrays (start, term).
    """
    classes = len(sizes)
    _, term, lstart, _, _, _, _, _ = words
    terms = len(lstart) - 1
    out_start = np.zeros(classes + 1, dtype=np.int64)
    out_term = np.empty(len(term), dtype=np.int32)
    out_choice = np.empty(len(term), dtype=np.int32)
    out_keeps = np.empty(len(term), dtype=np.float32)
    carriers = np.zeros(number, dtype=np.int64)  # persons of the class that can carry a feature
    stamp = np.full(number, -1, dtype=np.int64)
    place = np.full(number, -1, dtype=np.int64)  # of a feature among the candidates of the class
    local = np.full(terms, -1, dtype=np.int64)  # of a term among those of the class
    scratch = carriers, stamp, place, local, np.zeros(2, dtype=np.int64)
    first, position = 0, 0
    out_lists = [0]
    out_list = [np.int64(0)]
    out_list.clear()
    for c in range(classes):
        group = members[first : first + sizes[c]]
        first += sizes[c]
        begin = position
        found = one_class(group, words, scratch)
        own, _, _, _, tstart, tfeature, tkeeps, names, listed = found
        position += len(own)
        out_start[c + 1] = position
        out_term[begin:position] = own
        chosen, _ = choose(found)
        for n in range(len(names)):
            if names[n] >= number and chosen[n]:  # a list: it is numbered over all classes
                for i in range(listed[0][names[n] - number], listed[0][names[n] - number + 1]):
                    out_list.append(own[listed[1][i]])
                names[n] = number + len(out_lists) - 1
                out_lists.append(len(out_list))
        for j in range(len(own)):
            out_choice[begin + j] = -1
            out_keeps[begin + j] = 0.0
            for i in range(tstart[j], tstart[j + 1]):
                if chosen[tfeature[i]]:
                    out_choice[begin + j] = names[tfeature[i]]
                    out_keeps[begin + j] = tkeeps[i]
                    break
    return (
        out_start,
        out_term[:position].astype(np.int64),
        out_choice[:position].astype(np.int64),
        out_keeps[:position].astype(np.float64),
        np.array(out_lists, dtype=np.int64),
        np.array(out_list, dtype=np.int64),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def losses_kernel(
    start: IntArray,
    term: IntArray,
    labels: IntArray,
    cstart: IntArray,
    cterm: IntArray,
    keeps: FloatArray,
) -> FloatArray:
    """NCP_X of each record."""
    n = len(start) - 1
    result = np.full(n, np.nan)
    for r in range(n):
        size = start[r + 1] - start[r]
        if size == 0:
            continue
        c = labels[r]
        lost = 0.0
        for at in range(start[r], start[r + 1]):
            low, high = cstart[c], cstart[c + 1]
            while low < high:
                middle = (low + high) // 2
                if cterm[middle] < term[at]:
                    low = middle + 1
                else:
                    high = middle
            lost += 1.0 - keeps[low]
        result[r] = lost / size
    return result
