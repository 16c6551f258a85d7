"""Taxonomy functions on eleven concepts small enough to hold in the head; every number can be redone by hand.

        thing
       /     \\
    being    place
    /   \\     /  \\
 person animal city port        engineer, doctor: person; dog: animal
  / \\     |      \\ /
 e   d   dog   barcelona
"""

from collections.abc import Mapping, Sequence
from math import isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import Concept, KnowledgeBase, Sense
from kb.intrinsic_ic import (
    Extent,
    Shape,
    common_generalizations,
    extent,
    ic_sanchez,
    ic_seco,
    ic_zhou,
    intrinsic_ic,
    lowest_common_ancestor,
    shape,
)
from kb.taxonomy import ancestors, candidates, chains, closure, depth, is_a, readable, readerless, root
from tests.contracts.knowledge import KnowledgeContract

ABOVE = {
    "thing": (),
    "being": ("thing",),
    "place": ("thing",),
    "person": ("being",),
    "animal": ("being",),
    "city": ("place",),
    "port": ("place",),
    "engineer": ("person",),
    "doctor": ("person",),
    "dog": ("animal",),
    "barcelona": ("city", "port"),
}


class Tiny:
    """A knowledge base over a table of parents."""

    name = "tiny:1"
    prefix = "t"

    def __init__(self, above: Mapping[str, Sequence[str]] = ABOVE) -> None:
        self.above = above

    def senses(self, phrase: str) -> Sequence[Sense]:
        word = phrase.lower()
        return [Sense(concept(word), word == "barcelona", "", 1.0)] if word in self.above else []

    def hypernyms(self, concept_: Concept) -> Sequence[Concept]:
        return [concept(p) for p in self.above.get(concept_.id[2:], ())]

    def hyponyms(self, concept_: Concept) -> Sequence[Concept]:
        return [concept(c) for c, above in self.above.items() if concept_.id[2:] in above]

    def lemmas(self, concept_: Concept) -> Sequence[str]:
        return [concept_.id[2:]] if concept_.id[2:] in self.above else []


def concept(word: str) -> Concept:
    return Concept(f"t:{word}", word)


@pytest.fixture
def tiny() -> Tiny:
    return Tiny()


class TestTinyContract(KnowledgeContract):
    phrases = ("barcelona", "engineer")

    @pytest.fixture
    def base(self, tiny: Tiny) -> KnowledgeBase:
        return tiny


def _labels(found: Sequence[Concept]) -> list[str]:
    return [c.label for c in found]


def test_ancestors_with_least_distance(tiny: Tiny) -> None:
    found = [(a.label, d) for a, d in ancestors(tiny, concept("barcelona"))]
    assert found == [("city", 1), ("port", 1), ("place", 2), ("thing", 3)]


def test_chains(tiny: Tiny) -> None:
    assert [_labels(way) for way in chains(tiny, concept("barcelona"))] == [
        ["barcelona", "city", "place", "thing"],
        ["barcelona", "port", "place", "thing"],
    ]
    assert len(chains(tiny, concept("barcelona"), limit=1)) == 1


def test_closure_and_limit(tiny: Tiny) -> None:
    assert _labels(list(closure(tiny, concept("being")))) == ["person", "animal", "engineer", "doctor", "dog"]
    assert _labels(list(closure(tiny, concept("place")))) == ["city", "port", "barcelona"]
    assert len(list(closure(tiny, concept("thing"), limit=4))) == 4


def test_common_generalizations(tiny: Tiny) -> None:
    def lowest(*words: str) -> str | None:
        found = lowest_common_ancestor(tiny, [concept(w) for w in words])
        return found.label if found else None

    assert lowest("engineer", "doctor") == "person"
    assert lowest("engineer", "dog") == "being"
    assert lowest("engineer", "person") == "person"
    assert lowest("barcelona") == "barcelona"
    assert lowest("barcelona", "dog", "engineer") == "thing"
    assert lowest() is None
    assert _labels(common_generalizations(tiny, [concept("city"), concept("port")])) == ["place"]
    two = Tiny({**ABOVE, "valencia": ("city", "port")})
    assert _labels(common_generalizations(two, [concept("barcelona"), concept("valencia")])) == [
        "city",
        "port",
    ]
    split = Tiny({"a": (), "b": ()})
    assert common_generalizations(split, [concept("a"), concept("b")]) == []


def test_depth_root_is_a(tiny: Tiny) -> None:
    assert [depth(tiny, concept(w)) for w in ("thing", "place", "city", "barcelona")] == [0, 1, 2, 3]
    assert root(tiny, concept("dog")).label == "thing"
    assert is_a(tiny, concept("dog"), concept("being"))
    assert is_a(tiny, concept("dog"), concept("dog"))
    assert not is_a(tiny, concept("dog"), concept("place"))


def test_cycles_end() -> None:
    ring = Tiny({"a": ("b",), "b": ("c",), "c": ("a",)})
    assert [(c.label, d) for c, d in ancestors(ring, concept("a"))] == [("b", 1), ("c", 2)]
    assert _labels(list(closure(ring, concept("a")))) == ["c", "b"]
    assert [_labels(w) for w in chains(ring, concept("a"))] == [["a", "b", "c"]]
    assert depth(ring, concept("a")) >= 0


def test_shape_by_hand(tiny: Tiny) -> None:
    """place: below it city, port, barcelona; one leaf; above it thing. 11 nodes, 4 leaves, 3 edges deep."""
    assert shape(tiny, concept("place")) == Shape(hyponyms=3, leaves=1, subsumers=2, depth=1)
    assert shape(tiny, concept("being")) == Shape(hyponyms=5, leaves=3, subsumers=2, depth=1)
    assert shape(tiny, concept("barcelona")) == Shape(hyponyms=0, leaves=0, subsumers=5, depth=3)
    assert extent(tiny, concept("dog")) == Extent(nodes=11, leaves=4, depth=3)


def test_intrinsic_ic_by_hand(tiny: Tiny) -> None:
    place, size = shape(tiny, concept("place")), extent(tiny, concept("place"))
    assert isclose(ic_seco(place, size), 1 - log(4) / log(11))
    assert isclose(ic_zhou(place, size), 0.5 * (1 - log(4) / log(11)) + 0.5 * log(2) / log(4))
    assert isclose(ic_zhou(place, size, k=1), ic_seco(place, size))
    assert isclose(ic_sanchez(place, size), -log((1 / 2 + 1) / (4 + 1)))
    assert isclose(intrinsic_ic(tiny, concept("being")), -log((3 / 2 + 1) / 5))
    top, leaf = shape(tiny, concept("thing")), shape(tiny, concept("dog"))
    assert (ic_seco(top, size), ic_zhou(top, size), ic_sanchez(top, size)) == (0, 0, 0)
    assert isclose(ic_seco(leaf, size), 1)
    assert isclose(ic_zhou(leaf, size), 1)
    assert isclose(ic_sanchez(leaf, size), log(5))


def test_candidates_are_ordered_and_once(tiny: Tiny) -> None:
    assert [(c.concept.label, c.distance) for c in candidates(tiny, "Barcelona")] == [
        ("city", 1),
        ("port", 1),
        ("place", 2),
        ("thing", 3),
    ]
    assert candidates(tiny, "nowhere") == []


def test_readerless_concepts_come_last() -> None:
    class Wordy(Tiny):
        def hypernyms(self, concept_: Concept) -> Sequence[Concept]:
            if concept_.label == "dog":
                return [Concept("wn:organism.n.01", "organism"), concept("animal")]
            return super().hypernyms(concept_)

    found = candidates(Wordy(), "dog")
    assert [c.concept.label for c in found] == ["animal", "being", "thing", "organism"]
    assert [c.readable for c in found] == [True, True, True, False]
    assert not readable(Concept("wn:entity.n.01", "entity"))
    assert "wn:entity.n.01" in readerless() and "animal" not in readerless()


@st.composite
def _taxonomies(draw: st.DrawFn) -> Tiny:
    """Draw a tree: each word's parents have smaller numbers, and 0 is the only root."""
    size = draw(st.integers(2, 14))
    above = {"0": ()} | {
        str(i): tuple(map(str, sorted(draw(st.sets(st.integers(0, i - 1), min_size=1, max_size=3)))))
        for i in range(1, size)
    }
    return Tiny(above)


@given(_taxonomies())
def test_ic_never_rises_going_up_and_common_ones_cover(taxonomy: Tiny) -> None:
    words = list(taxonomy.above)
    size = extent(taxonomy, concept("0"))
    assert size.nodes == len(words)
    for word in words:
        here = shape(taxonomy, concept(word))
        for above, _ in ancestors(taxonomy, concept(word)):
            there = shape(taxonomy, above)
            assert ic_sanchez(there, size) <= ic_sanchez(here, size) + 1e-12
            assert ic_seco(there, size) <= ic_seco(here, size) + 1e-12
    pair = [concept(words[-1]), concept(words[len(words) // 2])]
    for common in common_generalizations(taxonomy, pair):
        assert all(is_a(taxonomy, member, common) for member in pair)
        assert not any(
            is_a(taxonomy, other, common) and other != common
            for other in map(concept, words)
            if all(is_a(taxonomy, member, other) for member in pair)
        )
