"""The full-domain search that a definition asks for: its hierarchies, models, bounds and objective, over persons."""

from collections.abc import Sequence
from dataclasses import dataclass

from sanitizer.errors import UsageError
from sanitizer.relational.columns.lattice import Solution, best_first, optimal
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.columns.likeness_search import consistent
from sanitizer.relational.columns.loss import ArxLoss, WeightedInformationLoss
from sanitizer.relational.columns.user_parts import Parts, check_classes
from sanitizer.relational.definition.definition import Attribute, Definition, Kind
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.of_definition import privacy_models
from sanitizer.relational.privacy.population import population_models, population_table
from sanitizer.relational.report.figures import SearchFigures
from sanitizer.relational.table.hierarchies import calendar, flat, make_hierarchy, masking, ranges
from sanitizer.relational.table.hierarchy import TOP
from sanitizer.relational.table.nulls import NullMatching
from sanitizer.relational.table.plain_table import coded_texts
from sanitizer.relational.table.table import Column, Table
from sanitizer.relational.table.tuples import QuasiIdentifier
from sanitizer.types import IntArray


@dataclass(frozen=True, slots=True)
class Found:
    """The problem that was solved, its solution, and the figures of the search for the report."""

    problem: Problem
    solution: Solution
    figures: SearchFigures


def search(
    definition: Definition,
    attributes: Sequence[Attribute],
    columns: Sequence[Column],
    sensitive: Sequence[Column],
    parts: Parts | None = None,
    persons: IntArray | None = None,
) -> Found:
    """Search the lattice of `columns` (of persons; `persons` is how many each row stands for, None: one). Raises
    UsageError when no node inside the limits satisfies."""
    if not columns:
        raise UsageError("full-domain search needs at least one quasi-identifier")
    population = _population(definition, [c.name for c in columns])
    quasi = tuple(
        quasi_identifier(a, c, definition, population.column(c.name).labels if population else ())
        for a, c in zip(attributes, columns, strict=True)
    )
    models: list[PrivacyModel] = [KAnonymity(definition.k), *privacy_models(definition, sensitive)]
    models += population_models(definition)
    parts = parts or Parts()
    models += parts.models
    method = definition.method
    problem = Problem(
        quasi,
        tuple(models),
        tuple(sensitive),
        method.suppression,
        NullMatching(method.null_matching),
        population,
        parts.loss or (ArxLoss() if method.loss == "loss" else WeightedInformationLoss()),
        persons,
    )
    solution = consistent(problem, parts.search or (best_first if method.search == "best-first" else optimal))
    if parts.search is not None and not problem.matching.wildcard and population is None:
        check_classes(solution.labels, models, sensitive, "search")
    figures = SearchFigures(
        levels={q.column.name: int(level) for q, level in zip(quasi, solution.levels, strict=True)},
        nodes=int(solution.nodes),
        tested=int(solution.tested),
        loss=round(float(solution.loss), 6),
        optimal=solution.optimal,
        suppressed_persons=int(solution.suppressed),
        dropped_persons=int(solution.dropped),
    )
    return Found(problem, solution, figures)


def quasi_identifier(
    attribute: Attribute, column: Column, definition: Definition, more: Sequence[str] = ()
) -> QuasiIdentifier:
    """Return a column with its hierarchy (made by its type where the definition names none) and its bounds; `more`
    are values of others that the hierarchy has to know."""
    labels = Column.of(column.name, [*column.labels, *more]).labels if more else column.labels
    hierarchy = make_hierarchy(attribute, labels, definition)
    if hierarchy is None:
        name, values = attribute.name, labels or (TOP,)
        if not labels:
            hierarchy = flat(name, values)
        elif attribute.kind is Kind.NUMBER:
            hierarchy = ranges(name, values)
        elif attribute.kind is Kind.DATE:
            hierarchy = calendar(name, values, attribute.order)
        elif attribute.kind is Kind.CODE:
            hierarchy = masking(name, values)
        else:
            hierarchy = flat(name, values)
    hierarchy = hierarchy.with_top()
    least, limit = attribute.least, attribute.limit
    if attribute.pin is not None:
        least = limit = attribute.pin
    return QuasiIdentifier(column, hierarchy, attribute.priority, least, limit)


def _population(definition: Definition, names: Sequence[str]) -> Table | None:
    table = population_table(definition, names)
    if table is None:
        return None
    return Table(tuple(Column.of_coded(name, coded_texts(table, name)) for name in names))
