"""Walk the taxonomy of any knowledge base: what is above and below a concept, which generalizations a phrase has.

Free functions over :class:`kb.base.KnowledgeBase`; they see the taxonomy through its four methods only. Cycles are
walked once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError, Sense


def ancestors(kb: KnowledgeBase, concept: Concept) -> list[tuple[Concept, int]]:
    """Return every generalization of a concept with its distance (1 = direct), nearest first; without the concept
    itself.

    A concept that is reached on several ways has its least distance. Order within a distance is that of ``hypernyms``.
    """
    seen = {concept.id}
    found: list[tuple[Concept, int]] = []
    level, distance = [concept], 0
    while level:
        distance += 1
        above: list[Concept] = []
        for child in level:
            for parent in kb.hypernyms(child):
                if parent.id not in seen:
                    seen.add(parent.id)
                    above.append(parent)
        found += [(parent, distance) for parent in above]
        level = above
    return found


def chains(kb: KnowledgeBase, concept: Concept, limit: int = 16) -> list[list[Concept]]:
    """Return the ways from a concept (first) to a root (last), in the order of ``hypernyms``; at most ``limit``
    ways."""
    found: list[list[Concept]] = []
    stack = [[concept]]
    while stack and len(found) < limit:
        way = stack.pop()
        above = [p for p in kb.hypernyms(way[-1]) if p not in way]
        if above:
            stack += [[*way, p] for p in reversed(above)]
        else:
            found.append(way)
    return found


def closure(kb: KnowledgeBase, concept: Concept, limit: int | None = None) -> Iterator[Concept]:
    """Yield all hyponyms and instances below a concept, nearest first, each once; at most ``limit`` of them."""
    seen = {concept.id}
    level = [concept]
    given = 0
    while level:
        below: list[Concept] = []
        for parent in level:
            for child in kb.hyponyms(parent):
                if child.id not in seen:
                    if given == limit:
                        return
                    seen.add(child.id)
                    below.append(child)
                    given += 1
                    yield child
        level = below


def is_a(kb: KnowledgeBase, concept: Concept, other: Concept) -> bool:
    """Return whether ``other`` is the concept itself or one of its generalizations."""
    return concept.id == other.id or any(a.id == other.id for a, _ in ancestors(kb, concept))


def depth(kb: KnowledgeBase, concept: Concept) -> int:
    """Edges on the shortest way from a concept to a root (0 at a root)."""
    seen, level, steps = {concept.id}, [concept], 0
    while level:
        above: list[Concept] = []
        for child in level:
            parents = kb.hypernyms(child)
            if not parents:
                return steps
            above += [p for p in parents if p.id not in seen]
            seen.update(p.id for p in parents)
        level, steps = above, steps + 1
    return steps


def root(kb: KnowledgeBase, concept: Concept) -> Concept:
    """Return the topmost generalization (the first in the order of ``hypernyms``, where there are several)."""
    above = ancestors(kb, concept)
    return next((a for a, _ in reversed(above) if not kb.hypernyms(a)), concept)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generalization of a phrase: ``concept`` lies ``distance`` edges above the ``sense`` (number ``rank``).

    ``readable`` is False for concepts that no reader would understand ("physical entity"): kept as last resort."""

    concept: Concept
    sense: Sense
    rank: int
    distance: int
    readable: bool


def candidates(kb: KnowledgeBase, phrase: str) -> list[Candidate]:
    """Return the generalizations of a phrase over all senses, in one ordered set.

    Readable ones first; then by sense (most usual first), then by distance. Each concept comes once, with the first
    sense that leads to it. A concept whose label is the phrase itself is left out: it would tell nothing less."""
    return candidates_of(kb, kb.senses(phrase), phrase)


def candidates_of(kb: KnowledgeBase, senses: Sequence[Sense], phrase: str = "") -> list[Candidate]:
    """As :func:`candidates`, for given senses (those of the right entity class, say)."""
    found: dict[str, Candidate] = {}
    same = phrase.casefold()
    for rank, sense in enumerate(senses):
        for concept, distance in ancestors(kb, sense.concept):
            if concept.id not in found and concept.label.casefold() != same:
                found[concept.id] = Candidate(concept, sense, rank, distance, readable(concept))
    return sorted(found.values(), key=lambda c: (not c.readable, c.rank, c.distance))


_LISTING: Final = (" or ", " and ", ",", "associate professional")
"""What the names of groups of occupations hold that nobody would say of one."""
_DIVISIONS: Final = frozenset({"doid:7", "doid:14566"})
"""Divisions of the ontology of diseases that nobody names: of anatomical entities, of cellular proliferation."""


def readable(concept: Concept) -> bool:
    """Return whether a reader would understand the concept in a sentence: it is not in :func:`readerless`, and no
    group of the classification of occupations that only lists what is in it ("driver or mobile plant operator"), or
    that only the classification calls so ("associate professional")."""
    if concept.id in readerless() or concept.id in _DIVISIONS:
        return False
    listing = any(mark in concept.label for mark in _LISTING)
    return not (listing and is_group(concept))


def is_group(concept: Concept) -> bool:
    """Return whether a concept is a group of the classification of occupations."""
    return concept.id.startswith("job:isco.")


@cache
def readerless() -> frozenset[str]:
    """Return ids of concepts kept as last resort, read one by one from WordNet's upper levels: those that nobody
    says in a sentence ("causal agent"), those whose label reads as something else there ("state"), and judgements
    on people.

    Raises KnowledgeBaseError when the file of the package is missing or damaged."""
    path = Path(__file__).parent / "data" / "readerless.txt"
    try:
        return frozenset(path.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError) as error:
        raise KnowledgeBaseError(f"{path} is missing or damaged ({error}); reinstall the package") from None
