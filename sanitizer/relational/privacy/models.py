"""Privacy models: small objects that say which classes of records may be released."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.types import BoolArray, IntArray

TermSets: TypeAlias = Sequence[Sequence[frozenset[int]]]

SLACK = 1e-9
"""Sums of floats may differ in the last digits with the order of the rows; thresholds allow for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """What models know of c classes of records.

    ``sizes`` (c,) counts records. ``histograms[column]`` (c, values) counts the values of a sensitive column,
    missing values left out; ``totals[column]`` (values,) is the same over the whole table. ``population`` (c,)
    counts the persons of the population table that fall into each class (for k-map). ``terms[i]`` holds the
    term sets of the records of class i (for km-anonymity).
    """

    sizes: IntArray
    histograms: Mapping[str, IntArray] = field(default_factory=dict)
    totals: Mapping[str, IntArray] = field(default_factory=dict)
    population: IntArray | None = None
    terms: TermSets | None = None

    def histogram(self, column: str) -> IntArray:
        """Return the counts of a sensitive column; UsageError names the column when they are not there."""
        if column not in self.histograms:
            raise UsageError(f'a privacy model is about "{column}", which is not given as a sensitive column')
        return self.histograms[column]


@runtime_checkable
class PrivacyModel(Protocol):
    """A condition on classes. Every implementation passes ``tests/contracts/privacy.py``."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The sensitive columns whose histograms it reads."""

    @property
    def absorbing(self) -> bool:
        """True when a class that satisfies it still does after taking in *any* records.

        Every model must at least keep holding when two classes that satisfy it are merged.
        """

    def satisfied(self, classes: Classes) -> BoolArray:
        """Return which classes satisfy the model, shape (c,)."""


def all_satisfied(models: Sequence[PrivacyModel], classes: Classes) -> BoolArray:
    """Return which classes satisfy every one of `models`, shape (c,)."""
    result = np.ones(len(classes.sizes), dtype=np.bool_)
    for model in models:
        result &= model.satisfied(classes)
    return result


class OfNoColumn:
    """A model that is about no sensitive column."""

    __slots__ = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """None."""
        return ()

    @property
    def absorbing(self) -> bool:
        """No, unless a model says so: the records that come in may break it."""
        return False


class OfColumn(OfNoColumn):
    """A model of one sensitive column."""

    __slots__ = ()
    column: str

    @property
    def columns(self) -> tuple[str, ...]:
        """The sensitive column."""
        return (self.column,)
