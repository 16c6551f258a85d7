"""The population of k-map and delta-presence: the table of everyone (Sweeney 2001; Nergiz et al. 2007)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Source
from sanitizer.relational.io.sources import read_cells
from sanitizer.relational.privacy.k_anonymity import KMap
from sanitizer.relational.privacy.likeness import DeltaPresence
from sanitizer.relational.privacy.models import Classes, PrivacyModel, all_satisfied
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.table import Column
from sanitizer.types import BoolArray

OF_POPULATION: Final = ("k-map", "delta-presence")
WHO: Final = "\0who"
"""The column that tells the rows of the table (0) from those of the population (1) where both are divided together."""


def population_models(definition: Definition) -> list[PrivacyModel]:
    """Return the models that a definition asks for of the population."""
    made: list[PrivacyModel] = []
    for model in definition.models:
        if model.name == "k-map":
            made.append(KMap(model.k or definition.k))
        elif model.name == "delta-presence":
            made.append(DeltaPresence(model.lower, model.upper))
    return made


def population_table(definition: Definition, names: Sequence[str]) -> PlainTable | None:
    """Return the population, None when no model is about one. Raises UsageError for a missing column, or two
    populations."""
    files = {m.population for m in definition.models if m.name in OF_POPULATION}
    if not files:
        return None
    if len(files) > 1:
        raise UsageError(
            f"{definition.file}: two populations ({', '.join(sorted(files))}): name one table of everyone"
        )
    file = files.pop()
    table = read_cells(Source(path=file), definition.base)
    for name in names:
        if name not in table.columns:
            raise UsageError(f'{file}: the population has no column "{name}"')
    return table


@dataclass(frozen=True, slots=True)
class AmongPopulation:
    """`models` of classes that hold rows of the table and of its population, told apart by the column WHO."""

    models: tuple[PrivacyModel, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """WHO, and those of the models."""
        return (WHO, *dict.fromkeys(name for model in self.models for name in model.columns))

    @property
    def absorbing(self) -> bool:
        """As all the models are."""
        return all(model.absorbing for model in self.models)

    def satisfied(self, classes: Classes) -> BoolArray:
        """Return for each class whether the models hold of the rows of the table, of which there are some."""
        who = classes.histogram(WHO)
        sizes = who[:, 0]
        inner = Classes(sizes, classes.histograms, classes.totals, who[:, 1])
        return all_satisfied(self.models, inner) & (sizes > 0)


def together(column: Column, population: Column) -> Column:
    """Return the cells of the table, then those of the population, as one column."""
    cells = [*column.values().tolist(), *population.values().tolist()]
    return Column.of(column.name, cells)


def of_table_alone(column: Column, others: int) -> Column:
    """Return the column with `others` missing cells behind it: of the population nothing sensitive is known."""
    return Column(column.name, np.append(column.codes, np.full(others, -1, dtype=np.int32)), column.labels)


def who(rows: int, others: int) -> Column:
    """Return the column WHO."""
    return Column(WHO, np.repeat(np.array([0, 1], dtype=np.int32), [rows, others]), ("table", "population"))
