"""Read and write tables of PostgreSQL by the workers of Spark, over JDBC (Debian: libpostgresql-jdbc-java).

The workers read one snapshot of a table, each a range of its blocks, however many they are and whoever is lost. What
they write has a number in each row, so that what was written twice is there once; a connection of the driver's makes
the table of it and puts it in place.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from corpora_stats.spark_tasks import told_in_one_line
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.databases import database_errors, open_engine, schema_and_name
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.scale.database import Database, Written, text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from sanitizer.relational.io.database_output import DatabaseOutput

_DRIVER: Final = "org.postgresql.Driver"
_WHOLE: Final = frozenset((20, 21, 23))
_TEXTS: Final = frozenset((25, 1043))
"""Types of columns as PostgreSQL numbers them: bigint, smallint and integer; text and varchar."""
_LEAST: Final = 1024
"""Blocks that are worth a reader of their own."""
_ROWS: Final = 10_000
"""Rows that pass at once."""


@dataclass(frozen=True, slots=True)
class Address:
    """A database as JDBC names it, and how to open it (with its password)."""

    url: str
    opened_by: Mapping[str, str] = field(repr=False)


def address_of(session: "SparkSession", url: str) -> Address | None:
    """Return the address of a PostgreSQL database for the workers of a session; None for others, for those that are
    named in ways that only psycopg knows (sockets, options), and where the session has no driver."""
    import sqlalchemy

    told = sqlalchemy.make_url(url)
    plain = told.get_backend_name() == "postgresql" and not told.query and told.username and told.database
    if not plain or not told.host or told.host.startswith("/") or not _has_driver(session):
        return None
    host = f"[{told.host}]" if ":" in told.host else told.host
    opened_by = {"driver": _DRIVER, "user": str(told.username), "password": told.password or ""}
    return Address(f"jdbc:postgresql://{host}:{told.port or 5432}/{quote(str(told.database), '')}", opened_by)


def _has_driver(session: "SparkSession") -> bool:
    java: Any = session.sparkContext._jvm
    try:
        with told_in_one_line(UsageError):
            java.org.apache.spark.sql.execution.datasources.jdbc.DriverRegistry.register(_DRIVER)
    except UsageError:
        return False
    return True


@contextmanager
def snapshot(
    session: "SparkSession", address: Address, source: Source, base: Path, roles: Mapping[str, bool]
) -> "Iterator[tuple[list[str], DataFrame] | None]":
    """Provide the names of the columns of a table or query, and a frame of its cells as strings s0, s1, ... as they
    are now. `roles` names the columns that are read, and whether they are strings alone; the others are missing.
    None where a column has a type that is read otherwise here. Raises SourceError."""
    import sqlalchemy

    with (
        database_errors(source.label, "read"),
        open_engine(source.url, base).connect() as connection,
        connection.execution_options(isolation_level="REPEATABLE READ").begin(),
    ):
        table = _named(*schema_and_name(source.table)) if source.table else ""
        named = table or f"({source.query}) AS asked"
        described = _Run(connection)(f"SELECT * FROM {named} LIMIT 0").cursor.description
        columns = [(str(c[0]), int(c[1])) for c in described]
        names = [name for name, _ in columns]
        if any(
            name in roles and kind not in (_TEXTS if roles[name] else _TEXTS | _WHOLE)
            for name, kind in columns
        ):
            yield None
            return
        cells = ", ".join(
            f"{f'CAST({_named(name)} AS text)' if name in roles else 'CAST(NULL AS text)'} AS s{i}"
            for i, name in enumerate(names)
        )
        seen = connection.execute(sqlalchemy.text("SELECT pg_export_snapshot()")).scalar()
        ranges = _ranges(connection, table, 4 * int(session.sparkContext.defaultParallelism))
        begins = (
            f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT {text(str(seen))}"
        )
        block = ", CAST(ctid AS tid) AS block" if len(ranges) > 1 else ""
        more = {"fetchsize": str(_ROWS), "sessionInitStatement": begins}
        asked = f"(SELECT {cells}{block} FROM {named}) AS cells"
        frame = session.read.jdbc(
            address.url, asked, predicates=ranges, properties=dict(address.opened_by) | more
        )
        yield names, frame.select(*(f"s{i}" for i in range(len(names))))


def _ranges(connection: Any, table: str, most: int) -> list[str]:
    """Conditions that divide a plain table by its blocks; one that holds everywhere for all else."""
    import sqlalchemy

    asked = (
        "SELECT pg_relation_size(c.oid) / CAST(current_setting('block_size') AS int) FROM pg_class AS c "
        "WHERE c.oid = to_regclass(:name) AND c.relkind = 'r'"
    )
    found = connection.execute(sqlalchemy.text(asked), {"name": table}).scalar() if table else 0
    blocks = int(found or 0)
    parts = max(1, min(most, blocks // _LEAST))
    ends = [f"CAST('({blocks * i // parts},0)' AS tid)" for i in range(1, parts)]
    above = ["true", *(f"block >= {end}" for end in ends)]
    below = [*(f"block < {end}" for end in ends), "true"]
    return [f"{a} AND {b}" for a, b in zip(above, below, strict=True)]


@dataclass(slots=True)
class JdbcTarget:
    """A table that workers write, in parts that are whole or not there. What ``pending`` is called stands beside it
    until it is put in place, or discarded; a driver that is killed leaves it."""

    session: "SparkSession"
    address: Address
    pending: "DatabaseOutput"
    names: Sequence[str] = ()

    def write(self, database: Database, query: str, names: Sequence[str]) -> None:
        """See :class:`~.database.Target`, here and below."""
        from pyspark.sql.functions import monotonically_increasing_id

        self.names = names
        cells = [f"c{i}" for i in range(len(names))]
        shown = ", ".join(cells)
        with self._statements() as run:
            run(f"CREATE TABLE {self._parts} (number bigint, {', '.join(f'{c} text' for c in cells)})")
        frame = self.session.sql(query).toDF(*cells).withColumn("number", monotonically_increasing_id())
        more = {"batchsize": str(_ROWS), "reWriteBatchedInserts": "true"}
        with told_in_one_line(UsageError):
            frame.write.jdbc(
                self.address.url, self._parts, mode="append", properties=dict(self.address.opened_by) | more
            )
        with self._statements() as run:
            once = f"SELECT DISTINCT ON (number) * FROM {self._parts} ORDER BY number"
            run(f"CREATE TABLE {self._whole} AS SELECT {shown} FROM ({once}) AS once ORDER BY number")
            run(f"DROP TABLE {self._parts}")

    @told_in_one_line(UsageError)
    def written(self, database: Database) -> Written:
        """Return what was written."""
        properties = dict(self.address.opened_by) | {"fetchsize": str(_ROWS)}
        frame = self.session.read.jdbc(self.address.url, self._whole, properties=properties)
        frame.write.format("parquet").saveAsTable("written")
        return Written("written", self.names, None)

    def commit(self) -> None:
        """Put it in place."""
        with self._statements() as run:
            for i, name in enumerate(self.names):
                run(f"ALTER TABLE {self._whole} RENAME COLUMN c{i} TO {_named(name)}")
            if self.pending.replaces(run.connection):
                run(f"DROP TABLE {_named(self.pending.schema, self.pending.table)}")
            run(f"ALTER TABLE {self._whole} RENAME TO {_named(self.pending.table)}")

    def discard(self) -> None:
        """Leave nothing behind."""
        with suppress(SourceError), self._statements() as run:
            run(f"DROP TABLE IF EXISTS {self._parts}, {self._whole}")

    @property
    def _parts(self) -> str:
        return _named(self.pending.schema, self.pending.name + "_parts")

    @property
    def _whole(self) -> str:
        return _named(self.pending.schema, self.pending.name)

    @contextmanager
    def _statements(self) -> "Iterator[_Run]":
        """Provide what runs statements in one transaction. Raises SourceError."""
        output = self.pending.output
        with (
            database_errors(output.label, "written"),
            open_engine(output.url, self.pending.base).begin() as connection,
        ):
            yield _Run(connection)


@dataclass(frozen=True, slots=True)
class _Run:
    """Runs a statement over a connection, as it is."""

    connection: Any

    def __call__(self, statement: str) -> Any:
        return self.connection.execution_options(no_parameters=True).exec_driver_sql(statement)


def _named(*parts: str | None) -> str:
    """Return a name as PostgreSQL and Spark's JDBC write it."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts if part)
