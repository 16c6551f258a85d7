"""Medicines by generic and brand name, in the classes that a reader names: "Nexium" is a stomach medicine.

A list of common medicines, written for this package. No class names one illness, for that would be told again by it.
Ids: ``med:esomeprazole`` and ``med:class/stomach medicine``. A word with the ending that the WHO's nonproprietary names
give to a class ("azelnidipine": -dipine) is a medicine of that class although it is in no list; such words are not
listed below it."""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from kb.base import Concept, KnowledgeBaseError, Sense
from kb.lookup import Name, name_key

DEFAULT_PATH: Final = Path(__file__).with_name("data") / "medicines.txt"
PREFIX: Final = "med"
_CLASS: Final = re.compile(
    r"= (?P<label>[^@<~]+?)(?: @ (?P<own>wn:\S+)| < (?P<above>[^~]+?))(?: ~ (?P<stems>.+))?\Z"
)
_WORD: Final = re.compile(r"[a-z]{7,24}\Z")


class _Read(NamedTuple):
    """``concepts``: label -> concept of a class; ``above``: id -> its class or the class above it; ``names``: key ->
    medicines; ``brands``: id -> brand names; ``stems``: ending -> class."""

    concepts: dict[str, Concept]
    above: dict[str, Concept]
    names: dict[str, list[Concept]]
    brands: dict[str, list[str]]
    stems: dict[str, Concept]


class Medicines:
    """Medicines as a knowledge base; see the module for its ids."""

    name = "medicines:1"
    prefix = PREFIX
    closed: Final = True
    """A chain does not ask it about others' concepts: counts of WordNet's classes made without it stay valid."""

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        self._path = path

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the medicines of that generic or brand name, else the one that its ending tells."""
        return self.senses_of(Name(phrase))

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the same of a name (:class:`kb.lookup.TakesNames`)."""
        key, names = name.key, self._read.names
        found = dict.fromkeys(g for form in name.keys for g in names.get(form, ()))
        if found:
            return [Sense(concept, False, "", 0.0) for concept in found]
        return [Sense(Concept(f"med:{key}", key), False, "", 0.0)] if self._by_ending(key) is not None else ()

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the class of a medicine, the class above a class."""
        if concept.prefix != self.prefix:
            return ()
        above = self._read.above.get(concept.id)
        if above is None and not concept.id.startswith("med:class/"):
            above = self._by_ending(concept.id.removeprefix("med:"))
        return () if above is None else (above,)

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the classes and the listed medicines right below."""
        return self._below.get(concept.id, ())

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the generic name and the brand names of a medicine, the label of a class."""
        brands = self._read.brands.get(concept.id, [])
        if concept.prefix != self.prefix:
            return tuple(brands)
        generic = concept.id.removeprefix("med:")
        if brands or f"med:{generic}" in self._read.brands:
            return (generic, *brands)
        known = concept.id in self._read.above or self._by_ending(generic) is not None
        return (generic.removeprefix("class/"),) if known else ()

    def _by_ending(self, word: str) -> Concept | None:
        """Return the class of a word by the longest ending that it has."""
        if not _WORD.match(word):
            return None
        endings = (word[i:] for i in range(2, len(word) - 3))
        return next((self._read.stems[e] for e in endings if e in self._read.stems), None)

    @cached_property
    def _below(self) -> dict[str, list[Concept]]:
        below: dict[str, list[Concept]] = {}
        for child, parent in self._read.above.items():
            label = child.removeprefix("med:").removeprefix("class/")
            below.setdefault(parent.id, []).append(Concept(child, label))
        return below

    @cached_property
    def _read(self) -> _Read:
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise KnowledgeBaseError(f"{self._path}: {error.strerror}; reinstall the package") from None
        read = _Read({}, {}, {}, {}, {})
        later: list[tuple[str, str, int]] = []
        current: Concept | None = None
        for number, line in enumerate(lines, 1):
            if not line or line.startswith("#"):
                continue
            if match := _CLASS.match(line):
                label = match["label"]
                current = Concept(match["own"] or f"med:class/{label}", label)
                read.concepts[label] = current
                if match["above"]:
                    later.append((current.id, match["above"], number))
                read.stems.update(
                    (stem.strip(), current) for stem in (match["stems"] or "").split(",") if stem
                )
                continue
            if current is None:
                raise KnowledgeBaseError(f"{self._path}, line {number}: a medicine before the first class")
            generic, colon, brands = line.partition(": ")
            for name in (generic,) if colon else (g.strip() for g in line.split(",")):
                concept = Concept(f"{PREFIX}:{name}", name)
                read.above[concept.id] = current
                read.brands[concept.id] = [b for b in (b.strip() for b in brands.split(",")) if b]
                for called in (name, *read.brands[concept.id]):
                    known = read.names.setdefault(name_key(called), [])
                    if concept not in known:
                        known.append(concept)
        for child, above, number in later:
            if above not in read.concepts:
                raise KnowledgeBaseError(f"{self._path}, line {number}: there is no class {above!r}")
            read.above[child] = read.concepts[above]
        return read
