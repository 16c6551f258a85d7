"""What holds the rows of a release beyond memory: tables that are asked in SQL, and no row in Python.

The SQL that is sent is what DuckDB and Spark both read; what they say differently is a method.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.terms.parts import Readers

if TYPE_CHECKING:  # SQLAlchemy is loaded where a database is named
    from sanitizer.relational.io.database_output import DatabaseOutput

Arrays = dict[str, npt.NDArray[Any]]


def text(value: str) -> str:
    """Return a string as SQL writes it."""
    return "'" + value.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class CsvForm:
    """How a CSV file in UTF-8 is written: its ``columns`` (how many), ``delimiter``, ``quote`` ("": none), and whether
    it is ``packed`` (gzip). Its first line is a header."""

    columns: int
    delimiter: str
    quote: str
    packed: bool


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: a query reads it from ``relation``, whose columns are c0, c1, ... of these ``names``; ``null``
    is what stands there for a missing cell (None: nothing)."""

    relation: str
    names: Sequence[str]
    null: str | None

    def or_null(self, cell: str) -> str:
        """Return an expression of a cell as it was written."""
        return cell if self.null is None else f"coalesce({cell}, {text(self.null)})"


class Database(Protocol):
    """Tables of an engine beyond memory. Every method raises UsageError in one line without a cell of a table."""

    @property
    def engine(self) -> Literal["duckdb", "spark"]:
        """``duckdb`` or ``spark``."""

    def quoted(self, name: str) -> str:
        """Return the name of a column as the engine's SQL writes any."""

    def create(self, table: str, select: str) -> None:
        """Make a table of what a query gives."""

    def new(self, table: str, columns: Mapping[str, str]) -> None:
        """Make an empty table of columns of the types STRING, INT and BIGINT."""

    def insert(self, table: str, select: str) -> None:
        """Append what a query gives."""

    def add(self, table: str, columns: Mapping[str, Any]) -> None:
        """Append columns (arrays or lists, by their names, all of the table in its order)."""

    def divided(self, table: str, select: str, work: Callable[[Arrays], Arrays]) -> None:
        """Append to a table, whose first column is ``part``, what `work` makes of all rows of a query that have one
        ``part`` (the first column there too; they are in no order), for each part."""

    def drop(self, table: str) -> None:
        """Forget a table."""

    def csv(self, path: Path, form: CsvForm) -> str:
        """Return what a query reads a CSV file by; its cells are strings s0, s1, ..., the empty ones too."""

    def parquet(self, path: Path) -> tuple[str, Sequence[tuple[str, str]]]:
        """Return what a query reads a Parquet file by, and its columns with their types ("STRING", "INT" or
        "BIGINT" for all whole numbers of up to 64 bits, else the engine's own word)."""

    def connected(
        self, source: Source, base: Path, strings: Mapping[str, bool]
    ) -> AbstractContextManager[tuple[Sequence[str], str] | None]:
        """Return the names of the columns of a table or query of another database, and what a query reads it by
        (strings s0, s1, ...), where the engine reads it by itself; else None. `strings` names the columns that are
        wanted, and whether they may be nothing but strings; the others are missing."""

    def target(self, pending: "DatabaseOutput") -> "Target | None":
        """Return a table of another database that the engine writes by itself; else None."""

    def readers(self, workers: int) -> Readers:
        """Return who reads the texts of a table: the engine's own workers, else so many processes."""

    def each_of(self, array: str) -> str:
        """Return an expression that makes a row of each item of an array."""

    def arrays(self, query: str) -> Arrays:
        """Return the columns of a result; it has no missing cells in numbers."""

    def number(self, query: str) -> int:
        """Return the one whole number that a query gives."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return all rows of a result, for those that are few."""

    def batches(self, query: str, rows: int) -> Iterator[Any]:
        """Return the result as Arrow batches of about so many rows, made one after the other and in the order of the
        query."""


class Target(Protocol):
    """An output under a temporary name. The methods raise UsageError in one line."""

    def write(self, database: Database, query: str, names: Sequence[str]) -> None:
        """Write the rows of a query in its order; `names` are those of its columns in the output."""

    def written(self, database: Database) -> Written:
        """Return what was written, as it can be read again."""

    def commit(self) -> None:
        """Put it in place."""

    def discard(self) -> None:
        """Leave nothing behind that is not in place. Never fails."""


def numbers(arrow: Any) -> Arrays:
    """Return the columns of an Arrow table as arrays."""
    return {name: np.asarray(arrow[name].to_numpy()) for name in arrow.column_names}
