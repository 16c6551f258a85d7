"""Joint counts that were worked out before, so that a question with a few new rows or columns works out only those."""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from corpora_stats.base import IntArray

_OPEN: Final = -1
"""A cell that was not worked out yet; counts are at least 0."""

ROWS: Final = 1024
COLUMNS: Final = 1024
"""Rows and columns that are kept, at eight bytes a cell. All are forgotten where more are needed."""


class Cells:
    """A matrix of joint counts by the names of its rows and columns."""

    def __init__(self) -> None:
        self._rows: dict[Hashable, int] = {}
        self._columns: dict[Hashable, int] = {}
        self._kept: IntArray | None = None

    def of(
        self,
        rows: Sequence[Hashable],
        columns: Sequence[Hashable],
        work: Callable[[Sequence[int], Sequence[int]], IntArray],
    ) -> IntArray:
        """Return the count of each row with each column; `work` tells those of some rows with some columns, by
        their places.

        Columns most of whose cells are new are worked out first, then rows that still lack one.
        """
        if len(rows) > ROWS or len(columns) > COLUMNS:
            return work(range(len(rows)), range(len(columns)))
        row_at, column_at = self._places(rows, columns)
        assert self._kept is not None
        at = np.ix_(row_at, column_at)
        found: IntArray = self._kept[at]
        missing = found == _OPEN
        if not missing.any():
            return found
        for axis in (0, 1):
            some_columns = missing.any(axis=0) if axis else 2 * missing.sum(axis=0) > len(rows)
            some_rows = missing[:, some_columns].any(axis=1)
            if some_rows.any():
                block = np.ix_(some_rows, some_columns)
                found[block] = work(np.flatnonzero(some_rows).tolist(), np.flatnonzero(some_columns).tolist())
                missing[block] = False
        self._kept[at] = found
        return found

    def _places(
        self, rows: Sequence[Hashable], columns: Sequence[Hashable]
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return the row and column numbers under which these are kept."""
        for _ in range(2):
            row_at = [self._rows.setdefault(name, len(self._rows)) for name in rows]
            column_at = [self._columns.setdefault(name, len(self._columns)) for name in columns]
            if len(self._rows) <= ROWS and len(self._columns) <= COLUMNS and self._kept is not None:
                break
            self._rows, self._columns = {}, {}
            self._kept = np.full((ROWS, COLUMNS), _OPEN, dtype=np.int64)
        return np.array(row_at, dtype=np.intp), np.array(column_at, dtype=np.intp)
