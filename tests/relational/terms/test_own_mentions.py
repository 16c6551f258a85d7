"""A name of the row's own person goes, called what it stands for in the text."""

import pytest

from sanitizer.recognize.entity_types import entity_class
from sanitizer.relational.terms.own_mentions import is_own_name, with_own
from sanitizer.relational.terms.terms import TermKey, TermKind, TermSpan, as_one_person
from sanitizer.types import EntityClass, Mention, Span


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("[the Crown of Aragon]", "ORG", "organization"),
        ("the [Alfonso Award]", "AWARD", "award"),
        ("kings of [Aragon]", "GPE", "place"),
        ("[Alfonso] left", "GPE", None),
        ("[Alfonso Fourth]", "PERSON", None),
    ],
)
def test_what_holds_a_name_gives_the_word(text: str, kind: str, word: str | None) -> None:
    start, end = text.index("["), text.index("]") - 1
    plain = text.replace("[", "").replace("]", "")
    mention = Mention(Span(start, end), kind, entity_class(kind), "model")
    (found,) = with_own(plain, [mention], ["Alfonso IV of Aragon"])
    assert found.entity_class is EntityClass.PERSON and found.span == mention.span
    assert found.generalization == word


def test_a_word_that_is_a_name_of_the_person_is_a_person() -> None:
    text = "Dent left one dent. Cook saw it."
    mentions = [
        Mention(Span(*at), "PERSON", EntityClass.PERSON, "model", 1.0, "thing")
        for at in ((0, 4), (14, 18), (20, 24))
    ]
    found = with_own(text, mentions, ["Albert W. Dent"])
    assert [m.generalization for m in found] == [None, "thing", "thing"]


@pytest.mark.parametrize(
    ("surface", "own"),
    [
        ("Adam Hunter", True),
        ("HUNTER", True),
        ("Adam Mitchell Jay Hunter", True),
        ("Mary Hunter", False),
        ("Adam II", False),
    ],
)
def test_a_name_of_the_same_words_is_the_persons_own(surface: str, own: bool) -> None:
    assert is_own_name(surface, ["Adam Mitchell Hunter (minister)"]) is own


def test_all_own_names_of_a_text_are_one_entity() -> None:
    text = "Adam Hunter met Mary Hunter. Hunter sang, and so did she."
    spans = [
        TermSpan(
            Span(at, at + len(name)),
            "PERSON",
            "person",
            TermKind.DIRECT,
            TermKey("PERSON", name),
            entity=entity,
        )
        for name, at, entity in (("Adam Hunter", 0, 3), ("Mary Hunter", 16, -1), ("Hunter", 29, -1))
    ]
    assert [s.entity for s in as_one_person(text, spans, ["Adam Hunter"])] == [3, -1, 3]
