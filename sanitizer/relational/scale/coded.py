"""Make codes of raw cells in a database: the values of each quasi-identifier, the persons, and distinct tuples."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.columns.columns_release import column_of
from sanitizer.relational.columns.release_in_classes import place_column, recoder_of
from sanitizer.relational.definition.definition import Attribute, Definition, Role
from sanitizer.relational.scale.cuts import Quasi
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.judge import Judge, judged_columns, judged_names
from sanitizer.relational.scale.source import Loaded
from sanitizer.relational.scale.supported import CURE
from sanitizer.relational.scale.targets import as_written
from sanitizer.relational.scan.held_names import check_names
from sanitizer.relational.table.hierarchies import make_hierarchy
from sanitizer.relational.table.plain_table import Coded, PlainTable
from sanitizer.relational.table.table import Column

_MOST_VALUES = 2_000_000
"""Distinct values of a quasi-identifier, which are held in memory."""
_LOOKED_AT = 2_000
"""Distinct cells of a column that stays, which are looked at for names of persons."""


def values_of(database: Database, definition: Definition, loaded: Loaded) -> PlainTable:
    """Return the distinct cells of each column that is released: all of a quasi-identifier and of what models are
    about, of the others as many as are looked at for names of persons. The columns are not of equal length. Raises
    UsageError for names and too many."""
    cells: dict[str, Coded] = {}
    judged = judged_names(definition)
    for attribute in definition.attributes:
        if attribute.dropped:
            continue
        column = loaded.columns[attribute.name]
        known = f"SELECT DISTINCT {column} AS v FROM raw WHERE {column} IS NOT NULL"
        if attribute.role is Role.QUASI or attribute.name in judged:
            count = database.number(f"SELECT count(*) FROM ({known})")
            if count > _MOST_VALUES:
                raise UsageError(
                    f'column "{attribute.name}" has {count} values, more than {_MOST_VALUES}: coarsen it, or {CURE}'
                )
            query = known
        else:  # evenly over their order, as the memory engine looks at them
            query = (
                "SELECT v FROM (SELECT v, row_number() OVER (ORDER BY v) - 1 AS i, count(*) OVER () AS c "
                f"FROM ({known} AND trim({column}) <> '')) "
                f"WHERE i % greatest(1, CAST(floor(c / {_LOOKED_AT}) AS BIGINT)) = 0"
            )
        values = tuple(sorted(v for (v,) in database.rows(query)))
        cells[attribute.name] = Coded(np.arange(len(values), dtype=np.int32), values)
    table = PlainTable(cells, max((len(c.codes) for c in cells.values()), default=0))
    check_names(table, definition)
    return table


def coded(
    database: Database, definition: Definition, loaded: Loaded, values: PlainTable
) -> tuple[list[Quasi], Judge]:
    """Make of ``raw`` the table ``coded`` (a row of the source each: codes q0, q1, ... of the quasi-identifiers and s0,
    s1, ... of what is judged, w0, w1, ... what a file has of the latter, and the cells that stay) and the table
    ``tuples`` of distinct codes with ``n`` persons. Raises UsageError for a cell of another type, and for a person with
    several values."""
    quasi = [_quasi(a, values, definition, j) for j, a in enumerate(definition.named(Role.QUASI))]
    judged = judged_columns(definition, values)
    joins, chosen = [], []
    for q in quasi:
        column = loaded.columns[q.values.name]
        codes = np.arange(len(q.values.labels), dtype=np.int32)
        joins.append(_dictionary(database, q.sql, column, {"v": list(q.values.labels), "c": codes}))
        chosen.append(f"coalesce(d_{q.sql}.c, -1) AS {q.sql}")
    for j in judged:
        column = loaded.columns[j.column.name]
        cells = {
            "v": list(j.cells),
            "c": j.column.codes,
            "f": [as_written(v, definition.output) for v in j.cells],
        }
        joins.append(_dictionary(database, j.sql, column, cells))
        chosen += [f"coalesce(d_{j.sql}.c, -1) AS {j.sql}", f"d_{j.sql}.f AS w{j.sql}"]
    kept = [c for n, c in loaded.columns.items() if not definition.attribute(n).dropped]
    quasis = {loaded.columns[q.values.name] for q in quasi}
    chosen += [f"raw.{c}" for c in kept if c not in quasis] + (["raw.p"] if loaded.keyed else [])
    database.create("coded", f"SELECT {', '.join(chosen)} FROM raw {' '.join(joins)}")
    database.drop("raw")
    sensitive = {a.name: loaded.columns[a.name] for a in definition.named(Role.SENSITIVE)}
    _tuples(database, definition, quasi, [j.sql for j in judged], sensitive if loaded.keyed else None)
    return quasi, Judge.of(database, definition, judged)


def _dictionary(database: Database, name: str, column: str, cells: Mapping[str, Any]) -> str:
    """Make the table of the distinct cells of a column of ``raw``; what joins it."""
    database.new(f"d_{name}", {c: "INT" if c == "c" else "STRING" for c in cells})
    database.add(f"d_{name}", cells)
    return f"LEFT JOIN d_{name} ON raw.{column} = d_{name}.v"


def _quasi(attribute: Attribute, values: PlainTable, definition: Definition, number: int) -> Quasi:
    try:
        column = column_of(attribute, values)
        hierarchy = make_hierarchy(attribute, column.labels, definition)
        recoder = recoder_of(attribute, column, hierarchy)
    except UsageError as error:
        before, row, after = str(error).partition("row ")  # of the distinct values, which nobody knows
        what = after.lstrip("0123456789").lstrip(": ")
        raise UsageError(f"{before.rstrip(', ')}: {what}" if row else before) from None
    ordered = Column(column.name, np.arange(len(column.labels), dtype=np.int32), column.labels)
    return Quasi(ordered, place_column(ordered, recoder), recoder, f"q{number}")


def _tuples(
    database: Database,
    definition: Definition,
    quasi: Sequence[Quasi],
    judged: Sequence[str],
    sensitive: Mapping[str, str] | None,
) -> None:
    """Write the persons (where they have a key: what columns of theirs are `sensitive`, and called so), and their
    tuples."""
    held = [*(q.sql for q in quasi), *judged]
    names = ", ".join(held)
    people = "coded"
    if sensitive is not None:
        people = "people"
        values = ", ".join(f"max({name}) AS {name}" for name in held)
        database.create("people", f"SELECT p, {values} FROM coded GROUP BY p")
        _check_one_value(database, quasi, sensitive)
    whole = " AND ".join(f"{q.sql} >= 0" for q in quasi)
    drops = definition.method.null_matching == "basic" and definition.method.partitioner != "full-domain"
    where = f"WHERE {whole}" if drops else ""  # a search counts what it drops
    database.create("tuples", f"SELECT {names}, count(*) AS n FROM {people} {where} GROUP BY {names}")
    persons = database.number(f"SELECT count(*) FROM {people}")
    if persons < definition.k:
        raise UsageError(f"k = {definition.k} is larger than the table: it has {persons} person(s); lower k")
    left = database.number("SELECT coalesce(sum(n), 0) FROM tuples")
    if not left:
        raise UsageError("the table has no rows left: each has a NULL (null_matching = basic)")


def _check_one_value(database: Database, quasi: Sequence[Quasi], sensitive: Mapping[str, str]) -> None:
    """Raise UsageError where a person has several values of a column that is decided by persons."""
    known = {q.values.name: f"nullif({q.sql}, -1)" for q in quasi} | dict(sensitive)
    differ = ", ".join(f"bool_or(low{i} <> high{i})" for i in range(len(known)))
    ends = ", ".join(f"min({c}) AS low{i}, max({c}) AS high{i}" for i, c in enumerate(known.values()))
    found = database.rows(f"SELECT {differ} FROM (SELECT {ends} FROM coded GROUP BY p)")[0]
    for name, several in zip(known, found, strict=True):
        if several:
            raise UsageError(
                f'a release by columns alone needs one value a person: "{name}" has several for someone; {CURE}, '
                'with partitioner = "cluster" or "mondrian"'
            )
