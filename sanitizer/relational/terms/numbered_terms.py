"""Number the terms of a table: the same words are one term, whatever they were taken for in each text."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sanitizer.relational.terms.terms import Cell, TermKey, TermKind, TermSpan
from sanitizer.text.inflection import singular
from sanitizer.text.lexicon import common_words
from sanitizer.types import EntityClass


@dataclass(frozen=True, slots=True)
class Terms:
    """All terms of a table: ``cells`` gives the spans of each text, ``keys`` the distinct quasi-identifying terms
    (sorted; their place is the term number), ``types`` and ``surfaces`` one fine type and spelling of each."""

    cells: Mapping[Cell, tuple[TermSpan, ...]]
    keys: tuple[TermKey, ...]
    types: tuple[str, ...]
    surfaces: tuple[str, ...]

    def number(self) -> dict[TermKey, int]:
        """Term number of each key."""
        return {key: i for i, key in enumerate(self.keys)}

    def spans(self, kind: TermKind) -> Iterator[TermSpan]:
        """Return all spans of a kind."""
        return (s for spans in self.cells.values() for s in spans if s.kind is kind)


def collect(cells: Mapping[Cell, tuple[TermSpan, ...]], texts: Callable[[Cell], str]) -> Terms:
    """Give numbers to the quasi-identifying terms; the first spelling in the order of cells represents a term, of a
    common noun one in small letters, of an amount one in the plural.

    The same words are one term, whatever they were taken for in each text: the type that most mentions have (the first
    by name among equals) is that of all, so that classes can share the term.
    """
    cells = _one_type(cells)
    types: dict[TermKey, str] = {}
    surfaces: dict[TermKey, str] = {}
    for cell in sorted(cells):
        for s in cells[cell]:
            if s.kind is TermKind.QUASI and s.key not in types:
                types[s.key] = s.type
                surfaces[s.key] = s.span.of(texts(cell))
            elif s.kind is TermKind.QUASI and s.key.entity_class in _SPELLED:
                surfaces[s.key] = _better(s.key, surfaces[s.key], s.span.of(texts(cell)))
    keys = tuple(sorted(types))
    return Terms(cells, keys, tuple(types[k] for k in keys), tuple(_in_a_list(k, surfaces[k]) for k in keys))


_SPELLED: Final = (EntityClass.DEM, EntityClass.DATETIME, EntityClass.QUANTITY)


def _better(key: TermKey, first: str, other: str) -> str:
    """Return the spelling that stands anywhere in a sentence: in small letters, and a unit in the plural ("2 hour"
    stands before a noun alone)."""
    if key.entity_class == EntityClass.DEM:
        return other if other.islower() and not first.islower() else first
    unit = singular(other.rsplit(" ", 1)[-1])
    return other if unit is not None and re.split(r"[\W\d_]", first)[-1] == unit else first


def _in_a_list(key: TermKey, surface: str) -> str:
    """Return a spelling as it stands within a sentence: an occupation or illness that has the capital of a first
    word in all texts of the table, in small letters."""
    small = surface.lower()
    plain = key.entity_class == EntityClass.DEM and surface == small.capitalize() and small in common_words()
    return small if plain else surface


def _one_type(cells: Mapping[Cell, tuple[TermSpan, ...]]) -> Mapping[Cell, tuple[TermSpan, ...]]:
    """Return the same cells with one class, type and type word for each text of a key."""
    votes: dict[str, Counter[tuple[str, str, str]]] = {}
    for spans in cells.values():
        for s in spans:
            if s.kind is TermKind.QUASI:
                votes.setdefault(s.key.text, Counter())[s.key.entity_class, s.type, s.word] += 1
    won = {text: min(of, key=lambda v: (-of[v], v)) for text, of in votes.items() if len(of) > 1}

    def told(s: TermSpan) -> TermSpan:
        if s.kind is not TermKind.QUASI or s.key.text not in won:
            return s
        entity_class, type_, word = won[s.key.text]
        return replace(s, type=type_, word=word, key=TermKey(entity_class, s.key.text))

    return _Told(cells, told)


@dataclass(frozen=True, slots=True, eq=False)
class _Told(Mapping[Cell, tuple[TermSpan, ...]]):
    """The spans of texts, each changed when it is asked for."""

    cells: Mapping[Cell, tuple[TermSpan, ...]]
    told: Callable[[TermSpan], TermSpan]

    def __getitem__(self, cell: Cell) -> tuple[TermSpan, ...]:
        return tuple(map(self.told, self.cells[cell]))

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)
