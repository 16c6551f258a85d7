"""Define what a knowledge base answers: which concepts a phrase may mean, and what each is a kind of.

Concepts of all knowledge bases share one space of ids, ``<prefix>:<local id>``. The prefix says who answers for the
concept (``wn:city.n.01`` is WordNet's, whoever mentioned it), so an entity base can point straight at WordNet concepts
("Barcelona" -> ``wn:city.n.01``) and a chain of bases walks on from there."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


class KnowledgeBaseError(Exception):
    """A knowledge base is missing, corrupt or malformed; the message says what, where, and how to cure it."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A node of a taxonomy: ``id`` as above, ``label`` a readable singular noun phrase ("city", "Spanish city"). Raises
    ValueError for what is no string, and for an empty id."""

    id: str
    label: str

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not isinstance(self.label, str) or not self.id:
            raise ValueError("concept: id and label are strings, and an id is not empty")

    @property
    def prefix(self) -> str:
        """The knowledge base that owns the concept."""
        return self.id.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a phrase.

    ``concept`` is the meaning itself; ``instance`` is True for a named individual (Barcelona), whose generalizations
    start at its class; ``entity_class`` is TAB's class of the meaning (PERSON, LOC, ORG, ...) or "" when it has none;
    ``frequency`` orders senses within one knowledge base (higher is more usual; its unit is the base's own: tagged
    occurrences in WordNet, inhabitants in GeoNames). Raises ValueError for fields of other kinds, and for a frequency
    that is no finite number."""

    concept: Concept
    instance: bool
    entity_class: str
    frequency: float

    def __post_init__(self) -> None:
        if not isinstance(self.concept, Concept) or not isinstance(self.entity_class, str):
            raise ValueError("sense: a Concept and the name of a class are needed")
        if not isinstance(self.instance, bool):
            raise ValueError("sense: instance: true or false is needed")
        if isinstance(self.frequency, bool) or not isinstance(self.frequency, int | float):
            raise ValueError("sense: frequency: a number is needed")
        if not -sys.float_info.max <= self.frequency <= sys.float_info.max:
            raise ValueError("sense: frequency: a finite number is needed")


@runtime_checkable
class KnowledgeBase(Protocol):
    """A taxonomy. Every implementation passes ``tests/contracts/knowledge.py``.

    Writing your own takes ``name``, ``prefix`` and these four methods; see docs/knowledge.md for one in ten lines."""

    @property
    def name(self) -> str:
        """Names source and version, e.g. ``wordnet:3.0`` (goes into reports)."""

    @property
    def prefix(self) -> str:
        """The prefix of the ids that this base owns."""

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the meanings of a phrase in any case and number, most usual first; empty when it is not known."""

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the direct generalizations, best first (they may belong to another base); empty at a root."""

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the direct specializations and instances that *this* base knows, of its own or another base's
        concept."""

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the phrases that name the concept (for roll-up of counts), readable label first."""
