"""Read the source of a release into a database: cells as strings, missing ones as NULL, whose each row is."""

import csv
import gzip
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sanitizer.documents.row_faults import told
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role, Source
from sanitizer.relational.io.files import (
    SourceError,
    csv_records,
    file_errors,
    refuse_other_forms,
    sniff_delimiter,
)
from sanitizer.relational.scale.database import CsvForm, Database, text
from sanitizer.relational.scale.supported import CURE, key_columns
from sanitizer.relational.scan.held_names import check_cells, own_pairs
from sanitizer.relational.table.joined_spellings import join
from sanitizer.relational.table.spellings import is_missing

_HEAD: Final = 1 << 20
"""Bytes in which the header is, and by which a delimiter is recognized."""
_LOOKED_AT: Final = 20_000
"""Rows in which columns are compared with what identifies a person."""
_READ_AT_ONCE: Final = 100_000
"""Rows of a database that are handed on at once."""
_MOST_SPELLINGS: Final = 200_000
"""Keys of persons whose spellings are compared, which is done in memory."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The table ``raw`` of the database: ``columns`` by name as they are called there (of every row, ``p`` is the
    person where the definition has a key); ``order`` are the names of the source, ``dropped`` rows without a person,
    ``merged`` spellings of persons that are another's only by how they are written, ``possible`` those of them that
    may be another's."""

    columns: dict[str, str]
    order: tuple[str, ...]
    keyed: bool
    dropped: int
    merged: int
    possible: int


def load(database: Database, definition: Definition) -> Loaded:
    """Load what of the source is needed. Raises SourceError, UsageError."""
    source = definition.sources[0]
    path = definition.base / source.path
    with file_errors(path, "read"), _relation(database, source, definition) as (names, relation):
        _check_names(names, definition)
        key = key_columns(definition)
        wanted = [a.name for a in definition.attributes if not a.dropped] + [a.name for a in key]
        null = ", ".join(map(text, source.null)) if source.format == "csv" and not source.url else ""
        columns, chosen = {}, []
        for i, name in enumerate(names):
            if name in wanted:
                columns[name] = f"r{i}"
                chosen.append(f"{_or_null(f's{i}', null)} AS r{i}")
        try:
            database.create("raw", f"SELECT {', '.join(chosen)} FROM {relation}")
        except UsageError as error:
            raise SourceError(f"{source.label}: cannot be read: {error}") from None
        if not database.number("SELECT count(*) FROM raw"):
            raise UsageError("the table has no rows")
        _check_own(database, relation, names, definition)
    if not key:
        return Loaded(columns, tuple(names), False, 0, 0, 0)
    dropped, merged, possible = _persons(database, columns, key[0].name, definition)
    return Loaded(columns, tuple(names), True, dropped, merged, possible)


def _or_null(cell: str, null: str) -> str:
    return f"CASE WHEN {cell} IN ({null}) THEN NULL ELSE {cell} END" if null else cell


@contextmanager
def _relation(
    database: Database, source: Source, definition: Definition
) -> Iterator[tuple[Sequence[str], str]]:
    """Provide the names of a source's columns, and what SQL reads it by: its cells are strings s0, s1, ..."""
    path = definition.base / source.path
    if not (source.format == "sql" or source.url):
        yield (
            _parquet(database, path, definition)
            if source.format == "parquet"
            else _csv(database, path, source)
        )
        return
    roles = {a.name: a.role for a in definition.attributes if a.role is not Role.IGNORE}
    strings = {name: role in (Role.SENSITIVE, Role.INSENSITIVE) for name, role in roles.items()}
    with database.connected(source, definition.base, strings) as found:
        if found is not None:
            names, relation = found
            null = ", ".join(map(text, source.null))
            cells = ", ".join(f"{_or_null(f's{i}', null)} AS s{i}" for i in range(len(names)))
            yield names, f"(SELECT {cells} FROM {relation})"
            return
    yield _sql(database, source, definition)
    database.drop("source")


def _check_own(database: Database, relation: str, names: Sequence[str], definition: Definition) -> None:
    """Refuse a column that says what identifies the row's own person, by the first rows."""
    for shown, own in own_pairs(definition):
        cells = f"s{names.index(own.name)} AS n, s{names.index(shown.name)} AS c"
        first = f"SELECT n, c FROM (SELECT {cells} FROM {relation} LIMIT {_LOOKED_AT})"
        rows = database.rows(f"SELECT DISTINCT n, c FROM ({first}) WHERE n IS NOT NULL AND c IS NOT NULL")
        check_cells(definition, shown, own, sorted((str(n), str(c)) for n, c in rows))


def _check_names(names: Sequence[str], definition: Definition) -> None:
    from sanitizer.relational.table.checks import check_columns
    from sanitizer.relational.table.plain_table import PlainTable

    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise SourceError(f'{definition.sources[0].label}: column "{twice}" is there twice')
    check_columns(PlainTable.of(names, [[] for _ in names], 0), definition)


def _csv(database: Database, path: Path, source: Source) -> tuple[tuple[str, ...], str]:
    """Return the names of a CSV file's columns, and what SQL reads it by."""
    refuse_other_forms(path)
    with path.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    with gzip.open(path) if packed else path.open("rb") as begun:
        head = begun.read(_HEAD)
    begin = head.decode("utf-8-sig", errors="ignore")
    if not begin.strip():
        raise SourceError(f"{path}: the file is empty")
    delimiter = source.delimiter or sniff_delimiter(begin, source.quote)
    try:
        first = next(csv_records(io.StringIO(begin, newline=""), delimiter, source.quote))
    except csv.Error as error:
        raise SourceError(f"{path}: not readable as CSV: {told(error)}") from error
    header = tuple(name.strip() or f"column_{i + 1}" for i, name in enumerate(first))
    try:
        return header, database.csv(path, CsvForm(len(header), delimiter, source.quote, packed))
    except UsageError as error:
        raise SourceError(f"{path}: {error}") from None


def _parquet(database: Database, path: Path, definition: Definition) -> tuple[tuple[str, ...], str]:
    if not path.exists():
        raise FileNotFoundError(path)
    relation, described = database.parquet(path)
    kept = {a.name for a in definition.attributes if a.role in (Role.SENSITIVE, Role.INSENSITIVE)}
    names, cells = [], []
    for i, (name, kind) in enumerate(described):
        if kind != "STRING" and (name in kept or kind not in ("INT", "BIGINT")):
            raise SourceError(_of_kind(str(path), name, kind, database))
        names.append(name)
        cells.append(f"CAST({database.quoted(name)} AS STRING) AS s{i}")
    return tuple(names), f"(SELECT {', '.join(cells)} FROM {relation})"


def _sql(database: Database, source: Source, definition: Definition) -> tuple[tuple[str, ...], str]:
    """Return the names of the columns of a table or query of another database, and the table that its rows are laid
    down in: they are read here, some at a time."""
    from sanitizer.relational.io.databases import opened

    role = {a.name: a.role for a in definition.attributes}

    def strings(name: str, values: Sequence[Any]) -> list[str | None]:
        if role[name] is Role.IGNORE:
            return [None] * len(values)
        taken = (str,) if role[name] in (Role.SENSITIVE, Role.INSENSITIVE) else (str, int)
        kinds = set(map(type, values)) - {*taken, type(None)}
        if kinds:
            raise SourceError(_of_kind(source.label, name, min(k.__name__ for k in kinds), database))
        return [None if v is None else str(v) for v in values]

    with opened(source, definition.base, _READ_AT_ONCE) as (names, batches):
        _check_names(names, definition)
        database.new("source", {f"s{i}": "STRING" for i in range(len(names))})
        for rows in batches:
            columns = enumerate(zip(names, zip(*rows, strict=True), strict=True))
            database.add("source", {f"s{i}": strings(name, values) for i, (name, values) in columns})
    return tuple(names), "source"


def _of_kind(label: str, name: str, kind: str, database: Database) -> str:
    return (
        f'{label}: column "{name}" is of type {kind}: --engine {database.engine} takes strings (and whole numbers of '
        f"quasi-identifiers): {CURE}"
    )


def _persons(
    database: Database, columns: Mapping[str, str], key: str, definition: Definition
) -> tuple[int, int, int]:
    """Give ``raw`` the person of each row; rows without one go or are refused. Returns how many went, how many
    spellings are another person's, and how many of these may not be."""
    column = columns[key]
    digits = f"translate({column}, '0123456789', '')"
    plain = not database.number(
        f"SELECT count(*) FROM raw WHERE {column} IS NOT NULL AND NOT ({digits} = '' AND {column} <> '' "
        f"AND {column} NOT LIKE '0%')"
    )
    merged = possible = 0
    others = "".join(f"raw.{c}, " for c in columns.values() if c != column)
    if plain:  # these have one spelling each
        database.create("keyed", f"SELECT {others}raw.{column} AS p FROM raw")
    else:
        count = database.number(f"SELECT count(DISTINCT {column}) FROM raw")
        if count > _MOST_SPELLINGS:
            raise UsageError(
                f"{definition.file}: {count} keys of persons that are no plain whole numbers may be spellings of each "
                f"other, which is compared in memory: number the persons, or {CURE}"
            )
        known = [v for (v,) in database.rows(f"SELECT DISTINCT {column} FROM raw WHERE {column} IS NOT NULL")]
        said = frozenset(v for v in known if not is_missing(v))
        joined = join(said)
        database.new("spelled", {"v": "STRING", "p": "STRING"})
        database.add("spelled", {"v": list(joined.of), "p": list(joined.of.values())})
        database.create(
            "keyed", f"SELECT {others}spelled.p FROM raw LEFT JOIN spelled ON raw.{column} = spelled.v"
        )
        merged, possible = len(said) - len(set(joined.of.values())), joined.possible
    database.drop("raw")
    lacking, rows = database.rows("SELECT count(*) FILTER (WHERE p IS NULL), count(*) FROM keyed")[0]
    if lacking and definition.method.without_person != "drop":
        raise UsageError(
            f"{definition.file}: {lacking} of {rows} rows do not say whose they are: fill them in, or drop these rows "
            '(method.without_person = "drop")'
        )
    if lacking == rows:
        raise UsageError(f"{definition.file}: no row says whose it is: nothing would be released")
    database.create("raw", "SELECT * FROM keyed WHERE p IS NOT NULL")
    database.drop("keyed")
    return lacking, merged, possible
