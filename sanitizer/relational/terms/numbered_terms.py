"""Number the terms of a table: the same words are one term, whatever they were taken for in each text."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Final, TypeAlias

from sanitizer.relational.terms.parts import HERE, Words
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


def collect(
    cells: Mapping[Cell, tuple[TermSpan, ...]],
    texts: Callable[[Cell], str],
    counted: Callable[[Iterable[Words]], Iterable[tuple[Words, int]]] = HERE.counted,
) -> Terms:
    """Give numbers to the quasi-identifying terms; the first spelling in the order of cells represents a term, of a
    common noun one in small letters, of an amount one in the plural.

    The same words are one term, whatever they were taken for in each text: the type that most mentions have (the first
    by name among equals) is that of all, so that classes can share the term. The mentions of each kind and spelling
    are `counted`.
    """
    votes: dict[str, Counter[_Type]] = {}
    spelled: dict[str, list[str]] = {}
    for (entity_class, type_, word, text, surface), count in counted(_mentioned(cells, texts)):
        votes.setdefault(text, Counter())[entity_class, type_, word] += count
        spelled.setdefault(text, []).append(surface)
    won = {text: min(of, key=lambda v: (-of[v], v)) for text, of in votes.items()}
    types = {TermKey(of[0], text): of[1] for text, of in won.items()}
    keys = tuple(sorted(types))
    surfaces = (_in_a_list(k, _spelling(k, spelled[k.text])) for k in keys)
    several = {text: of for text, of in won.items() if len(votes[text]) > 1}
    return Terms(_Told(cells, several), keys, tuple(types[k] for k in keys), tuple(surfaces))


_Type: TypeAlias = tuple[str, str, str]
"""Class, type and type word of a term."""


def _mentioned(cells: Mapping[Cell, tuple[TermSpan, ...]], texts: Callable[[Cell], str]) -> Iterator[Words]:
    """Yield class, type, type word, folded words and spelling of each quasi-identifying mention."""
    for cell in sorted(cells):
        spans = [s for s in cells[cell] if s.kind is TermKind.QUASI]
        text = texts(cell) if spans else ""
        yield from ((s.key.entity_class, s.type, s.word, s.key.text, s.span.of(text)) for s in spans)


def _spelling(key: TermKey, spellings: Sequence[str]) -> str:
    """Return the one that represents the term, of its distinct spellings in their order."""
    if key.entity_class not in _SPELLED:
        return spellings[0]
    return reduce(partial(_better, key), spellings)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Told(Mapping[Cell, tuple[TermSpan, ...]]):
    """The spans of texts, with one class, type and type word for each text of a key (where it has ``several``)."""

    cells: Mapping[Cell, tuple[TermSpan, ...]]
    several: Mapping[str, _Type]

    def __getitem__(self, cell: Cell) -> tuple[TermSpan, ...]:
        return tuple(map(self._told, self.cells[cell]))

    def _told(self, s: TermSpan) -> TermSpan:
        if s.kind is not TermKind.QUASI or s.key.text not in self.several:
            return s
        entity_class, type_, word = self.several[s.key.text]
        return replace(s, type=type_, word=word, key=TermKey(entity_class, s.key.text))

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)
