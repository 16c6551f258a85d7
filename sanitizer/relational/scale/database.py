"""A DuckDB database beside the output: it holds the rows, uses the disk when memory ends, and goes with the release."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.extras import need

Arrays = dict[str, npt.NDArray[Any]]


def text(value: str) -> str:
    """A string as SQL writes it."""
    return "'" + value.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class Database:
    """A connection; what goes wrong is one line without a cell of the table."""

    connection: Any

    def run(self, query: str) -> Any:
        """Run a statement. Raises UsageError."""
        import duckdb

        try:
            return self.connection.execute(query)
        except duckdb.Error as error:
            raise UsageError(f"duckdb: {_first(error)}") from None

    def arrays(self, query: str) -> Arrays:
        """The columns of a result; it has no missing cells in numbers."""
        return {name: np.asarray(values) for name, values in self.run(query).fetchnumpy().items()}

    def number(self, query: str) -> int:
        """The one whole number that a query gives."""
        return int(self.run(query).fetchone()[0])

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All rows of a result, for those that are few."""
        found: list[tuple[Any, ...]] = self.run(query).fetchall()
        return found

    def add(self, table: str, columns: Mapping[str, Any]) -> None:
        """Append columns (arrays or lists, by their names) to a table."""
        import pyarrow as pa

        self.connection.register("_added", pa.table(dict(columns)))
        self.run(f"INSERT INTO {table} SELECT {', '.join(columns)} FROM _added")
        self.connection.unregister("_added")

    def batches(self, query: str, rows: int) -> Iterator[Any]:
        """The result as Arrow batches of so many rows, made one after the other and in the order of the query."""
        self.run("SET preserve_insertion_order = true")
        yield from self.connection.sql(query).to_arrow_reader(rows)


def _first(error: Exception) -> str:
    return str(error).strip().splitlines()[0].partition("Original Line")[0].strip()


@contextmanager
def database(folder: Path, mebibytes: int) -> Iterator[Database]:
    """A database in a `folder` that only this user reads, and that is gone afterwards. `mebibytes` are what DuckDB may
    hold in memory. Raises MissingExtraError, UsageError."""
    need("duckdb", "release --engine duckdb")
    import duckdb

    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise UsageError(f"{folder}: the working folder cannot be made ({error.strerror})") from error
    try:
        connection = duckdb.connect(str(folder / "work.duckdb"))
        made = Database(connection)
        try:
            made.run(f"SET memory_limit = '{mebibytes}MiB'")
            made.run(f"SET temp_directory = {text(str(folder / 'spilled'))}")
            made.run("SET preserve_insertion_order = false")  # rows have no order before they are written
            made.run("SET enable_progress_bar = false")
            made.run("SET autoinstall_known_extensions = false")
            yield made
        finally:
            connection.close()
    finally:
        rmtree(folder, ignore_errors=True)
