"""Tables in SQL databases by SQLAlchemy URL, read in batches and written under a temporary name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pandas as pd

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import SourceError

BATCH: Final = 10_000
"""Rows read or written at once."""


@contextmanager
def database_errors(label: str, verb: str) -> Iterator[None]:
    """Provide one line for whatever a database or its driver raises."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise SourceError(f"{label}: the database cannot be {verb}: {reason}") from error
    except ModuleNotFoundError as error:
        raise SourceError(f"{label}: the driver of this database is not installed ({error.name})") from error


def open_engine(url: str, base: Path) -> Any:
    """Return the engine of an address, without a pool; SQLite files are relative to `base`."""
    import sqlalchemy

    address = sqlalchemy.make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite" and address.database and address.database != ":memory:":
        address = address.set(database=str(base / address.database))
    return sqlalchemy.create_engine(address, poolclass=sqlalchemy.pool.NullPool)


def read_sql(source: Source, base: Path) -> pd.DataFrame:
    """Return a table or the answer of a query. Raises SourceError."""
    with opened(source, base) as (names, batches):
        cells = [row for batch in batches for row in batch]
    return pd.DataFrame(cells, columns=pd.Index(names, dtype=object), dtype=object)


@contextmanager
def opened(
    source: Source, base: Path, rows: int = BATCH
) -> Iterator[tuple[list[str], Iterator[list[list[Any]]]]]:
    """Provide the names of the columns of a table or query, and its rows, so many at a time, missing cells None. Raises
    SourceError, also while they are read."""
    null = set(source.null)
    with database_errors(source.label, "read"):
        engine = open_engine(source.url, base)
        name = engine.url.database
        if engine.dialect.name == "sqlite" and name and name != ":memory:" and not Path(name).exists():
            raise SourceError(f"{source.label}: there is no such database file")
        with engine.connect() as connection:
            names, batches = streamed(connection, source, rows)
            yield (
                names,
                (
                    [[None if isinstance(v, str) and v in null else v for v in row] for row in b]
                    for b in batches
                ),
            )


def schema_and_name(table: str) -> tuple[str | None, str]:
    """Return the schema of a table ("schema.table"), None where none is named, and its own name."""
    schema, _, name = table.rpartition(".")
    return schema or None, name


def streamed(connection: Any, source: Source, rows: int) -> tuple[list[str], Iterator[Sequence[Any]]]:
    """Return the columns of a table or of the answer of a query, and its rows over an open connection, so many at a
    time."""
    import sqlalchemy

    if source.table:
        schema, table = schema_and_name(source.table)
        statement: Any = sqlalchemy.select(
            sqlalchemy.Table(table, sqlalchemy.MetaData(), schema=schema, autoload_with=connection)
        )
    else:
        statement = sqlalchemy.text(source.query)
    # of the statement alone: the connection would keep the option, and what it runs afterwards is no query
    result = connection.execute(statement.execution_options(stream_results=True))
    return list(result.keys()), iter(partial(result.fetchmany, rows), [])
