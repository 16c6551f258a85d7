"""Rows that Python makes, laid down as Parquet for a database to read."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sanitizer.errors import UsageError
from sanitizer.relational.scale.database import Database

_ROWS: Final = 10_000
"""Rows that are written at once,"""
_CHARACTERS: Final = 1 << 20
"""and how much of them."""


def laid_down(
    database: Database, folder: Path, kinds: Mapping[str, str], rows: Iterable[tuple[Any, ...]]
) -> str:
    """Return what a query reads these rows by: columns of the types STRING and BIGINT. Raises UsageError."""
    import pyarrow as pa
    from pyarrow import parquet

    types = {"STRING": pa.string(), "BIGINT": pa.int64()}
    schema = pa.schema([(name, types[kind]) for name, kind in kinds.items()])
    path = folder / f"{uuid.uuid4().hex}.parquet"
    try:
        with parquet.ParquetWriter(path, schema) as writer:
            for some in _several(rows):
                columns = zip(zip(*some, strict=True), schema.types, strict=True)
                arrays = [pa.array(cells, kind) for cells, kind in columns]
                writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
    except OSError as error:
        raise UsageError(f"{folder}: cannot write: {error.strerror or error}") from None
    except UnicodeEncodeError:
        raise UsageError("a text holds half a character (a surrogate): it cannot be released") from None
    return database.parquet(path)[0]


def _several(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    some: list[tuple[Any, ...]] = []
    size = 0
    for row in rows:
        some.append(row)
        size += sum(len(cell) for cell in row if isinstance(cell, str))
        if len(some) == _ROWS or size >= _CHARACTERS:
            yield some
            some, size = [], 0
    if some:
        yield some
