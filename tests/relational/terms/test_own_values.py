"""A person's own values are found in the texts, however a word was parsed and whatever else is found there."""

import pytest
from spacy.tokens import Doc

from sanitizer.relational.definition.definition import Attribute, Role
from sanitizer.relational.terms.column_values import find_values
from sanitizer.relational.terms.redundancy import Redundancy, replacement
from sanitizer.relational.terms.terms import TermFinder, TermKind
from tests.relational.fakes import Given, parse

EFFECTS = [("side effects", "MISC", "MISC", "")]
NAMED = [("Effects", "PERSON", "PERSON", "")]


@pytest.mark.parametrize(
    ("words", "tags", "value", "found"),
    [
        (["Prior", "to", "accutane", "I", "had"], ["ADV", "ADP", "VERB", "PRON", "VERB"], "Accutane", True),
        (
            ["They", "cook", "well"],
            ["PRON", "VERB", "ADV"],
            "cook",
            False,
        ),  # a plain word that is no noun here
        (["The", "cook", "left"], ["DET", "NOUN", "VERB"], "cook", True),
        (["It", "was", "ineffective"], ["PRON", "AUX", "ADJ"], "Ineffective", True),  # never a noun
    ],
)
def test_a_word_that_is_no_plain_english_counts_however_it_was_parsed(
    words: list[str], tags: list[str], value: str, found: bool
) -> None:
    doc = Doc(parse("").vocab, words=words, pos=tags, heads=[0] * len(words), deps=["dep"] * len(words))
    assert bool(find_values(doc, [value])) is found


def test_a_plain_word_before_a_noun_or_for_a_known_thing_counts() -> None:
    words = ["My", "swim", "suit", "and", "I", "aspirin"]
    tags = ["PRON", "VERB", "NOUN", "CCONJ", "PRON", "VERB"]
    heads = [2, 2, 2, 5, 5, 2]
    deps = ["det", "compound", "root", "cc", "nsubj", "conj"]
    doc = Doc(parse("").vocab, words=words, pos=tags, heads=heads, deps=deps)
    assert [s.of(doc.text) for s in find_values(doc, ["Swim", "aspirin"])] == ["swim"]
    assert [s.of(doc.text) for s in find_values(doc, ["aspirin"], ["aspirin"])] == ["aspirin"]


@pytest.mark.parametrize(
    ("given", "redundant"),
    [([], ["no side effects"]), (EFFECTS, ["no side effects"]), (NAMED, [])],
    ids=["nothing", "a part", "a part that identifies"],
)
def test_an_own_value_stands_over_parts_of_it(given: list[tuple[str, ...]], redundant: list[str]) -> None:
    column = Attribute("effects", role=Role.QUASI)
    finder = TermFinder([Given(given)], parse, (column,), Redundancy(None))
    text = "There were no side effects." if given != NAMED else "There were no side Effects."
    spans = finder.person({(0, "text"): text}, {"effects": ["No Side Effects"]})[0, "text"]
    assert [s.span.of(text) for s in spans if s.kind is TermKind.REDUNDANT] == redundant


@pytest.mark.parametrize(
    ("text", "exact", "written"),
    [
        ("I love this dress.", False, "blouse, dress or sweater"),
        ("I love these dresses.", False, "blouses, dresses or sweaters"),
        ("I love this dress.", True, "dress"),
    ],
)
def test_an_own_value_in_the_other_number_follows_its_column(text: str, exact: bool, written: str) -> None:
    column = Attribute("class", role=Role.QUASI)
    words = text.removesuffix(".").split()
    tags = ["PRON", "VERB", "DET", "NOUN"]
    doc = Doc(
        parse("").vocab, words=words, pos=tags, heads=[1, 1, 3, 1], deps=["nsubj", "root", "det", "obj"]
    )
    finder = TermFinder([], lambda _: doc, (column,), Redundancy(None))
    (span,) = finder.person({(0, "text"): doc.text}, {"class": ["Dresses"]})[0, "text"]
    assert span.kind is TermKind.REDUNDANT
    values = ("Blouses", "Dresses", "Sweaters")
    surface = span.span.of(doc.text)
    said = replacement(surface, column, "(Blouses,Dresses,Sweaters)", exact, values)
    assert (said.words if said is not None else "") == written
