"""Protected persons, and what concerns them."""

from dataclasses import replace

from sanitizer.control.chosen_persons import restrict
from sanitizer.text.parse import parse as parse_with_tree
from sanitizer.types import Mention
from tests.control.first_pass import model, parse, surfaces


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
