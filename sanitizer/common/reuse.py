"""Remember what the stages said of one document, so that after another decision only what it changes is asked again.

What is remembered is a value of what it depends on (its key): a document that is done again with an :class:`Again` in
use comes out as one that is done anew, the record of what was asked of sources of counts included. What decides beside
the decisions of persons (the text, the parts, the settings) is the same for all that an ``Again`` remembers; a desk
makes one for each document that is open.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from corpora_stats.base import SendsTerms
from corpora_stats.chain import Chain
from sanitizer.common.in_use import InUse

_RUNS: Final = 3
"""Runs for which a value is kept that none of them asks for: so that undo is as fast as the decision was."""

T = TypeVar("T")


class GivenUp(Exception):
    """A run ended early, for nobody wants what it would say any more. What the stages said until then is remembered."""


class Again:
    """What was said of one document, by question and key. Nothing is remembered where a source sends words away (what
    was sent is told of each run), and where a document is decided several times in one run (`forgetful`)."""

    def __init__(self, chain: Chain, forgetful: bool = False) -> None:
        self._chain = chain
        self.forgetful = forgetful or any(isinstance(p, SendsTerms) for p in chain.providers)
        self._known: dict[tuple[str, Hashable], tuple[Any, tuple[tuple[tuple[int, str], int, int], ...]]] = {}
        self._used: dict[tuple[str, Hashable], int] = {}
        self._run = 0
        self._wanted: Callable[[], bool] | None = None

    def of(self, question: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a question for a key, made where it is not known. Raises GivenUp."""
        self._go_on()
        if self.forgetful:
            return make()
        place = (question, key)
        self._used[place] = self._run
        found = self._known.get(place)
        if found is not None:
            for (number, what), questions, known in found[1]:
                self._chain.note(number, what, questions, known)
            return found[0]  # type: ignore[no-any-return]
        before = self._chain.asked()
        value = make()
        self._known[place] = value, _more(before, self._chain.asked())
        return value

    def table(self, question: str, key: Hashable) -> dict[Any, Any] | None:
        """Return what is known of parts of a question, to be read and filled by who asks; None where nothing is
        remembered. Raises GivenUp."""
        self._go_on()
        if self.forgetful:
            return None
        place = (question, key)
        self._used[place] = self._run
        found: dict[Any, Any] = self._known.setdefault(place, ({}, ()))[0]
        return found

    def others(self, question: str) -> list[tuple[Any, dict[Any, Any]]]:
        """Return the tables of a question in the order in which they were made, each with its key."""
        return [(key, held[0]) for (name, key), held in self._known.items() if name == question]

    def _go_on(self) -> None:
        if self._wanted is not None and not self._wanted():
            raise GivenUp

    @contextmanager
    def in_use(self, wanted: Callable[[], bool] | None = None) -> Iterator[None]:
        """Let the stages remember meanwhile, in this thread; forget what has not been asked for in the last runs.

        ``wanted`` is asked between the stages whether the run still is; where it is not, GivenUp is raised, and
        nothing is forgotten.
        """
        self._run += 1
        self._wanted = wanted
        try:
            with _IN_USE.of(self):
                yield
        except GivenUp:
            self._run -= 1
            raise
        finally:
            self._wanted = None
            old = [place for place, run in self._used.items() if run <= self._run - _RUNS]
            for place in old:
                del self._used[place]
                self._known.pop(place, None)


def _more(
    before: Mapping[tuple[int, str], tuple[int, int]], after: Mapping[tuple[int, str], tuple[int, int]]
) -> tuple[tuple[tuple[int, str], int, int], ...]:
    """Return what was asked between two looks at the record."""
    return tuple(
        (what, questions - before.get(what, (0, 0))[0], known - before.get(what, (0, 0))[1])
        for what, (questions, known) in after.items()
        if before.get(what) != (questions, known)
    )


_IN_USE: Final = InUse[Again]("again")


def remembers() -> bool:
    """Return whether something in use here remembers a document, its Doc too."""
    found = _IN_USE.get()
    return found is not None and not found.forgetful


def once(question: str, key: Hashable, make: Callable[[], T]) -> T:
    """Return the answer to a question about the document in work; it is made at the first time, and remembered."""
    found = _IN_USE.get()
    return make() if found is None else found.of(question, key, make)


def table(question: str, key: Hashable) -> dict[Any, Any] | None:
    """Return what is known of parts of a question (:meth:`Again.table`); None where nothing is remembered."""
    found = _IN_USE.get()
    return None if found is None else found.table(question, key)


def tables(question: str) -> list[tuple[Any, dict[Any, Any]]]:
    """Return all tables of a question that are remembered, each with its key, the oldest first."""
    found = _IN_USE.get()
    return [] if found is None else found.others(question)
