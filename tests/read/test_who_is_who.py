"""The register of entities: what it answers, against an obvious slow version; and how phrases get into it."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from sanitizer.read.who_is_who import Entity, Reference, Register, Sex, enter, register_of, word_of_sex
from sanitizer.text.parse import parse
from sanitizer.types import Span


def reference(start: int, end: int, sentence: int = 0) -> Reference:
    return Reference(Span(start, end), Span(end - 1, end), "noun", sentence=sentence)


@st.composite
def registers(draw: st.DrawFn) -> Register:
    """Return words of five characters, ten of them a sentence, each with an entity."""
    owners = draw(st.lists(st.integers(0, 3), min_size=1, max_size=40))
    found: dict[int, list[Reference]] = {}
    for i, owner in enumerate(owners):
        found.setdefault(owner, []).append(reference(5 * i, 5 * i + 4, i // 10))
    known: list[Sex | None] = ["male", "female", None]
    sexes = draw(st.lists(st.sampled_from(known), min_size=4, max_size=4))
    return Register(
        tuple(
            Entity(number, tuple(references), True, sexes[owner], "singular", sensitive=(owner,))
            for number, (owner, references) in enumerate(found.items())
        )
    )


@given(registers(), st.integers(0, 210))
def test_it_answers_as_a_search_through_all_does(register: Register, start: int) -> None:
    everything = [(r, e) for e in register.entities for r in e.references]
    for entity in register.entities:
        before = [r for r in entity.references if r.span.start < start]
        assert register.before(entity, start) == (before[-1] if before else None)
        rivals = {
            e.number
            for r, e in everything
            if before
            and before[-1].sentence <= r.sentence
            and r.span.start < start
            and e != entity
            and e.agrees(entity)
        }
        assert {e.number for e in register.rivals(entity, start)} == rivals
        assert register.of(entity.sensitive[0]) == entity
    for r, e in everything:
        assert register.at(r.span) == (e, r)
        assert register.at(r.head) == (e, r)
    assert register.at(Span(1000, 1001)) is None and register.of(77) is None


def test_a_reference_is_sure_by_its_margin() -> None:
    assert reference(0, 4).sure()
    assert not Reference(Span(0, 2), Span(0, 2), "pronoun", margin=1.0).sure(2.0)


@pytest.mark.parametrize(
    ("entity", "word"),
    [
        (Entity(0, (reference(0, 4),), True, "female"), "woman"),
        (Entity(0, (reference(0, 4),), True, "male", "singular"), "man"),
        (Entity(0, (reference(0, 4),), True, "male", "plural"), ""),
        (Entity(0, (reference(0, 4),), False, "male"), ""),
        (Entity(0, (reference(0, 4),), True), ""),
        (None, ""),
    ],
)
def test_the_word_for_a_sex(entity: Entity | None, word: str) -> None:
    assert word_of_sex(entity) == word


def told(entity: Entity) -> tuple[str | None, str | None, str]:
    return entity.sex, entity.count, entity.noun


TEXT = (
    "The actor Luis Vega was born in Boston. He met his wife, the painter Ann Hale, in 1999. She left him. "
    "Mr. Hagen and Mrs. Olsen came later. The painter had died."
)


@pytest.fixture(scope="module")
def parsed() -> Callable[[str], tuple[Doc, Register]]:
    def read(text: str) -> tuple[Doc, Register]:
        doc = parse(text)
        return doc, enter(doc)

    return read


def test_names_nouns_and_pronouns_are_one_entity(parsed: Callable[[str], tuple[Doc, Register]]) -> None:
    doc, register = parsed(TEXT)
    assert register_of(doc) is register

    def at(words: str, place: int = 0) -> Entity:
        start = -1
        for _ in range(place + 1):
            start = TEXT.index(words, start + 1)
        found = register.at(Span(start, start + len(words)))
        assert found is not None
        return found[0]

    vega = at("Luis Vega")
    assert told(vega) == ("male", "singular", "actor")
    assert at("He") == at("his") == vega
    hale = at("Ann Hale")
    assert told(hale) == ("female", "singular", "painter")
    assert at("She") == hale
    assert at("Mr. Hagen").sex == "male" and at("Mrs. Olsen").sex == "female"
    assert at("Boston").person is False
    references = [r for e in register.entities for r in e.references]
    assert all(r.margin > 0 for r in references)
    assert all(e.first.margin == math.inf for e in register.entities)
    assert [e.number for e in register.entities] == list(range(len(register.entities)))


@pytest.mark.parametrize("text", ["", " \n ", "1999", "?!", "Vega", "and of the"])
def test_texts_without_much_in_them(text: str, parsed: Callable[[str], tuple[Doc, Register]]) -> None:
    _, register = parsed(text)
    assert len(register.entities) <= 1


def test_without_a_tree_there_is_an_empty_register() -> None:
    doc = Doc(parse("x").vocab, words=["Luis", "Vega"])
    assert register_of(doc) == Register()
    assert enter(doc) == Register()


def test_links_of_a_sensitive_entity_are_its_nouns_and_pronouns() -> None:
    name, noun = replace(reference(0, 4), kind="name"), replace(reference(10, 18), margin=9.5)
    register = Register((Entity(0, (name, noun), True, sensitive=(3,)),))
    assert register.links(3) == (noun,)
    assert register.links(4) == ()
