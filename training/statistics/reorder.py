"""Number documents so that similar ones are neighbours: recursive graph bisection.

Dhulipala et al. (2016, "Compressing graphs and indexes with recursive graph bisection"): a range of documents is cut in
halves, and documents are swapped between them while that lowers the cost of the gaps, log2(n / (degree + 1)) a posting;
then each half likewise. Used by build.py.
"""

import numba
import numpy as np
import numpy.typing as npt


@numba.njit(cache=True)
def _swap(order, low, high, starts, terms, in_left, in_right, logs, rounds):  # type: ignore[no-untyped-def]
    middle = (low + high) // 2
    n_left, n_right = middle - low, high - middle
    log_left, log_right = np.log2(n_left), np.log2(n_right)
    gains = np.empty(high - low, dtype=np.float32)
    for _ in range(rounds):
        for i in range(low, high):
            for j in range(starts[order[i]], starts[order[i] + 1]):
                if i < middle:
                    in_left[terms[j]] += 1
                else:
                    in_right[terms[j]] += 1
        for i in range(low, high):
            gain = 0.0
            for j in range(starts[order[i]], starts[order[i] + 1]):
                a, b = in_left[terms[j]], in_right[terms[j]]
                if a + b < 2:
                    continue
                before = a * (log_left - logs[a + 1]) + b * (log_right - logs[b + 1])
                if i < middle:
                    a, b = a - 1, b + 1
                else:
                    a, b = a + 1, b - 1
                gain += before - a * (log_left - logs[a + 1]) - b * (log_right - logs[b + 1])
            gains[i - low] = gain
        for i in range(low, high):
            for j in range(starts[order[i]], starts[order[i] + 1]):
                in_left[terms[j]] = 0
                in_right[terms[j]] = 0
        best_left = np.argsort(-gains[:n_left], kind="mergesort")
        best_right = np.argsort(-gains[n_left:], kind="mergesort")
        swaps = 0
        for k in range(min(n_left, n_right)):
            a, b = best_left[k], n_left + best_right[k]
            if gains[a] + gains[b] <= 0:
                break
            order[low + a], order[low + b] = order[low + b], order[low + a]
            swaps += 1
        if swaps == 0:
            break


def bisect(
    documents: npt.NDArray[np.uint16],
    sizes: npt.NDArray[np.int64],
    total: int,
    rounds: int = 20,
    smallest: int = 12,
) -> npt.NDArray[np.int64]:
    """Return lists of documents of each term -> order, where order[new number] = old number."""
    term_of = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    by_document = np.argsort(documents, kind="stable")
    terms = term_of[by_document]
    starts = np.concatenate(([0], np.cumsum(np.bincount(documents, minlength=total)))).astype(np.int64)
    in_left, in_right = np.zeros(len(sizes), np.int32), np.zeros(len(sizes), np.int32)
    logs = np.log2(np.maximum(1, np.arange(total + 2))).astype(np.float32)
    order = np.arange(total)
    ranges = [(0, total)]
    while ranges:
        halves = []
        for low, high in ranges:
            if high - low > smallest:
                _swap(order, low, high, starts, terms, in_left, in_right, logs, rounds)
                halves += [(low, (low + high) // 2), ((low + high) // 2, high)]
        if halves:
            print("bisected into ranges of", halves[0][1] - halves[0][0], flush=True)
        ranges = halves
    return order
