"""Counts of many queries at once, for any source that can tell the documents of a phrase.

The documents of each query are fetched once, in one batch, and kept (within a bound) as sorted arrays. A matrix of
joint counts is a sparse matrix product for rare queries and bit counting for frequent ones, so that neither the number
of pairs nor the size of the collection is paid for in Python."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from corpora_stats.base import UNKNOWN, IntArray, JointCounts, Query
from corpora_stats.document_sets import CACHE_BYTES, DocumentSets, DocumentSource, UnionSource, name_of
from corpora_stats.joint_cells import Cells
from corpora_stats.overlap import Documents, Packed, joint_matrix, overlaps

T = TypeVar("T")
_LACKING: Final = "lacking"
"""Names what a union lacks of the documents of a query that widens it."""

_SIZES: Final = 8192
"""Queries whose number of documents is remembered."""

_AT_ONCE: Final = 512
"""Rows whose document sets are held at once: names of a directory have some ten kilobytes each."""


def _batches(items: Sequence[T]) -> list[Sequence[T]]:
    """Return the items, so many at once as may be held; one batch where there are none."""
    return [items[start : start + _AT_ONCE] for start in range(0, max(len(items), 1), _AT_ONCE)]


def _widens(query: Query) -> bool:
    """Return whether a query adds phrases to one union."""
    return bool(query.phrases) and len(query.parts) == 1 and query.parts[0].composite


class SetCounts:
    """A :class:`~corpora_stats.base.CountProvider` over any :class:`DocumentSource`: exact and private.

    A marginal below ``minimum_support`` is UNKNOWN. Not for use by several threads at once."""

    exact = True
    public = False

    def __init__(
        self,
        source: DocumentSource,
        *,
        name: str,
        unit: str = "document",
        minimum_support: int = 2,
        cache_bytes: int = CACHE_BYTES,
        unions: UnionSource | None = None,
    ) -> None:
        self.name = name
        self.unit = unit
        self.minimum_support = max(1, minimum_support)
        self.total = source.total
        self._sets = DocumentSets(source, cache_bytes, unions)
        self._packed = Packed(source.total, cache_bytes // 2)
        self._cells = Cells()
        self._known: dict[object, int] = {}

    def remembers(self, key: str) -> bool:
        """Return whether the union of that key was given when the provider was opened (``unions``)."""
        return self._sets.holds(key)

    def documents_of(self, queries: Sequence[Query]) -> list[Documents]:
        """Return the documents that match each query, ascending."""
        return self._sets.of(queries)

    def lengths(self) -> npt.NDArray[np.float64] | None:
        """Return how much each document tells, in bits (corpora_stats.base.TellsDocuments); None where it is not
        known."""
        return self._sets.lengths()

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Return documents that match all queries of each set; see :class:`corpora_stats.base.CountProvider`."""
        results = np.full(len(sets), UNKNOWN, dtype=np.int64)
        alone = [i for i, queries in enumerate(sets) if len(queries) == 1]
        if alone:
            results[alone] = np.concatenate(
                [self._alone([sets[i][0] for i in part]) for part in _batches(alone)]
            )
        several = [i for i, queries in enumerate(sets) if len(queries) != 1]
        place = {query: n for n, query in enumerate(dict.fromkeys(q for i in several for q in sets[i]))}
        found = self._sets.of(list(place))
        told = [len(documents) >= self.minimum_support for documents in found]
        members = [(i, [place[query] for query in sets[i]]) for i in several]
        known = [(i, of) for i, of in members if all(told[n] for n in of)]
        results[[i for i, of in known if not of]] = self.total
        known = [(i, of) for i, of in known if of]
        results[[i for i, _ in known]] = overlaps([of for _, of in known], found, self.total)
        return results

    def joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of joint counts of each row with each column; see the Protocol."""
        parts = [self._joint(part, columns) for part in _batches(rows)]
        if len(parts) == 1:
            return parts[0]
        return replace(
            parts[0],
            rows=np.concatenate([part.rows for part in parts]),
            joint=np.concatenate([part.joint for part in parts]),
        )

    def _alone(self, queries: Sequence[Query]) -> IntArray:
        """Return the marginals of queries; documents are read only where their number is not known without."""
        names = [name_of(query) for query in queries]
        sizes = np.array([self._known.get(name, UNKNOWN) for name in names], dtype=np.int64)
        left = np.flatnonzero(sizes == UNKNOWN)
        if len(left):
            some = [queries[i] for i in left.tolist()]
            found = self._sets.sizes(some)
            unread = np.flatnonzero(found == UNKNOWN)
            unions, own, base, _ = self._split([some[i] for i in unread.tolist()], [])
            found[unread] = _sizes(unions, own, base)
            sizes[left] = found
            self._remember([names[i] for i in left.tolist()], found)
        sizes[sizes < self.minimum_support] = UNKNOWN
        return sizes

    def _remember(self, names: Sequence[object], sizes: IntArray) -> None:
        """Keep how many documents queries have."""
        if len(self._known) + len(names) > _SIZES:
            self._known = {}
        self._known.update(zip(names, sizes.tolist(), strict=True))

    def _joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of a few rows."""
        row_counts, column_counts = self._alone(rows), self._alone(columns)
        joint = np.full((len(rows), len(columns)), UNKNOWN, dtype=np.int64)
        row_at, column_at = np.flatnonzero(row_counts != UNKNOWN), np.flatnonzero(column_counts != UNKNOWN)
        if len(row_at) and len(column_at):
            known_rows = [rows[i] for i in row_at.tolist()]
            known_columns = [columns[j] for j in column_at.tolist()]
            joint[np.ix_(row_at, column_at)] = self._cells.of(
                [name_of(query) for query in known_rows],
                [name_of(query) for query in known_columns],
                lambda some, others: self._both(
                    [known_rows[i] for i in some], [known_columns[j] for j in others]
                ),
            )
        return JointCounts(row_counts, column_counts, joint, self.total, self.name, self.exact)

    def _both(self, rows: Sequence[Query], columns: Sequence[Query]) -> IntArray:
        """Return how many documents match each row and each column."""
        unions, own, base, lists = self._split(rows, columns)
        pairs = joint_matrix([*unions, *own], lists, self.total, self._packed)
        both = pairs[len(unions) :]
        for row, b in enumerate(base):
            if b >= 0:
                both[row] += pairs[b]
        return both

    def _split(
        self, rows: Sequence[Query], columns: Sequence[Query]
    ) -> tuple[list[Documents], list[Documents], list[int], list[Documents]]:
        """Return the large unions among the rows, what each row adds to its union (or all of it), the number of
        that union (-1: none), and the documents of the columns.

        Rows that add a few phrases to one large union (a generalization with the term that it replaces) are that union
        plus the few documents that it lacks: many rows share the union, which is counted once."""
        widens = [_widens(q) for q in rows]
        large = {q.parts[0].key: q.parts[0] for q, wide in zip(rows, widens, strict=True) if wide}
        place = {key: number for number, key in enumerate(large)}
        base = [place[q.parts[0].key] if wide else -1 for q, wide in zip(rows, widens, strict=True)]
        asked = [Query(q.phrases) if wide else q for q, wide in zip(rows, widens, strict=True)]
        found = self._sets.of([*large.values(), *asked, *columns])
        unions, own = found[: len(large)], found[len(large) : len(large) + len(rows)]
        of_union: dict[int, list[int]] = {}
        for row, b in enumerate(base):
            if b >= 0:
                lacking = self._sets.kept((_LACKING, name_of(rows[row])))
                if lacking is None:
                    of_union.setdefault(b, []).append(row)
                else:
                    own[row] = lacking
        for b, some in of_union.items():
            outside = self._packed.outside([own[row] for row in some], unions[b])
            for row, documents in zip(some, outside, strict=True):
                own[row] = documents
                self._sets.keep((_LACKING, name_of(rows[row])), documents)
        return unions, own, base, found[len(large) + len(rows) :]


def _sizes(unions: Sequence[Documents], own: Sequence[Documents], base: Sequence[int]) -> IntArray:
    """Return the marginals of rows split so."""
    return np.array(
        [len(docs) + (len(unions[b]) if b >= 0 else 0) for docs, b in zip(own, base, strict=True)],
        dtype=np.int64,
    )
