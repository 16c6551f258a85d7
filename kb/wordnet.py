"""WordNet's noun taxonomy: which synsets a phrase names, and what each is a kind (or an instance) of.

Read through nltk once and compiled (:mod:`kb.wordnet_build`) into arrays, which open in a few milliseconds. WordNet 3.0
ships with the package; another version or language is compiled with `sanitizer kb build wordnet`. Ids are nltk's names
with a prefix: ``wn:city.n.01``. Labels are the first lemma of the synset ("city", "Barcelona"), but for a few that
would not read well (:mod:`kb.wordnet_build`)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from kb.base import Concept, Sense
from kb.intrinsic_ic import Extent, Shape
from kb.lexicon import Lexicon
from kb.lookup_forms import normalize, singulars, variants
from kb.store import Array, read_store, view

PREFIX: Final = "wn"
KIND: Final = "wordnet"
CLASSES: Final = ("", "PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")
DEFAULT_PATH: Final = Path(__file__).parent / "data" / "wordnet.bin"


def open_wordnet(path: Path | str | None = None) -> "WordNet":
    """Open a compiled WordNet: the one that ships with the package, or a file made by `sanitizer kb build wordnet`.

    Raises KnowledgeBaseError when the file is missing or damaged."""
    store = read_store(Path(path) if path is not None else DEFAULT_PATH, KIND)
    return WordNet(store.arrays, str(store.meta["name"]))


class WordNet:
    """The compiled taxonomy as a KnowledgeBase. Synsets are numbered in the order of the source."""

    prefix: Final = PREFIX
    closed: Final = True  # knows nothing of other bases' concepts

    def __init__(self, arrays: Mapping[str, Array], name: str) -> None:
        self.name = name
        self._arrays = arrays
        self._forms = Lexicon(arrays, "form")
        self._ids = Lexicon(arrays, "id") if "id_blob" in arrays else None
        self._sense_starts = _starts(arrays["form_senses"])
        self._sense_synsets = view(arrays["sense_synsets"])
        self._sense_ranks = view(arrays["sense_ranks"])
        self._sense_counts = view(arrays["sense_counts"])
        self._word_starts = _starts(arrays["synset_words"])
        self._words = view(arrays["words"])
        self._hypernym_starts = _starts(arrays["synset_hypernyms"])
        self._hypernyms = view(arrays["hypernyms"])
        self._instances = view(arrays["instances"])
        self._classes = view(arrays["classes"])
        special = arrays["labels"].tobytes().decode().splitlines()
        self._labels = dict(zip(arrays["label_synsets"].tolist(), special, strict=True))
        self._concepts: dict[int, Concept] = {}
        self._numbers: dict[str, int] = {}
        self._above: dict[int, list[Concept]] = {}

    def __len__(self) -> int:
        """Return how many synsets."""
        return len(self._word_starts) - 1

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the synsets that a phrase names, by tagged occurrences, then in WordNet's own order.

        Case, hyphens and diacritics do not matter. A phrase that is listed is taken as it stands, and a lower-case one
        as a plural too ("arms"); one that is not is looked up as a plural, then without possessive or article."""
        key = normalize(phrase)
        forms = list(self._forms.find(key))
        if forms and phrase == phrase.lower():
            more = [f for k in singulars(key, self._exceptions) for f in self._forms.find(k)]
            forms += [f for f in more if f not in forms]
        elif not forms:
            for variant in variants(key, self._exceptions):
                forms = list(self._forms.find(variant))
                if forms:
                    break
        counts, ranks, synsets = self._sense_counts, self._sense_ranks, self._sense_synsets
        found = [
            (-counts[i], ranks[i], place, synsets[i])
            for place, form in enumerate(forms)
            for i in range(self._sense_starts[form], self._sense_starts[form + 1])
        ]
        found.sort()
        if len(forms) > 1:  # a synset that several of the forms name comes once, with its best count
            found = list({sense[3]: sense for sense in reversed(found)}.values())
            found.sort()
        concepts, instances, classes = self._concepts, self._instances, self._classes
        return [
            Sense(concepts.get(s) or self.concept(s), bool(instances[s]), CLASSES[classes[s]], float(-count))
            for count, _, _, s in found
        ]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return what the synset is an instance or a kind of; the most usual word first ("city" before "port")."""
        number = self.number(concept)
        if number is None:
            return ()
        above = self._above.get(number)
        if above is None:
            start, end = self._hypernym_starts[number], self._hypernym_starts[number + 1]
            above = self._above[number] = [self.concept(h) for h in self._hypernyms[start:end]]
        return above

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the kinds and instances of the synset, in the order of the source."""
        number = self.number(concept)
        if number is None:
            return ()
        starts, children = self._children
        return [self.concept(int(c)) for c in children[starts[number] : starts[number + 1]]]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the readable label, then the words of the synset (in a build for a language, that language's)."""
        number = self.number(concept)
        if number is None:
            return ()
        start, end = self._word_starts[number], self._word_starts[number + 1]
        label = self.concept(number).label
        return [label, *(w for w in map(self._forms.text, self._words[start:end]) if w != label)]

    def entity_class(self, concept: Concept) -> str:
        """TAB's class of a synset, from its ancestors (:mod:`kb.wordnet_build`), or ""."""
        number = self.number(concept)
        return "" if number is None else CLASSES[self._classes[number]]

    def shape(self, concept: Concept) -> Shape | None:
        """Hyponyms, leaves, subsumers and depth of a synset, counted when the file was made."""
        number = self.number(concept)
        if number is None:
            return None
        return Shape(*(int(self._arrays[k][number]) for k in ("hyponyms", "leaves", "subsumers", "depths")))

    def extent(self, concept: Concept | None = None) -> Extent:
        """Nodes, leaves and depth of the whole taxonomy (it has one root, so the concept does not matter)."""
        return self._extent

    def canonical(self, concept: Concept) -> Concept:
        """Return the concept of the same id with this WordNet's label; itself when it is not a synset here."""
        number = self.number(concept)
        return concept if number is None else self.concept(number)

    def concept(self, number: int) -> Concept:
        """Return the concept of a synset by its number; one object for each, so comparing is quick."""
        concept = self._concepts.get(number)
        if concept is None:
            concept = self._make_concept(number)
            self._concepts[number] = concept
            self._numbers[concept.id] = number
        return concept

    def number(self, concept: Concept | str) -> int | None:
        """Return the number of a concept (or id), None when it is not a synset of this WordNet."""
        id_ = concept if isinstance(concept, str) else concept.id
        number = self._numbers.get(id_)
        if number is None and id_.startswith(PREFIX + ":"):
            number = self._find_id(id_[len(PREFIX) + 1 :])
            if number is not None:
                self._numbers[id_] = number
        return number

    def _make_concept(self, number: int) -> Concept:
        start, end = self._word_starts[number], self._word_starts[number + 1]
        if self._ids is not None:
            name = self._ids.text(int(self._arrays["synset_ids"][number]))
            label = self._forms.text(self._words[start]) if end > start else _name_label(name)
            return Concept(f"{PREFIX}:{name}", label)
        form = self._words[start]
        word = self._forms.text(form)
        at, synsets = self._sense_starts[form], self._sense_synsets
        while synsets[at] != number:
            at += 1
        rank = self._sense_ranks[at]
        name = f"{word.lower().replace(' ', '_')}.n.{rank:02d}"
        return Concept(f"{PREFIX}:{name}", self._labels.get(number, word))

    def _find_id(self, name: str) -> int | None:
        if self._ids is not None:
            same = [i for i in self._ids.find(normalize(name)) if self._ids.text(i) == name]
            return int(self._arrays["id_synsets"][same[0]]) if same else None
        lemma, _, rank = name.rpartition(".n.")
        if not rank.isdigit():
            return None
        for form in self._forms.find(normalize(lemma)):
            if self._forms.text(form).lower().replace(" ", "_") == lemma:
                for i in range(self._sense_starts[form], self._sense_starts[form + 1]):
                    if self._sense_ranks[i] == int(rank):
                        return self._sense_synsets[i]
        return None

    @cached_property
    def _extent(self) -> Extent:
        hyponyms, depths = self._arrays["hyponyms"], self._arrays["depths"]
        return Extent(len(self), int(np.count_nonzero(hyponyms == 0)), int(depths.max()))

    @cached_property
    def _children(self) -> tuple[Array, Array]:
        parents = self._arrays["hypernyms"]
        children = np.repeat(np.arange(len(self), dtype=np.uint32), self._arrays["synset_hypernyms"])
        starts = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(np.bincount(parents, minlength=len(self)), out=starts[1:])
        return starts, children[np.argsort(parents, kind="stable")]

    @cached_property
    def _exceptions(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for line in self._arrays["exceptions"].tobytes().decode().splitlines():
            plural, *singular = line.split("\t")
            found[plural] = tuple(singular)
        return found


def _starts(counts: Array) -> Sequence[int]:
    starts = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=starts[1:])
    return view(starts)


def _name_label(name: str) -> str:
    return name.rpartition(".n.")[0].replace("_", " ")
