"""Estimate how many persons of a population are unique in it, from the classes of a sample: Zayatz, Pitman and the
slide negative binomial model.

`sizes` (c,) are the classes of the sample's n records, `population` is the number N of persons it was drawn from.
"""

from dataclasses import dataclass

import numpy as np
from scipy import optimize, special, stats

from sanitizer.errors import UsageError
from sanitizer.types import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class PopulationUniques:
    """Estimated persons who are unique in the population by each model (None: it has no solution), and the one that is
    taken: that of Dankar et al. (2012), figure 4, as in ARX."""

    zayatz: float
    pitman: float | None
    snb: float | None
    taken: float


def population_uniques(sizes: IntArray, population: int) -> PopulationUniques:
    """Return all estimates. Raises UsageError where the population is smaller than the sample."""
    sizes = _checked(sizes, population)
    n = int(sizes.sum())
    first, second, third = zayatz(sizes, population), pitman(sizes, population), snb(sizes, population)
    if n <= 0.1 * population:
        taken = first if second is None else second
    else:
        taken = first if third is None else min(first, third)
    return PopulationUniques(first, second, third, taken)


def zayatz(sizes: IntArray, population: int) -> float:
    """Zayatz (1991): the sizes of the population's classes are distributed as the sample's; of the sample's unique
    records, as many are unique in the population as Bayes' rule says of a draw without replacement."""
    sizes = _checked(sizes, population)
    n = int(sizes.sum())
    values, counts = np.unique(sizes, return_counts=True)
    if not len(values) or values[0] != 1:
        return 0.0
    chance = stats.hypergeom.pmf(1, population, values, n)  # one of a class of that size is drawn
    joint = counts / counts.sum() * chance
    return float(counts[0] * joint[0] / joint.sum() * population / n)


def pitman(sizes: IntArray, population: int) -> float | None:
    """Pitman's sampling formula (Hoshino 2001): alpha and theta by maximum likelihood, then the expected number of
    classes of one, N (theta + alpha)_(N-1) / (theta + 1)_(N-1) in rising factorials."""
    sizes = _checked(sizes, population)
    n, classes = int(sizes.sum()), len(sizes)
    if classes in (0, n) or not (sizes == 1).any():
        return None if classes == n and n else 0.0
    counts = np.bincount(sizes)
    at_least = np.cumsum(counts[::-1])[::-1]  # classes of at least that size
    steps = np.arange(1, len(counts) - 1)
    ranks = np.arange(1, classes)

    def loss(point: FloatArray) -> float:
        alpha, theta = float(point[0]), float(np.exp(point[1]))
        likelihood = np.log(theta + alpha * ranks).sum() + (at_least[2:] * np.log(steps - alpha)).sum()
        return float(special.gammaln(theta + n) - special.gammaln(theta + 1) - likelihood)

    bounds = [(1e-9, 1 - 1e-9), (-20.0, 40.0)]
    starts = ([0.5, 0.0], [0.9, 2.0], [0.1, float(np.log(classes))])  # the surface has flat ends
    tries = [optimize.minimize(loss, start, method="L-BFGS-B", bounds=bounds) for start in starts]
    found = min(tries, key=lambda one: float(one.fun))
    if not np.isfinite(found.fun):
        return None
    return expected_pitman(float(found.x[0]), float(np.exp(found.x[1])), population)


def expected_pitman(alpha: float, theta: float, population: int) -> float:
    """Return expected classes of one person among `population` persons under Pitman's formula."""
    logs = special.gammaln([theta + alpha + population - 1, theta + 1, theta + alpha, theta + population])
    return float(population * np.exp(logs[0] + logs[1] - logs[2] - logs[3]))


def snb(sizes: IntArray, population: int) -> float | None:
    """Slide negative binomial (Chen and Keller-McNulty 1998): a class of the population has 1 + X persons, X negative
    binomial (r, p). r and p are solved so that the expected classes, and classes of one, of a Bernoulli sample are
    those of the sample; the classes of the population follow from its size. The estimate is classes x p^r."""
    sizes = _checked(sizes, population)
    n, classes, ones = int(sizes.sum()), len(sizes), int((sizes == 1).sum())
    rate = n / population
    if not ones:
        return 0.0
    if rate >= 1:
        return float(ones)

    def off(point: FloatArray) -> FloatArray:
        r, p = float(np.exp(point[0])), float(special.expit(point[1]))
        total = population / (1 + r * (1 - p) / p)
        seen, single = sampled_snb(r, p, rate)
        return np.array([total * seen / classes - 1, total * single / ones - 1])

    best = None
    for start in ([0.0, 0.0], [-2.0, -2.0], [2.0, 2.0], [-3.0, -5.0]):
        found = optimize.least_squares(off, start, bounds=([-15, -20], [15, 20]))
        if best is None or found.cost < best.cost:
            best = found
    assert best is not None
    if best.cost > 1e-6:
        return None
    r, p = float(np.exp(best.x[0])), float(special.expit(best.x[1]))
    return float(population / (1 + r * (1 - p) / p) * p**r)


def sampled_snb(r: float, p: float, rate: float) -> tuple[float, float]:
    """Return the chances that a class of 1 + X persons, each drawn at `rate`, is seen at all and is seen once: from
    G(s) = s (p / (1 - (1 - p) s))^r by 1 - G(1 - rate) and rate G'(1 - rate)."""
    s, q = 1 - rate, 1 - p
    base = (p / (1 - q * s)) ** r
    return 1 - s * base, rate * base * (1 + s * r * q / (1 - q * s))


def _checked(sizes: IntArray, population: int) -> IntArray:
    sizes = sizes[sizes > 0]
    if population < int(sizes.sum()):
        raise UsageError(
            f"a population of {population} is smaller than the {int(sizes.sum())} persons of the table"
        )
    return sizes
