"""Occupations of ESCO in the groups of ISCO-08.

Ids: ``job:2654.1.7`` (an occupation, ESCO's code) and ``job:isco.2654`` (a group). An occupation has above it the
WordNet person that its head noun names ("tennis coach" -> ``wn:coach.n.01``) and its ISCO group ("sports coach,
instructor or official"); the top groups end in WordNet's professional, skilled worker or worker."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from kb.base import Concept, Sense
from kb.lookup import Name, NameIndex, Strings, read_arrays

DEFAULT_PATH = Path(__file__).with_name("data") / "jobs.npz"


class Jobs:
    """ESCO and ISCO as a knowledge base; see the module for its ids."""

    name = "esco:1.1.1"
    prefix = "job"

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        arrays = read_arrays(path, ["names_blob", "ids_blob", "links_blob", "hashes", "id_hashes", "parents"])
        self._names = Strings(arrays["names_blob"], arrays["names_ends"])
        self._ids = Strings(arrays["ids_blob"], arrays["ids_ends"])
        self._links = Strings(arrays["links_blob"], arrays["links_ends"])
        self._index = NameIndex(arrays["hashes"], arrays["rows"])
        self._by_id = NameIndex(arrays["id_hashes"], arrays["id_rows"])
        self._parents = arrays["parents"]

    def __len__(self) -> int:
        """Return how many occupations and groups."""
        return len(self._names)

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the occupations that bear the name: as their own name first, then as one of their further names."""
        return self.senses_of(Name(phrase))

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the same of a name (:class:`kb.lookup.TakesNames`)."""
        return [Sense(self.concept(row), False, "DEM", 0.0) for row in self._index.of(name)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the WordNet person of the head noun, then the occupation or group above."""
        row = self._row(concept)
        if row is None:
            return ()
        found = []
        if link := self._links[row]:
            synset, _, label = link.partition("|")
            found.append(Concept(f"wn:{synset}", label))
        if self._parents[row] >= 0:
            found.append(self.concept(int(self._parents[row])))
        return found

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the occupations and groups right below."""
        if concept.prefix == "wn":
            return [self.concept(row) for row in self._below_wordnet.get(concept.id.removeprefix("wn:"), ())]
        row = self._row(concept)
        return () if row is None else [self.concept(int(r)) for r in np.flatnonzero(self._parents == row)]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the names of an occupation, its preferred one first."""
        row = self._row(concept)
        return () if row is None else self._names[row].split("\t")

    def _row(self, concept: Concept) -> int | None:
        if concept.prefix != self.prefix:
            return None
        rows = self._by_id.find(concept.id.removeprefix("job:"))
        return rows[0] if rows else None

    def concept(self, row: int) -> Concept:
        """Return the concept of a row, 0 to len - 1."""
        return Concept(f"job:{self._ids[row]}", self._names[row].partition("\t")[0])

    @cached_property
    def _below_wordnet(self) -> dict[str, list[int]]:
        below: dict[str, list[int]] = {}
        for row in range(len(self._links)):
            if link := self._links[row]:
                below.setdefault(link.partition("|")[0], []).append(row)
        return below
