"""Read the texts of a column of a database, and write them into a table of their own, never into their source.

A table is read as a file of Parquet is: with the columns that were asked for, and their types. It is written in one
transaction under a name that is free.
"""

import io
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.common.extras import need
from sanitizer.documents.formats import Fields
from sanitizer.documents.read import Collection, given_collection
from sanitizer.documents.remote_stores import shown_url
from sanitizer.errors import UsageError


def is_database(place: str | None) -> bool:
    """Return whether a URL is one of a database (``postgresql://``, ``sqlite:///FILE``, ...)."""
    if not place or "://" not in place:
        return False
    scheme = place.partition(":")[0].partition("+")[0].lower()
    try:
        import sqlalchemy

        with suppress(sqlalchemy.exc.ArgumentError):
            sqlalchemy.make_url(f"{scheme}://").get_dialect()
            return True
    except ImportError:
        return scheme in ("sqlite", "postgresql")
    return False


@dataclass(frozen=True)
class _Held:
    """One file in memory."""

    name: str
    content: bytes = field(repr=False)

    def names(self) -> list[str]:
        return [self.name]

    def read(self, name: str) -> bytes:
        return self.content


def table_collection(url: str, table: str | None, fields: Fields) -> Collection:
    """Return the rows of a table (or view), ``schema.name`` or its name alone, as documents. Raises UsageError."""
    need("tables", "a table of a database")
    if table is None:
        raise UsageError(f"{shown_url(url)} is a database: name what to read with --table NAME")
    held = _Held(f"{table}.parquet", _read(url, table, fields))
    return given_collection(held, "parquet", fields)


def _read(url: str, name: str, fields: Fields) -> bytes:
    """Return the columns of a table that were asked for, in the order of its key, as Parquet."""
    import pyarrow.parquet
    import sqlalchemy

    from sanitizer.documents.rows import check_fields
    from sanitizer.errors import DocumentError
    from sanitizer.relational.io.databases import BATCH, database_errors, open_engine, schema_and_name

    shown = shown_url(url)
    with database_errors(shown, "read"):
        engine = open_engine(url, Path.cwd())
        file = engine.url.database
        if engine.dialect.name == "sqlite" and not (file and Path(file).exists()):
            raise UsageError(f"{shown}: there is no such database file")
        schema, own = schema_and_name(name)
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection = connection.execution_options(postgresql_readonly=True)
            try:
                table = sqlalchemy.Table(own, sqlalchemy.MetaData(), schema=schema, autoload_with=connection)
            except sqlalchemy.exc.NoSuchTableError:
                known = sorted(sqlalchemy.inspect(connection).get_table_names(schema))
                raise UsageError(
                    f"{shown} has no table {name!r} (tables: {', '.join(known) or 'none'}): --table"
                ) from None
            try:
                check_fields(fields, list(table.columns.keys()), "column")
            except DocumentError as error:
                raise UsageError(f"{shown}: table {name!r} {error}") from None
            wanted = [n for n in (fields.id, *fields.keep, fields.person, fields.text) if n]
            columns = list(dict.fromkeys(wanted))
            order = [*table.primary_key.columns] or ([table.c[fields.id]] if fields.id else [])
            if not order:
                raise UsageError(
                    f"{shown}: table {name!r} has no key to read its rows in order by: name a column with --id-field"
                )
            statement = sqlalchemy.select(*(table.c[c] for c in columns)).order_by(*order)
            result = connection.execute(statement.execution_options(stream_results=True))
            rows: list[Any] = []
            while batch := result.fetchmany(BATCH):
                rows.extend(batch)
        engine.dispose()
    cells = zip(*rows, strict=True) if rows else ([] for _ in columns)
    whole = pyarrow.table({c: _array(list(v)) for c, v in zip(columns, cells, strict=True)})
    target = io.BytesIO()
    pyarrow.parquet.write_table(whole, target)
    return target.getvalue()


def _array(values: list[Any]) -> Any:
    """Return a column; of what has no type of its own, or several, as texts."""
    import pyarrow

    if all(value is None for value in values):
        return pyarrow.array(values, pyarrow.string())
    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowException, OverflowError):
        return pyarrow.array([None if v is None else str(v) for v in values], pyarrow.string())


@dataclass(frozen=True)
class TableOutput:
    """A table that is to be made: ``name`` (with its schema, or alone) in the database ``url``; the database of the
    ``source`` and its table, where there is one, are not written to."""

    url: str = field(repr=False)
    name: str
    source: tuple[str, str] | None = field(default=None, repr=False)

    @classmethod
    def asked(cls, options: SanitizeOptions) -> "TableOutput | None":
        """Return the table that options ask for, checked; None for none. Raises UsageError."""
        url, source = options.output, options.source
        if url is None or not is_database(url) or options.preview:
            return None
        need("tables", "a table of a database")
        name = options.to_table or options.table
        if name is None:
            raise UsageError(f"{shown_url(url)} is a database: name the table to make with --to-table NAME")
        own = cls(url, name, (source, options.table) if options.table and is_database(source) else None)
        own._check()
        return own

    @property
    def shown(self) -> str:
        """Its name in messages."""
        return f"table {self.name} of {shown_url(self.url)}"

    def _check(self) -> None:
        import sqlalchemy

        from sanitizer.relational.io.databases import database_errors, open_engine, schema_and_name

        with database_errors(shown_url(self.url), "written"):
            engine = open_engine(self.url, Path.cwd())
            file = engine.url.database
            if engine.dialect.name == "sqlite" and not (file and Path(file).exists()):
                return  # to open it would make it
            schema, name = schema_and_name(self.name)
            with engine.connect() as connection:
                if sqlalchemy.inspect(connection).has_table(name, schema=schema):
                    raise UsageError(f"{self.shown} exists: name another one with --to-table")

    def write(self, raw: bytes) -> None:
        """Make the table of rows that come as Parquet, all or nothing. Raises UsageError."""
        import pandas as pd
        import pyarrow.parquet

        from sanitizer.relational.definition.definition import Output, Source
        from sanitizer.relational.io.database_output import DatabaseOutput

        read = pyarrow.parquet.read_table(io.BytesIO(raw))
        cells = {name: _cells(read.column(name).to_pylist()) for name in read.column_names}
        sources = [Source(url=self.source[0], table=self.source[1])] if self.source else []
        temporary = f"sanitizer_{uuid.uuid4().hex[:16]}"
        output = DatabaseOutput(Output(url=self.url, table=self.name), temporary, Path.cwd(), sources)
        try:
            output.check()
            output.write([pd.DataFrame(cells, dtype=object)])
            output.commit()
        finally:
            output.discard()


def _cells(values: Iterable[Any]) -> list[Any]:
    """Return values as they are written: numbers as such, all else as texts."""
    return [v if v is None or isinstance(v, str | bool | int | float) else str(v) for v in values]
