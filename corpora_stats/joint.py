"""Counts of many queries at once, for any source that can tell the documents of a phrase.

The documents of each query are fetched once, in one batch, and kept (within a bound) as sorted arrays. A matrix of
joint counts is a sparse matrix product for rare queries and bit counting for frequent ones, so that neither the
number of pairs nor the size of the collection is paid for in Python.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from corpora_stats.base import UNKNOWN, IntArray, JointCounts, Query
from corpora_stats.overlap import Documents, Packed, joint_matrix, overlaps

T = TypeVar("T")

CACHE_BYTES: Final = 192 << 20
"""Memory for remembered document sets."""

_AT_ONCE: Final = 512
"""Rows whose document sets are held at once: names of a directory have some ten kilobytes each."""

_SMALL_UNION: Final = 8192  # below this many documents sorting beats a mask over the collection


class DocumentSource(Protocol):
    """Tells the documents of phrases: the part of a provider that depends on how the counts are stored."""

    @property
    def total(self) -> int:
        """N, the number of documents; they are numbered from 0."""

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        """The documents of each normalized phrase, one after the other, and where each begins (len + 1 offsets)."""


class UnionSource(DocumentSource, Protocol):
    """Unions worked out before, by key."""

    def known(self, keys: Sequence[str]) -> Sequence[bool]:
        """Which keys there are."""


class DocumentSets:
    """The document sets of queries, remembered by phrases or key up to a number of bytes."""

    def __init__(
        self, source: DocumentSource, cache_bytes: int = CACHE_BYTES, unions: UnionSource | None = None
    ) -> None:
        self._source = source
        self._unions = unions
        self._held: dict[str, bool] = {}
        self._limit = cache_bytes
        self._bytes = 0
        self._kept: OrderedDict[object, Documents] = OrderedDict()

    def of(self, queries: Sequence[Query]) -> list[Documents]:
        """The documents that match each query. Parts are united bottom up, each concept once."""
        order: list[Query] = []  # queries to work out, parts before wholes
        done: dict[object, Documents | None] = self._recall(queries)
        for query in queries:
            self._plan(query, order, done)
        wanted = {phrase: None for query in order for phrase in query.phrases + query.within}
        wanted |= {
            phrase: None
            for query in order
            for part in query.parts
            if not part.composite
            for phrase in part.phrases
        }
        phrases = list(wanted)
        values, offsets = self._source.documents(phrases)
        limits = offsets.tolist()
        places = {phrase: i for i, phrase in enumerate(phrases) if limits[i] < limits[i + 1]}
        for query in order:
            pieces: list[Documents] = []
            leaves = [part.phrases for part in query.parts if not part.composite]
            for group in (query.phrases, *leaves):
                for phrase in group:
                    if (i := places.get(phrase)) is not None:
                        pieces.append(values[limits[i] : limits[i + 1]])
            for part in query.parts:
                if part.composite and (known := done[_name(part)]) is not None and len(known):
                    pieces.append(known)
            united = self._unite(pieces)
            if query.within:
                around = [
                    values[limits[i] : limits[i + 1]]
                    for p in query.within
                    if (i := places.get(p)) is not None
                ]
                united = np.intersect1d(united, self._unite(around), assume_unique=True)
            done[_name(query)] = united
            self._keep(_name(query), united)
        results = []
        for query in queries:
            found = done[_name(query)]
            assert found is not None, "every planned query has been worked out"
            results.append(found)
        return results

    def _plan(self, query: Query, order: list[Query], done: dict[object, Documents | None]) -> None:
        stack = [(query, False)]
        while stack:
            current, ready = stack.pop()
            name = _name(current)
            if ready:
                order.append(current)
            elif name not in done:
                kept = self._kept.get(name)
                done[name] = kept
                if kept is not None:
                    self._kept.move_to_end(name)
                else:
                    stack.append((current, True))
                    stack.extend((part, False) for part in current.parts if part.composite)

    def lengths(self) -> npt.NDArray[np.float64] | None:
        """The lengths that the source tells, if it does."""
        told = getattr(self._source, "lengths", None)
        return None if told is None else told()

    def holds(self, key: str) -> bool:
        """Whether a union of that key was worked out before."""
        if key not in self._held:
            self._held[key] = self._unions is not None and bool(self._unions.known([key])[0])
        return self._held[key]

    def _recall(self, queries: Sequence[Query]) -> dict[object, Documents | None]:
        """The unions worked out before that the queries need, fetched all at once."""
        recalled: dict[object, Documents | None] = {}
        if self._unions is None:
            return recalled
        stack, wanted, seen = list(queries), dict[str, None](), set[str]()
        while stack:
            query = stack.pop()
            if not query.key or query.key in seen:
                continue
            seen.add(query.key)
            if query.key in self._kept:
                self._kept.move_to_end(query.key)
                recalled[query.key] = self._kept[query.key]
            elif self.holds(query.key):
                wanted[query.key] = None
            else:
                stack.extend(part for part in query.parts if part.composite)
        keys = list(wanted)
        values, offsets = self._unions.documents(keys)
        for key, first, last in zip(keys, offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
            recalled[key] = found = values[first:last].copy()
            self._keep(key, found)
        return recalled

    def _unite(self, pieces: list[Documents]) -> Documents:
        if len(pieces) == 1:
            return pieces[0].copy()
        if sum(map(len, pieces)) <= _SMALL_UNION:
            merged = np.concatenate(pieces) if pieces else np.empty(0, dtype=np.uint32)
            merged.sort()
            return _without_repeats(merged)
        mask = np.zeros(self._source.total, dtype=bool)
        for piece in pieces:
            mask[piece] = True
        return np.flatnonzero(mask).astype(np.uint32)

    def _keep(self, name: object, documents: Documents) -> None:
        self._kept[name] = documents
        self._bytes += documents.nbytes + 200
        while self._bytes > self._limit and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1].nbytes + 200


def _batches(items: Sequence[T]) -> list[Sequence[T]]:
    """The items, so many at once as may be held; one batch where there are none."""
    return [items[start : start + _AT_ONCE] for start in range(0, max(len(items), 1), _AT_ONCE)]


def _widens(query: Query) -> bool:
    """Whether a query adds phrases to one union."""
    return bool(query.phrases) and len(query.parts) == 1 and query.parts[0].composite


def _name(query: Query) -> object:
    return (query.phrases, query.within) if query.within else query.key or query.phrases


def _without_repeats(ascending: Documents) -> Documents:
    if len(ascending) < 2:
        return ascending
    return ascending[np.concatenate(([True], ascending[1:] != ascending[:-1]))]


class SetCounts:
    """A :class:`~corpora_stats.base.CountProvider` over any :class:`DocumentSource`: exact and private.

    A marginal below ``minimum_support`` is UNKNOWN. Not for use by several threads at once.
    """

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

    def remembers(self, key: str) -> bool:
        """Whether the union of that key was given when the provider was opened (``unions``)."""
        return self._sets.holds(key)

    def documents_of(self, queries: Sequence[Query]) -> list[Documents]:
        """The documents that match each query, ascending."""
        return self._sets.of(queries)

    def lengths(self) -> npt.NDArray[np.float64] | None:
        """How much each document tells, in bits (corpora_stats.base.TellsDocuments); None where it is not known."""
        return self._sets.lengths()

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Documents that match all queries of each set; see :class:`corpora_stats.base.CountProvider`."""
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
        """The matrix of joint counts of each row with each column; see the Protocol."""
        parts = [self._joint(part, columns) for part in _batches(rows)]
        if len(parts) == 1:
            return parts[0]
        return replace(
            parts[0],
            rows=np.concatenate([part.rows for part in parts]),
            joint=np.concatenate([part.joint for part in parts]),
        )

    def _alone(self, queries: Sequence[Query]) -> IntArray:
        """The marginals of queries."""
        unions, own, base, _ = self._split(queries, [])
        return self._sizes(unions, own, base)

    def _joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """The matrix of a few rows."""
        unions, own, base, lists = self._split(rows, columns)
        row_counts, column_counts = self._sizes(unions, own, base), self._marginals(lists)
        joint = np.full((len(rows), len(columns)), UNKNOWN, dtype=np.int64)
        row_at, column_at = np.flatnonzero(row_counts != UNKNOWN), np.flatnonzero(column_counts != UNKNOWN)
        if len(row_at) and len(column_at):
            pairs = joint_matrix([*unions, *own], [lists[j] for j in column_at], self.total, self._packed)
            both = pairs[len(unions) + row_at]
            for i, row in enumerate(row_at.tolist()):
                if base[row] >= 0:
                    both[i] += pairs[base[row]]
            joint[np.ix_(row_at, column_at)] = both
        return JointCounts(row_counts, column_counts, joint, self.total, self.name, self.exact)

    def _split(
        self, rows: Sequence[Query], columns: Sequence[Query]
    ) -> tuple[list[Documents], list[Documents], list[int], list[Documents]]:
        """The large unions among the rows, what each row adds to its union (or all of it), the number of that union
        (-1: none), and the documents of the columns.

        Rows that add a few phrases to one large union (a generalization with the term that it replaces) are that
        union plus the few documents that it lacks: many rows share the union, which is counted once.
        """
        large = {q.parts[0].key: q.parts[0] for q in rows if _widens(q)}
        place = {key: number for number, key in enumerate(large)}
        base = [place[q.parts[0].key] if _widens(q) else -1 for q in rows]
        asked = [Query(q.phrases) if _widens(q) else q for q in rows]
        found = self._sets.of([*large.values(), *asked, *columns])
        unions, own = found[: len(large)], found[len(large) : len(large) + len(rows)]
        own = [
            docs if b < 0 else self._packed.outside(docs, unions[b])
            for docs, b in zip(own, base, strict=True)
        ]
        return unions, own, base, found[len(large) + len(rows) :]

    def _sizes(self, unions: Sequence[Documents], own: Sequence[Documents], base: Sequence[int]) -> IntArray:
        """The marginals of rows split so."""
        sizes = np.array(
            [len(docs) + (len(unions[b]) if b >= 0 else 0) for docs, b in zip(own, base, strict=True)],
            dtype=np.int64,
        )
        sizes[sizes < self.minimum_support] = UNKNOWN
        return sizes

    def _marginals(self, sets: Sequence[Documents]) -> IntArray:
        sizes = np.array([len(s) for s in sets], dtype=np.int64)
        sizes[sizes < self.minimum_support] = UNKNOWN
        return sizes
