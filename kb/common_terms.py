"""Occupations, illnesses and procedures in the words of an editor: "tissue viability nurse" -> nurse -> health worker.

Two lists written for this package, not derived: each term lies below a class whose label holds of it and reads well
in a sentence, each class below a wider one, the widest below a concept of WordNet. Ids: ``term:care assistant`` and
``term:class/care worker``."""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from kb.base import Concept, KnowledgeBaseError, Sense
from kb.diseases import american
from kb.lookup import Name, name_key, singular_keys

DATA: Final = Path(__file__).with_name("data")
DEFAULT_PATHS: Final = (DATA / "occupations.txt", DATA / "illnesses.txt")
PREFIX: Final = "term"
_CLASS: Final = "= "
_ATTRIBUTE: Final = "DEM"
_DONE: Final = frozenset({"wn:medical_care.n.01", "wn:medical_procedure.n.01"})
"""Concepts of what is done with a person, below which nothing is an attribute."""


class _Read(NamedTuple):
    """``names``: key -> concept; ``above``: id -> the class above it; ``below``: id -> what lies right below."""

    names: dict[str, Concept]
    above: dict[str, Concept]
    below: dict[str, list[Concept]]


class CommonTerms:
    """The lists as a knowledge base; see the module for its ids."""

    name = "common-terms:1"
    prefix = PREFIX
    closed: Final = True
    """A chain does not ask it about others' concepts: counts of WordNet's classes made without it stay valid."""

    def __init__(self, paths: Sequence[Path] = DEFAULT_PATHS) -> None:
        self._paths = paths

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the term or class of that name, in either spelling and number."""
        return self.senses_of(Name(phrase))

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the same of a name (:class:`kb.lookup.TakesNames`)."""
        names = self._read.names
        concept = next((names[form] for form in name.keys if form in names), None)
        if concept is None and (other := american(name.key)) != name.key:
            concept = next((names[form] for form in singular_keys(other) if form in names), None)
        return () if concept is None else [Sense(concept, False, self._class_of(concept), 0.0)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the class above a term or class; WordNet's concept above the widest."""
        above = self._read.above.get(concept.id)
        return () if above is None else (above,)

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the classes and terms right below."""
        return self._read.below.get(concept.id, ())

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the term, or the label of a class."""
        return (concept.label,) if concept.id in self._read.above else ()

    def _class_of(self, concept: Concept) -> str:
        while concept.prefix == PREFIX:
            concept = self._read.above[concept.id]
        return "" if concept.id in _DONE else _ATTRIBUTE

    @cached_property
    def _read(self) -> _Read:
        read = _Read({}, {}, {})
        classes: dict[str, Concept] = {}
        for path in self._paths:
            _read_classes(path, classes, read.above)
        for path in self._paths:
            _read_terms(path, classes, read)
        for concept in (*classes.values(), *read.names.values()):
            read.below.setdefault(read.above[concept.id].id, []).append(concept)
        for label, concept in classes.items():
            read.names[name_key(label)] = concept
        for key, concept in list(read.names.items()):
            read.names.setdefault(american(key), concept)
        return read


def _read_classes(path: Path, classes: dict[str, Concept], above: dict[str, Concept]) -> None:
    """Read the classes of a list, each with the label or the WordNet id above it."""
    wider: list[tuple[Concept, str]] = []
    for line in _lines(path):
        if line.startswith(_CLASS):
            label, _, over = line.removeprefix(_CLASS).partition(" < ")
            label, _, theirs = label.partition(" @ ")
            concept = classes[label] = Concept(f"{PREFIX}:class/{label}", label)
            if theirs:
                above[concept.id] = Concept(
                    theirs, theirs.removeprefix("wn:").partition(".")[0].replace("_", " ")
                )
            else:
                wider.append((concept, over))
    for concept, over in wider:
        if over not in classes:
            raise KnowledgeBaseError(f"{path}: there is no class {over!r} above {concept.label!r}")
        above[concept.id] = classes[over]


def _read_terms(path: Path, classes: dict[str, Concept], read: _Read) -> None:
    """Read the terms of a list, each below the class before it; a term that stands twice belongs to the first."""
    current: Concept | None = None
    for line in _lines(path):
        if line.startswith(_CLASS):
            current = classes[re.split(" [<@] ", line.removeprefix(_CLASS))[0]]
        elif line and not line.startswith("#"):
            if current is None:
                raise KnowledgeBaseError(f"{path}: a term before the first class")
            for term in filter(None, (t.strip() for t in line.split(","))):
                concept = Concept(f"{PREFIX}:{name_key(term)}", term)
                if read.names.setdefault(name_key(term), concept) is concept:
                    read.above[concept.id] = current


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise KnowledgeBaseError(f"{path}: {error.strerror}; reinstall the package") from None
