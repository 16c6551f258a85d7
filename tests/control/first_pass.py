"""What tests of the first pass share: a parse, mentions as a model finds them, settings from a file."""

from pathlib import Path

import spacy
from spacy.tokens import Doc

from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.recognize.entity_types import entity_class
from sanitizer.types import Mention, Span

NLP = spacy.blank("en")
NLP.add_pipe("sentencizer")


def parse(text: str, id: str | None = None) -> Doc:
    doc = NLP(text)
    if id is not None:
        doc.user_data["id"] = id
    return doc


def model(text: str, *marks: tuple[str, str], score: float = 1.0) -> list[Mention]:
    """Return mentions as a model finds them, searched from left to right."""
    mentions, position = [], 0
    for surface, type in marks:
        position = text.index(surface, position)
        span = Span(position, position + len(surface))
        mentions.append(Mention(span, type, entity_class(type), "model", score))
        position += len(surface)
    return mentions


def settings(folder: Path, content: str) -> Control:
    file = folder / "mine.toml"
    file.write_text(content, encoding="utf-8")
    return read_profile(file)


def surfaces(text: str, mentions: list[Mention] | tuple[Mention, ...]) -> list[str]:
    return [m.span.of(text) for m in mentions]


class Marks:
    """A recognizer that marks persons by their forms."""

    name = "marks"

    def __init__(self, *forms: str) -> None:
        self.forms = forms

    def find(self, doc: Doc) -> list[Mention]:
        found = []
        for form in self.forms:
            start = doc.text.find(form)
            while start >= 0:
                found.append(
                    Mention(Span(start, start + len(form)), "PERSON", entity_class("PERSON"), self.name)
                )
                start = doc.text.find(form, start + 1)
        return sorted(found, key=lambda m: m.span)
