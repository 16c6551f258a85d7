"""Tables in SQL databases by SQLAlchemy URL, read in batches and written under a temporary name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import pandas as pd

from sanitizer.relational.definition import Output, Source
from sanitizer.relational.table_files import SourceError, as_objects, cell_type, one_type_each

_BATCH: Final = 10_000


@contextmanager
def database_errors(label: str, verb: str) -> Iterator[None]:
    """One line for whatever a database or its driver raises."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise SourceError(f"{label}: the database cannot be {verb}: {reason}") from error
    except ModuleNotFoundError as error:
        raise SourceError(f"{label}: the driver of this database is not installed ({error.name})") from error


def open_engine(url: str, base: Path) -> Any:
    """The engine of an address, without a pool; SQLite files are relative to `base`."""
    import sqlalchemy

    address = sqlalchemy.make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite" and address.database and address.database != ":memory:":
        address = address.set(database=str(base / address.database))
    return sqlalchemy.create_engine(address, poolclass=sqlalchemy.pool.NullPool)


def read_sql(source: Source, base: Path) -> pd.DataFrame:
    """A table or the answer of a query. Raises SourceError."""
    import sqlalchemy

    with database_errors(source.label, "read"):
        engine = open_engine(source.url, base)
        name = engine.url.database
        if engine.dialect.name == "sqlite" and name and name != ":memory:" and not Path(name).exists():
            raise SourceError(f"{source.label}: there is no such database file")
        with engine.connect() as connection:
            if source.table:
                schema, _, table = source.table.rpartition(".")
                columns = sqlalchemy.Table(
                    table, sqlalchemy.MetaData(), schema=schema or None, autoload_with=connection
                )
                statement: Any = sqlalchemy.select(columns)
            else:
                statement = sqlalchemy.text(source.query)
            result = connection.execution_options(stream_results=True).execute(statement)
            names = list(result.keys())
            rows: list[tuple[Any, ...]] = []
            while batch := result.fetchmany(_BATCH):
                rows.extend(tuple(r) for r in batch)
    null = set(source.null)
    cells = [[None if isinstance(v, str) and v in null else v for v in row] for row in rows]
    return pd.DataFrame(cells, columns=pd.Index(names, dtype=object), dtype=object)


def write_sql(table: pd.DataFrame, output: Output, name: str, base: Path) -> None:
    """Write `table` as the table `name` in one transaction. Raises SourceError; then there is no such table."""
    import sqlalchemy

    with database_errors(output.label, "written"):
        engine = open_engine(output.url, base)
        if not output.replace and sqlalchemy.inspect(engine).has_table(output.table):
            raise SourceError(f'{output.label}: table "{output.table}" exists and replace = false')
        frame = one_type_each(table)
        sqltypes = {bool: sqlalchemy.Boolean, int: sqlalchemy.BigInteger, float: sqlalchemy.Float}
        columns: list[Any] = [
            sqlalchemy.Column(str(c), sqltypes.get(cell_type(frame[c]), sqlalchemy.Text))
            for c in frame.columns
        ]
        created = sqlalchemy.Table(name, sqlalchemy.MetaData(), *columns)
        rows = as_objects(frame).to_dict("records")
        with engine.begin() as connection:
            created.create(connection)
            for start in range(0, len(rows), _BATCH):
                connection.execute(created.insert(), cast(Any, rows[start : start + _BATCH]))


def rename_table(output: Output, name: str, base: Path) -> None:
    """Put the table `name` in the place of the output's, in one transaction. Raises SourceError."""
    import sqlalchemy

    with database_errors(output.label, "written"):
        engine = open_engine(output.url, base)
        quote = engine.dialect.identifier_preparer.quote
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver commits before DDL otherwise
            connection.execute(sqlalchemy.text(f"DROP TABLE IF EXISTS {quote(output.table)}"))
            connection.execute(sqlalchemy.text(f"ALTER TABLE {quote(name)} RENAME TO {quote(output.table)}"))


def drop_table(output: Output, name: str, base: Path) -> None:
    """Drop the table `name` if it is there. Never fails."""
    import sqlalchemy

    try:
        with open_engine(output.url, base).begin() as connection:
            sqlalchemy.Table(name, sqlalchemy.MetaData()).drop(connection, checkfirst=True)
    except (sqlalchemy.exc.SQLAlchemyError, ModuleNotFoundError):
        pass  # the database is out of reach: its transaction was never committed
