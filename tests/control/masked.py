"""What stays sensitive under the rules of a user."""

import spacy
from spacy.tokens import Doc

from sanitizer.control.apply_rules import apply_rules
from sanitizer.control.rules import Control
from sanitizer.recognize.entity_types import entity_class
from sanitizer.types import Mention, Span

NLP = spacy.blank("en")


def masked(control: Control, text: str, *mentions: tuple[str, str]) -> list[str]:
    """Return what stays sensitive of what a model found and of what the settings add."""
    doc: Doc = NLP(text)
    found = []
    for surface, kind in mentions:
        start = text.index(surface)
        found.append(Mention(Span(start, start + len(surface)), kind, entity_class(kind), "model"))
    found += [m for r in control.recognizers() for m in r.find(doc)]
    return [m.span.of(text) for m in apply_rules(control, doc, found)]
