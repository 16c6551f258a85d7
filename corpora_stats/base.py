"""Define what a source of counts answers: how many documents hold a phrase, and how many hold two of them together.

A :class:`Query` is a set of alternative phrases; a document matches when it holds *any* of them. A plain term has one
phrase; a generalization has many, because "city" includes every city (roll-up, docs/counts.md); an ambiguous term may
have a context ("jaguar", where "big cat" stands too). All counts are numbers of documents (or of the provider's
``unit``); :data:`UNKNOWN` says "not known", never 0 or 1."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]

_STRINGS: Final = frozenset((str,))

UNKNOWN: Final = -1
"""The count of a query whose support is below the provider's minimum: we do not know, we do not guess."""


class CountsError(Exception):
    """A source of counts is missing, corrupt, out of reach, or answered nonsense; the message names the cure."""


@dataclass(frozen=True, slots=True)
class Query:
    """Documents that hold any of `phrases` (each normalized) or match any of `parts`, and any of `within` if given.

    A plain term is :meth:`of` its spellings. The roll-up of a concept has the concept's own lemmas as `phrases`, the
    roll-ups of its hyponyms as `parts`, and a `key` that names it (concept id and version of the knowledge base), so
    that a provider can remember each union by `key` and build a general concept from its parts' unions; a query with a
    key alone asks for a union that the provider already holds (:class:`RemembersUnions`). Two queries are equal when
    `phrases`, `within` and `key` are; a query with parts therefore needs a key. Only a query of phrases alone may have
    a context (`within`, normalized phrases): it is no part of another, so that unions stay unions. Raises ValueError
    for fields of other kinds."""

    phrases: tuple[str, ...] = field(repr=False)
    parts: tuple["Query", ...] = field(default=(), compare=False, repr=False)
    key: str = ""
    within: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for phrases in (self.phrases, self.within):
            if not isinstance(phrases, tuple) or not (
                _STRINGS.issuperset(map(type, phrases)) or all(isinstance(phrase, str) for phrase in phrases)
            ):
                raise ValueError(
                    f"query: {'phrases' if phrases is self.phrases else 'within'}: a tuple of strings is needed"
                )
        if not isinstance(self.parts, tuple) or not all(isinstance(part, Query) for part in self.parts):
            raise ValueError("query: parts: a tuple of queries is needed")
        if not isinstance(self.key, str):
            raise ValueError("query: key: a string is needed")
        if self.parts and not self.key:
            raise ValueError("a query with parts needs a key that names it")
        if (self.within and self.key) or any(part.within for part in self.parts):
            raise ValueError("only a query of phrases alone has a context")

    @classmethod
    def of(cls, *phrases: str) -> "Query":
        """Return the query for these phrases, each in any spelling: normalized, sorted, without duplicates."""
        from corpora_stats.normalize import normalize

        return cls(tuple(sorted({n for n in (normalize(p) for p in phrases) if n})))

    @property
    def composite(self) -> bool:
        """Whether the query is more than a handful of phrases: it has parts, or only a key."""
        return bool(self.parts) or bool(self.key and not self.phrases)

    def flat(self) -> tuple[str, ...]:
        """Return all phrases of the query and its parts (not of its context), sorted, for providers that cannot
        nest."""
        seen: set[str] = set()
        stack, visited = [self], set[str]()
        while stack:
            query = stack.pop()
            seen.update(query.phrases)
            for part in query.parts:
                if not part.key or part.key not in visited:
                    visited.add(part.key)
                    stack.append(part)
        return tuple(sorted(seen))


@dataclass(frozen=True, slots=True)
class JointCounts:
    """Marginal and joint counts from *one* source, so that they can be divided by each other.

    ``rows`` (r,), ``columns`` (c,) and ``joint`` (r, c) count documents out of ``total``. A marginal below the minimum
    support is UNKNOWN, and so is each joint count in its row or column; a joint count of two known marginals is a
    number (0 included), except where it was not wanted (:class:`AsksPairByPair`) or a cache that must not ask lacks it.
    Raises ValueError for arrays that do not fit each other, and for fields of other kinds."""

    rows: IntArray
    columns: IntArray
    joint: IntArray
    total: int
    source: str
    exact: bool

    def __post_init__(self) -> None:
        for name, dimensions in (("rows", 1), ("columns", 1), ("joint", 2)):
            counts = getattr(self, name)
            if not isinstance(counts, np.ndarray) or counts.ndim != dimensions or counts.dtype.kind != "i":
                raise ValueError(f"joint counts: {name}: whole numbers in {dimensions} dimensions are needed")
        if self.joint.shape != (len(self.rows), len(self.columns)):
            raise ValueError(
                "joint counts: joint: a row for each of rows and a column for each of columns are needed"
            )
        if isinstance(self.total, bool) or not isinstance(self.total, int) or self.total < 0:
            raise ValueError("joint counts: total: a whole number of at least 0 is needed")
        if not isinstance(self.source, str) or not isinstance(self.exact, bool):
            raise ValueError("joint counts: source is a string, and exact true or false")


@runtime_checkable
class RemembersUnions(Protocol):
    """A provider that was given unions worked out before, which it need not be told the parts of."""

    def remembers(self, key: str) -> bool:
        """Return whether ``Query((), (), key)`` can be answered."""


@runtime_checkable
class AsksPairByPair(Protocol):
    """A provider to which every pair is a question of its own, so that only those wanted should be asked."""

    def joint_of(
        self, rows: Sequence[Query], columns: Sequence[Query], wanted: npt.NDArray[np.bool_]
    ) -> JointCounts:
        """Return the joint counts of the pairs `wanted` (rows, columns); the others are UNKNOWN."""


@runtime_checkable
class TellsDocuments(Protocol):
    """A provider that tells which documents match, so that they can stand for a population that is searched."""

    def documents_of(self, queries: Sequence[Query]) -> Sequence[npt.NDArray[np.uint32]]:
        """Return the numbers of the documents that match each query, ascending."""

    def lengths(self) -> npt.NDArray[np.float64] | None:
        """Return how much each document tells: the root of the sum of IC^2 over its phrases, in bits, shape
        (total,); None where it is not known."""


@runtime_checkable
class SendsTerms(Protocol):
    """A provider whose questions leave this machine, and that tells which phrases did."""

    def take_sent(self) -> tuple[str, ...]:
        """Return the phrases (normalized) on which an answer was sought from outside since the last call, sorted,
        each once.

        Those that a cache answered are listed too: they were sent by the run that filled it. So the list is the same
        whoever fills the cache, for any number of workers, and when a run is replayed."""

    def take_missing(self) -> int:
        """Return how many questions since the last call stayed open, because nothing may be sent and the cache
        lacks them."""


@runtime_checkable
class CountProvider(Protocol):
    """A source of counts over one fixed collection. Every implementation passes ``tests/contracts/counts.py``."""

    @property
    def name(self) -> str:
        """Names source and version, e.g. ``default:2019-07`` (goes into reports and cache keys)."""

    @property
    def total(self) -> int:
        """N, the number of units (documents) in the collection; constant."""

    @property
    def unit(self) -> str:
        """What is counted: ``document``, ``paragraph``, ``sentence``, ``page`` or ``window``."""

    @property
    def minimum_support(self) -> int:
        """The least marginal count that is told; below it a query is UNKNOWN."""

    @property
    def exact(self) -> bool:
        """True when counts are exact, False when the source estimates them."""

    @property
    def public(self) -> bool:
        """True when asking sends the phrases out of this machine; such providers are used only when named."""

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Return documents that match *all* queries of each set, shape (len(sets),); a set of one is a marginal.

        UNKNOWN where any member's marginal is below the minimum support."""

    def joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of joint counts of each row query with each column query."""
