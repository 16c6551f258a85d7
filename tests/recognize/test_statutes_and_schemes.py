"""Rare words of statutes, foreign terms, land registers, other names of a person: worked by hand."""

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer import Sanitizer
from sanitizer.recognize.finders import events_and_awards
from sanitizer.recognize.finders.also_called import houses, other_names
from sanitizer.recognize.finders.occupations import occupations
from sanitizer.recognize.finders.statutes_and_schemes import about, foreign_terms
from sanitizer.recognize.identifiers import scan
from sanitizer.text.anchors import Anchors

NLP = spacy.blank("en")


def tagged(text: str, nouns: str) -> Doc:
    """Tokens, of which those listed in ``nouns`` are nouns."""
    doc = NLP(text)
    for token in doc:
        token.pos_ = "NOUN" if token.text in nouns.split() else "ADP" if token.is_lower else "PROPN"
    return doc


def test_the_rare_words_of_a_statute_are_found_with_the_nouns_beside_them() -> None:
    text = "Under the Reindeer Husbandry Act the reindeer rest. No right to winter reindeer land, or to data."
    doc = tagged(text, "winter reindeer land data")
    assert [text[f.start : f.end] for f in about(doc)] == [
        "Reindeer",
        "Husbandry",
        "reindeer",
        "winter reindeer land",
    ]


def test_frequent_words_of_a_statute_tell_nothing() -> None:
    text = "The Data Protection Act and the Criminal Code were read; the data were criminal."
    assert list(about(tagged(text, "data"))) == []


def test_words_of_no_statute_are_left() -> None:
    assert list(about(tagged("The reindeer rest on winter land.", "reindeer winter land"))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the villages (samebyar) and the court (the first one)", ["samebyar"]),
        ("a right (renskötselrätten, in Swedish)", ["renskötselrätten"]),
        ("he said (emphasis added) and (see below) and (inter alia)", []),
        ("(Hovrätten)", []),
    ],
)
def test_foreign_terms(text: str, expected: list[str]) -> None:
    assert [text[f.start : f.end] for f in foreign_terms(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("registered with sheet/plan 33/21.2.3. It", ["sheet/plan 33/21.2.3"]),
        ("on plot no. 900 of block D and", ["plot no. 900 of block D"]),
        ("no. 937 of block C", ["no. 937 of block C"]),
        ("Volume 1213, Folio 88", ["Volume 1213, Folio 88"]),
        ("a sheet of paper and a plot of land", []),
    ],
)
def test_land_registers(text: str, expected: list[str]) -> None:
    found = [text[f.start : f.end] for f in scan(Anchors(text)) if f.type == "CODE" and f.score >= 0.5]
    for surface in expected:
        assert surface in found
    if not expected:
        assert found == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(married name: Adler 1984 to 2012; Whaling 2014 to present; born 1957)", ["Adler", "Whaling"]),
        ("Her maiden name was Rose Miller.", ["Rose Miller"]),
        ("his pen name is not known", []),
        ("Vyasa (व्यास, 'Compiler') and Veda (वेद, \"the one who classified\")", None),
        ('the novel ("the one who went")', []),
    ],
)
def test_other_names(text: str, expected: list[str] | None) -> None:
    found = [text[f.start : f.end] for f in other_names(text)]
    assert found == (["Compiler", "the one who classified"] if expected is None else expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the Watergate scandal and the Davis Cup match", ["Watergate scandal", "Davis Cup match"]),
        ("the My Israel extra-parliamentary movement", ["My Israel extra-parliamentary movement"]),
        ("After the attack, the Court referendum", []),
        ("the 25th Amendment in the 5th congressional district", ["25th Amendment", "5th congressional district"]),
        ("the 7th Chamber in the 19th century", []),
    ],
)  # fmt: skip
def test_names_that_end_in_a_common_noun(text: str, expected: list[str]) -> None:
    assert [text[f.start : f.end] for f in events_and_awards.scan(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("many historians and policemen", []),
        ("the Lapp bailiffs", []),
        ("military historians", ["military historians"]),
        ("a historian", ["historian"]),
    ],
)
def test_many_people_at_once_are_nobody(text: str, expected: list[str]) -> None:
    assert [text[f.start : f.end] for f in occupations(NLP(text))] == expected


def test_the_place_of_a_house_is_one_whatever_else_english_calls_so() -> None:
    text = "At your Bath branch and our Reading shop; the Head office, the Post office."
    with Sanitizer.default().known.in_use():
        assert {text[f.start : f.end] for f in houses(text)} == {"Bath", "Reading"}
