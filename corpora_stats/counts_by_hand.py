"""Counts written by hand: for tests, documentation and replays.

:class:`DocumentCounts` is a small collection, each document a set of phrases, so every union and every joint count is
exact. :class:`TableCounts` is a table of numbers as it stands, for counts whose documents nobody has (web counts)."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from corpora_stats.base import UNKNOWN, CountsError, IntArray, JointCounts, Query
from corpora_stats.normalize import BOUNDARY, fold, normalize


class DocumentCounts:
    """Exact counts over documents given as collections of phrases.

    ``total`` may exceed the number of documents: the rest hold none of the phrases. A count below ``minimum_support``
    is UNKNOWN."""

    unit = "document"
    exact = True
    public = False

    def __init__(
        self,
        documents: Iterable[Collection[str]],
        total: int | None = None,
        *,
        name: str = "documents",
        minimum_support: int = 1,
    ) -> None:
        self.name = name
        self.minimum_support = minimum_support
        self._documents: dict[str, set[int]] = {}
        number = 0
        for number, phrases in enumerate(documents, 1):
            for phrase in phrases:
                self._documents.setdefault(normalize(phrase), set()).add(number)
        self.total = number if total is None else total
        if self.total < number:
            raise CountsError(f"{name}: total is {total}, but there are {number} documents")

    @classmethod
    def from_texts(
        cls, texts: Iterable[str], *, longest: int = 4, name: str = "texts", minimum_support: int = 1
    ) -> "DocumentCounts":
        """Return every phrase of up to ``longest`` words of each text, the slow and obvious way."""

        def phrases(text: str) -> set[str]:
            words = fold(text).split()
            found = {
                " ".join(words[start : start + length])
                for start in range(len(words))
                for length in range(1, longest + 1)
                if start + length <= len(words) and BOUNDARY not in words[start : start + length]
            }
            return found

        return cls((phrases(text) for text in texts), name=name, minimum_support=minimum_support)

    def _matches(self, query: Query) -> set[int]:
        found = set[int]().union(*(self._documents.get(phrase, ()) for phrase in query.flat()))
        if query.within:
            found &= set[int]().union(*(self._documents.get(phrase, ()) for phrase in query.within))
        return found

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Return documents that match all queries of each set; see :class:`corpora_stats.base.CountProvider`."""
        results = np.empty(len(sets), dtype=np.int64)
        for i, queries in enumerate(sets):
            matches = [self._matches(query) for query in queries]
            known = all(len(match) >= self.minimum_support for match in matches)
            results[i] = len(set.intersection(*matches)) if known else UNKNOWN
        return results

    def joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of joint counts of each row with each column."""
        return _joint(self, rows, columns)


@dataclass(frozen=True)
class TableCounts:
    """Counts as a table gives them.

    ``single`` maps a normalized phrase to its count, ``together`` a set of two or more normalized phrases to theirs; a
    set that is not listed counts 0. A query of several phrases takes the highest count among its phrases (with a
    context: among their sets with one of its phrases): a lower bound of the union, and monotone; a source that must be
    exact has :class:`DocumentCounts`."""

    total: int
    single: Mapping[str, int]
    together: Mapping[frozenset[str], int]
    name: str = "table"
    minimum_support: int = 1
    exact: bool = True
    unit: str = "document"
    public: bool = False

    @classmethod
    def of(
        cls,
        total: int,
        single: Mapping[str, int],
        together: Mapping[tuple[str, ...], int] | None = None,
        *,
        name: str = "table",
        minimum_support: int = 1,
        exact: bool = True,
    ) -> "TableCounts":
        """Return a table of counts by phrase and by tuple of phrases, in any spelling.

        Raises CountsError when a joint count exceeds one of its marginals, or a count the total."""
        marginals = {normalize(phrase): count for phrase, count in single.items()}
        sets = {frozenset(map(normalize, phrases)): count for phrases, count in (together or {}).items()}
        for phrase, count in marginals.items():
            if count > total:
                raise CountsError(f"{name}: {phrase!r} has {count} documents of {total}")
        for phrases, count in sets.items():
            for phrase in sorted(phrases):
                if count > marginals.get(phrase, 0):
                    raise CountsError(f"{name}: {sorted(phrases)} has {count}, more than {phrase!r} alone")
        return cls(total, marginals, sets, name, minimum_support, exact)

    def _marginal(self, query: Query) -> int:
        count = max((self._together(chosen) for chosen in self._choices(query)), default=0)
        return count if count >= self.minimum_support else UNKNOWN

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Return documents that match all queries of each set; see :class:`corpora_stats.base.CountProvider`."""
        results = np.empty(len(sets), dtype=np.int64)
        for i, queries in enumerate(sets):
            if any(self._marginal(query) == UNKNOWN for query in queries):
                results[i] = UNKNOWN
                continue
            choices: set[frozenset[str]] = {frozenset()}
            for query in queries:
                choices = {chosen | more for chosen in choices for more in self._choices(query)}
            results[i] = max(self._together(chosen) for chosen in choices)
        return results

    def _choices(self, query: Query) -> list[frozenset[str]]:
        """Return the sets of phrases that the table knows of a query, any of which a document of it may hold."""
        known = [phrase for phrase in query.flat() if self.single.get(phrase, 0)]
        if not query.within:
            return [frozenset((phrase,)) for phrase in known]
        around = [phrase for phrase in query.within if self.single.get(phrase, 0)]
        return [frozenset((phrase, other)) for phrase in known for other in around]

    def _together(self, phrases: frozenset[str]) -> int:
        if len(phrases) == 1:
            return self.single[next(iter(phrases))]
        return self.together.get(phrases, 0)

    def joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of joint counts of each row with each column."""
        return _joint(self, rows, columns)


def _joint(
    provider: DocumentCounts | TableCounts, rows: Sequence[Query], columns: Sequence[Query]
) -> JointCounts:
    return JointCounts(
        rows=provider.counts([[row] for row in rows]),
        columns=provider.counts([[column] for column in columns]),
        joint=provider.counts([[row, column] for row in rows for column in columns]).reshape(
            len(rows), len(columns)
        ),
        total=provider.total,
        source=provider.name,
        exact=provider.exact,
    )


def from_json(path: Path | str, *, minimum_support: int = 1) -> DocumentCounts | TableCounts:
    """Read counts from a file of one of two forms.

    ``{"documents": [["barcelona", "city"], {"phrases": ["city"], "times": 5}], "total": 30}`` or ``{"total": 1000,
    "counts": {"barcelona": 20, "city": 300}, "together": [["barcelona", "city", 15]]}``. Raises CountsError when the
    file is missing or has another form."""
    path = Path(path)
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        if "documents" in data:
            documents: list[list[str]] = []
            for entry in data["documents"]:
                times, phrases = (entry["times"], entry["phrases"]) if isinstance(entry, dict) else (1, entry)
                documents += [phrases] * times
            return DocumentCounts(
                documents, data.get("total"), name=path.name, minimum_support=minimum_support
            )
        return TableCounts.of(
            data["total"],
            data["counts"],
            {tuple(entry[:-1]): entry[-1] for entry in data.get("together", [])},
            name=path.name,
            minimum_support=minimum_support,
        )
    except OSError as error:
        raise CountsError(f"cannot read counts from {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CountsError(f"{path}: no table of counts ({error}); docs/counts.md shows both forms") from error
