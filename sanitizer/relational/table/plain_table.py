"""A table of plain cells by column: what all stages of a release take, without pandas.

Importing pandas takes as long as a whole search of thirty thousand rows; data frames come in and go out at the edges.
Cells are kept as codes of distinct values: a million rows of a column take four megabytes, and what is done with
values is done once for each.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

from sanitizer.common.shelf import Shelf, numbers_in_order
from sanitizer.errors import UsageError

if TYPE_CHECKING:  # imported only where a data frame is asked for
    import pandas as pd

Cells: TypeAlias = npt.NDArray[np.object_]
T = TypeVar("T")


class Numbering(dict[Any, int]):
    """Numbers values by first sight, None as -1."""

    def __init__(self) -> None:
        super().__init__({None: -1})

    def __missing__(self, value: Any) -> int:
        number = self[value] = len(self) - 1
        return number

    def codes(self, values: Sequence[Any]) -> npt.NDArray[np.int32]:
        """Return the numbers of `values`, shape (values,)."""
        return np.fromiter(map(self.__getitem__, values), np.int32, len(values))

    @property
    def values_seen(self) -> tuple[Any, ...]:
        """The values by their numbers."""
        return tuple(value for value in self if value is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """Cells of a column: ``codes`` (rows,) index ``values`` (each there once, some maybe unused unless ``all_used``;
    those of texts may lie in a file); -1 is missing."""

    codes: npt.NDArray[np.int32]
    values: Sequence[Any]
    all_used: bool = False

    @classmethod
    def of(cls, cells: Sequence[Any]) -> "Coded":
        """Return the cells (strings, None where missing)."""
        numbering = Numbering()
        codes = numbering.codes(cells)
        return cls(codes, numbering.values_seen, all_used=True)

    @classmethod
    def held(cls, cells: Iterable[str | None], hold: Callable[[Iterable[str]], Sequence[str]]) -> "Coded":
        """Return the cells (None where missing), whose distinct values are handed to `hold` one after the other: of
        each a digest is in memory, and what `hold` leaves there."""
        codes, known = array("i"), dict[bytes, int]()

        def new() -> Iterator[str]:
            for cell in cells:
                before = len(known)
                code = -1 if cell is None else known.setdefault(_digest(cell), before)
                codes.append(code)
                if cell is not None and code == before:
                    yield cell

        values = hold(new())
        return cls(np.array(codes, dtype=np.int32), values, all_used=True)

    def cells(self) -> Cells:
        """Return the cells, shape (rows,), None where missing."""
        lookup = np.empty(len(self.values) + 1, dtype=object)
        lookup[:-1] = tuple(self.values)
        lookup[-1] = None
        return lookup[self.codes]

    def take(self, rows: npt.NDArray[Any]) -> "Coded":
        """Return the cells of these rows (numbers, or a mask)."""
        return Coded(self.codes[rows], self.values)

    def map(self, change: Callable[[Any], Any]) -> "Coded":
        """Return the cells with each value changed; what becomes None is missing."""
        numbering = Numbering()
        lookup = np.append(numbering.codes([change(v) for v in self.values]), np.int32(-1))
        return Coded(lookup[self.codes], numbering.values_seen)

    def used(self) -> "Coded":
        """Return the same with the values alone that occur."""
        if self.all_used:
            return self
        flags = np.zeros(len(self.values) + 1, dtype=np.bool_)
        flags[self.codes] = True  # -1 is the last
        there = flags[:-1]
        if there.all():
            return Coded(self.codes, tuple(self.values), all_used=True)
        lookup = np.append(np.where(there, np.cumsum(there) - 1, -1), -1).astype(np.int32)
        kept = tuple(self.values[i] for i in np.flatnonzero(there).tolist())
        return Coded(lookup[self.codes], kept, all_used=True)

    def ranked(self) -> npt.NDArray[np.int32]:
        """Return the rank of each cell among the values in their order, missing ones first as -1."""
        order = numbers_in_order(self.values)
        lookup = np.full(len(self.values) + 1, -1, dtype=np.int32)
        lookup[order] = np.arange(len(order), dtype=np.int32)
        return lookup[self.codes]


@dataclass(frozen=True, slots=True, eq=False)
class PlainTable:
    """Columns of equal length, in order: ``table[name]`` is the array (rows,) of a column's cells, None where missing.

    ``rows`` is the number of rows, which a table without columns has as well. What is asked :meth:`once` of a column is
    remembered here, and gone with the table.
    """

    cells: Mapping[str, Coded | Cells]
    rows: int
    _said: dict[tuple[str, Callable[..., Any]], Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, names: Sequence[str], columns: Sequence[Sequence[Any]], rows: int) -> "PlainTable":
        """Return the table of these columns of strings, None where missing."""
        return cls({name: Coded.of(values) for name, values in zip(names, columns, strict=True)}, rows)

    @classmethod
    def of_frame(cls, frame: "pd.DataFrame") -> "PlainTable":
        """Return the table of a data frame, which is not changed; cells are Python objects, all kinds of missing
        ones None. Raises UsageError for two columns of one name."""
        made: dict[str, Coded | Cells] = {}
        for place, name in enumerate(map(str, frame.columns)):
            if name in made:
                raise UsageError(f'column "{name}" is there twice: rename one of them')
            column = frame.iloc[:, place].astype(object)
            cells = column.where(column.notna(), None)
            texts = set(map(type, cells)) <= {str, type(None)}
            made[name] = Coded.of(cells.tolist()) if texts else cells.to_numpy(dtype=object)
        return cls(made, len(frame))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(self.cells)

    def __getitem__(self, name: str) -> Cells:
        held = self.cells[name]
        return held.cells() if isinstance(held, Coded) else held

    def __len__(self) -> int:
        return self.rows

    def coded(self, name: str) -> Coded | None:
        """Return the column as codes, None where it is held as cells."""
        held = self.cells[name]
        return held if isinstance(held, Coded) else None

    def take(self, rows: npt.NDArray[Any]) -> "PlainTable":
        """Return the table of these rows (numbers, or a mask)."""
        cells = {n: c.take(rows) if isinstance(c, Coded) else c[rows] for n, c in self.cells.items()}
        count = int(rows.sum()) if rows.dtype == np.bool_ else len(rows)
        return PlainTable(cells, count)

    def replaced(self, columns: "Mapping[str, Coded | Cells]") -> "PlainTable":
        """Return the table with these columns in the place of those of their names."""
        said = {
            (name, question): said for (name, question), said in self._said.items() if name not in columns
        }
        return PlainTable({**self.cells, **columns}, self.rows, said)

    def texts(self, name: str) -> Sequence[str | None]:
        """Return the cells of a column as strings (:func:`texts_of`); those that lie in a file are read one by one as
        they are asked for."""
        held = self.coded(name)
        if held is None or not isinstance(held.values, Shelf):
            return texts_of(self[name])
        return _Late(held)

    def in_parts(self) -> "Iterator[PlainTable]":
        """Yield the table in memory: as it is, or where cells lie in a file, some rows at a time."""
        late = [n for n, c in self.cells.items() if isinstance(c, Coded) and isinstance(c.values, Shelf)]
        if not late:
            yield self
            return
        for start in range(0, self.rows, _PART):
            part = self.take(np.arange(start, min(start + _PART, self.rows)))
            yield part.replaced({n: c.used() for n in late if (c := part.coded(n)) is not None})

    def once(self, name: str, question: Callable[[list[str | None]], T]) -> T:
        """Return what a question says of the texts of a column."""
        if (name, question) not in self._said:
            self._said[name, question] = question(texts_of(self[name]))
        said: T = self._said[name, question]
        return said

    def map(self, change: Callable[[Any], Any]) -> "PlainTable":
        """Return the table with each cell that is not missing changed; what becomes None is missing."""
        each = np.frompyfunc(lambda v: None if v is None else change(v), 1, 1)
        cells = {n: c.map(change) if isinstance(c, Coded) else each(c) for n, c in self.cells.items()}
        return PlainTable(cells, self.rows)

    def to_pandas(self) -> "pd.DataFrame":
        """Return the same as a data frame of objects."""
        import pandas as pd

        return pd.DataFrame({n: self[n] for n in self.cells}, index=range(self.rows), dtype=object)


_PART = 200
"""Rows that are read from a file at once."""


class _Late(Sequence[str | None]):
    """Cells of a column whose values are read as they are asked for."""

    def __init__(self, held: Coded) -> None:
        self._held = held

    def __len__(self) -> int:
        return len(self._held.codes)

    @overload
    def __getitem__(self, at: int) -> str | None: ...
    @overload
    def __getitem__(self, at: slice) -> list[str | None]: ...
    def __getitem__(self, at: int | slice) -> str | list[str | None] | None:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        code = int(self._held.codes[at])
        return None if code < 0 else str(self._held.values[code])


def _digest(cell: str) -> bytes:
    return blake2b(cell.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def coded_texts(table: PlainTable, name: str) -> Coded:
    """Return the cells of a column as strings (:func:`texts_of`), coded; of those in a file some may be unused."""
    held = table.coded(name)
    if held is None:
        return Coded.of(texts_of(table[name]))
    return held if isinstance(held.values, Shelf) else held.used()


def texts_of(column: "Cells | Sequence[Any]") -> list[str | None]:
    """Return the cells as strings (whole floats without ``.0``), None where missing or no number."""
    values: list[Any] = list(column)
    if set(map(type, values)) <= {str, type(None)}:
        return values
    result: list[str | None] = []
    for value in values:
        if value is None or type(value) is str:
            result.append(value)
        elif value != value:
            result.append(None)
        elif isinstance(value, float) and value.is_integer():
            result.append(str(int(value)))
        else:
            result.append(str(value))
    return result


def rows_of(table: PlainTable) -> Iterator[tuple[Any, ...]]:
    """Return the rows as tuples of Python objects."""
    return zip(*(table[name].tolist() for name in table.columns), strict=True)


def numbered_rows(columns: Sequence[npt.NDArray[Any]], rows: int) -> npt.NDArray[np.int64]:
    """Return a number for each row, equal where all `columns` (codes of at least -1, shape (rows,)) are; from 0 on."""
    number = np.zeros(rows, dtype=np.int64)
    several = 1
    for codes in columns:
        width = int(codes.max(initial=-1)) + 2
        if several > _MOST // width:
            number, several = _renumbered(number)
        number *= width
        number += codes
        number += 1
        several *= width
    return _renumbered(number)[0]


_FEW = 1 << 22
"""Numbers that a table of flags may hold."""
_MOST = (1 << 63) - 1
"""The greatest number of a cell."""


def distinct(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the distinct of `numbers` (none below 0), ascending."""
    most = int(numbers.max(initial=0))
    if most >= max(_FEW, len(numbers)):
        return np.unique(numbers)
    there = np.zeros(most + 1, dtype=np.bool_)
    there[numbers] = True
    return np.flatnonzero(there)


def _renumbered(numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], int]:
    """Return the rank of each number among the distinct ones, and how many these are."""
    most = int(numbers.max(initial=0))
    if most >= max(_FEW, len(numbers)):
        order = np.argsort(numbers)
        ascending = numbers[order]
        new = np.zeros(len(numbers), dtype=np.int64)
        new[1:] = ascending[1:] != ascending[:-1]
        ranks = np.empty(len(numbers), dtype=np.int64)
        ranks[order] = np.cumsum(new)
        return ranks, int(new.sum()) + 1
    found = distinct(numbers)
    rank = np.zeros(most + 1, dtype=np.int64)
    rank[found] = np.arange(len(found))
    return rank[numbers], len(found)
