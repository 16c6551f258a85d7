"""The documents of many queries as sorted sets, kept up to a bound."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from corpora_stats.base import UNKNOWN, IntArray, Query
from corpora_stats.overlap import Documents

CACHE_BYTES: Final = 64 << 20
"""Memory for remembered document sets."""
_SMALL_UNION: Final = 8192  # below this many documents sorting beats a mask over the collection


class DocumentSource(Protocol):
    """Tells the documents of phrases: the part of a provider that depends on how the counts are stored."""

    @property
    def total(self) -> int:
        """N, the number of documents; they are numbered from 0."""

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        """Return the documents of each normalized phrase, one after the other, and where each begins (len + 1
        offsets)."""


@runtime_checkable
class TellsSizes(Protocol):
    """A source that knows how many documents a phrase has without reading which."""

    def sizes(self, phrases: Sequence[str]) -> IntArray:
        """Return the number of documents of each normalized phrase."""


class UnionSource(DocumentSource, Protocol):
    """Unions worked out before, by key."""

    def known(self, keys: Sequence[str]) -> Sequence[bool]:
        """Return which keys there are."""


class DocumentSets:
    """The document sets of queries, remembered by phrases or key up to a number of bytes."""

    def __init__(
        self, source: DocumentSource, cache_bytes: int = CACHE_BYTES, unions: UnionSource | None = None
    ) -> None:
        self._source = source
        self._unions = unions
        self._tells = source if isinstance(source, TellsSizes) else None
        self._tells_unions = unions if isinstance(unions, TellsSizes) else None
        self._held: dict[str, bool] = {}
        self._limit = cache_bytes
        self._bytes = 0
        self._kept: OrderedDict[object, Documents] = OrderedDict()

    def of(self, queries: Sequence[Query]) -> list[Documents]:
        """Return the documents that match each query. Parts are united bottom up, each concept once."""
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
                if part.composite and (known := done[name_of(part)]) is not None and len(known):
                    pieces.append(known)
            united = self._unite(pieces)
            if query.within:
                around = [
                    values[limits[i] : limits[i + 1]]
                    for p in query.within
                    if (i := places.get(p)) is not None
                ]
                united = np.intersect1d(united, self._unite(around), assume_unique=True)
            done[name_of(query)] = united
            self.keep(name_of(query), united)
        results = []
        for query in queries:
            found = done[name_of(query)]
            assert found is not None, "every planned query has been worked out"
            results.append(found)
        return results

    def sizes(self, queries: Sequence[Query]) -> IntArray:
        """Return how many documents match each query; UNKNOWN where nothing short of reading them tells it."""
        result = np.full(len(queries), UNKNOWN, dtype=np.int64)
        phrases: dict[str, list[int]] = {}
        unions: dict[str, list[int]] = {}
        for i, query in enumerate(queries):
            kept = self._kept.get(name_of(query))
            if kept is not None:
                result[i] = len(kept)
            elif query.key:
                if self._tells_unions is not None and self.holds(query.key):
                    unions.setdefault(query.key, []).append(i)
            elif len(query.phrases) == 1 and not query.within and self._tells is not None:
                phrases.setdefault(query.phrases[0], []).append(i)
        for source, asked in ((self._tells, phrases), (self._tells_unions, unions)):
            if asked and source is not None:
                for places, size in zip(asked.values(), source.sizes(list(asked)).tolist(), strict=True):
                    result[places] = size
        return result

    def _plan(self, query: Query, order: list[Query], done: dict[object, Documents | None]) -> None:
        stack = [(query, False)]
        while stack:
            current, ready = stack.pop()
            name = name_of(current)
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
        """Return the lengths that the source tells, if it does."""
        told = getattr(self._source, "lengths", None)
        return None if told is None else told()

    def holds(self, key: str) -> bool:
        """Return whether a union of that key was worked out before."""
        if key not in self._held:
            self._held[key] = self._unions is not None and bool(self._unions.known([key])[0])
        return self._held[key]

    def _recall(self, queries: Sequence[Query]) -> dict[object, Documents | None]:
        """Return the unions worked out before that the queries need, fetched all at once."""
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
            self.keep(key, found)
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

    def kept(self, name: object) -> Documents | None:
        """Return the documents that are remembered by a name."""
        documents = self._kept.get(name)
        if documents is not None:
            self._kept.move_to_end(name)
        return documents

    def keep(self, name: object, documents: Documents) -> None:
        """Remember documents by a name, within the bound."""
        self._kept[name] = documents
        self._bytes += documents.nbytes + 200
        while self._bytes > self._limit and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1].nbytes + 200


def name_of(query: Query) -> object:
    """Return the key under which the documents of a query are remembered."""
    return (query.phrases, query.within) if query.within else query.key or query.phrases


def _without_repeats(ascending: Documents) -> Documents:
    if len(ascending) < 2:
        return ascending
    return ascending[np.concatenate(([True], ascending[1:] != ascending[:-1]))]
