"""Several knowledge bases asked in order as one: remembers who answered, walks from one into the other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Protocol, runtime_checkable

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError, Sense
from kb.intrinsic_ic import Extent, Shape, Shaped
from kb.lookup import Name, TakesNames

_REMEMBERED: Final = 4096
"""Phrases, and concepts, whose answers are kept, those asked for last: the documents of a collection ask for the same
ones."""


class KbOrder(StrEnum):
    """How a chain asks: ``together`` takes the senses of all bases in one set, ``strict`` asks the next base
    only for what the earlier ones lack (the paper: ODP only for what WordNet does not know)."""

    TOGETHER = "together"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Answer:
    """A sense and the base that gave it (the sense's concept may belong to another base)."""

    sense: Sense
    source: str


@runtime_checkable
class Labelled(Protocol):
    """A knowledge base that knows the right label of an id (WordNet)."""

    def canonical(self, concept: Concept) -> Concept:
        """Return the concept with its own label."""


class Chain:
    """A KnowledgeBase made of others, in order of preference.

    A concept's hypernyms come from the base that owns its prefix (and from others that know more about it); hyponyms
    and lemmas are those of all bases, without repetition. A base with an attribute ``closed = True`` knows nothing of
    others' concepts and is not asked about them. Two bases may share a prefix (WordNet in two languages)."""

    def __init__(self, bases: Sequence[KnowledgeBase], order: KbOrder = KbOrder.TOGETHER) -> None:
        """``bases`` in order; raises KnowledgeBaseError when there is none."""
        if not bases:
            raise KnowledgeBaseError("a chain needs at least one knowledge base")
        self.bases = tuple(bases)
        self.order = KbOrder(order)
        self._labelled = frozenset(b.prefix for b in bases if isinstance(b, Labelled))
        remembering = lru_cache(_REMEMBERED)
        self._answers = remembering(self._ask)
        self._above = remembering(self._ask_above)
        self._lemmas = remembering(self._ask_lemmas)
        self._labels = remembering(self._ask_label)
        self._of_name = [base.senses_of if isinstance(base, TakesNames) else None for base in self.bases]
        self._asked_for = {p: self._in_order(p) for p in {b.prefix for b in bases}}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.bases, self.order)

    @property
    def name(self) -> str:
        """The names of the bases, joined by ``+``."""
        return "+".join(b.name for b in self.bases)

    @property
    def prefix(self) -> str:
        """The prefix of the first base."""
        return self.bases[0].prefix

    def name_for(self, concept: Concept) -> str:
        """Return the names of the bases that may know what lies below a concept: a base of the user's that knows
        nothing of others' concepts does not change what is known of them."""
        return "+".join(b.name for b in self._asked(concept))

    def answers(self, phrase: str) -> list[Answer]:
        """Return the senses of a phrase with the base that gave each; one concept comes once, from the first that
        knows it."""
        return self._answers(phrase)

    def _ask(self, phrase: str) -> list[Answer]:
        found: dict[str, Answer] = {}
        name = Name(phrase)
        for base, of_name in zip(self.bases, self._of_name, strict=True):
            for sense in base.senses(phrase) if of_name is None else of_name(name):
                found.setdefault(sense.concept.id, Answer(sense, base.name))
            if found and self.order is KbOrder.STRICT:
                break
        return list(found.values())

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the meanings of a phrase in the order of the bases, then in the order of each."""
        return [a.sense for a in self.answers(phrase)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return what the owner of the concept says, then what other bases add."""
        return self._above(concept)

    def _ask_above(self, concept: Concept) -> list[Concept]:
        return self._merge(base.hypernyms(concept) for base in self._asked(concept))

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return what every base knows below the concept, the owner's first."""
        return self._merge(base.hyponyms(concept) for base in self._asked(concept))

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the phrases of every base for the concept, the owner's first."""
        return self._lemmas(concept)

    def _ask_lemmas(self, concept: Concept) -> list[str]:
        return list(dict.fromkeys(lemma for base in self._asked(concept) for lemma in base.lemmas(concept)))

    def owner(self, concept: Concept) -> KnowledgeBase | None:
        """Return the first base with the concept's prefix, None when the chain has none."""
        return next((b for b in self.bases if b.prefix == concept.prefix), None)

    def shape(self, concept: Concept) -> Shape | None:
        """Return the shape as the owner has counted it, None when it has not."""
        base = self.owner(concept)
        return base.shape(concept) if isinstance(base, Shaped) else None

    def extent(self, concept: Concept) -> Extent | None:
        """Return the extent of the owner's taxonomy as it was counted, None when it was not."""
        base = self.owner(concept)
        return base.extent(concept) if isinstance(base, Shaped) else None

    def _asked(self, concept: Concept) -> Sequence[KnowledgeBase]:
        return self._asked_for.get(concept.prefix, self.bases)

    def _in_order(self, prefix: str) -> Sequence[KnowledgeBase]:
        """Return who is asked about concepts with a prefix: the owner first; a ``closed`` base only about its own."""
        asked = [b for b in self.bases if b.prefix == prefix or not getattr(b, "closed", False)]
        return sorted(asked, key=lambda b: b.prefix != prefix)

    def canonical(self, concept: Concept) -> Concept:
        """Return the concept as its owner labels it: a base that points at another's may have an older label."""
        return self._labels(concept)

    def _ask_label(self, concept: Concept) -> Concept:
        base = self.owner(concept)
        return base.canonical(concept) if isinstance(base, Labelled) else concept

    def _merge(self, groups: Iterable[Sequence[Concept]]) -> list[Concept]:
        found: dict[str, Concept] = {}
        for group in groups:
            for concept in group:
                if concept.id not in found:
                    found[concept.id] = (
                        self.canonical(concept) if concept.prefix in self._labelled else concept
                    )
        return list(found.values())
