"""Named entities of the encyclopedia: what kinds of thing each is, its nation and its period.

Ids: ``ent:123.Steve Wozniak`` (an entity) and ``ent:/US/20th-century/computer programmer`` (a class; nation and period
may be empty). Nation and period are facets: a class has above it the same without the period, without the nation, with
the continent for the nation, and with the wider kind, so that a generalization may keep one and drop another:
"20th-century American businessman" -> "American businessman" -> "businessman" (WordNet's from there on)."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kb.base import Concept, Sense
from kb.lookup import Name, NameIndex, Strings, name_key, read_arrays


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


DEFAULT_PATH = Path(__file__).with_name("data") / "entities.npz"

_BRACKET = re.compile(r"\s*\([^()]*\)$|\)$")

_CONTINENTS = {
    "+AF": "African",
    "+AS": "Asian",
    "+EU": "European",
    "+NA": "North American",
    "+SA": "South American",
}


class Entities:
    """The compiled entities as a knowledge base; see the module for its ids."""

    name = "wikipedia-entities:2019-07"
    prefix = "ent"

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        arrays = read_arrays(
            path, ["names_blob", "hashes", "rows", "kinds", "nations", "periods", "weights", "kind_blob"]
        )
        self._names = Strings(arrays["names_blob"], arrays["names_ends"])
        self._index = NameIndex(arrays["hashes"], arrays["rows"])
        self._of_row: npt.NDArray[np.int16] = arrays["kinds"]
        self._nations = arrays["nations"]
        self._nations_known: dict[str, tuple[str, ...]] = {}  # of kinds, as they were asked for
        self._facets_known: dict[int, tuple[tuple[int, str, str], ...]] = {}
        self._periods = arrays["periods"]
        self._weights = arrays["weights"]
        self._kinds = Kinds(Strings(arrays["kind_blob"], arrays["kind_ends"]))
        self._nation_codes = arrays["nation_codes"]
        self._nation_labels = arrays["nation_labels"]
        self._period_names = arrays["period_names"]

    def __len__(self) -> int:
        """Return how many entities."""
        return len(self._names)

    # The Protocol

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the entities of that name, those with the most categories first, then the kind of that name."""
        return self.senses_of(Name(phrase))

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the same of a name (:class:`kb.lookup.TakesNames`)."""
        phrase = name.phrase
        rows = sorted(self._index.bearing(name), key=lambda row: -int(self._weights[row]))
        if not phrase.casefold().startswith("the "):
            rows = [row for row in rows if not self._is_work_with_article(row)]
        if not rows and phrase.endswith(")"):
            # A title with its year.
            return [s for s in self.senses(_BRACKET.sub("", phrase)) if s.instance]
        found = [self._entity_sense(row) for row in rows]
        for form in name.keys:
            kind = self._kinds.by_key.get(form)
            if kind is not None and not kind.same:
                of_class = "DEM" if kind.entity_class == "PERSON" else ""
                found.append(Sense(self._class_concept("", "", kind.label), False, of_class, 0.0))
                break
        return found

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the kinds of an entity with its nation and period; above a class, one facet less each."""
        if concept.prefix != self.prefix:
            return ()
        parts = self._parts(concept)
        if parts is not None:
            return self._wider(*parts)
        row = self._row(concept)
        if row is None:
            return ()
        nation, period = self._facets(row)
        return [self._class_concept(nation, period, kind.label) for kind in self._kinds_of(row)]

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the narrower classes and the entities right below a class, or below a WordNet concept."""
        if concept.prefix == "wn":
            below: list[Concept] = []
            for kind in self._kinds.by_synset.get(concept.id.removeprefix("wn:"), ()):
                below += self._below("", "", kind) if kind.same else [self._class_concept("", "", kind.label)]
            return list(dict.fromkeys(below))
        parts = self._parts(concept)
        if parts is None or parts[2] not in self._kinds.by_label:
            return ()
        return self._below(parts[0], parts[1], self._kinds.by_label[parts[2]])

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the names of an entity, or the label of a class."""
        if concept.prefix != self.prefix:
            return ()
        parts = self._parts(concept)
        if parts is not None:
            return (self._label(*parts),) if parts[2] in self._kinds.by_label else ()
        row = self._row(concept)
        return () if row is None else self._names[row].split("\t")

    def _is_work_with_article(self, row: int) -> bool:
        """Return whether the article is part of the name: "Titanic" is not the album "The Titanic"."""
        of_class = self._kinds.all[int(self._of_row[row, 0])].entity_class
        names = self._names[row].split("\t")
        return of_class == "MISC" and all(name.startswith("The ") for name in names)

    # Ids

    def concept(self, row: int) -> Concept:
        """Return the concept of a row, 0 to len - 1."""
        name = self._names[row].partition("\t")[0]
        return Concept(f"ent:{row}.{name}", name)

    def _row(self, concept: Concept) -> int | None:
        number = concept.id.removeprefix("ent:").partition(".")[0]
        return int(number) if number.isdigit() and int(number) < len(self) else None

    def _class_concept(self, nation: str, period: str, kind: str) -> Concept:
        known = self._kinds.by_label[kind]
        if not nation and not period and known.same:
            return Concept(f"wn:{known.synset}", known.synset_label)
        return Concept(f"ent:/{nation}/{period}/{kind}", self._label(nation, period, kind))

    @staticmethod
    def _parts(concept: Concept) -> tuple[str, str, str] | None:
        if not concept.id.startswith("ent:/"):
            return None
        nation, period, kind = concept.id[5:].split("/", 2)
        return nation, period, kind

    # Facets

    def _label(self, nation: str, period: str, kind: str) -> str:
        return " ".join(part for part in (period, self._adjective(nation), kind) if part)

    def _adjective(self, nation: str) -> str:
        return _CONTINENTS.get(nation) or self._about_nation.get(nation, ("", ""))[0]

    @cached_property
    def _about_nation(self) -> dict[str, tuple[str, str]]:
        known = {}
        for code, label in zip(self._nation_codes, self._nation_labels, strict=True):
            adjective, _, above = str(label).partition("\t")
            known[str(code)] = (adjective, above)
        return known

    def _above(self, nation: str) -> str:
        return self._about_nation.get(nation, ("", ""))[1]

    def _outwards(self, nation: str) -> list[str]:
        """Return the nation, then what is around it: England, Britain, Europe."""
        found = []
        while nation:
            found.append(nation)
            nation = self._above(nation)
        return found

    def _facets(self, row: int) -> tuple[str, str]:
        nation = str(self._nation_codes[self._nations[row]])
        if not self._adjective(nation):
            nation = ""
        return nation, str(self._period_names[self._periods[row]])

    def _kinds_of(self, row: int) -> list[Kind]:
        return [self._kinds.all[k] for k in self._of_row[row] if k >= 0]

    def _entity_sense(self, row: int) -> Sense:
        of_class = self._kinds.all[int(self._of_row[row, 0])].entity_class
        return Sense(self.concept(row), True, of_class, float(self._weights[row]))

    # Up and down

    def _wider(self, nation: str, period: str, kind: str) -> list[Concept]:
        known = self._kinds.by_label.get(kind)
        if known is None:
            return []
        if period:
            above = [self._class_concept(nation, "", kind)]
            return [*above, self._class_concept("", period, kind)] if nation else above
        if nation:
            outer = self._above(nation)
            above = [self._class_concept(outer, "", kind)] if outer else []
            above.append(self._class_concept("", "", kind))
            if known.parent:
                above.append(self._class_concept(nation, "", known.parent))
            return above
        if known.parent:
            return [self._class_concept("", "", known.parent)]
        return [Concept(f"wn:{known.synset}", known.synset_label)]

    def _below(self, nation: str, period: str, kind: Kind) -> list[Concept]:
        if nation and period:
            facets = self._facets_of(self._kinds.numbers[kind.label])
            return [self.concept(row) for row, n, p in facets if (n, p) == (nation, period)]
        if period:
            below = self._below_period(period, kind)
        elif nation:
            below = self._below_nation(nation, kind)
        else:
            below = self._below_kind(kind)
        return list(dict.fromkeys(below))

    def _below_period(self, period: str, kind: Kind) -> Iterator[Concept]:
        """Yield what the class of a kind in a period holds: its classes by nation, and entities of no nation."""
        for row, n, p in self._facets_of(self._kinds.numbers[kind.label]):
            if p == period:
                yield self._class_concept(n, p, kind.label) if n else self.concept(row)

    def _below_nation(self, nation: str, kind: Kind) -> Iterator[Concept]:
        """Yield what the class of a kind in a nation holds: places inside, periods, entities, and narrower kinds."""
        for n in self._nations_of(kind.label):
            if self._above(n) == nation:
                yield self._class_concept(n, "", kind.label)
        for row, n, p in self._facets_of(self._kinds.numbers[kind.label]):
            if n == nation:
                yield self._class_concept(n, p, kind.label) if p else self.concept(row)
        for child in self._kinds.children.get(kind.label, ()):
            if nation in self._nations_of(child.label):
                yield self._class_concept(nation, "", child.label)

    def _below_kind(self, kind: Kind) -> Iterator[Concept]:
        """Yield what the class of a kind holds: narrower kinds, nations, periods, and entities of neither."""
        for child in self._kinds.children.get(kind.label, ()):
            yield self._class_concept("", "", child.label)
        alternatives = kind.label.split(" or ") if " or " in kind.label else []
        for one in alternatives:  # a kind named "X or Y" holds all of kind X
            if one in self._kinds.by_label:
                yield self._class_concept("", "", one)
        for outer in self._nations_of(kind.label):
            yield self._class_concept(outer, "", kind.label)
        for row, n, p in self._facets_of(self._kinds.numbers[kind.label]):
            if p:
                yield self._class_concept("", p, kind.label)
            if not n and not p:
                yield self.concept(row)

    def _nations_of(self, kind: str) -> tuple[str, ...]:
        """Return the nations of the entities of a kind and of the kinds below it, and what is around these nations."""
        if kind not in self._nations_known:
            self._nations_known[kind] = self._nations_below(kind)
        return self._nations_known[kind]

    def _nations_below(self, kind: str) -> tuple[str, ...]:
        nations = {nation for _, nation, _ in self._facets_of(self._kinds.numbers[kind])}
        found = {outer for nation in nations for outer in self._outwards(nation)}
        for child in self._kinds.children.get(kind, ()):
            found.update(self._nations_of(child.label))
        return tuple(sorted(found))

    def _facets_of(self, number: int) -> tuple[tuple[int, str, str], ...]:
        """(row, nation, period) of the entities of a kind."""
        if number not in self._facets_known:
            order, starts = self._by_kind
            rows = sorted({int(r) for r in order[starts[number] : starts[number + 1]]})
            self._facets_known[number] = tuple((row, *self._facets(row)) for row in rows)
        return self._facets_known[number]

    @cached_property
    def _by_kind(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Rows ordered by kind, and where each kind starts."""
        flat = self._of_row.ravel()
        order = np.argsort(flat, kind="stable")
        starts = np.searchsorted(flat[order], np.arange(len(self._kinds.all) + 1))
        return order // self._of_row.shape[1], starts
