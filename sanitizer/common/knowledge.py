"""Hand the knowledge bases of a sanitizer to all stages; remember what they said of words, and forget it with the
sanitizer.

A :class:`Known` is made of the knowledge base that a :class:`sanitizer.Sanitizer` (or a release) was given. While one
of its documents is done it is in use, in this thread alone; recognition, reading and writing ask :func:`in_use`, and
open no base of their own. What they ask is remembered in the object (:func:`remembered`) and gone with it, for the
questions are words of private texts.
"""

import re
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

from kb.base import Concept, KnowledgeBase, Sense
from sanitizer.common.in_use import InUse

_REMEMBERED: Final = 4096
"""Answers to one question that are kept, those asked for last: a collection asks for the same words again and again."""
_TEXTS: Final = 4
"""Answers about whole texts that are kept: what is asked of a document is asked by several stages."""

_ENGLISH: Final = "wn"
_HEADS: Final = "head"
_PLACES: Final = "geo"
_MEDICINES: Final = "med"
_TERMS: Final = "term"
"""The prefixes of the bases that are asked for more than names: as a dictionary, by the heads of names, for places, for
medicines, for common terms of occupations and illnesses."""
_KINDS: Final = frozenset((_MEDICINES, _TERMS, "doid", "job"))
"""The prefixes of the shipped bases that list kinds of things alone: nothing is called by a name of theirs."""

P = ParamSpec("P")
R = TypeVar("R")


class Nothing:
    """The knowledge base that knows nothing: stands for one that a sanitizer was not given."""

    name = "nothing"
    prefix = ""

    def senses(self, phrase: str) -> Sequence[Sense]:
        """None."""
        return ()

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """None."""
        return ()

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """None."""
        return ()

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """None."""
        return ()


class Known:
    """The bases of a knowledge base by what each is asked for, and what was asked of them.

    ``names`` list individuals with their classes; ``words`` is the dictionary of English (WordNet), ``heads`` tells by
    the head of a name ("Southern Conference"), ``places`` are those of the world: each knows nothing where the
    knowledge base has no such part. ``everything`` is the knowledge base itself; ``answers`` are the questions asked so
    far, each as a function that remembers its last answers.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._take(knowledge)
        self.answers: dict[Callable[..., Any], Callable[..., Any]] = {}
        weakref.finalize(self, forget).atexit = False

    def _take(self, knowledge: KnowledgeBase) -> None:
        self.everything = knowledge
        bases: Sequence[KnowledgeBase] = getattr(knowledge, "bases", (knowledge,))
        self.names = tuple(base for base in bases if _names(base))
        self.words = _owner(bases, _ENGLISH)
        self.heads = _owner(bases, _HEADS)
        self.places = _owner(bases, _PLACES)
        self.medicines = _owner(bases, _MEDICINES)
        self.terms = _owner(bases, _TERMS)

    def in_use(self) -> AbstractContextManager[None]:
        """Let the stages ask this knowledge meanwhile, in this thread."""
        return _IN_USE.of(self)


class _Shipped(Known):
    """The shipped bases, opened when one of them is first asked for. Raises ResourceError then, where one is missing or
    damaged."""

    def __init__(self) -> None:
        super().__init__(Nothing())
        for part in ("everything", "names", "words", "heads", "places", "medicines", "terms"):
            delattr(self, part)

    def __getattr__(self, part: str) -> Any:  # asked only for what is not there
        if part.startswith("_"):
            raise AttributeError(part)
        self._take(_open_shipped())
        return getattr(self, part)


def _names(base: KnowledgeBase) -> bool:
    """Return whether a base may list individuals."""
    kinds = base.prefix in _KINDS and not getattr(base, "classless", False)
    return not kinds and not getattr(base, "from_form", False)


def _owner(bases: Sequence[KnowledgeBase], prefix: str) -> KnowledgeBase:
    found = (base for base in bases if base.prefix == prefix and not getattr(base, "classless", False))
    return next(found, Nothing())


_IN_USE: Final = InUse[Known]("known")


def in_use() -> Known:
    """Return the knowledge of the sanitizer or release at work; outside of all (a measure of finished texts, a
    recognizer that is tried by itself) that of the shipped bases. Raises ResourceError where one of these is
    missing or damaged."""
    found = _IN_USE.get()
    return _shipped() if found is None else found


@cache
def _shipped() -> Known:
    return Known(_open_shipped())


def _open_shipped() -> KnowledgeBase:
    from kb.defaults import open_default
    from sanitizer.common.integrity import KNOWLEDGE, check

    check(KNOWLEDGE)
    return open_default()


@contextmanager
def knowing() -> Iterator[None]:
    """Let the shipped bases be in use within, where no others are, and go behind; decorates functions, too."""
    with nullcontext() if _IN_USE.get() is not None else _Shipped().in_use():
        yield


def remembered(question: Callable[P, R]) -> Callable[P, R]:
    """Remember what a function of strings answers with the knowledge in use, as long as that lives; nothing is
    remembered outside of all."""
    return _remembering(question, _REMEMBERED)


def remembered_of_texts(question: Callable[P, R]) -> Callable[P, R]:
    """Return the same for a function of whole texts: the last few answers are kept."""
    return _remembering(question, _TEXTS)


def _remembering(question: Callable[P, R], most: int) -> Callable[P, R]:
    """Return a function that remembers so many of its answers with the knowledge in use."""

    @wraps(question)
    def answer(*args: P.args, **kwargs: P.kwargs) -> R:
        known = _IN_USE.get()
        if known is None:
            return question(*args, **kwargs)
        asked: Callable[P, R] | None = known.answers.get(question)
        if asked is None:
            asked = known.answers.setdefault(question, lru_cache(most)(question))
        return asked(*args, **kwargs)

    return answer


def forget() -> None:
    """Empty what the libraries remember of texts in this process, when a sanitizer is gone: `re` keeps patterns, the
    parts of the pipeline words. It costs those still at work some time, never a result."""
    re.purge()
    parser = sys.modules.get("sanitizer.text.parse")
    if parser is not None:
        parser.forget()
