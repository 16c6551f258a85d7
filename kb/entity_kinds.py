"""Kinds of named entities: what each is called, which is wider, and where it hangs in WordNet."""

from functools import cached_property
from typing import NamedTuple

from kb.lookup import Strings, name_key


class Kind(NamedTuple):
    """One kind of entities."""

    label: str
    parent: str  # the wider kind's label, or ""
    synset: str
    entity_class: str  # of its members
    synset_label: str
    same: bool  # the label is a word of the synset


class Kinds:
    """The kinds of a compiled file, one string each."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings

    @cached_property
    def all(self) -> list[Kind]:
        """All kinds, in the order of their numbers."""
        cells = (self._strings[i].split("\t") for i in range(len(self._strings)))
        return [Kind(c[0], c[1], c[2], c[3], c[4], c[5] == "=") for c in cells]

    @cached_property
    def by_label(self) -> dict[str, Kind]:
        """The kind of a label."""
        return {kind.label: kind for kind in self.all}

    @cached_property
    def by_key(self) -> dict[str, Kind]:
        """The kind of a normal form of a label (:func:`kb.lookup.name_key`)."""
        return {name_key(kind.label): kind for kind in self.all}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of the kind of a label."""
        return {kind.label: i for i, kind in enumerate(self.all)}

    @cached_property
    def children(self) -> dict[str, list[Kind]]:
        """The narrower kinds of a label."""
        children: dict[str, list[Kind]] = {}
        for kind in self.all:
            if kind.parent:
                children.setdefault(kind.parent, []).append(kind)
        return children

    @cached_property
    def by_synset(self) -> dict[str, list[Kind]]:
        """The kinds right below a synset of WordNet."""
        found: dict[str, list[Kind]] = {}
        for kind in self.all:
            if not kind.parent:
                found.setdefault(kind.synset, []).append(kind)
        return found
