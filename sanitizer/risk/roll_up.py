"""Turn concepts of the knowledge bases into queries to the sources of counts (roll-up, class words).

A general term includes its specializations (section 3.2 of the paper), raw phrase counts do not; so the documents of a
concept are those with any lemma of it or of a hyponym, instances included, of which it is a usual meaning
(docs/method.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from corpora_stats import CountProvider, Query
from corpora_stats.base import RemembersUnions
from kb import Concept, KnowledgeBase
from kb.chain import Chain
from kb.quantities import counted
from kb.readability import Readability
from sanitizer.risk.usual_meaning import usually_means
from sanitizer.types import EntityClass

_NOTHING: Final = Query(())
_REMEMBERED: Final = 4096
"""Generalizations that are kept, those asked for last."""

ROOT: Final = Concept("root:entity", "entity")
"""The root over all knowledge bases: it holds of everything, so IC(root) = 0."""

CLASS_CONCEPTS: Final[Mapping[EntityClass, Concept]] = {
    EntityClass.PERSON: Concept("wn:person.n.01", "person"),
    EntityClass.ORG: Concept("wn:organization.n.01", "organization"),
    EntityClass.LOC: Concept("wn:location.n.01", "place"),
}
"""Classes that a taxonomy knows. The others (codes, dates, quantities, ...) stand in nearly every document: their class
word tells nothing, like the root."""


class Share(NamedTuple):
    """The part of what a threshold allows that a generalization may tell: as a rule, and at most, where what tells less
    is no word of a reader."""

    usual: float
    most: float


ALL: Final = Share(1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Generalization:
    """A way to say less: ``label`` is what is written, ``concept`` what is meant (None for a shortened phrase, which
    stands for itself), ``query`` whose documents it has; ``universal`` when it tells nothing (IC = 0);
    ``share`` is the part of what the threshold allows that it may tell;
    ``given`` are the documents of the part of the label that is told as other words are: of "10 to 20 films" only the
    number is the sensitive term's."""

    label: str = field(repr=False)
    concept: Concept | None = field(repr=False)
    query: Query
    universal: bool = False
    share: Share = ALL
    given: Query = _NOTHING


class RollUp:
    """Queries of concepts, each built once from those of its hyponyms."""

    def __init__(
        self,
        knowledge: KnowledgeBase,
        providers: Sequence[CountProvider] = (),
        phrase_counts_only: bool = False,
    ) -> None:
        self._knowledge = knowledge
        self._phrase_counts_only = phrase_counts_only
        self._readability = Readability(knowledge)
        self._queries: dict[str, Query] = {}
        self._generalizations = lru_cache(_REMEMBERED)(self._generalization)
        self._memories = [p for p in providers if isinstance(p, RemembersUnions)]
        if len(self._memories) < len(providers):
            self._memories = []  # one provider needs the parts: then build them for all

    def query(self, concept: Concept) -> Query:
        """Return documents that name the concept or anything below it. A cycle in the taxonomy is cut where it
        closes."""
        return self._query(concept, frozenset())

    def all(self) -> Sequence[Query]:
        """Return the queries built so far."""
        return list(self._queries.values())

    def _query(self, concept: Concept, above: frozenset[str]) -> Query:
        known = self._queries.get(concept.id)
        if known is not None:
            return known
        knowledge = self._knowledge
        name = knowledge.name_for(concept) if isinstance(knowledge, Chain) else knowledge.name
        key = f"{name}|{concept.id}"
        if not self._phrase_counts_only and self._memories and all(m.remembers(key) for m in self._memories):
            self._queries[concept.id] = known = Query((), (), key)
            return known
        lemmas = self._knowledge.lemmas(concept)
        if self._phrase_counts_only:
            query = Query.of(*lemmas)
        else:
            inside = above | {concept.id}
            parts = tuple(
                self._query(child, inside)
                for child in self._knowledge.hyponyms(concept)
                if child.id not in inside
            )
            own = Query.of(*(lemma for lemma in lemmas if usually_means(self._knowledge, lemma, concept)))
            query = Query(own.phrases, parts, key) if parts else own
        self._queries[concept.id] = query
        return query

    def generalization(self, concept: Concept, label: str | None = None) -> Generalization:
        """Return the concept as a generalization. A root is universal."""
        return self._generalizations(concept, label)

    def _generalization(self, concept: Concept, label: str | None) -> Generalization:
        if concept == ROOT or not self._knowledge.hypernyms(concept):
            return Generalization(label or concept.label, concept, Query(()), universal=True)
        unit = counted(concept)
        given = Query.of(unit) if unit else _NOTHING
        label = label or self._readability.label(concept)
        return Generalization(label, concept, self._as_read(concept, label), given=given)

    def _as_read(self, concept: Concept, label: str) -> Query:
        """Return what a label says to who reads it: of an ambiguous one all its documents count, for the reader
        does not know which sense is meant."""
        query = self.query(concept)
        if self._phrase_counts_only or usually_means(self._knowledge, label, concept):
            return query
        own = Query.of(label)
        return Query(own.phrases, (query,), f"{query.key or query.phrases}|{label}") if own.phrases else query


def together(generalization: Query, term: Query) -> Query:
    """docs(g) joined with docs(s), for the g that replaces s: s is one of the things that g may stand for.

    Of an s that is counted in its context all documents are joined: the roll-up holds those of its word anyway, and no
    count falls going up.
    """
    return Query(
        term.phrases,
        (generalization, *term.parts),
        f"{generalization.key or generalization.phrases}+{term.phrases}",
    )
