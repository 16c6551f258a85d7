"""Where the texts of a table, and what is found in them, lie on disk and in a database while they are worked on."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeVar

from sanitizer.common.shelf import Shelf
from sanitizer.errors import UsageError
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.laid_down import laid_down
from sanitizer.relational.table.plain_table import Coded
from sanitizer.relational.terms.parts import Readers, Words

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DiskPlace:
    """A ``folder`` and a ``database`` instead of memory, as a :class:`~.terms.parts.Place`; ``readers`` work on the
    texts."""

    readers: Readers
    folder: Path
    database: Database

    @property
    def engine(self) -> Literal["duckdb", "spark"]:
        """That of the database; see :class:`~.terms.parts.Place`, here and below."""
        return self.database.engine

    @property
    def is_here(self) -> bool:
        """Whether the readers are this process."""
        return self.readers.is_here

    def each(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Return what the function returns for each item."""
        return self.readers.each(function, items)

    def held(self, items: Iterable[T]) -> Sequence[T]:
        """Return all items, in a file of the folder. Raises UsageError."""
        try:
            return Shelf(self.folder / uuid.uuid4().hex, items)
        except OSError as error:
            raise UsageError(f"{self.folder}: cannot write: {error.strerror}") from None

    def coded(self, cells: Iterable[str | None]) -> Coded:
        """Return the cells, whose values lie in a file of the folder. Raises UsageError."""
        return Coded.held(cells, self.held)

    def counted(self, rows: Iterable[Words]) -> Iterable[tuple[Words, int]]:
        """Return the distinct rows, and how often each is there: SQL counts. Raises UsageError."""
        waiting = iter(rows)
        first = next(waiting, None)
        if first is None:
            return
        cells = [f"c{i}" for i, _ in enumerate(first)]
        kinds = {"i": "BIGINT"} | dict.fromkeys(cells, "STRING")
        numbered = ((i, *row) for i, row in enumerate(chain([first], waiting)))
        laid, by = laid_down(self.database, self.folder, kinds, numbered), ", ".join(cells)
        grouped = f"SELECT {by}, count(*) AS n, min(i) AS i FROM {laid} GROUP BY {by}"
        for *row, count, _ in self.database.rows(f"SELECT * FROM ({grouped}) ORDER BY i"):
            yield tuple(row), count
