"""Counts from an engine that is asked question by question, each question once.

An :class:`Engine` knows one kind of server; :class:`AskedCounts` makes a :class:`~corpora_stats.base.CountProvider` of
it: it takes queries apart into questions, asks pairs only where both terms are known, remembers answers (in a
:class:`Memory` that may outlive the process), and notes which phrases were sent."""

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from corpora_stats.base import UNKNOWN, CountProvider, CountsError, IntArray, JointCounts, Query

Group: TypeAlias = tuple[str, ...]
"""Normalized phrases, sorted: any of them."""
Question: TypeAlias = tuple[Group, ...]
"""Groups, sorted: all of them. How many documents match?"""


def alternatives(query: Query, limit: int) -> Group:
    """Up to `limit` phrases of a query: its own, then those of its parts, nearest first. Sorted.

    A union cut short is a lower bound: what is disclosed of a term through it is over-, never underestimated."""
    found: dict[str, None] = {}
    visited: set[str] = set()
    waiting = deque([query])
    while waiting and len(found) < limit:
        current = waiting.popleft()
        for phrase in sorted(current.phrases):
            if phrase and len(found) < limit:
                found.setdefault(phrase)
        for part in current.parts:
            if not part.key or part.key not in visited:
                visited.add(part.key)
                waiting.append(part)
    return tuple(sorted(found))


KEPT_ANSWERS: Final = 1 << 20
"""Answers kept in memory; beyond that all are forgotten at once (the cache on disk keeps them)."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a source says of itself: its `name` (see :class:`Engine`), the `unit` it counts, and the least count of a
    term that it tells."""

    name: str
    unit: str = "document"
    minimum_support: int = 2


class Engine(Protocol):
    """Answers questions; the part of a source that depends on the kind of server. Opening one asks nothing."""

    @property
    def name(self) -> str:
        """What is counted where: kind, address, field, version; nothing secret. The key of remembered answers."""

    @property
    def unit(self) -> str:
        """What is counted, as in CountProvider."""

    @property
    def exact(self) -> bool:
        """Whether counts are exact."""

    @property
    def public(self) -> bool:
        """Whether questions leave this machine."""

    @property
    def minimum_support(self) -> int:
        """The least count of a term that is told."""

    @property
    def alternatives(self) -> int:
        """The most phrases that one group may have."""

    @property
    def groups(self) -> int:
        """The most groups that one question may have."""

    @property
    def unites(self) -> bool:
        """Whether a group of several phrases is one question; else each phrase is asked, and the most frequent
        stands for the group (a lower bound of the union)."""

    @property
    def at_a_time(self) -> int:
        """How many questions are asked before the answers are remembered."""

    def size(self) -> int:
        """N, by the engine's own means. Raises CountsError."""

    def ask(self, questions: Sequence[Question]) -> Sequence[int]:
        """Return the count of each question; UNKNOWN where it cannot be asked or told. Raises CountsError."""


class Memory(Protocol):
    """Remembers answers by source and question."""

    def recall_total(self, source: str) -> int | None:
        """N of a source (None: not known)."""

    def keep_total(self, source: str, total: int) -> int:
        """Remember N, unless it was remembered meanwhile; the N that holds."""

    def recall(self, source: str, questions: Sequence[Question]) -> list[int | None]:
        """Return the answer of each question (None: not known)."""

    def keep(self, source: str, questions: Sequence[Question], counts: Sequence[int]) -> list[int]:
        """Remember answers; those that were remembered meanwhile stay. The answers that hold."""


class _Outside(threading.local):
    """What was sent out, and which questions stayed open, since that was last taken; each thread has its own."""

    def __init__(self) -> None:
        self.sent: set[str] = set()
        self.missing: set[Question] = set()


class AskedCounts:
    """A :class:`~corpora_stats.base.CountProvider` over an :class:`Engine`.

    With `offline` the engine is never asked: what `memory` does not hold is UNKNOWN, and counted
    (:meth:`take_missing`). N is asked once and remembered with the counts, which are cut to it: a collection that grows
    meanwhile stays consistent.

    Raises:
        CountsError: offline, and `memory` does not hold N."""

    def __init__(self, engine: Engine, memory: Memory | None = None, *, offline: bool = False) -> None:
        self.name = engine.name
        self.unit = engine.unit
        self.exact = engine.exact
        self.public = engine.public
        self.minimum_support = max(1, engine.minimum_support)
        self._engine = engine
        self._memory = memory
        self._offline = offline
        self._answers: dict[Question, int] = {}
        self._total: int | None = None
        self._outside = _Outside()

    @property
    def total(self) -> int:
        """N; asked for when it is first needed."""
        if self._total is None:
            found = self._memory.recall_total(self.name) if self._memory else None
            if found is None and self._offline:
                raise CountsError(
                    f"{self.name} cannot be asked with --offline, and the cache holds nothing of it: sanitizer cache "
                    "import FILE, or run once without --offline"
                )
            if found is None:
                found = self._engine.size()
                if found < 1:
                    raise CountsError(f"{self.name}: the collection is empty")
                if self._memory:
                    found = self._memory.keep_total(self.name, found)
            self._total = found
        return self._total

    def take_sent(self) -> tuple[str, ...]:
        """Return the phrases that this thread sent out since its last call, sorted; see
        :class:`corpora_stats.base.SendsTerms`."""
        sent, self._outside.sent = self._outside.sent, set()
        return tuple(sorted(sent)) if self.public else ()

    def take_missing(self) -> int:
        """Return how many questions since the last call had no answer because the cache lacks it (offline)."""
        missing, self._outside.missing = self._outside.missing, set()
        return len(missing)

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        """Return documents that match all queries of each set; see :class:`corpora_stats.base.CountProvider`."""
        cut: dict[Query, Question] = {}
        members = [[self._own(query, cut) for query in queries] for queries in sets]
        alone = self._alone(own for queries in members for own in queries)
        wanted = {
            question: None
            for queries in members
            if len(queries) > 1 and all(alone[own] != UNKNOWN for own in queries)
            for question in [_all(queries)]
            if question not in queries and len(question) <= self._engine.groups
        }
        together = self._ask(list(wanted))
        results = np.empty(len(sets), dtype=np.int64)
        for i, queries in enumerate(members):
            least = min((alone[own] for own in queries), default=self.total)
            if len(queries) > 1 and least != UNKNOWN:
                question = _all(queries)
                if len(question) > self._engine.groups:
                    least = UNKNOWN
                elif question not in queries:
                    found = together[question]
                    least = UNKNOWN if found is None else min(found, least)
            results[i] = least
        return results

    def joint(self, rows: Sequence[Query], columns: Sequence[Query]) -> JointCounts:
        """Return the matrix of joint counts of each row with each column; see the Protocol."""
        return self.joint_of(rows, columns, np.ones((len(rows), len(columns)), dtype=np.bool_))

    def joint_of(
        self, rows: Sequence[Query], columns: Sequence[Query], wanted: npt.NDArray[np.bool_]
    ) -> JointCounts:
        """Return the joint counts of the pairs `wanted` (rows, columns); the others are UNKNOWN and not asked."""
        marginals = self.counts([(query,) for query in (*rows, *columns)])
        row_counts, column_counts = marginals[: len(rows)], marginals[len(rows) :]
        joint = np.full((len(rows), len(columns)), UNKNOWN, dtype=np.int64)
        known = wanted & (row_counts != UNKNOWN)[:, None] & (column_counts != UNKNOWN)[None, :]
        at = np.argwhere(known).tolist()
        joint[known] = self.counts([(rows[i], columns[j]) for i, j in at])
        return JointCounts(row_counts, column_counts, joint, self.total, self.name, self.exact)

    def _own(self, query: Query, cut: dict[Query, Question]) -> Question:
        """Return the question that a query is by itself: one group, and that of its context."""
        if query not in cut:
            group = alternatives(query, self._engine.alternatives)
            around = query.within[: self._engine.alternatives]
            cut[query] = _question((group, around)) if around else (group,)
        return cut[query]

    def _alone(self, questions: Iterable[Question]) -> dict[Question, int]:
        """Return the count of each query alone, UNKNOWN below the minimum support and where nothing is left to ask."""
        asked = dict.fromkeys(questions)
        found = self._ask([q for q in asked if q[0] and len(q) <= self._engine.groups])
        result = {}
        for question in asked:
            count = found.get(question)
            known = count is not None and count >= self.minimum_support
            result[question] = min(count, self.total) if known and count is not None else UNKNOWN
        return result

    def _ask(self, questions: Sequence[Question]) -> dict[Question, int | None]:
        """Return the answers, from memory where they are there. Groups that cannot be united are asked phrase by
        phrase."""
        if self._engine.unites:
            return self._answer(questions)
        parts = {question: list(product(*question)) for question in questions}
        simple = {_question([(phrase,) for phrase in choice]): None for q in parts.values() for choice in q}
        found = self._answer(list(simple))
        result: dict[Question, int | None] = {}
        for question, choices in parts.items():
            counts = [found[_question([(phrase,) for phrase in choice])] for choice in choices]
            result[question] = max((c for c in counts if c is not None), default=None)
        return result

    def _answer(self, questions: Sequence[Question]) -> dict[Question, int | None]:
        answers: dict[Question, int | None] = {q: self._answers.get(q) for q in questions}
        open_questions = [q for q, answer in answers.items() if answer is None]
        if open_questions and self._memory:
            recalled = self._memory.recall(self.name, open_questions)
            for question, count in zip(open_questions, recalled, strict=True):
                if count is not None:
                    answers[question] = count
                    self._note(question, count)
            open_questions = [q for q in open_questions if answers[q] is None]
        if self._offline:
            self._outside.missing.update(open_questions)
            open_questions = []
        for first in range(0, len(open_questions), self._engine.at_a_time):
            some = open_questions[first : first + self._engine.at_a_time]
            self._outside.sent.update(phrase for question in some for group in question for phrase in group)
            counts = list(self._engine.ask(some))
            if self._memory:
                counts = self._memory.keep(self.name, some, counts)
            for question, count in zip(some, counts, strict=True):
                answers[question] = count
                self._note(question, count)
        self._outside.sent.update(
            phrase for q, count in answers.items() if count is not None for group in q for phrase in group
        )
        return answers

    def _note(self, question: Question, count: int) -> None:
        if len(self._answers) >= KEPT_ANSWERS:
            self._answers.clear()
        self._answers[question] = count


def _question(groups: Sequence[Group]) -> Question:
    """Return the groups sorted, each once, without those that include another: h(a, a or b) = h(a)."""
    sets = {group: frozenset(group) for group in groups}
    return tuple(sorted(g for g, own in sets.items() if not any(other < own for other in sets.values())))


def _all(queries: Sequence[Question]) -> Question:
    """Return the question for what several queries hold together."""
    return _question([group for own in queries for group in own])


class ProviderEngine:
    """Any :class:`~corpora_stats.base.CountProvider` as an :class:`Engine`, so that it can be remembered."""

    alternatives = 1 << 30
    groups = 1 << 30
    unites = True
    at_a_time = 4096

    def __init__(self, provider: CountProvider) -> None:
        self.name = provider.name
        self.unit = provider.unit
        self.exact = provider.exact
        self.public = provider.public
        self.minimum_support = provider.minimum_support
        self._provider = provider

    def size(self) -> int:
        """N of the provider."""
        return self._provider.total

    def ask(self, questions: Sequence[Question]) -> Sequence[int]:
        """Return the counts of the provider."""
        found = self._provider.counts([[Query(group) for group in question] for question in questions])
        return [int(count) for count in found]


def remembered(provider: CountProvider, memory: Memory) -> AskedCounts:
    """Return `provider`, whose every answer is remembered."""
    return AskedCounts(ProviderEngine(provider), memory)
