"""Hold who is who in a text: every entity with all that refers to it, names, noun phrases and pronouns alike.

:func:`enter` makes it from a parsed text and its sensitive entities, before anything is chosen;
from then on :func:`register_of` answers with it for the parsed text. What writes asks it three things: which entity a
span refers to (:meth:`Register.at`, or :meth:`Register.of` by the number of a sensitive one), what is known of that
entity (:class:`Entity`: sex, number, the noun that the text calls it by), and who else the words could mean there
(:meth:`Register.rivals`).
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from spacy.tokens import Doc

from sanitizer.common.timing import stage
from sanitizer.read.coreference import Cluster, Linked, link
from sanitizer.read.names import named
from sanitizer.read.sensitive import Sensitive
from sanitizer.types import Bits, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

Sex = Literal["male", "female"]
Number = Literal["singular", "plural"]

SURE: Final[Bits] = 8.0
"""Least margin of a link between names and nouns for persons that may decide alone what is hidden."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One place of a text that refers to an entity.

    Attributes:
        span: the whole phrase, with its modifiers and relative clauses, without a possessive ending.
        head: the word that the others hang on; of a name, the whole name.
        kind: what the phrase is made of: a name, a noun, a pronoun (possessives among them).
        relation: of the head to its governor ("nsubj", "nmod:poss"; "" where the text has no tree).
        sentence: the number of its sentence in the text, from 0.
        margin: how many bits the link to an earlier reference was better than the best other reading, another entity
            or a new one; infinite for the first reference, and for names that are joined by their words.
        after: whether it stands in apposition to, or as the predicate of, the reference before it of the same entity.
    """

    span: Span
    head: Span
    kind: Literal["name", "noun", "pronoun"]
    relation: str = ""
    sentence: int = 0
    margin: Bits = float("inf")
    after: bool = False

    def sure(self, least: Bits = SURE) -> bool:
        """Return whether the link is sure enough to decide what is hidden."""
        return self.margin >= least


@dataclass(frozen=True, slots=True)
class Entity:
    """Whom or what references of a text have in common.

    Attributes:
        number: its place in :attr:`Register.entities`, by first reference.
        references: in the order of the text, at least one.
        person: whether it is a person or several.
        sex: as titles, names, nouns and pronouns tell with one voice; None where they do not.
        count: singular or plural, None where nothing tells.
        noun: the noun that the text calls it by, as a lemma ("actor" for "the Spanish actor Luis Vega"), from an
            apposition, a predicate or a noun before the name, the first of them; else its first noun; or "".
        sensitive: the numbers of the sensitive entities (:class:`sanitizer.read.sensitive.Sensitive`) that name it.
    """

    number: int
    references: tuple[Reference, ...] = field(repr=False)
    person: bool = False
    sex: Sex | None = None
    count: Number | None = None
    noun: str = field(default="", repr=False)
    sensitive: tuple[int, ...] = ()

    @property
    def first(self) -> Reference:
        """The reference that comes first in the text."""
        return self.references[0]

    def agrees(self, other: "Entity") -> bool:
        """Return whether one pronoun could mean either: sex and number do not differ, and both or neither are
        persons."""
        return (
            self.person == other.person
            and (self.sex is None or other.sex is None or self.sex == other.sex)
            and (self.count is None or other.count is None or self.count == other.count)
        )


@dataclass(frozen=True)
class Register:
    """The entities of a text, by first reference."""

    entities: tuple[Entity, ...] = field(default=(), repr=False)

    def at(self, span: Span) -> tuple[Entity, Reference] | None:
        """Return the entity that exactly this phrase, or a reference with this head or name, refers to; None where
        none does. Of several the one with the shortest phrase."""
        found = self._by_span.get(span)
        return (
            None if found is None else (self.entities[found[0]], self.entities[found[0]].references[found[1]])
        )

    def of(self, sensitive: int) -> Entity | None:
        """Return the entity that a sensitive one names, by its number."""
        found = self._by_sensitive.get(sensitive)
        return None if found is None else self.entities[found]

    def links(self, sensitive: int) -> tuple[Reference, ...]:
        """Return the nouns and pronouns that refer to the entity which a sensitive one names, in the order of the
        text."""
        entity = self.of(sensitive)
        return () if entity is None else tuple(r for r in entity.references if r.kind != "name")

    def before(self, entity: Entity, start: int) -> Reference | None:
        """Return the last reference to ``entity`` that begins before the character ``start``; None: it is not yet
        known."""
        place = bisect_left(entity.references, start, key=lambda r: r.span.start)
        return entity.references[place - 1] if place else None

    def rivals(self, entity: Entity, start: int) -> tuple[Entity, ...]:
        """Return who else a pronoun at the character ``start`` could mean: entities that agree with ``entity`` in
        sex and number and were referred to since the last reference to it, or in the sentence of that reference."""
        last = self.before(entity, start)
        if last is None:
            return ()
        found = dict.fromkeys(
            number
            for reference, number in self._between(last.sentence, start)
            if number != entity.number and entity.agrees(self.entities[number])
        )
        return tuple(self.entities[number] for number in found)

    def _between(self, sentence: int, start: int) -> Iterator[tuple[Reference, int]]:
        """Yield all references from a sentence on that begin before a character."""
        low = bisect_left(self._ordered, sentence, key=lambda item: item[0].sentence)
        high = bisect_right(self._ordered, start - 1, key=lambda item: item[0].span.start)
        yield from self._ordered[low:high]

    @cached_property
    def _ordered(self) -> tuple[tuple[Reference, int], ...]:
        pairs = [(r, e.number) for e in self.entities for r in e.references]
        return tuple(sorted(pairs, key=lambda item: (item[0].span, item[1])))

    @cached_property
    def _by_span(self) -> dict[Span, tuple[int, int]]:
        table: dict[Span, tuple[int, int]] = {}
        for exact in (True, False):
            for entity in self.entities:
                for place, reference in enumerate(entity.references):
                    table.setdefault(reference.span if exact else reference.head, (entity.number, place))
        return table

    @cached_property
    def _by_sensitive(self) -> dict[int, int]:
        return {number: entity.number for entity in reversed(self.entities) for number in entity.sensitive}


def word_of_sex(entity: Entity | None) -> str:
    """ "man" or "woman", where the text tells that of one person; else ""."""
    if entity is None or not entity.person or entity.count == "plural":
        return ""
    return {"male": "man", "female": "woman"}.get(entity.sex or "", "")


_PLACE: Final = "sanitizer_register"


def register_of(doc: "Doc") -> Register:
    """Return the register of a parsed text; an empty one where none was made."""
    found = doc.user_data.get(_PLACE)
    return found if isinstance(found, Register) else Register()


def remember(doc: "Doc", register: Register) -> None:
    """Let :func:`register_of` answer with ``register`` for ``doc``."""
    doc.user_data[_PLACE] = register


_SEX: Final[dict[str, Sex]] = {"m": "male", "f": "female"}
_NUMBER: Final[dict[str, Number]] = {"s": "singular", "p": "plural"}


@stage("read: entities")
def enter(doc: Doc, sensitive: Sequence[Sensitive] = ()) -> Register:
    """Make the register of a text, and let :func:`sanitizer.read.who_is_who.register_of` answer with it.

    Args:
        doc: with parts of speech, sentences, a tree and named entities.
        sensitive: the sensitive entities; the mentions of one are of one entity of the register.
    """
    register = _register(doc, link(doc, named(doc, sensitive))) if doc.has_annotation("DEP") else Register()
    remember(doc, register)
    return register


def _register(doc: Doc, linked: Linked) -> Register:
    ordered = sorted(linked.clusters, key=lambda c: c.members[0])
    return Register(tuple(_entity(doc, linked, cluster, number) for number, cluster in enumerate(ordered)))


def _entity(doc: Doc, linked: Linked, cluster: Cluster, number: int) -> Entity:
    beside = _beside(linked, cluster)
    references: list[Reference] = []
    for i, margin in zip(cluster.members, cluster.margins, strict=True):
        candidate, fact = linked.candidates[i], linked.facts[i]
        name = candidate.name
        head = (candidate.head, candidate.head + 1) if name is None else (name.start, name.end)
        references.append(
            Reference(
                _span(doc, candidate.start, candidate.end),
                _span(doc, *head),
                candidate.kind,
                doc[candidate.head].dep_,
                fact.sentence,
                margin if references else math.inf,
                bool(references) and i in beside,
            )
        )
    names = [linked.candidates[i].name for i in cluster.members]
    sensitive = tuple(sorted({name.sensitive for name in names if name is not None and name.sensitive >= 0}))
    return Entity(
        number, tuple(references), cluster.person, _SEX.get(cluster.agreed), _NUMBER.get(cluster.number),
        _noun(linked, cluster, beside), sensitive,
    )  # fmt: skip


def _beside(linked: Linked, cluster: Cluster) -> frozenset[int]:
    """Return the phrases of an entity in apposition to another phrase of it, or its predicate."""
    facts, candidates = linked.facts, linked.candidates
    heads = {candidates[i].head for i in cluster.members}
    governed = {facts[i].governor for i in cluster.members if facts[i].role in {"nsubj", "nsubj:pass"}}
    return frozenset(
        i
        for i in cluster.members
        if (facts[i].role == "appos" and facts[i].governor in heads) or candidates[i].head in governed
    )


def _noun(linked: Linked, cluster: Cluster, beside: frozenset[int]) -> str:
    """Return what the text calls the entity: first a noun before its name or one set beside it, else its first noun."""
    plain = ""
    for i in cluster.members:
        candidate, fact = linked.candidates[i], linked.facts[i]
        if candidate.name is not None:
            if fact.called:
                return fact.called
        elif fact.kind == "noun" and not candidate.joined and (fact.sort == "person") == cluster.person:
            if i in beside:
                return fact.key
            plain = plain or fact.key
    return plain


def _span(doc: Doc, start: int, end: int) -> Span:
    return Span(doc[start].idx, doc[end - 1].idx + len(doc[end - 1]))
