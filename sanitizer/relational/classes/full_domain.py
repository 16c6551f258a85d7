"""Full-domain generalization of a table with texts: one level an attribute, then the texts of each class."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.classes.prepare import Prepared
from sanitizer.relational.columns.cells import suppress_cells
from sanitizer.relational.columns.recode import SUPPRESSED
from sanitizer.relational.columns.search import search
from sanitizer.relational.definition.definition import Attribute, Definition
from sanitizer.relational.privacy.of_definition import sensitive_columns
from sanitizer.relational.report.figures import SearchFigures
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.table import Column
from sanitizer.relational.table.view import Partition, partition


@dataclass(frozen=True, slots=True)
class FullDomain:
    """The table that is released (suppressed persons' rows gone, counted in ``dropped``), its classes, and the
    figures of the search."""

    prepared: Prepared
    partition: Partition
    figures: SearchFigures


@dataclass(frozen=True, slots=True)
class Level:
    """A recoder that writes every value at one level of its hierarchy, and ``*`` for a class whose values do not meet
    there (made of persons that the search suppressed)."""

    hierarchy: Hierarchy
    level: int
    category: bool = False

    def position(self, value: str) -> float:
        """Return the number of the value in the hierarchy."""
        return float(self.hierarchy.labels[0].index(value))

    def recode(self, values: Sequence[str]) -> tuple[str, float]:
        """Return the label of the level, and its share of the leaves."""
        groups = {int(self.hierarchy.groups[self.level][self.hierarchy.labels[0].index(v)]) for v in values}
        if len(groups) > 1:
            return SUPPRESSED, 1.0
        group = groups.pop()
        share = float(self.hierarchy.shares(self.level)[group])
        return self.hierarchy.labels[self.level][group], share if share * self.hierarchy.leaves > 1.5 else 0.0


def full_domain(
    prepared: Prepared, definition: Definition, prepared_of: Callable[[PlainTable], Prepared]
) -> FullDomain:
    """Search the lattice of the definition; `prepared_of` prepares the table without the rows that are suppressed.
    Raises UsageError when no node inside the limits satisfies it."""
    columns = [_column(a, of) for a, of in zip(prepared.quasi, prepared.values, strict=True)]
    sensitive = [
        c.of_persons(prepared.person, prepared.persons) for c in sensitive_columns(prepared.table, definition)
    ]
    found = search(definition, prepared.quasi, columns, sensitive)
    every, figures = found.solution.labels, found.figures
    if definition.method.cell_suppression and found.solution.suppressed:
        cells = suppress_cells(found.problem, found.solution)
        every, figures = cells.labels, cells.figures(figures, found.solution)
    keep = every >= 0
    if not keep.all():
        rows = keep[prepared.person]
        table = prepared.table.take(rows)
        dropped = {**prepared.dropped, "rows suppressed by the search": int((~rows).sum())}
        prepared = replace(prepared_of(table), dropped=dropped)
    labels = every[keep]
    order = np.argsort(labels, kind="stable")
    classes = np.split(order.astype(np.int64), np.flatnonzero(np.diff(labels[order])) + 1)
    recoders = tuple(
        Level(q.hierarchy, int(level))
        for q, level in zip(found.problem.quasi, found.solution.levels, strict=True)
    )
    return FullDomain(replace(prepared, recoders=recoders), partition(classes), figures)


def _column(attribute: Attribute, values: Sequence[Sequence[str]]) -> Column:
    for own in values:
        if len(own) > 1:
            raise UsageError(
                f'full-domain search needs one value a person: "{attribute.name}" has several for someone; '
                'use partitioner = "cluster" or "mondrian"'
            )
    return Column.of(attribute.name, [own[0] if own else None for own in values])
