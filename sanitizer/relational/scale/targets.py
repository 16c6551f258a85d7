"""Where a release beyond memory is written: under a temporary name, read again by SQL, then put in place."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sanitizer.documents.csv_cells import safe_cell
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.io.files import file_errors
from sanitizer.relational.io.temporary import give_away, private, temporary_of
from sanitizer.relational.io.write_files import write_parts
from sanitizer.relational.scale.database import CsvForm, Database, Written
from sanitizer.relational.table.plain_table import Coded, PlainTable

if TYPE_CHECKING:  # pandas and SQLAlchemy are loaded where a database is named
    from sanitizer.relational.io.database_output import DatabaseOutput

_AT_ONCE: Final = 100_000
"""Rows that are handed on at once."""


def as_written(cell: str, output: Output | None) -> str:
    """Return a cell as it stands in an output: in CSV nothing that a spreadsheet would run."""
    return safe_cell(cell) if output is None or (output.format == "csv" and not output.url) else cell


@dataclass(slots=True)
class FileTarget:
    """A CSV or Parquet file; ``staged`` is its temporary name."""

    path: Path
    output: Output
    staged: Path = field(init=False)
    names: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.staged = temporary_of(self.path)

    def write(self, database: Database, query: str, names: Sequence[str]) -> None:
        """See :class:`~.database.Target`, here and below."""
        self.names = names
        with file_errors(self.staged, "write"), private(self.staged):
            write_parts(names, _parts(database, query, names), self.staged, self.output)

    def written(self, database: Database) -> Written:
        """Open what was written, for the check of the release."""
        if self.output.format == "parquet":
            relation, columns = database.parquet(self.staged)
            cells = ", ".join(f"{database.quoted(name)} AS c{i}" for i, (name, _) in enumerate(columns))
            return Written(f"(SELECT {cells} FROM {relation})", self.names, None)
        form = CsvForm(len(self.names), self.output.delimiter, '"', self.output.path.endswith(".gz"))
        cells = ", ".join(f"s{i} AS c{i}" for i in range(form.columns))
        relation = f"(SELECT {cells} FROM {database.csv(self.staged, form)})"
        return Written(relation, self.names, self.output.null)

    def commit(self) -> None:
        """Put it in place."""
        give_away(self.staged, self.path)

    def discard(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):
            self.staged.unlink(missing_ok=True)


@dataclass(slots=True)
class TableTarget:
    """A table of another database, written and read again from here in the one transaction of ``pending``."""

    pending: "DatabaseOutput"
    names: Sequence[str] = ()

    def write(self, database: Database, query: str, names: Sequence[str]) -> None:
        """See :class:`~.database.Target`, here and below."""
        self.names = names
        self.pending.write(part.to_pandas() for part in _parts(database, query, names))

    def written(self, database: Database) -> Written:
        """Return what was written."""
        cells = [f"c{i}" for i in range(len(self.names))]
        database.new("written", dict.fromkeys(cells, "STRING"))
        for rows in self.pending.rows(_AT_ONCE):
            database.add("written", dict(zip(cells, map(list, zip(*rows, strict=True)), strict=True)))
        return Written("written", self.names, None)

    def commit(self) -> None:
        """Put it in place."""
        self.pending.commit()

    def discard(self) -> None:
        """Leave nothing behind."""
        self.pending.discard()


def _parts(database: Database, query: str, names: Sequence[str]) -> Iterator[PlainTable]:
    """Yield the rows of a query, some at a time."""
    for batch in database.batches(query, _AT_ONCE):
        cells = {name: _coded(column) for name, column in zip(names, batch.columns, strict=True)}
        yield PlainTable(cells, batch.num_rows)


def _coded(column: Any) -> Coded:
    held = column.dictionary_encode()
    codes: npt.NDArray[np.int32] = held.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int32)
    return Coded(codes, tuple(held.dictionary.to_pylist()))
