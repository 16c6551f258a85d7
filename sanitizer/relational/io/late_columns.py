"""Columns of texts that are laid down while a file is read: they never lie in memory together."""

import csv
import gzip
import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import (
    coded_columns,
    csv_records,
    refuse_other_forms,
    sniff_delimiter,
)
from sanitizer.relational.table.plain_table import Coded, PlainTable

_BEGIN: Final = 200_001
"""Characters by which a delimiter is recognized."""
_ROWS: Final = 1000
"""Rows of Parquet that are read at once."""
_BUFFER: Final = 1 << 20
_FAULTS: Final = (csv.Error, UnicodeDecodeError, LookupError, EOFError, gzip.BadGzipFile, zlib.error)


def same(cell: str) -> str:
    """Return the cell."""
    return cell


@dataclass(frozen=True, slots=True)
class Late:
    """The ``names`` of columns that do not lie in memory, and what lays their cells down (``coded``); each cell of a
    file is changed first (``change``)."""

    names: frozenset[str]
    coded: Callable[[Iterable[str | None]], Coded]
    change: Callable[[str], str] = same

    def laid(self, table: PlainTable) -> PlainTable:
        """Return a table of which these columns, where they hold strings, are laid down."""
        held = {name: table.coded(name) for name in table.columns if self.change(name) in self.names}
        strings = {name for name, column in held.items() if column is not None}
        return table.replaced({name: self.coded(self._changed(table.texts(name))) for name in strings})

    def _changed(self, cells: Iterable[str | None]) -> Iterator[str | None]:
        return (None if cell is None else self.change(cell) for cell in cells)

    def csv(self, path: Path, source: Source) -> PlainTable | None:
        """Return a CSV file; None of one with a fault, or whose encoding has to be guessed: who reads it as a whole
        says so. Raises OSError, SourceError."""
        refuse_other_forms(path)
        try:
            return self._csv(path, source)
        except _FAULTS:
            return None

    def _csv(self, path: Path, source: Source) -> PlainTable | None:
        with _opened(path, source.encoding) as stream:
            begin = stream.read(_BEGIN)
        delimiter = source.delimiter or sniff_delimiter(begin, source.quote)

        def records() -> Iterator[list[str]]:
            with _opened(path, source.encoding) as lines:
                yield from csv_records(lines, delimiter, source.quote)

        header = next(records(), [])
        names = [name.strip() or f"column_{i + 1}" for i, name in enumerate(header)]
        texts = [i for i, name in enumerate(names) if self.change(name) in self.names]
        if not begin.strip() or not texts or len(set(names)) < len(names):
            return None
        columns = coded_columns(_without(records(), texts))[1]
        null = set(source.null)
        for i, column in enumerate(columns):
            if i in texts:
                cells = (row[i] for row in islice(records(), 1, None) if row)
                columns[i] = self.coded(self._changed(None if cell in null else cell for cell in cells))
            elif not null.isdisjoint(column.values):
                columns[i] = column.map(lambda v: None if v in null else v)
        return PlainTable(dict(zip(names, columns, strict=True)), len(columns[0].codes))

    def parquet(self, path: Path) -> PlainTable | None:
        """Return a Parquet file; None of a folder, and of what only who reads it as a whole knows. Raises OSError."""
        import pandas as pd
        import pyarrow as pa
        from pyarrow.parquet import ParquetFile

        if not path.is_file():
            return None
        try:
            with ParquetFile(path, buffer_size=_BUFFER) as file:
                kinds = {f.name: f.type for f in file.schema_arrow}
                texts = [n for n in kinds if n in self.names and kinds[n] in (pa.string(), pa.large_string())]
                index = (file.schema_arrow.pandas_metadata or {}).get("index_columns", ())
                if not texts or len(kinds) < len(file.schema_arrow) or any(isinstance(i, str) for i in index):
                    return None
                others = PlainTable.of_frame(
                    pd.read_parquet(path, columns=[n for n in kinds if n not in texts])
                )
                laid = {n: self.coded(_cells(file, n)) for n in texts}
                return PlainTable({n: laid[n] if n in laid else others.cells[n] for n in kinds},
                                  file.metadata.num_rows)  # fmt: skip
        except (pa.ArrowException, ValueError):
            return None


def _cells(file: Any, name: str) -> Iterator[str | None]:
    for batch in file.iter_batches(_ROWS, columns=[name]):
        yield from batch.column(0).to_pylist()


@contextmanager
def _opened(path: Path, encoding: str) -> Iterator[TextIO]:
    """Provide the text of a file, gzipped or not, with the ends of its lines."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    with gzip.open(path) if packed else path.open("rb") as stream:
        yield io.TextIOWrapper(cast(BinaryIO, stream), encoding=encoding or "utf-8-sig", newline="")


def _without(records: Iterable[list[str]], places: Sequence[int]) -> Iterator[list[str]]:
    """Yield the records, of all but the first without the cells at these places."""
    for number, record in enumerate(records):
        for i in places if number else ():
            if i < len(record):
                record[i] = ""
        yield record
