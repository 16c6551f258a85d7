"""The population of k-map: the table of everyone (Sweeney 2001)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Source
from sanitizer.relational.io.sources import read_source

if TYPE_CHECKING:
    import pandas as pd


def population_k(definition: Definition) -> int:
    """The k of k-map: its own, else the definition's."""
    return next((m.k for m in definition.models if m.name == "k-map" and m.k), definition.k)


def population_table(definition: Definition, names: Sequence[str]) -> "pd.DataFrame | None":
    """The population's columns, None when the definition has no k-map. Raises UsageError for a missing column."""
    model = next((m for m in definition.models if m.name == "k-map"), None)
    if model is None:
        return None
    table = read_source(Source(path=model.population), definition.base)
    for name in names:
        if name not in table.columns:
            raise UsageError(f'{model.population}: the population has no column "{name}"')
    return table[list(names)]
