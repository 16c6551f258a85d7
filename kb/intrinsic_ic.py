"""Information content from the shape of a taxonomy alone: how many concepts lie below one, how deep it lies.

A number without unit: it ranks generalizations (:func:`common_generalizations`) and never enters a disclosure risk,
which is in bits, from counts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log
from typing import Final, Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

from kb.base import Concept, KnowledgeBase
from kb.taxonomy import ancestors, depth, root


def common_generalizations(kb: KnowledgeBase, concepts: Iterable[Concept]) -> list[Concept]:
    """Return the least concepts that cover all the given ones (themselves included), most specific first.

    A concept covers itself, so the answer for ``{engineer, professional}`` is ``[professional]``. Only minimal ones are
    kept: none of them generalizes another. Sorted by falling intrinsic IC, then depth, then id. Empty when there is
    none, or no concept was given."""
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
    """Return the most specific concept that covers all the given ones, None when there is none."""
    return next(iter(common_generalizations(kb, concepts)), None)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the formulas need of one concept.

    ``hyponyms``: concepts below it, itself left out; ``leaves``: those of them without hyponyms (0 for a leaf);
    ``subsumers``: concepts above it and itself; ``depth``: edges on the shortest way to the root."""

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
        """Return the shape of a concept, None when it is not counted."""

    def extent(self, concept: Concept) -> Extent | None:
        """Return the extent of the taxonomy that holds the concept, None when it is not counted."""


def ic_seco(shape: Shape, extent: Extent) -> float:
    """Seco, Veale, Hayes (ECAI 2004, eq. 2): ``1 - log(hypo(c) + 1) / log(nodes)``; no unit, 0 at the root, 1 at a
    leaf."""
    if extent.nodes < 2:
        return 1.0
    return max(0.0, 1.0 - log(shape.hyponyms + 1) / log(extent.nodes))


def ic_zhou(shape: Shape, extent: Extent, k: float = 0.5) -> float:
    """Zhou, Wang, Gu (FGCNS 2008, eq. 6): Seco's IC and depth, each from 0 to 1, weighted ``k`` and ``1 - k``; no unit.

    ``k (1 - log(hypo(c) + 1)/log(nodes)) + (1 - k) log(deep(c))/log(deep_max)``, where deep counts nodes from the root
    (1 at the root), so that its logarithm is 0 there."""
    deepest = log(extent.depth + 1)
    deep = log(shape.depth + 1) / deepest if deepest else 1.0
    return k * ic_seco(shape, extent) + (1 - k) * min(1.0, deep)


def ic_sanchez(shape: Shape, extent: Extent) -> float:
    """Sánchez, Batet, Isern (Knowledge-Based Systems 24, 2011, eq. 7), natural logarithm; no unit (not bits).

    ``-log((leaves(c)/subsumers(c) + 1) / (max_leaves + 1))``: 0 at the root (all leaves, one subsumer),
    ``log(max_leaves + 1)`` at a leaf, whose own leaves are none."""
    return max(0.0, log(extent.leaves + 1) - log(shape.leaves / shape.subsumers + 1))


T = TypeVar("T")

_REMEMBERED: Final = 1 << 16
_SHAPES: Final[WeakKeyDictionary[KnowledgeBase, dict[Concept, Shape]]] = WeakKeyDictionary()
_EXTENTS: Final[WeakKeyDictionary[KnowledgeBase, dict[Concept, Extent]]] = WeakKeyDictionary()


def shape(kb: KnowledgeBase, concept: Concept) -> Shape:
    """Return the shape of a concept: as the knowledge base has counted it, else by walking up and down."""
    counted = kb.shape(concept) if isinstance(kb, Shaped) else None
    return counted if counted is not None else walked_shape(kb, concept)


def walked_shape(kb: KnowledgeBase, concept: Concept) -> Shape:
    """Return the shape of a concept by walking up and down (remembered with the base): slow for one with many
    hyponyms."""
    return _once(_SHAPES, kb, concept, _walk)


def _once(
    memory: WeakKeyDictionary[KnowledgeBase, dict[Concept, T]],
    kb: KnowledgeBase,
    concept: Concept,
    walk: Callable[[KnowledgeBase, Concept], T],
) -> T:
    """Return what a walk says, remembered as long as the base lives, where it can be referred to weakly."""
    try:
        known = memory.setdefault(kb, {})
    except TypeError:
        return walk(kb, concept)
    if concept not in known:
        if len(known) >= _REMEMBERED:
            known.clear()
        known[concept] = walk(kb, concept)
    return known[concept]


def _walk(kb: KnowledgeBase, concept: Concept) -> Shape:
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
    """Return the extent of the taxonomy that holds a concept: as counted, else by walking all of it from its root."""
    counted = kb.extent(concept) if isinstance(kb, Shaped) else None
    if counted is not None:
        return counted
    top = root(kb, concept)
    counted = kb.extent(top) if isinstance(kb, Shaped) else None
    if counted is not None:
        return counted
    return _once(_EXTENTS, kb, top, _walk_all)


def _walk_all(kb: KnowledgeBase, top: Concept) -> Extent:
    """Return the extent of the taxonomy under ``top``. Depth: the greatest of the shortest ways."""
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

    In a chain, a concept that WordNet does not own is counted by its own base alone, which can be far smaller than what
    lies above it; there the greatest value of its ancestors is the least that it can have."""
    own = ic_sanchez(shape(kb, concept), extent(kb, concept))
    if isinstance(kb, Shaped) and kb.shape(concept) is None:
        for above, _ in ancestors(kb, concept):
            counted, size = kb.shape(above), kb.extent(above)
            if counted is not None and size is not None:
                own = max(own, ic_sanchez(counted, size))
    return own
