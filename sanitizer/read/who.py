"""Enter who is who of a text into its register: entities from linked phrases, with sex, number and what they are."""

import math
from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc

from sanitizer.common.timing import stage
from sanitizer.read.coreference import Cluster, Linked, link
from sanitizer.read.naming import named
from sanitizer.read.register import Entity, Number, Reference, Register, Sex, remember
from sanitizer.read.sensitive import Sensitive
from sanitizer.types import Span

_SEX: Final[dict[str, Sex]] = {"m": "male", "f": "female"}
_NUMBER: Final[dict[str, Number]] = {"s": "singular", "p": "plural"}


@stage("read: entities")
def enter(doc: Doc, sensitive: Sequence[Sensitive] = ()) -> Register:
    """Make the register of a text, and let :func:`sanitizer.read.register.register_of` answer with it.

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
    """The phrases of an entity in apposition to another phrase of it, or its predicate."""
    facts, candidates = linked.facts, linked.candidates
    heads = {candidates[i].head for i in cluster.members}
    governed = {facts[i].governor for i in cluster.members if facts[i].role in {"nsubj", "nsubj:pass"}}
    return frozenset(
        i
        for i in cluster.members
        if (facts[i].role == "appos" and facts[i].governor in heads) or candidates[i].head in governed
    )


def _noun(linked: Linked, cluster: Cluster, beside: frozenset[int]) -> str:
    """What the text calls the entity: first a noun before its name or one set beside it, else its first noun."""
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
