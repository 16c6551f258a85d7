"""Small stand-ins for the text stage: phrases given by hand, a blank parser, a taxonomy of a few lines."""

import re
from collections.abc import Mapping, Sequence

import spacy
from spacy.tokens import Doc

from kb.base import Concept, Sense
from sanitizer.types import EntityClass, Mention, Span

_NLP = spacy.blank("en")


def parse(text: str) -> Doc:
    """Return a document with tokens only."""
    return _NLP(text)


class Given:
    """Finds phrases given as (words, type, class, word that replaces)."""

    name = "given"

    def __init__(self, terms: Sequence[Sequence[str]]) -> None:
        self._terms = [tuple(t) for t in terms]

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Whole-word hits, longest phrase first."""
        taken: list[Mention] = []
        for words, kind, entity_class, word in sorted(self._terms, key=lambda t: -len(t[0])):
            for hit in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", doc.text):
                span = Span(*hit.span())
                if not any(span.overlaps(m.span) for m in taken):
                    taken.append(Mention(span, kind, EntityClass(entity_class), self.name, 1.0, word or None))
        return sorted(taken, key=lambda m: m.span)


class Tree:
    """A taxonomy from child -> parent labels; every label is a phrase. `instances` are named individuals."""

    name, prefix = "tree", "t"

    def __init__(self, parent: Mapping[str, str], classes: Mapping[str, str]) -> None:
        self._parent, self._classes = dict(parent), dict(classes)

    def _concept(self, label: str) -> Concept:
        return Concept(f"t:{label}", label)

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return one sense, when the phrase is in the tree."""
        labels = {x.casefold(): x for x in [*self._parent, *self._parent.values()]}
        label = labels.get(phrase.casefold())
        if label is None:
            return ()
        return (Sense(self._concept(label), False, self._classes.get(label, ""), 1.0),)

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the parent."""
        above = self._parent.get(concept.label)
        return (self._concept(above),) if above else ()

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the children."""
        return [self._concept(c) for c, p in sorted(self._parent.items()) if p == concept.label]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the label."""
        return (concept.label,)
