"""Protected persons, and what concerns them."""

from dataclasses import replace

import spacy
from spacy.tokens import Doc

from sanitizer.control.persons import restrict
from sanitizer.recognize.labels import entity_class
from sanitizer.text.parse import parse as parse_with_tree
from sanitizer.types import Mention, Span

NLP = spacy.blank("en")
NLP.add_pipe("sentencizer")


def parse(text: str, id: str | None = None) -> Doc:
    doc = NLP(text)
    if id is not None:
        doc.user_data["id"] = id
    return doc


def model(text: str, *marks: tuple[str, str], score: float = 1.0) -> list[Mention]:
    """Mentions as a model finds them, searched from left to right."""
    mentions, position = [], 0
    for surface, type in marks:
        position = text.index(surface, position)
        span = Span(position, position + len(surface))
        mentions.append(Mention(span, type, entity_class(type), "model", score))
        position += len(surface)
    return mentions


def surfaces(text: str, mentions: list[Mention] | tuple[Mention, ...]) -> list[str]:
    return [m.span.of(text) for m in mentions]


def test_protected_persons_and_what_concerns_them() -> None:
    text = "Tom Huber of Bern paid. Eva Lind of Rome came. Huber left."
    marks = model(
        text,
        ("Tom Huber", "PERSON"),
        ("Bern", "GPE"),
        ("Eva Lind", "PERSON"),
        ("Rome", "GPE"),
        ("Huber", "PERSON"),
    )
    joined = [
        Mention(m.span, m.type, m.entity_class, m.recognizer, entity=e)
        for m, e in zip(marks, (0, 1, 2, 3, 0), strict=True)
    ]
    doc = parse(text)
    assert surfaces(text, restrict(doc, joined, ["Tom Huber"], "sentence")) == ["Tom Huber", "Bern", "Huber"]
    assert surfaces(text, restrict(doc, joined, ["Tom Huber"], "document")) == [
        "Tom Huber",
        "Bern",
        "Rome",
        "Huber",
    ]


def test_what_concerns_a_protected_person_stands_where_a_pronoun_refers_to_the_person_too() -> None:
    text = "Eva Lind lives in Rome. She was treated in Bern. Tom Huber lives in Oslo."
    marks = model(
        text, ("Eva Lind", "PERSON"), ("Rome", "GPE"), ("Bern", "GPE"), ("Tom Huber", "PERSON"), ("Oslo", "GPE")
    )  # fmt: skip
    joined = [replace(m, entity=e) for e, m in enumerate(marks)]
    masked = restrict(parse_with_tree(text), joined, ["Eva Lind"], "sentence")
    assert surfaces(text, masked) == ["Eva Lind", "Rome", "Bern"]
