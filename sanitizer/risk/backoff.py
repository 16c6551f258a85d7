"""Estimate what a phrase tells that no source of counts holds, from what its known parts tell.

A lower bound (the most that a part tells) makes a rare pair of common words as harmless as its commoner word: by 2.0
bits in the mean. The regression below errs by 0.1 bits in the mean on articles that it was not fitted on
(training/backoff/joint.py prints both, by decade; training/backoff/fit.py the documents of the phrase itself).
"""

from typing import Final

import numpy as np

from sanitizer.types import BitsArray

RULE: Final = "estimated"
"""The rule by which a phrase of known parts is risky."""

MEETS: Final = 2.43
"""What two parts that touch tell beyond both: the words around them are chosen for the thing."""

FIRST: Final = 0.52
SECOND: Final = 0.53
"""How much of what the parts tell is told by the whole: the discounts."""


def estimated(parts: BitsArray, floor: BitsArray, most: BitsArray) -> BitsArray:
    """DR of a phrase of unknown count, in bits, shape (sensitive,): NaN where nothing of it is known.

    Args:
        parts: DR from its longest known parts, first and last of the phrase, shape (sensitive, parts).
        floor: what is told anyway, IC(g(s)), shape (sensitive,).
        most: IC(s): no more can be told.

    Two parts that both tell something beyond the floor tell MEETS + FIRST x + SECOND y beyond it, never less than the
    greater of them and never more than all. What less is known of is bounded by the part that tells most.
    """
    known = np.where(np.isnan(parts), -np.inf, parts)
    bound = known.max(axis=1)
    floor = np.nan_to_num(floor)
    beyond = known[:, [0, -1]] - floor[:, None]
    with np.errstate(invalid="ignore"):
        guess = floor + MEETS + FIRST * beyond[:, 0] + SECOND * beyond[:, 1]
        guess = np.minimum(guess, np.where(np.isnan(most), np.inf, most))
        value = np.where((beyond > 0).all(axis=1) & (parts.shape[1] > 1), np.maximum(guess, bound), bound)
    return np.where(np.isinf(value), np.nan, value)
