"""Constraints on a release as a whole, from the sizes of its classes: mean risk, records at risk, population uniques.

They are no conditions on single classes, so no cut can be tested by them: a release that does not meet them is made
again with a greater k (:mod:`sanitizer.relational.greater_k`).
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from sanitizer.common import arguments
from sanitizer.relational.definition.definition import Definition
from sanitizer.types import IntArray

_SLACK = 1e-12


@runtime_checkable
class TableModel(Protocol):
    """A constraint on all classes together that one class of everybody meets, if anything does."""

    def value(self, sizes: IntArray) -> float:
        """Return what is bounded, from the sizes of the classes (c,)."""

    @property
    def most(self) -> float:
        """The bound."""


def met(model: TableModel, sizes: IntArray) -> bool:
    """Return whether the classes meet the constraint."""
    return model.value(sizes) <= model.most + _SLACK


@dataclass(frozen=True, slots=True)
class AverageRisk:
    """The mean risk of a record (1 / size of its class), which is classes / records, is at most `most` (El Emam
    2013)."""

    most: float

    def __post_init__(self) -> None:
        arguments.number(self.most, "average-risk", 0, 1)

    def value(self, sizes: IntArray) -> float:
        """Classes / records."""
        return float(len(sizes) / sizes.sum()) if len(sizes) else 0.0


@dataclass(frozen=True, slots=True)
class ThresholdRisk:
    """At most the share `most` of the records has a risk (1 / size of the class) above `risk` (El Emam 2013)."""

    risk: float
    most: float = 0.0

    def __post_init__(self) -> None:
        arguments.number(self.risk, "threshold-risk: risk", 0, 1)
        arguments.number(self.most, "threshold-risk: share", 0, 1)

    def value(self, sizes: IntArray) -> float:
        """Return the share of records above the risk."""
        risky = sizes[1 / np.maximum(sizes, 1) > self.risk + _SLACK].sum()
        return float(risky / sizes.sum()) if len(sizes) else 0.0


@dataclass(frozen=True, slots=True)
class PopulationUniqueness:
    """At most the share `most` of a population of `persons` is estimated to be unique in it (Dankar et al. 2012)."""

    persons: int
    most: float

    def __post_init__(self) -> None:
        arguments.whole(self.persons, "population-uniqueness: persons", 1)
        arguments.number(self.most, "population-uniqueness: share", 0, 1)

    def value(self, sizes: IntArray) -> float:
        """Estimated uniques / persons of the population."""
        from sanitizer.relational.privacy.population_uniques import population_uniques

        return population_uniques(sizes, self.persons).taken / self.persons


def table_models(definition: Definition) -> dict[str, TableModel]:
    """Return the constraints that a definition asks for, by name."""
    made: dict[str, TableModel] = {}
    for model in definition.models:
        if model.name == "average-risk":
            made[model.name] = AverageRisk(model.risk)
        elif model.name == "threshold-risk":
            made[model.name] = ThresholdRisk(model.risk, model.share)
        elif model.name == "population-uniqueness":
            made[model.name] = PopulationUniqueness(model.persons, model.share)
    return made
