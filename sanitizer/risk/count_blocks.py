"""Gather the evidence of many queries towards many sensitive terms, a block of columns at a time."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from corpora_stats import Query
from sanitizer.risk.disclosure_risk import Evidence, blocks
from sanitizer.types import BitsArray

_MATRICES = ("risk", "estimated", "source", "s", "q", "sq", "g", "gq")


class ColumnStream:
    """Columns of evidence that are asked for when they are first needed and dropped after their last use.

    What is held does not grow with the number of pairs: a block of columns, those that a later term needs too, and
    those to be kept.

    Args:
        ask: the evidence, with counts, of some queries towards all sensitive terms.
        rows: the number of sensitive terms.
        queries: all queries, by column.
        uses: the columns that each term needs, in the order in which terms are looked at.
    """

    def __init__(
        self,
        ask: Callable[[Sequence[Query]], Evidence],
        rows: int,
        queries: Sequence[Query],
        uses: Iterable[Sequence[int]],
    ) -> None:
        self._ask = ask
        self._queries = queries
        self._last: dict[int, int] = {}
        order: dict[int, None] = {}
        for number, columns in enumerate(uses):
            for column in columns:
                order.setdefault(column)
                self._last[column] = number
        self._order = list(order)
        self._blocks = blocks(len(self._order), rows)
        self._held: dict[int, Evidence] = {}
        self._kept: dict[int, Evidence] = {}
        self._none = ask(())
        self._now = 0
        self.estimated = self.repaired = 0

    def risk(self, columns: Sequence[int]) -> BitsArray:
        """Return DR of each sensitive term from some columns that are not dropped yet: shape (rows, columns)."""
        while any(column not in self._held for column in columns):
            self._next()
        return np.column_stack([self._held[column].risk[:, 0] for column in columns])

    def done(self, number: int, columns: Sequence[int], keep: bool) -> None:
        """Drop what no term after this one needs; columns of a term to `keep` stay for :meth:`evidence`."""
        if keep and columns:
            self.risk(columns)
        self._now = number + 1
        for column in columns:
            if keep:
                self._kept[column] = self._held[column]
            if self._last[column] == number:
                self._held.pop(column, None)

    def evidence(self) -> tuple[list[int], Evidence]:
        """Return the columns that were kept, in order, and their evidence; the queries that no term needed count as
        asked."""
        while self._next():
            pass
        columns = sorted(self._kept)
        parts = [self._kept[column] for column in columns] or [self._none]
        whole = {name: np.hstack([getattr(part, name) for part in parts]) for name in _MATRICES}
        return columns, Evidence(**whole, repaired=self.repaired)

    def _next(self) -> bool:
        part = next(self._blocks, None)
        if part is None:
            return False
        columns = self._order[part]
        found = self._ask([self._queries[column] for column in columns])
        self.estimated += int(found.estimated.sum())
        self.repaired += found.repaired
        turned = [np.ascontiguousarray(getattr(found, name).T) for name in _MATRICES]
        for i, column in enumerate(columns):
            if self._last[column] >= self._now:
                self._held[column] = _column(turned, i)
        return True


def _column(turned: Sequence[np.ndarray], i: int) -> Evidence:
    """Return one column of matrices whose rows are the columns, as a copy that does not hold the rest."""
    own = {name: matrix[i].copy()[:, None] for name, matrix in zip(_MATRICES, turned, strict=True)}
    return Evidence(**own, repaired=0)
