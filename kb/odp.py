"""The Open Directory (DMOZ, Curlie) as a knowledge base: a topic's chain is its category path, specific to general.

Compiled from a dump by :mod:`kb.odp_build` (`sanitizer kb build odp FILE -o odp.kb`). Ids are paths:
``odp:Regional/Europe/Spain/Barcelona``; the root is ``odp:Top``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from kb.base import Concept, Sense
from kb.intrinsic_ic import Extent, Shape
from kb.lexicon import Lexicon
from kb.lookup_forms import first_known, normalize
from kb.store import Array, read_store, view

PREFIX: Final = "odp"
KIND: Final = "odp"
ROOT: Final = Concept(f"{PREFIX}:Top", "topic")


def open_odp(path: Path | str) -> "Directory":
    """Open a directory compiled by `sanitizer kb build odp`. Raises KnowledgeBaseError when missing or damaged."""
    store = read_store(Path(path), KIND)
    return Directory(store.arrays, str(store.meta["name"]))


class Directory:
    """The compiled categories as a KnowledgeBase. Node 0 is the root; a node's parent has a smaller number."""

    prefix: Final = PREFIX
    closed: Final = True  # knows nothing of other bases' concepts

    def __init__(self, arrays: Mapping[str, Array], name: str) -> None:
        self.name = name
        self._arrays = arrays
        self._labels = Lexicon(arrays, "label")
        self._parents = view(arrays["parents"])
        self._label_of = view(arrays["node_labels"])
        self._child_starts = view(arrays["child_starts"])
        self._children = view(arrays["children"])
        self._bearer_starts = view(arrays["bearer_starts"])
        self._bearers = view(arrays["bearers"])
        self._name_starts = view(arrays["name_starts"])
        self._names = view(arrays["names"])
        self._numbers: dict[str, int] = {ROOT.id: 0}

    def __len__(self) -> int:
        """Return how many categories, the root included."""
        return len(self._parents)

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the categories of that name, also by the names of links to them; those with most below them first.

        Many categories are plural ("Bridges"), so a phrase is looked up as it stands and in the plural."""
        key = normalize(phrase)
        keys = [k for k in (key, *_plurals(key)) if key and self._labels.find(k)]
        keys = keys or first_known(key, lambda k: bool(self._labels.find(k)), {})
        nodes = {n for k in keys for label in self._labels.find(k) for n in self._bearers_of(label)}
        weights = self._arrays["hyponyms"]
        ranked = sorted(nodes, key=lambda n: (-int(weights[n]), n))
        return [Sense(self.concept(n), False, "", float(weights[n]) + 1) for n in ranked if n]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the category that holds this one."""
        number = self.number(concept)
        return [self.concept(self._parents[number])] if number else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the categories right below."""
        number = self.number(concept)
        if number is None:
            return []
        start, end = self._child_starts[number], self._child_starts[number + 1]
        return [self.concept(n) for n in self._children[start:end]]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the name of the category, then the names of links to it."""
        number = self.number(concept)
        if number is None:
            return []
        start, end = self._name_starts[number], self._name_starts[number + 1]
        label = self.concept(number).label
        return [label, *(n for n in map(self._labels.text, self._names[start:end]) if n != label)]

    def shape(self, concept: Concept) -> Shape | None:
        """Hyponyms, leaves, subsumers and depth of a category, counted when the file was made."""
        number = self.number(concept)
        if number is None:
            return None
        depth = int(self._arrays["depths"][number])
        return Shape(
            int(self._arrays["hyponyms"][number]), int(self._arrays["leaves"][number]), depth + 1, depth
        )

    def extent(self, concept: Concept) -> Extent:
        """Size of the directory."""
        return Extent(len(self), int(self._arrays["leaves"][0]), int(self._arrays["depths"].max()))

    def concept(self, number: int) -> Concept:
        """Return the concept of a node by its number."""
        if not number:
            return ROOT
        concept = Concept(f"{PREFIX}:{self._path(number)}", self._labels.text(self._label_of[number]))
        self._numbers[concept.id] = number
        return concept

    def number(self, concept: Concept) -> int | None:
        """Return the number of a concept, None when it is not a category here."""
        number = self._numbers.get(concept.id)
        if number is None and concept.prefix == PREFIX:
            path = concept.id.removeprefix(PREFIX + ":")
            for label in self._labels.find(normalize(path.rpartition("/")[2])):
                for node in self._bearers_of(label):
                    if self._path(node) == path:
                        self._numbers[concept.id] = number = node
        return number

    def _path(self, number: int) -> str:
        parts: list[str] = []
        while number:
            parts.append(self._labels.text(self._label_of[number]).replace(" ", "_"))
            number = self._parents[number]
        return "/".join(reversed(parts))

    def _bearers_of(self, label: int) -> Sequence[int]:
        return self._bearers[self._bearer_starts[label] : self._bearer_starts[label + 1]]


def _plurals(key: str) -> list[str]:
    if key.endswith("y"):
        return [f"{key[:-1]}ies", f"{key}s"]
    return [f"{key}es"] if key.endswith(("s", "x", "z", "ch", "sh")) else [f"{key}s"]
