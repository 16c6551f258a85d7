"""The compiled loss of a class, exactly."""

from typing import Final

import numpy as np
from numba import njit

from sanitizer.relational.classes.choice_kernels import choose, one_class
from sanitizer.relational.classes.growth_kernels import ncp
from sanitizer.relational.classes.kernel_types import ClassTerms, Scratch, Weighed
from sanitizer.types import FloatArray, IntArray

LEAST: Final = 1e-7
"""An exchange must gain more, so that rounding cannot go in circles."""


@njit(cache=True)  # type: ignore[untyped-decorator]
def class_loss(group: IntArray, by: Weighed, scratch: Scratch, limit: float) -> float:
    """Return what the records of a class lose in sum: importance x NCP of the columns, weight of the text x NCP of the
    terms. Where it is `limit` or more, any lower bound of it that is so as well."""
    columns, words, text = by
    low, high, middle, category, extent, weight, importance = columns
    start, ticket = words[0], scratch[4]
    each = 0.0
    for j in range(low.shape[1]):
        lowest, highest, missing, distinct = np.inf, -np.inf, 0, 0
        for at in range(len(group)):
            i = group[at]
            if np.isnan(low[i, j]):
                missing += 1
                continue
            lowest, highest = min(lowest, low[i, j]), max(highest, high[i, j])
            if category[j]:
                known = False
                for before in range(at):
                    known = known or middle[group[before], j] == middle[i, j]
                distinct += 0 if known else 1
        each += weight[j] * ncp(highest - lowest, missing, len(group), distinct, category[j], extent[j])
    lost, speaking = 0.0, 0
    for i in group:
        lost += importance[i] * each
        speaking += 1 if start[i + 1] > start[i] else 0
    ticket[1] += 20
    if text == 0.0 or speaking == 0 or lost >= limit:
        return lost
    if speaking < len(group):  # whoever has no terms shares none
        return lost + text * speaking
    terms = one_class(group, words, scratch)
    _, rstart, rterm, _, _, tfeature, _, _, _ = terms
    ticket[1] += 12 * len(rterm) + 6 * len(tfeature)
    fewest = np.diff(rstart).min()
    bound = _most_by_features(fewest, terms)
    if fewest == 1 or lost + text * (speaking - bound) >= limit + LEAST:
        return float(lost + text * (speaking - bound))
    _, kept = choose(terms)
    result: float = lost + text * (speaking - kept)
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def _most_by_features(fewest: int, of: ClassTerms) -> float:
    """Return an upper bound of what the records keep: every record shows each feature of the class by a term of its
    own, so there are no more of them than the `fewest` terms that one has. With one, it is what they keep."""
    _, _, _, weight, tstart, tfeature, tkeeps, names, _ = of
    gain = np.zeros(len(names))
    for j in range(len(weight)):
        for i in range(tstart[j], tstart[j + 1]):
            gain[tfeature[i]] += weight[j] * tkeeps[i]
    result = 0.0
    for _i in range(min(fewest, len(names))):
        best = int(gain.argmax())
        result += gain[best]
        gain[best] = 0.0
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def all_losses(member: IntArray, size: IntArray, by: Weighed, scratch: Scratch) -> FloatArray:
    """:func:`class_loss` of every class."""
    result = np.zeros(len(size))
    for c in range(len(size)):
        result[c] = class_loss(member[c, : size[c]], by, scratch, np.inf)
    return result
