"""A release of a table without texts, by full-domain search or by classes: columns of codes all the way.

The same steps as :mod:`.joint_release`, without the person-centric view, which only texts and cuts need.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.columns.cells import suppress_cells
from sanitizer.relational.columns.divided import Divided, divide
from sanitizer.relational.columns.figures import (
    class_figures,
    classification_of,
    entropy_of,
    risk_figures,
    rounded,
)
from sanitizer.relational.columns.parts import Parts
from sanitizer.relational.columns.recode import released
from sanitizer.relational.columns.search import Found, search
from sanitizer.relational.definition.definition import BY_COLUMNS, Attribute, Definition, Kind, Role
from sanitizer.relational.privacy.classes import Labels, UnsatisfiableError
from sanitizer.relational.privacy.models import IntArray
from sanitizer.relational.privacy.of_definition import sensitive_columns
from sanitizer.relational.report.figures import LossFigures, ReleaseFigures, SearchFigures, SizeGroup
from sanitizer.relational.table.checks import check_columns, check_method, coded_texts, pseudonyms
from sanitizer.relational.table.hierarchies import calendar
from sanitizer.relational.table.hierarchy import HierarchyError
from sanitizer.relational.table.order import private_seed, released_order
from sanitizer.relational.table.persons import persons_of
from sanitizer.relational.table.plain_table import AnyTable, Cells, Coded, PlainTable, as_frame
from sanitizer.relational.table.table import NULL, Column
from sanitizer.relational.table.tuples import QuasiIdentifier, leaf_codes

if TYPE_CHECKING:  # only data frames and tables with operators need them
    from sanitizer.operators.base import Operator


NULL_ROWS: Final = "rows with a NULL (null_matching = basic)"


@dataclass(frozen=True, slots=True)
class ColumnRelease:
    """``table`` may be given away, ``figures`` are those of its classes, ``persons`` (rows,) number the person of each
    row."""

    table: PlainTable
    figures: ReleaseFigures
    persons: tuple[int, ...]


def by_columns(definition: Definition) -> bool:
    """Whether a definition can be released by columns alone."""
    return definition.method.partitioner in BY_COLUMNS and not definition.named(Role.TEXT)


def release_columns(
    table: AnyTable,
    definition: Definition,
    operators: "Mapping[str, Operator] | None" = None,
    parts: Parts | None = None,
) -> ColumnRelease:
    """A release of a table without texts, which is never changed. ``operators`` write its identifiers,
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
        raise UsageError(f"k = {definition.k} is larger than the table: it has {persons} person(s)")
    attributes = definition.named(Role.QUASI)
    columns = [one_value(column_of(a, table), person, persons) for a in attributes]
    method = definition.method.partitioner
    if method == "full-domain":
        sensitive = [first_value(c, person, persons) for c in sensitive_columns(table, definition)]
        found = search(definition, attributes, columns, sensitive, parts)
        labels, names, search_figures = _after(found, definition)
        if not (labels >= 0).any():
            raise UnsatisfiableError("every row would be suppressed: nothing would be released")
        told = replace(_figures(found, definition, labels, names, sensitive, person), search=search_figures)
    else:
        sensitive = [one_value(c, person, persons) for c in sensitive_columns(table, definition)]
        divided = divide(definition, attributes, columns, sensitive, parts)
        labels, names = divided.labels, divided.columns
        told = _figures_of_classes(divided, definition, columns, sensitive, person)
    kept = labels[person] >= 0
    of_row = person[kept]
    cells = {c.name: Coded(c.codes[of_row], c.labels) for c in names}
    written = _written(table, definition, operators) if operators else {}
    made: dict[str, Coded | Cells] = {}
    for name in map(str, table.columns):
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
            made[name] = _kept(table, name, kept)
    order = released_order(PlainTable(made, len(of_row)), definition)
    given = PlainTable(made, len(of_row)).take(order)
    if operators:
        told = replace(told, operators={name: o.name for name, o in operators.items()})
    return ColumnRelease(given, told, tuple(of_row[order].tolist()))


def _written(
    table: AnyTable, definition: Definition, operators: "Mapping[str, Operator]"
) -> dict[str, Cells]:
    """The identifier columns that operators write."""
    from sanitizer.relational.columns.operated import on_table

    made = on_table(as_frame(table), definition, operators)
    return {name: np.asarray(made.column(name), dtype=object) for name in operators}


def _after(found: Found, definition: Definition) -> tuple[Labels, Sequence[Column], SearchFigures]:
    """The classes of the persons (-1: lost), the released columns, and the figures of the search."""
    problem, solution = found.problem, found.solution
    if not definition.method.cell_suppression or not solution.suppressed:
        return solution.labels, released(problem.quasi, solution), found.figures
    cells = suppress_cells(problem, solution)
    return cells.labels, cells.released(problem), cells.figures(found.figures, solution)


def _figures(
    found: Found,
    definition: Definition,
    labels: Labels,
    names: Sequence[Column],
    sensitive: Sequence[Column],
    person: IntArray,
) -> ReleaseFigures:
    quasi, solution = found.problem.quasi, found.solution
    kept = labels >= 0
    sizes = np.bincount(labels[kept])
    among = None
    if found.problem.population is not None:
        among = _population_of(found, labels, sizes)
    cells = [_ncp(q, level, c)[kept] for q, level, c in zip(quasi, solution.levels, names, strict=True)]
    lost = {q.column.name: rounded(float(c.mean())) for q, c in zip(quasi, cells, strict=True)}
    weight = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    mean = float(weight @ np.asarray(list(lost.values())) / weight.sum()) if weight.sum() else 0.0
    suppressed, dropped = solution.suppressed, solution.dropped
    gone = np.bincount(person, minlength=len(labels))
    rows_dropped = int(gone[_dropped(found)].sum()) if dropped else 0
    rows_gone = int(gone[~kept].sum()) - rows_dropped
    return ReleaseFigures(
        definition=definition.file,
        k=definition.k,
        models=tuple(m.name for m in definition.models),
        partitioner=definition.method.partitioner,
        persons=int(kept.sum()),
        rows=int(gone[kept].sum()),
        dropped={
            **({NULL_ROWS: rows_dropped} if dropped else {}),
            **({"rows suppressed by the search": rows_gone} if suppressed else {}),
        },
        classes=class_figures(sizes, definition.k, int((~kept).sum())),
        loss=LossFigures(
            attributes=rounded(mean),
            by_attribute=lost,
            nonuniform_entropy=entropy_of([q.column.codes for q in quasi], [c.codes for c in names]),
            classification_metric=classification_of(labels, sensitive),
        ),
        # counts that NULLs match are not classes
        risk=None if found.problem.matching.wildcard else risk_figures(sizes, among),
        partitions=_by_size(sizes, labels[kept], cells, weight),
    )


def _figures_of_classes(
    divided: Divided,
    definition: Definition,
    columns: Sequence[Column],
    sensitive: Sequence[Column],
    person: IntArray,
) -> ReleaseFigures:
    labels = divided.labels
    kept: Any = labels >= 0
    gone = int(np.bincount(person, minlength=len(labels))[~kept].sum())
    kept = kept if gone else slice(None)  # which copies nothing
    sizes = np.bincount(labels[kept])
    losses = divided.losses[kept]
    weight = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    mean = float(losses.mean(axis=0) @ weight / weight.sum()) if weight.sum() else 0.0
    return ReleaseFigures(
        definition=definition.file,
        k=definition.k,
        models=tuple(m.name for m in definition.models),
        partitioner=definition.method.partitioner,
        persons=len(losses),
        rows=len(person) - gone,
        dropped={NULL_ROWS: gone} if gone else {},
        classes=class_figures(sizes, definition.k),
        loss=LossFigures(
            attributes=rounded(mean),
            by_attribute={c.name: rounded(float(losses[:, j].mean())) for j, c in enumerate(columns)},
            nonuniform_entropy=entropy_of(
                [c.codes[kept] for c in columns], [c.codes[kept] for c in divided.columns]
            ),
            classification_metric=classification_of(
                labels[kept], [c.take(np.arange(len(labels))[kept]) for c in sensitive]
            ),
        ),
        risk=risk_figures(sizes, divided.population),
        partitions=_by_size(sizes, labels[kept], list(losses.T), weight),
    )


def _dropped(found: Found) -> npt.NDArray[np.bool_]:
    """The persons whose NULLs made them go (basic matching)."""
    gone = np.zeros(len(found.solution.labels), dtype=np.bool_)
    for q in found.problem.quasi:
        gone |= q.column.codes == NULL
    return gone


def _population_of(found: Found, labels: Labels, sizes: IntArray) -> IntArray:
    """How many persons of the population table fall into each class."""
    problem, levels = found.problem, found.solution.levels
    assert problem.population is not None
    counts: dict[tuple[int, ...], int] = {}
    theirs = [
        q.groups(level)[leaf_codes(QuasiIdentifier(problem.population.column(q.column.name), q.hierarchy))]
        for q, level in zip(problem.quasi, levels, strict=True)
    ]
    for key in zip(*(c.tolist() for c in theirs), strict=True):
        counts[key] = counts.get(key, 0) + 1
    ours = [q.groups(level)[leaf_codes(q)] for q, level in zip(problem.quasi, levels, strict=True)]
    result = sizes.copy()
    member = np.zeros(len(sizes), dtype=np.int64)
    member[labels[labels >= 0]] = np.flatnonzero(labels >= 0)
    for c, i in enumerate(member.tolist()):
        result[c] = max(counts.get(tuple(int(o[i]) for o in ours), 0), int(sizes[c]))
    return result


def _by_size(
    sizes: IntArray, labels: Labels, cells: Sequence[npt.NDArray[np.float64]], weight: npt.NDArray[np.float64]
) -> tuple[SizeGroup, ...]:
    """For the classes of each size, least first: persons in a class, classes, mean loss of their cells, None."""
    each = np.zeros(len(labels))
    for share, of in zip(cells, weight.tolist(), strict=True):
        each += of * share
    if weight.sum():
        each /= weight.sum()
    classes = np.bincount(sizes)
    lost = np.bincount(sizes[labels], weights=each, minlength=len(classes))
    return tuple(
        SizeGroup(size, int(classes[size]), rounded(float(lost[size] / (size * classes[size]))), None)
        for size in np.flatnonzero(classes).tolist()
        if size
    )


def _ncp(quasi: QuasiIdentifier, level: int, column: Column) -> npt.NDArray[np.float64]:
    """The NCP of each cell that is released: leaves under the value / leaves, 0 for one leaf or a NULL."""
    share = quasi.shares(level)[quasi.groups(level)[leaf_codes(quasi)]]
    share = np.where(share * quasi.hierarchy.leaves > 1.5, share, 0.0)
    if "*" in column.labels:
        hidden = column.codes == column.labels.index("*")
        share = np.where(hidden, 1.0, share)
    return np.asarray(share, dtype=np.float64)


def column_of(attribute: Attribute, table: AnyTable) -> Column:
    """The column, over the rows. Raises UsageError for a cell that a number or a date has to be made of."""
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


def _kept(table: AnyTable, name: str, rows: npt.NDArray[np.bool_]) -> Coded | Cells:
    """The cells of a column that stays, of these rows."""
    if isinstance(table, PlainTable):
        held = table.cells[name]
        return held.take(rows) if isinstance(held, Coded) else held[rows]
    cells = table[name].astype(object)
    result: Cells = cells.where(cells.notna(), None).to_numpy(dtype=object)[rows]
    return result


def one_value(column: Column, person: IntArray, persons: int) -> Column:
    """The column by persons. Raises UsageError when somebody has several values."""
    codes = np.full(persons, NULL, dtype=np.int32)
    np.maximum.at(codes, person, column.codes)
    if ((column.codes != NULL) & (column.codes != codes[person])).any():
        raise UsageError(
            f'a release by columns alone needs one value a person: "{column.name}" has several for someone; '
            'use partitioner = "cluster" or "mondrian"'
        )
    return Column(column.name, codes, column.labels)


def first_value(column: Column, person: IntArray, persons: int) -> Column:
    """The column by persons: everyone's first known value."""
    codes = np.full(persons, NULL, dtype=np.int32)
    known = np.flatnonzero(column.codes != NULL)[::-1]
    codes[person[known]] = column.codes[known]  # the last assignment wins: the first row
    return Column(column.name, codes, column.labels)
