"""Estimate how likely an attacker is to recognize a person in a release (El Emam 2013, chapter on measuring risk).

Prosecutor: knows that the person is in the table. Journalist: only that the person is in a population. Marketer:
wants as many as possible right.
"""

from dataclasses import dataclass

import numpy as np

from sanitizer.types import IntArray


@dataclass(frozen=True, slots=True)
class Risk:
    """Probabilities of a right guess, 0 to 1, over released rows.

    ``highest`` of a row, ``average`` over rows (which is the marketer's share of right guesses), ``at_risk`` the
    share of rows whose probability is above ``threshold``.
    """

    highest: float
    average: float
    at_risk: float
    threshold: float


def prosecutor(sizes: IntArray, threshold: float = 0.2) -> Risk:
    """Return the risk 1 / size of each row, from the sizes of the classes (c,)."""
    return _risk(sizes, sizes, threshold)


def journalist(sizes: IntArray, population: IntArray, threshold: float = 0.2) -> Risk:
    """Return the risk 1 / (persons of the population in the row's class); both are (c,), the population the larger."""
    return _risk(sizes, np.maximum(population, sizes), threshold)


def marketer(sizes: IntArray, population: IntArray | None = None) -> float:
    """Return the share of rows that an attacker gets right who links all of them."""
    return _risk(sizes, sizes if population is None else np.maximum(population, sizes), 1.0).average


def _risk(sizes: IntArray, among: IntArray, threshold: float) -> Risk:
    sizes, among = sizes[sizes > 0], among[sizes > 0]
    rows = int(sizes.sum())
    if not rows:
        return Risk(0.0, 0.0, 0.0, threshold)
    risky = sizes[1 / among > threshold + 1e-12].sum()
    return Risk(float(1 / among.min()), float((sizes / among).sum() / rows), float(risky / rows), threshold)
