"""Questions to any knowledge base: ancestors, common generalizations, depth, intrinsic IC, ordered
candidates.

Free functions over :class:`kb.base.KnowledgeBase`; they see the taxonomy through its four methods only.
Cycles are walked once. Intrinsic IC is a number without unit that comes from the shape of a taxonomy alone;
it ranks generalizations and never enters a disclosure risk (which is in bits, from counts).
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError, Sense


def ancestors(kb: KnowledgeBase, concept: Concept) -> list[tuple[Concept, int]]:
    """Every generalization of a concept with its distance (1 = direct), nearest first; without the concept
    itself.

    A concept that is reached on several ways has its least distance. Order within a distance is that of
    ``hypernyms``.
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
    """The ways from a concept (first) to a root (last), in the order of ``hypernyms``; at most ``limit``
    ways.
    """
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
    """All hyponyms and instances below a concept, nearest first, each once; at most ``limit`` of them."""
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
    """Whether ``other`` is the concept itself or one of its generalizations."""
    return concept.id == other.id or any(a.id == other.id for a, _ in ancestors(kb, concept))


def common_generalizations(kb: KnowledgeBase, concepts: Iterable[Concept]) -> list[Concept]:
    """The least concepts that cover all the given ones (themselves included), most specific first.

    A concept covers itself, so the answer for ``{engineer, professional}`` is ``[professional]``. Only
    minimal ones are kept: none of them generalizes another. Sorted by falling intrinsic IC, then depth, then
    id. Empty when there is none, or no concept was given.
    """
    members = list(dict.fromkeys(concepts))
    if not members:
        return []
    covers: dict[str, Concept] | None = None
    for member in members:
        up = {c.id: c for c in [member, *(a for a, _ in ancestors(kb, member))]}
        covers = up if covers is None else {id_: c for id_, c in covers.items() if id_ in up}
    assert covers is not None
    above = {a.id for c in covers.values() for a, _ in ancestors(kb, c)}
    least = [c for c in covers.values() if c.id not in above] or list(covers.values())
    return sorted(least, key=lambda c: (-intrinsic_ic(kb, c), -depth(kb, c), c.id))


def lowest_common_ancestor(kb: KnowledgeBase, concepts: Iterable[Concept]) -> Concept | None:
    """The most specific concept that covers all the given ones, None when there is none."""
    return next(iter(common_generalizations(kb, concepts)), None)


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
    """The topmost generalization (the first in the order of ``hypernyms``, where there are several)."""
    above = ancestors(kb, concept)
    return next((a for a, _ in reversed(above) if not kb.hypernyms(a)), concept)


# --- intrinsic information content --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """What the formulas need of one concept.

    ``hyponyms``: concepts below it, itself left out; ``leaves``: those of them without hyponyms (0 for a
    leaf); ``subsumers``: concepts above it and itself; ``depth``: edges on the shortest way to the root.
    """

    hyponyms: int
    leaves: int
    subsumers: int
    depth: int


@dataclass(frozen=True, slots=True)
class Extent:
    """What they need of the whole taxonomy: ``nodes``, ``leaves`` and the greatest ``depth`` of a concept."""

    nodes: int
    leaves: int
    depth: int


@runtime_checkable
class Shaped(Protocol):
    """A knowledge base that has counted itself (WordNet), or knows who has (a chain); others are walked."""

    def shape(self, concept: Concept) -> Shape | None:
        """The shape of a concept, None when it is not counted."""

    def extent(self, concept: Concept) -> Extent | None:
        """The extent of the taxonomy that holds the concept, None when it is not counted."""


def ic_seco(shape: Shape, extent: Extent) -> float:
    """Seco, Veale, Hayes (ECAI 2004, eq. 2): ``1 - log(hypo(c) + 1) / log(nodes)``; no unit, 0 at the root,
    1 at a leaf.
    """
    if extent.nodes < 2:
        return 1.0
    return max(0.0, 1.0 - log(shape.hyponyms + 1) / log(extent.nodes))


def ic_zhou(shape: Shape, extent: Extent, k: float = 0.5) -> float:
    """Zhou, Wang, Gu (FGCNS 2008, eq. 6): Seco's IC and depth, each from 0 to 1, weighted ``k`` and ``1 -
    k``; no unit.

    ``k (1 - log(hypo(c) + 1)/log(nodes)) + (1 - k) log(deep(c))/log(deep_max)``, where deep counts nodes from
    the root (1 at the root), so that its logarithm is 0 there.
    """
    deepest = log(extent.depth + 1)
    deep = log(shape.depth + 1) / deepest if deepest else 1.0
    return k * ic_seco(shape, extent) + (1 - k) * min(1.0, deep)


def ic_sanchez(shape: Shape, extent: Extent) -> float:
    """Sánchez, Batet, Isern (Knowledge-Based Systems 24, 2011, eq. 7), natural logarithm; no unit (not bits).

    ``-log((leaves(c)/subsumers(c) + 1) / (max_leaves + 1))``: 0 at the root (all leaves, one subsumer),
    ``log(max_leaves + 1)`` at a leaf, whose own leaves are none.
    """
    return max(0.0, log(extent.leaves + 1) - log(shape.leaves / shape.subsumers + 1))


def shape(kb: KnowledgeBase, concept: Concept) -> Shape:
    """The shape of a concept: as the knowledge base has counted it, else by walking up and down."""
    counted = kb.shape(concept) if isinstance(kb, Shaped) else None
    return counted if counted is not None else walked_shape(kb, concept)


def walked_shape(kb: KnowledgeBase, concept: Concept) -> Shape:
    """The shape of a concept by walking up and down (remembered): slow for a concept with many hyponyms."""
    return _walked_shape(cast(Hashable, kb), concept)


@lru_cache(maxsize=1 << 16)
def _walked_shape(kb: Any, concept: Concept) -> Shape:
    seen, stack, leaves = {concept.id}, [concept], 0
    while stack:
        parent = stack.pop()
        children = kb.hyponyms(parent)
        leaves += not children and parent.id != concept.id
        for child in children:
            if child.id not in seen:
                seen.add(child.id)
                stack.append(child)
    return Shape(len(seen) - 1, leaves, 1 + len(ancestors(kb, concept)), depth(kb, concept))


def extent(kb: KnowledgeBase, concept: Concept) -> Extent:
    """The extent of the taxonomy that holds a concept: as counted, else by walking all of it from its
    root.
    """
    counted = kb.extent(concept) if isinstance(kb, Shaped) else None
    if counted is not None:
        return counted
    top = root(kb, concept)
    counted = kb.extent(top) if isinstance(kb, Shaped) else None
    if counted is not None:
        return counted
    return walked_extent(cast(Hashable, kb), top)


@lru_cache(maxsize=16)
def walked_extent(kb: Any, top: Concept) -> Extent:
    """The extent of the taxonomy under ``top`` by walking
    (remembered for the base ``kb``). Depth: the greatest of the shortest
    ways.
    """
    nodes, leaves, steps = 0, 0, -1
    seen, level = {top.id}, [top]
    while level:
        steps += 1
        below: dict[str, Concept] = {}
        for parent in level:
            nodes += 1
            children = kb.hyponyms(parent)
            leaves += not children
            below.update((c.id, c) for c in children if c.id not in seen)
        seen.update(below)
        level = list(below.values())
    return Extent(nodes, leaves, steps)


def intrinsic_ic(kb: KnowledgeBase, concept: Concept) -> float:
    """Intrinsic IC of a concept, :func:`ic_sanchez`: no unit, for ranking only. Never rises going up.

    In a chain, a concept that WordNet does not own is counted by its own base alone, which can be far smaller
    than what lies above it; there the greatest value of its ancestors is the least that it can have.
    """
    own = ic_sanchez(shape(kb, concept), extent(kb, concept))
    if isinstance(kb, Shaped) and kb.shape(concept) is None:
        for above, _ in ancestors(kb, concept):
            counted, size = kb.shape(above), kb.extent(above)
            if counted is not None and size is not None:
                own = max(own, ic_sanchez(counted, size))
    return own


# --- candidates ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generalization of a phrase: ``concept`` lies ``distance`` edges above the ``sense`` (number
    ``rank``).

    ``readable`` is False for concepts that no reader would understand ("physical entity"): kept as last
    resort.
    """

    concept: Concept
    sense: Sense
    rank: int
    distance: int
    readable: bool


def candidates(kb: KnowledgeBase, phrase: str) -> list[Candidate]:
    """The generalizations of a phrase over all senses, in one ordered set.

    Readable ones first; then by sense (most usual first), then by distance. Each concept comes once, with the
    first sense that leads to it. A concept whose label is the phrase itself is left out: it would tell
    nothing less.
    """
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


def readable(concept: Concept) -> bool:
    """Whether a reader would understand the concept in a sentence: it is not in :func:`readerless`, and no group of the
    classification of occupations that only lists what is in it ("driver or mobile plant operator")."""
    return concept.id not in readerless() and not (
        concept.id.startswith("job:isco.") and " or " in concept.label
    )


@cache
def readerless() -> frozenset[str]:
    """Ids of concepts kept as last resort, read one by one from WordNet's upper levels: those that nobody says in
    a sentence ("causal agent"), those whose label reads as something else there ("state"), and judgements on people.

    Raises KnowledgeBaseError when the file of the package is missing or damaged.
    """
    path = Path(__file__).parent / "data" / "readerless.txt"
    try:
        return frozenset(path.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError) as error:
        raise KnowledgeBaseError(f"{path} is missing or damaged ({error}); reinstall the package") from None
