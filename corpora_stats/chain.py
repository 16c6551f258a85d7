"""Several sources in order: who is asked what, why, and what that sent out of the machine.

Each question goes to the first source; what it does not know goes to the next. A source does not know a term that it
holds less often than its minimum support, nor a pair or set with such a term."""

import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corpora_stats.base import (
    UNKNOWN,
    AsksPairByPair,
    CountProvider,
    IntArray,
    JointCounts,
    Query,
    SendsTerms,
)

FIRST: Final = "first in order"
BELOW: Final = "below the support of those before"

_REMEMBERED: Final = 8192
"""Queries whose count is remembered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How many questions (``what``: ``terms``, ``pairs`` or ``sets``) a source was asked and why, and how many it
    knew."""

    what: str
    why: str
    questions: int
    known: int


@dataclass(frozen=True, slots=True)
class Source:
    """What a source of counts is, what it was asked, and, where it may not be asked (else None), how many questions
    the cache left open (``missing``)."""

    name: str
    total: int
    unit: str
    exact: bool
    public: bool
    asked: tuple[Asked, ...]
    missing: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain data; without ``missing`` where that is None."""
        told = asdict(self) | {"asked": [asdict(asked) for asked in self.asked]}
        return {key: value for key, value in told.items() if key != "missing" or value is not None}


@dataclass(frozen=True, slots=True)
class Sent:
    """A ``term`` on which an answer was sought from a source beyond this machine, and the name of that source."""

    term: str = field(repr=False)
    to: str


class _Record(threading.local):
    """What sources were asked for one document, what that sent out, and how many questions the cache left open: each
    thread has its own."""

    def __init__(self, sources: int) -> None:
        self._sources = sources
        self.clear()

    def clear(self) -> None:
        """Forget all."""
        self.asked: dict[tuple[int, str], list[int]] = {}
        self.sent: list[set[str]] = [set() for _ in range(self._sources)]
        self.missing = [0] * self._sources


class Chain:
    """Sources in order, and a record of what they were asked since :meth:`begin` in the same thread.

    The record depends on the questions alone: not on what was asked before, on who else asks, or on a cache."""

    def __init__(self, providers: Sequence[CountProvider]) -> None:
        self.providers = tuple(providers)
        self.totals = tuple(provider.total for provider in self.providers)
        self._record = _Record(len(self.providers))
        away = any(isinstance(provider, SendsTerms) for provider in self.providers)
        self._known: dict[tuple[tuple[str, ...], str, tuple[str, ...]], tuple[int, int]] | None
        self._known = None if away else {}  # what is sent away is told of each document

    def begin(self) -> None:
        """Forget the record: a new document begins."""
        self._collect()
        self._record.clear()

    def note(self, number: int, what: str, questions: int, known: int) -> None:
        """Record that a source was asked so many questions (``terms``, ``pairs``, ``sets``), of which it knew some."""
        counts = self._record.asked.setdefault((number, what), [0, 0])
        counts[0] += questions
        counts[1] += known

    def asked(self) -> dict[tuple[int, str], tuple[int, int]]:
        """Return what was asked since :meth:`begin`: by source and kind, how many questions, of which how many it
        knew."""
        return {what: (questions, known) for what, (questions, known) in self._record.asked.items()}

    def first_known(self, queries: Sequence[Query]) -> tuple[IntArray, IntArray]:
        """Return the count of each query and the number of the first source that knows it (UNKNOWN and -1: none
        does)."""
        known = self._known
        if known is None:
            documents, source = self._ask(queries)
        else:
            names = [(query.phrases, query.key, query.within) for query in queries]
            if len(known) + len(names) > _REMEMBERED:
                known.clear()
            if missing := {
                name: query for name, query in zip(names, queries, strict=True) if name not in known
            }:
                found = self._ask(list(missing.values()))
                known.update(zip(missing, zip(*(part.tolist() for part in found), strict=True), strict=True))
            told = np.array([known[name] for name in names], dtype=np.int64).reshape(-1, 2)
            documents, source = told[:, 0], told[:, 1]
        left = len(queries)
        for number in range(len(self.providers)):
            if not left:
                break
            hits = int(np.count_nonzero(source == number))
            self.note(number, "terms", left, hits)
            left -= hits
        return documents, source

    def _ask(self, queries: Sequence[Query]) -> tuple[IntArray, IntArray]:
        """Return what :meth:`first_known` tells, from the sources themselves."""
        documents = np.full(len(queries), UNKNOWN, dtype=np.int64)
        source = np.full(len(queries), -1, dtype=np.int64)
        for number, provider in enumerate(self.providers):
            missing = np.flatnonzero(source < 0)
            if not len(missing):
                break
            found = provider.counts([(queries[i],) for i in missing.tolist()])
            hit = missing[found > 0]
            documents[hit] = found[found > 0]
            source[hit] = number
        return documents, source

    def joint(
        self,
        number: int,
        rows: Sequence[Query],
        columns: Sequence[Query],
        wanted: npt.NDArray[np.bool_] | None = None,
    ) -> JointCounts:
        """Return the joint counts of one source, at least those of the pairs `wanted` (None: all); where every pair
        is a question of its own, no others are asked."""
        provider = self.providers[number]
        if wanted is not None and isinstance(provider, AsksPairByPair):
            return provider.joint_of(rows, columns, wanted)
        return provider.joint(rows, columns)

    def sources(self) -> tuple[Source, ...]:
        """Return each source, with what it was asked."""
        self._collect()
        result = []
        for number, provider in enumerate(self.providers):
            asked = tuple(
                Asked(what, FIRST if number == 0 else BELOW, questions, known)
                for (which, what), (questions, known) in sorted(self._record.asked.items())
                if which == number
            )
            missing = self._record.missing[number] if isinstance(provider, SendsTerms) else None
            p = provider
            result.append(Source(p.name, p.total, p.unit, p.exact, p.public, asked, missing))
        return tuple(result)

    def sent(self) -> tuple[Sent, ...]:
        """Return every phrase on which an answer was sought outside, with the source: see
        :meth:`corpora_stats.base.SendsTerms.take_sent`."""
        self._collect()
        return tuple(
            Sent(term, provider.name)
            for provider, terms in zip(self.providers, self._record.sent, strict=True)
            for term in sorted(terms)
        )

    def _collect(self) -> None:
        for number, provider in enumerate(self.providers):
            if isinstance(provider, SendsTerms):
                self._record.sent[number].update(provider.take_sent())
                self._record.missing[number] += provider.take_missing()
