"""Count in an index that stays in its parts: each segment is asked where it lies, by a worker of Spark, and what they
say is added up.

A unit lies in one segment, so counts of segments add up to those of the index; a marginal is known from the sum. Every
question is a job of Spark's: ask for much at once."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from corpora_stats.base import UNKNOWN, IntArray, JointCounts, Query
from corpora_stats.index import Index, read_meta
from corpora_stats.joint import SetCounts
from corpora_stats.spark_tasks import each

if TYPE_CHECKING:  # Spark is loaded where a session is there
    from pyspark.sql import SparkSession

_CACHE_BYTES: Final = 64 << 20
"""Memory of a worker for remembered document sets of a segment."""


class PartedCounts:
    """A :class:`~corpora_stats.base.CountProvider` over the segments of an index, which the workers of a session must
    see under the same path. Raises CountsError where there is none."""

    exact = True
    public = False

    def __init__(self, session: "SparkSession", index: Path | str, minimum_support: int = 2) -> None:
        self._session, self._folder = session, Path(index).absolute()
        meta = read_meta(self._folder)
        self._segments = len(meta["segments"])
        self.name: str = f"{self._folder.name}:{meta['version']}"
        self.unit: str = meta["unit"]
        self.total: int = meta["units"]
        self.minimum_support = max(1, minimum_support)

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Return documents that match all queries of each set; see the Protocol."""
        place = {query: n for n, query in enumerate(dict.fromkeys(q for queries in sets for q in queries))}
        if not place:
            return np.full(len(sets), self.total, dtype=np.int64)
        (found,) = self._summed(_counts, [*([query] for query in place), *map(list, sets)])
        alone, together = found[: len(place)], found[len(place) :]
        for i, queries in enumerate(sets):
            if not queries:
                together[i] = self.total
            elif any(alone[place[query]] < self.minimum_support for query in queries):
                together[i] = UNKNOWN
        return together

    def joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of joint counts of each row with each column; see the Protocol."""
        of_rows, of_columns, joint = self._summed(_joint, (list(rows), list(columns)))
        for counts in (of_rows, of_columns):
            counts[counts < self.minimum_support] = UNKNOWN
        joint[of_rows == UNKNOWN, :] = UNKNOWN
        joint[:, of_columns == UNKNOWN] = UNKNOWN
        return JointCounts(of_rows, of_columns, joint, self.total, self.name, self.exact)

    def _summed(self, work: Callable[[SetCounts, Any], tuple[IntArray, ...]], asked: Any) -> list[IntArray]:
        """Return what the segments say, added up; UNKNOWN is none."""
        ask = partial(_ask, work, asked, str(self._folder), self.name)
        told = each(self._session, ask, self._segments)
        return [np.sum(arrays, axis=0, dtype=np.int64) for arrays in zip(*told, strict=True)]


def _ask(
    work: Callable[[SetCounts, Any], tuple[IntArray, ...]], asked: Any, folder: str, name: str, segment: int
) -> list[IntArray]:
    return [np.maximum(array, 0) for array in work(_opened(folder, name, segment), asked)]


def _counts(provider: SetCounts, sets: Sequence[Sequence[Query]]) -> tuple[IntArray, ...]:
    return (provider.counts(sets),)


def _joint(provider: SetCounts, asked: tuple[list[Query], list[Query]]) -> tuple[IntArray, ...]:
    found = provider.joint(*asked)
    return found.rows, found.columns, found.joint


@lru_cache(maxsize=16)
def _opened(folder: str, name: str, segment: int) -> SetCounts:
    """Return a segment as a provider of its own, which a worker keeps open."""
    index = Index(Path(folder), segment)
    return SetCounts(
        index, name=name, unit=index.meta["unit"], minimum_support=1, cache_bytes=_CACHE_BYTES // 16
    )
