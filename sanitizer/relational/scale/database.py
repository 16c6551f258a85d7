"""What holds the rows of a release beyond memory: tables that are asked in SQL, and no row in Python.

The SQL that is sent is what DuckDB and Spark both read; what they say differently is a method.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]


def text(value: str) -> str:
    """A string as SQL writes it."""
    return "'" + value.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class CsvForm:
    """How a CSV file in UTF-8 is written: its ``columns`` (how many), ``delimiter``, ``quote`` ("": none), and whether
    it is ``packed`` (gzip). Its first line is a header."""

    columns: int
    delimiter: str
    quote: str
    packed: bool


class Database(Protocol):
    """Tables of an engine beyond memory. Every method raises UsageError in one line without a cell of a table."""

    @property
    def engine(self) -> Literal["duckdb", "spark"]:
        """``duckdb`` or ``spark``."""

    def quoted(self, name: str) -> str:
        """The name of a column as the engine's SQL writes any."""

    def create(self, table: str, select: str) -> None:
        """Make a table of what a query gives."""

    def new(self, table: str, columns: Mapping[str, str]) -> None:
        """Make an empty table of columns of the types STRING, INT and BIGINT."""

    def insert(self, table: str, select: str) -> None:
        """Append what a query gives."""

    def add(self, table: str, columns: Mapping[str, Any]) -> None:
        """Append columns (arrays or lists, by their names, all of the table in its order)."""

    def drop(self, table: str) -> None:
        """Forget a table."""

    def csv(self, path: Path, form: CsvForm) -> str:
        """What a query reads a CSV file by; its cells are strings s0, s1, ..., the empty ones too."""

    def parquet(self, path: Path) -> tuple[str, Sequence[tuple[str, str]]]:
        """What a query reads a Parquet file by, and its columns with their types ("STRING", "INT" or "BIGINT" for all
        whole numbers of up to 64 bits, else the engine's own word)."""

    def arrays(self, query: str) -> Arrays:
        """The columns of a result; it has no missing cells in numbers."""

    def number(self, query: str) -> int:
        """The one whole number that a query gives."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All rows of a result, for those that are few."""

    def batches(self, query: str, rows: int) -> Iterator[Any]:
        """The result as Arrow batches of about so many rows, made one after the other and in the order of the
        query."""


def numbers(arrow: Any) -> Arrays:
    """The columns of an Arrow table as arrays."""
    return {name: np.asarray(arrow[name].to_numpy()) for name in arrow.column_names}
