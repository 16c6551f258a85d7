"""What kind of thing a name is of which no knowledge base knows anything, as the network reads it."""

import pytest

from kb.wordnet import open_wordnet
from sanitizer.read.kinds_of_names import PHRASES, kind_read
from sanitizer.text.parse import parse
from sanitizer.text.reader import kind_names
from sanitizer.types import EntityClass, Span


def read(text: str, name: str, of_class: EntityClass) -> str:
    at = text.index(name)
    return kind_read(parse(text), [Span(at, at + len(name))], of_class)


@pytest.mark.parametrize(
    ("text", "name", "of_class", "kind"),
    [
        (
            "He drove a forklift for Lambert & Sons Ltd until the company closed.",
            "Lambert & Sons Ltd",
            EntityClass.ORG,
            "company",
        ),
        (
            "She was admitted to Wendover General Hospital on Monday.",
            "Wendover General Hospital",
            EntityClass.ORG,
            "hospital",
        ),
        ("It was in Wend and they had Wend.", "Wend", EntityClass.MISC, ""),
    ],
)
def test_a_kind_is_told_where_the_network_is_sure(
    text: str, name: str, of_class: EntityClass, kind: str
) -> None:
    assert read(text, name, of_class) == kind


def test_a_name_that_is_no_person_is_not_said_to_be_one() -> None:
    assert read("Mr Piotr Wend came.", "Piotr Wend", EntityClass.ORG) in {"", *PHRASES.values()}


def test_every_kind_is_one_of_the_network_and_its_phrase_is_known() -> None:
    wordnet = open_wordnet()
    assert set(PHRASES) <= set(kind_names())
    assert [phrase for phrase in PHRASES.values() if not wordnet.senses(phrase)] == []
