"""Tables in SQL databases by SQLAlchemy URL, read in batches and written under a temporary name."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast

import pandas as pd

from sanitizer.relational.definition.definition import Output, Source
from sanitizer.relational.io.files import SourceError, as_objects, cell_type, one_type_each

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


def server_of(connection: Any, url: str, base: Path) -> frozenset[str]:
    """Names of the database that a connection is to: what it says of itself, and its address without aliases. Two
    connections to one database have one in common."""
    import sqlalchemy

    names = {address_of(url, base)}
    dialect = connection.dialect.name
    asked = {
        "postgresql": (
            "select current_database() || ' ' || pg_postmaster_start_time() || ' ' || "
            "(select oid from pg_database where datname = current_database())"
        ),
        "mysql": "select concat(@@server_uuid, ' ', database())",
        "mariadb": "select concat(@@hostname, ' ', @@port, ' ', database())",
    }
    if dialect == "sqlite":
        for _, name, path in connection.exec_driver_sql("PRAGMA database_list"):
            if name == "main" and path:
                state = Path(path).stat()
                names.add(f"file {state.st_dev} {state.st_ino}")
    elif dialect in asked:
        names.add(f"{dialect} {connection.execute(sqlalchemy.text(asked[dialect])).scalar()}")
    return frozenset(names)


def address_of(url: str, base: Path) -> str:
    """An address without what may be said in several ways: the driver, the user, the usual port, names of this machine,
    and the way to a file."""
    import sqlalchemy

    address = sqlalchemy.make_url(url)
    backend = address.get_backend_name()
    if backend == "sqlite":
        name = address.database or ":memory:"
        if name == ":memory:":
            return "sqlite :memory:"
        name = name.removeprefix("file:").partition("?")[0] if name.startswith("file:") else name
        return f"sqlite {(base / name).resolve()}"
    host = (address.host or "localhost").rstrip(".").casefold()
    if host in ("127.0.0.1", "::1", "0.0.0.0", socket.gethostname().casefold()) or host.startswith("/"):
        host = "localhost"
    port = address.port or {
        "postgresql": 5432,
        "mysql": 3306,
        "mariadb": 3306,
        "mssql": 1433,
        "oracle": 1521,
    }.get(backend, 0)
    backend = "mysql" if backend == "mariadb" else backend
    return f"{backend} {host}:{port}/{address.database or address.username or ''}"


def read_sql(source: Source, base: Path) -> pd.DataFrame:
    """A table or the answer of a query. Raises SourceError."""

    with database_errors(source.label, "read"):
        engine = open_engine(source.url, base)
        name = engine.url.database
        if engine.dialect.name == "sqlite" and name and name != ":memory:" and not Path(name).exists():
            raise SourceError(f"{source.label}: there is no such database file")
        with engine.connect() as connection:
            names, rows = _fetch(connection, source)
    null = set(source.null)
    cells = [[None if isinstance(v, str) and v in null else v for v in row] for row in rows]
    return pd.DataFrame(cells, columns=pd.Index(names, dtype=object), dtype=object)


def _fetch(connection: Any, source: Source) -> tuple[list[str], list[tuple[Any, ...]]]:
    import sqlalchemy

    if source.table:
        schema, _, table = source.table.rpartition(".")
        statement: Any = sqlalchemy.select(
            sqlalchemy.Table(table, sqlalchemy.MetaData(), schema=schema or None, autoload_with=connection)
        )
    else:
        statement = sqlalchemy.text(source.query)
    result = connection.execution_options(stream_results=True).execute(statement)
    names = list(result.keys())
    rows: list[tuple[Any, ...]] = []
    while batch := result.fetchmany(_BATCH):
        rows.extend(tuple(r) for r in batch)
    return names, rows


class DatabaseOutput:
    """A table that is written, read back and renamed within one transaction: when the database goes away in the
    middle, or the release is not wanted, nothing of it is there."""

    def __init__(self, output: Output, name: str, base: Path, sources: Sequence[Source] = ()) -> None:
        self.output, self.name, self.base, self.sources = output, name, base, tuple(sources)
        self._connection: Any = None
        self._transaction: Any = None

    def write(self, table: pd.DataFrame) -> None:
        """Write `table` under the temporary name. Raises SourceError."""
        import sqlalchemy

        output = self.output
        with database_errors(output.label, "written"):
            engine = open_engine(output.url, self.base)
            self._connection = engine.connect()
            self._transaction = self._connection.begin()
            if engine.dialect.name == "sqlite":
                self._connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver begins before rows only
            self._check_replacing()
            frame = one_type_each(table)
            sqltypes = {bool: sqlalchemy.Boolean, int: sqlalchemy.BigInteger, float: sqlalchemy.Float}
            columns: list[Any] = [
                sqlalchemy.Column(str(c), sqltypes.get(cell_type(frame[c]), sqlalchemy.Text))
                for c in frame.columns
            ]
            created = sqlalchemy.Table(self.name, sqlalchemy.MetaData(), *columns)
            created.create(self._connection)
            rows = as_objects(frame).to_dict("records")
            for start in range(0, len(rows), _BATCH):
                self._connection.execute(created.insert(), cast(Any, rows[start : start + _BATCH]))

    def _check_replacing(self) -> None:
        """Whether the output's table may be put in the place of one that is there. Raises SourceError."""
        import sqlalchemy

        output = self.output
        if not sqlalchemy.inspect(self._connection).has_table(output.table):
            return
        if not output.replace:
            raise SourceError(
                f'{output.label}: table "{output.table}" exists and replace = false; give the output another name, or '
                "say replace = true if that table may go"
            )
        here = server_of(self._connection, output.url, self.base)
        for source in self.sources:
            if not source.url:
                continue
            engine = open_engine(source.url, self.base)
            with engine.connect() as other:
                if server_of(other, source.url, self.base).isdisjoint(here):
                    continue
                name = source.table.rpartition(".")[2]
                tables = {t.casefold() for t in sqlalchemy.inspect(other).get_table_names()}
                if not name or name.casefold() not in tables or name.casefold() == output.table.casefold():
                    raise SourceError(
                        f'{output.label}: table "{output.table}" exists, and the output is a source of the release or '
                        f"may be one ({source.label}); give it another name"
                    )

    def read(self) -> pd.DataFrame:
        """What was written, as the database has it. Raises SourceError."""
        with database_errors(self.output.label, "read"):
            names, rows = _fetch(self._connection, Source(table=self.name))
        return as_objects(pd.DataFrame(rows, columns=pd.Index(names, dtype=object), dtype=object))

    def commit(self) -> None:
        """Put it in the place of the output's table. Raises SourceError."""
        import sqlalchemy

        with database_errors(self.output.label, "written"):
            quote = self._connection.dialect.identifier_preparer.quote
            new, table = quote(self.name), quote(self.output.table)
            if self.output.replace:
                self._connection.execute(sqlalchemy.text(f"DROP TABLE IF EXISTS {table}"))
            self._connection.execute(sqlalchemy.text(f"ALTER TABLE {new} RENAME TO {table}"))
            self._transaction.commit()
            self._connection.close()

    def discard(self) -> None:
        """Roll back. Never fails: what cannot be reached was never committed."""
        import sqlalchemy

        for part in (self._transaction, self._connection):
            with suppress(sqlalchemy.exc.SQLAlchemyError):
                if part is not None:
                    part.close()
