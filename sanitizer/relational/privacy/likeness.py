"""Privacy models that bound how far the values of a class are from those of the table, value by value, and how surely
an attacker tells that a person is in the table at all."""

from dataclasses import dataclass
from math import exp
from typing import Literal

import numpy as np

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.relational.privacy.models import Classes, OfColumn, OfNoColumn
from sanitizer.types import BoolArray, FloatArray

_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class BetaLikeness(OfColumn):
    """beta-likeness of a sensitive column (Cao and Karras, VLDB 2012, definitions 2 and 3): no value is more frequent
    in a class than in the table by more than a bound relative to its frequency p there.

    ``basic``: (q - p) / p at most `beta`; ``enhanced``: at most min(beta, -ln p), so that frequent values are bounded
    too. Missing values do not count; a class without any known value does not satisfy it.
    """

    column: str
    beta: float
    kind: Literal["basic", "enhanced"] = "enhanced"

    def __post_init__(self) -> None:
        arguments.text(self.column, "beta-likeness: column")
        arguments.number(self.beta, "beta-likeness: beta", 0, above=True)
        arguments.one_of(self.kind, ("basic", "enhanced"), "beta-likeness")

    def satisfied(self, classes: Classes) -> BoolArray:
        """Relative gains within the bound of each value."""
        share, whole, known = _shares(classes, self.column)
        there = whole > 0
        bound = np.full(len(whole), self.beta)
        if self.kind == "enhanced":
            bound = np.minimum(bound, -np.log(np.where(there, whole, 1.0)))
        within: BoolArray = (share <= whole * (1 + bound) + _SLACK).all(axis=1) & (known > 0)
        return within


@dataclass(frozen=True, slots=True)
class DeltaDisclosure(OfColumn):
    """delta-disclosure privacy of a sensitive column (Brickell and Shmatikov, KDD 2008, definition 5): for each value
    the natural logarithm of its frequency in a class over that in the table lies within `delta` either way, so every
    value of the table is in each class. Missing values do not count.
    """

    column: str
    delta: float

    def __post_init__(self) -> None:
        arguments.text(self.column, "delta-disclosure: column")
        arguments.number(self.delta, "delta-disclosure: delta", 0, above=True)

    def satisfied(self, classes: Classes) -> BoolArray:
        """Return every share within a factor of e^delta."""
        share, whole, known = _shares(classes, self.column)
        low, high = whole * exp(-self.delta), whole * exp(self.delta)
        within: BoolArray = ((share >= low - _SLACK) & (share <= high + _SLACK)).all(axis=1) & (known > 0)
        return within


@dataclass(frozen=True, slots=True)
class DeltaPresence(OfNoColumn):
    """delta-presence (Nergiz, Atzori and Clifton, SIGMOD 2007, definition 3): of the persons of the population who
    fit a class, the share that is in the table lies between `lower` and `upper`.
    """

    lower: float
    upper: float

    def __post_init__(self) -> None:
        arguments.number(self.lower, "delta-presence: lower", 0, 1)
        arguments.number(self.upper, "delta-presence: upper", 0, 1)
        if self.lower > self.upper:
            raise UsageError(
                f"delta-presence: 0 <= lower <= upper <= 1 is needed, not {self.lower} and {self.upper}"
            )

    def satisfied(self, classes: Classes) -> BoolArray:
        """Shares of the population inside the bounds."""
        if classes.population is None:
            raise UsageError(
                "delta-presence needs a population table: the same quasi-identifiers of everyone"
            )
        share = classes.sizes / np.maximum(classes.population, 1)
        inside: BoolArray = (share >= self.lower - _SLACK) & (share <= self.upper + _SLACK)
        return inside


def _shares(classes: Classes, column: str) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the shares of the values in each class (c, values) and in the table (values,), and how many are known
    (c,)."""
    counts = classes.histogram(column)
    known = counts.sum(axis=1)
    total = classes.totals[column]
    share: FloatArray = counts / np.maximum(known, 1)[:, None]
    whole: FloatArray = total / max(int(total.sum()), 1)
    return share, whole, known.astype(np.float64)
