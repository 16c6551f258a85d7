"""Make codes of raw cells in a database: the values of each quasi-identifier, the persons, and distinct tuples."""

from collections.abc import Mapping, Sequence

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.columns.columns_release import column_of
from sanitizer.relational.columns.divided import place_column, recoder_of
from sanitizer.relational.definition.definition import Attribute, Definition, Role
from sanitizer.relational.scale.cuts import Quasi
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.source import Loaded
from sanitizer.relational.scale.supported import CURE
from sanitizer.relational.scan.held_names import check_names
from sanitizer.relational.table.hierarchies import make_hierarchy
from sanitizer.relational.table.plain_table import Coded, PlainTable
from sanitizer.relational.table.table import Column

_MOST_VALUES = 2_000_000
"""Distinct values of a quasi-identifier, which are held in memory."""
_LOOKED_AT = 2_000
"""Distinct cells of a column that stays, which are looked at for names of persons."""


def values_of(database: Database, definition: Definition, loaded: Loaded) -> PlainTable:
    """The distinct cells of each column that is released: all of a quasi-identifier, of the others as many as are
    looked at for names of persons. The columns are not of equal length. Raises UsageError for names and too many."""
    cells: dict[str, Coded] = {}
    for attribute in definition.attributes:
        if attribute.dropped:
            continue
        column = loaded.columns[attribute.name]
        known = f"SELECT DISTINCT {column} AS v FROM raw WHERE {column} IS NOT NULL"
        if attribute.role is Role.QUASI:
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


def coded(database: Database, definition: Definition, loaded: Loaded, values: PlainTable) -> list[Quasi]:
    """Make of ``raw`` the table ``coded`` (a row of the source each: codes q0, q1, ..., and the cells that stay) and
    the table ``tuples`` of distinct codes with ``n`` persons. Raises UsageError for a cell of another type, and for a
    person with several values."""
    quasi = [_quasi(a, values, definition, j) for j, a in enumerate(definition.named(Role.QUASI))]
    joins, chosen = [], []
    for q in quasi:
        database.new(f"d_{q.sql}", {"v": "STRING", "c": "INT"})
        labels = q.values.labels
        database.add(f"d_{q.sql}", {"v": list(labels), "c": np.arange(len(labels), dtype=np.int32)})
        joins.append(f"LEFT JOIN d_{q.sql} ON raw.{loaded.columns[q.values.name]} = d_{q.sql}.v")
        chosen.append(f"coalesce(d_{q.sql}.c, -1) AS {q.sql}")
    kept = [c for n, c in loaded.columns.items() if not definition.attribute(n).dropped]
    quasis = {loaded.columns[q.values.name] for q in quasi}
    chosen += [f"raw.{c}" for c in kept if c not in quasis] + (["raw.p"] if loaded.keyed else [])
    database.create("coded", f"SELECT {', '.join(chosen)} FROM raw {' '.join(joins)}")
    database.drop("raw")
    sensitive = {a.name: loaded.columns[a.name] for a in definition.named(Role.SENSITIVE)}
    _tuples(database, definition, quasi, sensitive if loaded.keyed else None)
    return quasi


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
    database: Database, definition: Definition, quasi: Sequence[Quasi], sensitive: Mapping[str, str] | None
) -> None:
    """The persons (where they have a key: what columns of theirs are `sensitive`, and called so), and their tuples."""
    names = ", ".join(q.sql for q in quasi)
    people = "coded"
    if sensitive is not None:
        people = "people"
        values = ", ".join(f"max({q.sql}) AS {q.sql}" for q in quasi)
        database.create("people", f"SELECT p, {values} FROM coded GROUP BY p")
        _check_one_value(database, quasi, sensitive)
    whole = " AND ".join(f"{q.sql} >= 0" for q in quasi)
    where = f"WHERE {whole}" if definition.method.null_matching == "basic" else ""
    database.create("tuples", f"SELECT {names}, count(*) AS n FROM {people} {where} GROUP BY {names}")
    persons = database.number(f"SELECT count(*) FROM {people}")
    if persons < definition.k:
        raise UsageError(f"k = {definition.k} is larger than the table: it has {persons} person(s); lower k")
    left = database.number("SELECT coalesce(sum(n), 0) FROM tuples")
    if not left:
        raise UsageError("the table has no rows left: each has a NULL (null_matching = basic)")
    if left < definition.k:
        raise UsageError(f"not even the whole table ({left} rows) as one group satisfies the privacy models")


def _check_one_value(database: Database, quasi: Sequence[Quasi], sensitive: Mapping[str, str]) -> None:
    """Raises UsageError where a person has several values of a column that is decided by persons."""
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
