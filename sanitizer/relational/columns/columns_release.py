"""A release of a table without texts, by full-domain search or by classes: columns of codes all the way.

The same steps as :mod:`sanitizer.relational.classes.joint_release`, without the person-centric view, which only texts
and cuts need.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.columns.cells import suppress_cells
from sanitizer.relational.columns.recode import released
from sanitizer.relational.columns.release_figures import figures_of_classes, figures_of_levels
from sanitizer.relational.columns.release_in_classes import divide
from sanitizer.relational.columns.search import Found, search
from sanitizer.relational.columns.user_parts import Parts
from sanitizer.relational.definition.choices import BY_COLUMNS
from sanitizer.relational.definition.definition import Attribute, Definition, Kind, Role
from sanitizer.relational.privacy.of_definition import sensitive_columns
from sanitizer.relational.privacy.partitioner import Labels, UnsatisfiableError
from sanitizer.relational.report.figures import ReleaseFigures, SearchFigures
from sanitizer.relational.table.checks import check_columns, check_method, pseudonyms
from sanitizer.relational.table.hierarchies import calendar
from sanitizer.relational.table.hierarchy import HierarchyError
from sanitizer.relational.table.order import private_seed, released_order
from sanitizer.relational.table.persons import persons_of
from sanitizer.relational.table.plain_table import Cells, Coded, PlainTable, coded_texts
from sanitizer.relational.table.table import NULL, Column
from sanitizer.types import IntArray

if TYPE_CHECKING:  # only data frames and tables with operators need them
    from sanitizer.operators.base import Operator


@dataclass(frozen=True, slots=True)
class ColumnRelease:
    """``table`` may be given away, ``figures`` are those of its classes, ``persons`` (rows,) number the person of each
    row."""

    table: PlainTable
    figures: ReleaseFigures
    persons: tuple[int, ...]


def by_columns(definition: Definition) -> bool:
    """Return whether a definition can be released by columns alone."""
    return definition.method.partitioner in BY_COLUMNS and not definition.named(Role.TEXT)


def release_columns(
    table: PlainTable,
    definition: Definition,
    operators: "Mapping[str, Operator] | None" = None,
    parts: Parts | None = None,
) -> ColumnRelease:
    """Return a release of a table without texts, which is never changed. ``operators`` write its identifiers,
    ``parts`` are of the user's own.

    Raises UsageError: the table does not fit the definition, or no combination of levels meets it.
    """
    check_columns(table, definition)
    check_method(definition)
    if not len(table):
        raise UsageError("the table has no rows")
    person = persons_of(table, definition)
    persons = int(person.max()) + 1
    if persons < definition.k:
        raise UsageError(f"k = {definition.k} is larger than the table: it has {persons} person(s); lower k")
    attributes = definition.named(Role.QUASI)
    columns = [one_value(column_of(a, table), person, persons) for a in attributes]
    method = definition.method.partitioner
    if method == "full-domain":
        sensitive = [c.of_persons(person, persons) for c in sensitive_columns(table, definition)]
        found = search(definition, attributes, columns, sensitive, parts)
        labels, names, search_figures = _after(found, definition)
        if not (labels >= 0).any():
            raise UnsatisfiableError("every row would be suppressed: nothing would be released")
        told = replace(
            figures_of_levels(found, definition, labels, names, sensitive, person), search=search_figures
        )
    else:
        sensitive = [one_value(c, person, persons) for c in sensitive_columns(table, definition)]
        divided = divide(definition, attributes, columns, sensitive, parts)
        labels, names = divided.labels, divided.columns
        told = figures_of_classes(divided, definition, columns, sensitive, person)
    kept = labels[person] >= 0
    of_row = person[kept]
    cells = {c.name: Coded(c.codes[of_row], c.labels) for c in names}
    written = _written(table, definition, operators) if operators else {}
    given = table.take(kept)
    made: dict[str, Coded | Cells] = {}
    for name in table.columns:
        attribute = definition.attribute(name)
        if attribute.dropped:
            continue
        if attribute.role is Role.QUASI:
            made[name] = cells[name]
        elif name in written:
            made[name] = written[name][kept]
        elif attribute.role is Role.IDENTIFIER:
            drawn = pseudonyms(name, person, private_seed(table, definition.method.seed))
            made[name] = Coded.of(drawn).take(kept)
        else:
            made[name] = given.cells[name]
    order = released_order(PlainTable(made, len(of_row)), definition)
    released_table = PlainTable(made, len(of_row)).take(order)
    if operators:
        told = replace(told, operators={name: o.name for name, o in operators.items()})
    return ColumnRelease(released_table, told, tuple(of_row[order].tolist()))


def _written(
    table: PlainTable, definition: Definition, operators: "Mapping[str, Operator]"
) -> dict[str, Cells]:
    """Return the identifier columns that operators write."""
    from sanitizer.relational.columns.identifier_columns import on_table

    made = on_table(table, definition, operators)
    return {name: np.asarray(made.column(name), dtype=object) for name in operators}


def _after(found: Found, definition: Definition) -> tuple[Labels, Sequence[Column], SearchFigures]:
    """Return the classes of the persons (-1: lost), the released columns, and the figures of the search."""
    problem, solution = found.problem, found.solution
    if not definition.method.cell_suppression or not solution.suppressed:
        return solution.labels, released(problem.quasi, solution), found.figures
    cells = suppress_cells(problem, solution)
    return cells.labels, cells.released(problem), cells.figures(found.figures, solution)


def column_of(attribute: Attribute, table: PlainTable) -> Column:
    """Return the column, over the rows. Raises UsageError for a cell that a number or a date has to be made of."""
    column = Column.of_coded(attribute.name, coded_texts(table, attribute.name))
    if attribute.hierarchy is None and attribute.kind is Kind.NUMBER:
        column.numbers()
    elif attribute.hierarchy is None and attribute.kind is Kind.DATE:
        for code, label in enumerate(column.labels):
            try:
                calendar(attribute.name, (label,), attribute.order)
            except HierarchyError as error:
                row = int(np.flatnonzero(column.codes == code)[0]) + 1
                raise UsageError(
                    f'column "{attribute.name}", row {row}: not a date like 2004-01-19 (type = "date")'
                ) from error
    return column


def one_value(column: Column, person: IntArray, persons: int) -> Column:
    """Return the column by persons. Raises UsageError when somebody has several values."""
    codes = np.full(persons, NULL, dtype=np.int32)
    np.maximum.at(codes, person, column.codes)
    if ((column.codes != NULL) & (column.codes != codes[person])).any():
        raise UsageError(
            f'a release by columns alone needs one value a person: "{column.name}" has several for someone; '
            'use partitioner = "cluster" or "mondrian"'
        )
    return Column(column.name, codes, column.labels)
