"""Full-domain search over the distinct tuples of a database: the memory engine's, each tuple for all its persons."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.columns.recode import full_domain
from sanitizer.relational.columns.release_figures import level_ncp
from sanitizer.relational.columns.search import search
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.privacy.partitioner import UnsatisfiableError
from sanitizer.relational.report.figures import SearchFigures
from sanitizer.relational.scale.cuts import Quasi
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.judge import Judge
from sanitizer.relational.scale.recode import Told, cells_of, new_told, told_of
from sanitizer.relational.scale.supported import CURE
from sanitizer.relational.table.table import NULL, Column
from sanitizer.types import FloatArray

_MOST: Final = 10_000_000
"""Distinct tuples, which are held in memory."""


def by_levels(
    database: Database, definition: Definition, quasi: Sequence[Quasi], judge: Judge, weights: FloatArray
) -> tuple[Told, SearchFigures]:
    """Search the table ``tuples``; make ``placed`` (codes, persons and ``class``, without the suppressed ones) and
    ``told``. Raises UsageError: too many tuples, or no combination of levels satisfies the models."""
    if (count := database.number("SELECT count(*) FROM tuples")) > _MOST:
        raise UsageError(
            f"full-domain search holds the distinct tuples: {count} are more than {_MOST}; coarsen a column, or {CURE}"
        )
    found = database.arrays("SELECT * FROM tuples")
    persons = found["n"].astype(np.int64)
    columns = [Column(q.values.name, found[q.sql].astype(np.int32), q.values.labels) for q in quasi]
    held = [Column(j.column.name, found[j.sql].astype(np.int32), j.column.labels) for j in judge.columns]
    attributes = [definition.attribute(c.name) for c in columns]
    made = search(definition, attributes, columns, held, persons=persons)
    labels, levels = made.solution.labels, made.solution.levels
    kept = np.flatnonzero(labels >= 0)
    if not len(kept):
        raise UnsatisfiableError("every row would be suppressed: nothing would be released")
    number, first = np.unique(labels[kept], return_index=True)
    first = kept[first]
    sizes = np.bincount(labels[kept], persons[kept]).astype(np.int64)
    told, lost = {"class": number}, []
    for j, (q, level) in enumerate(zip(made.problem.quasi, levels, strict=True)):
        column = full_domain(q, level, labels)
        lost.append(level_ncp(q, level, column)[first])
        cells = [None if c == NULL else column.labels[c] for c in column.codes[first].tolist()]
        told |= cells_of(j, cells, definition.output)
    new_told(database, len(quasi))
    database.add("told", told)
    names = [q.sql for q in quasi]
    order = kept[np.lexsort([found[name][kept] for name in names])]
    new = np.ones(len(order), dtype=np.bool_)  # tuples differ in what is judged too
    new[1:] = np.any([found[name][order[1:]] != found[name][order[:-1]] for name in names], axis=0)
    once = order[new]
    database.new("placed", dict.fromkeys(names, "INT") | {"class": "BIGINT"})
    database.add("placed", {name: found[name][once] for name in names} | {"class": labels[once]})
    return told_of(sizes, np.asarray(lost), weights), made.figures
