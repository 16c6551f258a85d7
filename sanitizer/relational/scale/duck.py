"""A DuckDB database beside the output: it holds the rows, uses the disk when memory ends, and goes with the release."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from sanitizer.common.extras import need
from sanitizer.common.spark_session import working_folder
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Source
from sanitizer.relational.scale.database import Arrays, CsvForm, Target, text
from sanitizer.relational.terms.parts import Processes, Readers

if TYPE_CHECKING:
    from sanitizer.relational.io.database_output import DatabaseOutput

_TYPES: Final = {
    "VARCHAR": "STRING",
    "TINYINT": "INT",
    "SMALLINT": "INT",
    "INTEGER": "INT",
    "BIGINT": "BIGINT",
}


@dataclass(frozen=True, slots=True)
class DuckDatabase:
    """A connection as a :class:`~.database.Database`."""

    connection: Any
    engine: Literal["duckdb"] = "duckdb"

    def run(self, query: str) -> Any:
        """Run a statement. Raises UsageError."""
        import duckdb

        try:
            return self.connection.execute(query)
        except duckdb.Error as error:
            raise UsageError(f"duckdb: {_first(error)}") from None

    def quoted(self, name: str) -> str:
        """Return a name of a column; see :class:`~.database.Database`, here and below."""
        return '"' + name.replace('"', '""') + '"'

    def create(self, table: str, select: str) -> None:
        """Make a table of what a query gives."""
        self.run(f"CREATE TABLE {table} AS {select}")

    def new(self, table: str, columns: Mapping[str, str]) -> None:
        """Make an empty table."""
        self.run(f"CREATE TABLE {table} ({', '.join(f'{name} {kind}' for name, kind in columns.items())})")

    def insert(self, table: str, select: str) -> None:
        """Append what a query gives."""
        self.run(f"INSERT INTO {table} {select}")

    def add(self, table: str, columns: Mapping[str, Any]) -> None:
        """Append columns."""
        import pyarrow as pa

        self.connection.register("_added", pa.table(dict(columns)))
        self.run(f"INSERT INTO {table} SELECT {', '.join(columns)} FROM _added")
        self.connection.unregister("_added")

    def divided(self, table: str, select: str, work: Callable[[Arrays], Arrays]) -> None:
        """Append what `work` makes of the rows of each part, one after the other."""
        for (part,) in self.rows(f"SELECT DISTINCT part FROM ({select}) ORDER BY part"):
            made = work(self.arrays(f"SELECT * EXCLUDE (part) FROM ({select}) WHERE part = {part}"))
            count = len(next(iter(made.values())))
            self.add(table, {"part": np.full(count, part, dtype=np.int32)} | made)

    def drop(self, table: str) -> None:
        """Forget a table."""
        self.run(f"DROP TABLE {table}")

    def csv(self, path: Path, form: CsvForm) -> str:
        """Return what a query reads a CSV file by."""
        cells = ", ".join(f"s{i}: 'VARCHAR'" for i in range(form.columns))
        kept = ", ".join(f"'s{i}'" for i in range(form.columns))
        return (
            f"read_csv({text(str(path))}, auto_detect = false, header = true, delim = {text(form.delimiter)}, "
            f"quote = {text(form.quote)}, escape = {text(form.quote)}, columns = {{{cells}}}, "
            f"force_not_null = [{kept}], strict_mode = true, compression = '{'gzip' if form.packed else 'none'}')"
        )

    def parquet(self, path: Path) -> tuple[str, Sequence[tuple[str, str]]]:
        """Return what a query reads a Parquet file by, and its columns."""
        parts = path / "*.parquet" if path.is_dir() else path
        relation = f"read_parquet({text(str(parts))})"
        described = self.rows(f"DESCRIBE SELECT * FROM {relation}")
        return relation, [(name, _TYPES.get(kind, kind)) for name, kind, *_ in described]

    def connected(
        self, source: Source, base: Path, strings: Mapping[str, bool]
    ) -> AbstractContextManager[tuple[Sequence[str], str] | None]:
        """None: what reads other databases is no part of DuckDB's package."""
        return nullcontext()

    def target(self, pending: "DatabaseOutput") -> Target | None:
        """None; see :meth:`connected`."""
        return None

    def readers(self, workers: int) -> Readers:
        """Return processes of this machine."""
        return Processes(workers)

    def each_of(self, array: str) -> str:
        """Return an expression that makes a row of each item."""
        return f"unnest({array})"

    def arrays(self, query: str) -> Arrays:
        """Return the columns of a result."""
        return {name: np.asarray(values) for name, values in self.run(query).fetchnumpy().items()}

    def number(self, query: str) -> int:
        """Return the one whole number that a query gives."""
        return int(self.run(query).fetchone()[0])

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return all rows of a result."""
        found: list[tuple[Any, ...]] = self.run(query).fetchall()
        return found

    def batches(self, query: str, rows: int) -> Iterator[Any]:
        """Yield the result as Arrow batches in the order of the query."""
        self.run("SET preserve_insertion_order = true")
        yield from self.connection.sql(query).to_arrow_reader(rows)


def _first(error: Exception) -> str:
    return str(error).strip().splitlines()[0].partition("Original Line")[0].strip()


@contextmanager
def duck_database(folder: Path, mebibytes: int) -> Iterator[DuckDatabase]:
    """Provide a database in a `folder` that only this user reads, and that is gone afterwards. `mebibytes` are what
    DuckDB may hold in memory. Raises MissingExtraError, UsageError."""
    need("duckdb", "release --engine duckdb")
    import duckdb

    with working_folder(folder):
        connection = duckdb.connect(str(folder / "work.duckdb"))
        made = DuckDatabase(connection)
        try:
            made.run(f"SET memory_limit = '{mebibytes}MiB'")
            made.run(f"SET temp_directory = {text(str(folder / 'spilled'))}")
            made.run("SET preserve_insertion_order = false")  # rows have no order before they are written
            made.run("SET enable_progress_bar = false")
            made.run("SET autoinstall_known_extensions = false")
            yield made
        finally:
            connection.close()
