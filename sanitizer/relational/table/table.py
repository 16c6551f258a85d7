"""Tables as integer codes: one int32 array per column, so that every algorithm works on arrays."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.table.plain_table import Coded, PlainTable, coded_texts, texts_of

if TYPE_CHECKING:  # imported only where a data frame comes or goes
    import pandas as pd

Codes: TypeAlias = npt.NDArray[np.int32]

NULL: Final = -1
"""The code of a missing value in every column."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column: ``codes`` (rows,) index ``labels``; NULL (-1) is a missing value.

    ``labels`` are in numerical order when all of them are numbers, else in the order of their characters, so that
    the codes do not depend on the order of the rows.
    """

    name: str
    codes: Codes
    labels: tuple[str, ...]

    @classmethod
    def of(cls, name: str, values: Sequence[str | int | float | None]) -> "Column":
        """Return the column of these values (None and NaN are missing)."""
        return cls.of_coded(name, Coded.of(texts_of(values)))

    @classmethod
    def of_coded(cls, name: str, cells: Coded) -> "Column":
        """Return the column of cells that are coded already (strings)."""
        cells = cells.used()
        labels, numbers = _ordered(list(cells.values))
        return cls(name, np.append(numbers, NULL).astype(np.int32)[cells.codes], labels)

    @property
    def nulls(self) -> int:
        """The number of missing values."""
        return int((self.codes == NULL).sum())

    def numbers(self) -> npt.NDArray[np.float64]:
        """Return the labels as numbers, shape (labels,). Raises UsageError when one is not a number."""
        result = np.empty(len(self.labels))
        for code, label in enumerate(self.labels):
            value = number(label)
            if value is None:
                row = int(np.flatnonzero(self.codes == code)[0]) + 1 if (self.codes == code).any() else 0
                raise UsageError(
                    f'column "{self.name}": row {row} is not a number; correct it, or make the column a category'
                )
            result[code] = value
        return result

    def take(self, rows: npt.NDArray[np.int64]) -> "Column":
        """Return the column of these rows only (same labels)."""
        return Column(self.name, self.codes[rows], self.labels)

    def of_persons(self, person: npt.NDArray[np.int64], persons: int) -> "Column":
        """Return the column by persons, `person` (rows,) being whose each row is: everyone's first known value."""
        codes = np.full(persons, NULL, dtype=np.int32)
        known = np.flatnonzero(self.codes != NULL)[::-1]
        codes[person[known]] = self.codes[known]  # the last assignment wins: the first row
        return Column(self.name, codes, self.labels)

    def values(self) -> npt.NDArray[np.object_]:
        """Return the labels of the rows, shape (rows,), None where missing."""
        lookup = np.empty(len(self.labels) + 1, dtype=object)
        lookup[:-1] = self.labels
        lookup[-1] = None
        result: npt.NDArray[np.object_] = lookup[self.codes]
        return result


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns of equal length."""

    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        names = [c.name for c in self.columns]
        if len(set(names)) < len(names):
            twice = sorted(n for n in set(names) if names.count(n) > 1)
            raise UsageError(f'column "{twice[0]}" occurs twice; rename one of them')
        if len({len(c.codes) for c in self.columns}) > 1:
            raise UsageError("the columns of a table must have the same number of rows")

    @classmethod
    def from_pandas(cls, frame: "pd.DataFrame", names: Sequence[str] | None = None) -> "Table":
        """Return the table of a data frame, which is not changed; ``names`` chooses columns and their order."""
        plain = PlainTable.of_frame(frame)
        for name in (wanted := plain.columns if names is None else names):
            if name not in plain.columns:
                raise UsageError(f'there is no column "{name}"; the columns are: {", ".join(plain.columns)}')
        return cls(tuple(Column.of_coded(name, coded_texts(plain, name)) for name in wanted))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].codes) if self.columns else 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(c.name for c in self.columns)

    def column(self, name: str) -> Column:
        """Return the column of that name. Raises UsageError when there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise UsageError(f'there is no column "{name}"; the columns are: {", ".join(self.names)}')

    def select(self, names: Sequence[str]) -> "Table":
        """Return the table of these columns, in this order."""
        return Table(tuple(self.column(n) for n in names))

    def take(self, rows: npt.NDArray[np.int64]) -> "Table":
        """Return the table of these rows."""
        return Table(tuple(c.take(rows) for c in self.columns))

    def to_pandas(self) -> "pd.DataFrame":
        """Return a data frame of strings, None where missing."""
        import pandas as pd

        return pd.DataFrame({c.name: c.values() for c in self.columns})


_NUMBER: Final = re.compile(r"\s*[-+]?(\d+([.,]\d+)?|\.\d+)([eE][-+]?\d+)?\s*\Z")


def number(text: str) -> float | None:
    """Return the number that a cell says (decimal point or comma), None when it says none."""
    found = float(text.strip().replace(",", ".")) if _NUMBER.match(text) else np.inf
    return found if np.isfinite(found) else None


def _ordered(texts: Sequence[str]) -> tuple[tuple[str, ...], Codes]:
    """Return sorted distinct labels, and the code of each of `texts`."""
    distinct = sorted(set(texts))
    numbers = [number(t) for t in distinct]
    if all(n is not None for n in numbers):
        distinct = [t for _, t in sorted(zip(numbers, distinct, strict=True))]
    code = {text: i for i, text in enumerate(distinct)}
    return tuple(distinct), np.array([code[t] for t in texts], dtype=np.int32)
