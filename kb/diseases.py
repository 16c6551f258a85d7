"""Diseases of the Human Disease Ontology.

Ids: ``doid:1790`` (malignant mesothelioma). The root is WordNet's ``wn:disease.n.01``. The ontology's labels are
American; British spellings are looked up as such ("anaemia")."""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from kb.base import Concept, Sense
from kb.lookup import Name, NameIndex, Strings, read_arrays, singular_keys

DEFAULT_PATH = Path(__file__).with_name("data") / "diseases.npz"

_DISEASE = Concept("wn:disease.n.01", "disease")
_ROOT = 4
# What the ontology calls its first divisions, as people say it.
_SAID = {
    150: "mental health condition",
    14667: "metabolic disease",
    50117: "infectious disease",
}
# Letters in which British spellings of the field differ, within a word: anaemia, oedema, tumour, paediatric.
_BRITISH = (
    (re.compile(r"aem"), "em"),
    (re.compile(r"\boedem"), "edem"),
    (re.compile(r"oesoph"), "esoph"),
    (re.compile(r"tumour"), "tumor"),
    (re.compile(r"haem"), "hem"),
    (re.compile(r"paed"), "ped"),
    (re.compile(r"diarrhoea"), "diarrhea"),
    (re.compile(r"leukaem"), "leukem"),
    (re.compile(r"foet"), "fet"),
)


_ANY_BRITISH = re.compile("|".join(british.pattern for british, _ in _BRITISH))


def american(key: str) -> str:
    """Return a key in American spelling."""
    if not _ANY_BRITISH.search(key):
        return key
    for british, replacement in _BRITISH:
        key = british.sub(replacement, key)
    return key


class Diseases:
    """The Disease Ontology as a knowledge base; see the module for its ids."""

    name = "disease-ontology"
    prefix = "doid"

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        arrays = read_arrays(path, ["names_blob", "numbers", "hashes", "parents", "parent_ends"])
        self._names = Strings(arrays["names_blob"], arrays["names_ends"])
        self._numbers = arrays["numbers"]
        self._index = NameIndex(arrays["hashes"], arrays["rows"])
        self._parents = arrays["parents"]
        self._parent_ends = arrays["parent_ends"]

    def __len__(self) -> int:
        """Return how many diseases."""
        return len(self._names)

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the diseases of that name."""
        return self.senses_of(Name(phrase))

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the same of a name (:class:`kb.lookup.TakesNames`)."""
        rows = self._index.of(name)
        if (other := american(name.key)) != name.key:
            more = (row for form in singular_keys(other) for row in self._index.find(form))
            rows = list(dict.fromkeys((*rows, *more)))
        return [Sense(self.concept(row), False, "DEM", 0.0) for row in rows]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the diseases above; WordNet's disease above the root."""
        row = self._row(concept)
        if row is None:
            return ()
        start = int(self._parent_ends[row - 1]) if row else 0
        found = [self.concept(int(p)) for p in self._parents[start : int(self._parent_ends[row])]]
        # WordNet's disease stands for the ontology's root, which would say the same.
        found = [_DISEASE if c.id == f"doid:{_ROOT}" else c for c in found]
        return found or ((_DISEASE,) if concept.id == f"doid:{_ROOT}" else ())

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the diseases right below."""
        if concept.id == _DISEASE.id:
            concept = Concept(f"doid:{_ROOT}", "disease")
        row = self._row(concept)
        return () if row is None else [self.concept(r) for r in self._children.get(row, ())]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the label of a disease, and what the ontology calls it."""
        row = self._row(concept)
        return () if row is None else tuple(dict.fromkeys((self.concept(row).label, self._names[row])))

    def _row(self, concept: Concept) -> int | None:
        number = concept.id.removeprefix("doid:")
        if concept.prefix != self.prefix or not number.isdigit():
            return None
        rows = self._rows_by_number.get(int(number))
        return rows

    def concept(self, row: int) -> Concept:
        """Return the concept of a row, 0 to len - 1."""
        number = int(self._numbers[row])
        return Concept(f"doid:{number}", _SAID.get(number, self._names[row]))

    @cached_property
    def _rows_by_number(self) -> dict[int, int]:
        return {int(n): row for row, n in enumerate(self._numbers)}

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        children: dict[int, list[int]] = {}
        child = np.repeat(np.arange(len(self._parent_ends)), np.diff(self._parent_ends, prepend=0))
        for below, above in zip(child, self._parents, strict=True):
            children.setdefault(int(above), []).append(int(below))
        return children
