"""Full-domain generalization of a definition: one level an attribute, then the texts of each class.

Builds the search problem over persons from the definition and hands it to the engine (:mod:`.lattice`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from sanitizer.errors import UsageError
from sanitizer.relational.definition import Attribute, Definition, Kind
from sanitizer.relational.hierarchies import make_hierarchy
from sanitizer.relational.hierarchy import Hierarchy
from sanitizer.relational.lattice import Solution, best_first, optimal
from sanitizer.relational.loss import ArxLoss, WeightedInformationLoss
from sanitizer.relational.models import privacy_models, sensitive_columns
from sanitizer.relational.nodes import Problem
from sanitizer.relational.nulls import NullMatching
from sanitizer.relational.prepare import Prepared, prepare, texts_of
from sanitizer.relational.privacy import KAnonymity, KMap
from sanitizer.relational.recoders import ANY
from sanitizer.relational.sources import read_source
from sanitizer.relational.table import Column, Table
from sanitizer.relational.tuples import QuasiIdentifier
from sanitizer.relational.view import Partition, partition


@dataclass(frozen=True, slots=True)
class FullDomain:
    """The table that is released (suppressed persons' rows gone, counted in ``dropped``), its classes, and the
    figures of the search."""

    prepared: Prepared
    partition: Partition
    figures: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Level:
    """A recoder that writes every value at one level of its hierarchy."""

    hierarchy: Hierarchy
    level: int
    category: bool = False

    def position(self, value: str) -> float:
        """The number of the value in the hierarchy."""
        return float(self.hierarchy.labels[0].index(value))

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """The label of the level (the same for all values of a class), and its share of the leaves."""
        group = int(self.hierarchy.groups[self.level][self.hierarchy.labels[0].index(values[0])])
        share = float(self.hierarchy.shares(self.level)[group])
        return self.hierarchy.labels[self.level][group], share if share * self.hierarchy.leaves > 1.5 else 0.0


def full_domain(
    prepared: Prepared, definition: Definition, make_finder: Callable[[pd.DataFrame], Any] | None
) -> FullDomain:
    """Search the lattice of the definition. Raises UsageError when no node inside the limits satisfies it."""
    columns = [_column(a, of) for a, of in zip(prepared.quasi, prepared.values, strict=True)]
    if not columns:
        raise UsageError("full-domain search needs at least one quasi-identifier")
    quasi = tuple(_quasi(a, column, definition) for a, column in zip(prepared.quasi, columns, strict=True))
    sensitive = tuple(_of_persons(c, prepared) for c in sensitive_columns(prepared, definition))
    models: list[Any] = [KAnonymity(definition.k), *privacy_models(definition, sensitive)]
    population = _population(definition, quasi)
    if population is not None:
        models.append(KMap(definition.k))
    method = definition.method
    matching = NullMatching(method.null_matching)
    problem = Problem(
        quasi,
        tuple(models),
        sensitive,
        method.suppression,
        NullMatching.EXTENDED if matching is NullMatching.BASIC else matching,
        population,
        ArxLoss() if method.loss == "loss" else WeightedInformationLoss(),
    )
    solution = best_first(problem) if method.search == "best-first" else optimal(problem)
    figures = {
        "levels": {q.column.name: int(level) for q, level in zip(quasi, solution.levels, strict=True)},
        "nodes": int(solution.nodes),
        "tested": int(solution.tested),
        "loss": round(float(solution.loss), 6),
        "optimal": solution.optimal,
        "suppressed_persons": int(solution.suppressed),
    }
    return _released(prepared, definition, make_finder, quasi, solution, figures)


def _released(
    prepared: Prepared,
    definition: Definition,
    make_finder: Callable[[pd.DataFrame], Any] | None,
    quasi: Sequence[QuasiIdentifier],
    solution: Solution,
    figures: dict[str, Any],
) -> FullDomain:
    keep = solution.labels >= 0
    if not keep.all():
        rows = keep[prepared.person]
        table = prepared.table[rows].reset_index(drop=True)
        dropped = {**prepared.dropped, "rows suppressed by the search": int((~rows).sum())}
        prepared = replace(prepare(table, definition, make_finder), dropped=dropped)
    labels = solution.labels[keep]
    classes = [np.flatnonzero(labels == c).astype(np.int64) for c in np.unique(labels)]
    recoders = tuple(Level(q.hierarchy, int(level)) for q, level in zip(quasi, solution.levels, strict=True))
    return FullDomain(replace(prepared, recoders=recoders), partition(classes), figures)


def _column(attribute: Attribute, values: Sequence[Sequence[str]]) -> Column:
    for own in values:
        if len(own) > 1:
            raise UsageError(
                f'full-domain search needs one value a person: "{attribute.name}" has several for someone; '
                'use partitioner = "cluster" or "mondrian"'
            )
    return Column.of(attribute.name, [own[0] if own else None for own in values])


def _quasi(attribute: Attribute, column: Column, definition: Definition) -> QuasiIdentifier:
    hierarchy = make_hierarchy(attribute, column.labels, definition)
    if hierarchy is None:
        name, values = attribute.name, column.labels or (ANY,)
        if attribute.kind is Kind.NUMBER:
            hierarchy = Hierarchy.ranges(name, values)
        elif attribute.kind is Kind.DATE:
            hierarchy = Hierarchy.calendar(name, values)
        elif attribute.kind is Kind.CODE:
            hierarchy = Hierarchy.masking(name, values)
        else:
            hierarchy = Hierarchy.flat(name, values)
    hierarchy = hierarchy.with_top()
    least, limit = attribute.least, attribute.limit
    if attribute.pin is not None:
        least = limit = attribute.pin
    return QuasiIdentifier(column, hierarchy, attribute.priority, least, limit)


def _of_persons(column: Column, prepared: Prepared) -> Column:
    """A sensitive column by persons: everyone's first known value."""
    codes = np.asarray(
        [next((c for r in rows if (c := int(column.codes[r])) >= 0), -1) for rows in prepared.rows],
        dtype=np.int32,
    )
    return Column(column.name, codes, column.labels)


def _population(definition: Definition, quasi: Sequence[QuasiIdentifier]) -> Table | None:
    from sanitizer.relational.definition import Source

    model = next((m for m in definition.models if m.name == "k-map"), None)
    if model is None:
        return None
    table = read_source(Source(path=model.population), definition.base)
    for q in quasi:
        if q.column.name not in table.columns:
            raise UsageError(f'{model.population}: the population has no column "{q.column.name}"')
    return Table(tuple(Column.of(q.column.name, texts_of(table[q.column.name])) for q in quasi))
