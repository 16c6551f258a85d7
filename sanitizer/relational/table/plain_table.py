"""A table of plain cells by column, as a CSV file gives it: what a release by columns alone needs, without pandas.

Importing pandas takes as long as a whole search of thirty thousand rows; whoever hands in data frames has it already.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:  # imported only where a data frame is asked for
    import pandas as pd

Cells: TypeAlias = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True, eq=False)
class PlainTable:
    """Columns of equal length, in order: ``table[name]`` is the array (rows,) of a column's cells, None where missing.

    ``rows`` is the number of rows, which a table without columns has as well.
    """

    cells: Mapping[str, Cells]
    rows: int

    @classmethod
    def of(cls, names: Sequence[str], columns: Sequence[Sequence[Any]], rows: int) -> "PlainTable":
        """The table of these columns."""
        cells: dict[str, Cells] = {}
        for name, values in zip(names, columns, strict=True):
            array = np.empty(rows, dtype=object)
            array[:] = values
            cells[name] = array
        return cls(cells, rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(self.cells)

    def __getitem__(self, name: str) -> Cells:
        return self.cells[name]

    def __len__(self) -> int:
        return self.rows

    def to_pandas(self) -> "pd.DataFrame":
        """The same as a data frame of objects."""
        import pandas as pd

        return pd.DataFrame(dict(self.cells), index=range(self.rows), dtype=object)


AnyTable: TypeAlias = "PlainTable | pd.DataFrame"
"""What a release by columns and the verification take: names by ``columns``, cells by ``table[name].tolist()``."""


def as_frame(table: AnyTable) -> "pd.DataFrame":
    """The table as a data frame."""
    return table.to_pandas() if isinstance(table, PlainTable) else table


def rows_of(table: AnyTable) -> Iterator[tuple[Any, ...]]:
    """The rows as tuples of Python objects."""
    return zip(*(table[name].tolist() for name in table.columns), strict=True)
