import pytest
import spacy
from spacy.tokens import Doc
from spacy.tokens import Span as SpacySpan

from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.demographics import Demographics
from sanitizer.recognize.generic import is_generic
from sanitizer.recognize.merge import merge
from sanitizer.recognize.works import Works
from tests.contracts.recognizer import RecognizerContract

NLP = spacy.blank("en")


class TestDemographics(RecognizerContract):
    def make(self) -> Recognizer:
        return Demographics()


class TestWorks(RecognizerContract):
    def make(self) -> Recognizer:
        return Works()


def found(recognizer: Recognizer, text: str) -> list[list[str]]:
    return [[m.span.of(text), m.type] for m in recognizer.find(NLP(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She is a primary school teacher.", [["primary school teacher", "JOB"]]),
        ("the film director and screenwriter", [["film director", "JOB"], ["screenwriter", "JOB"]]),
        ("He was Minister of Religious Services.", [["Minister of Religious Services", "JOB"]]),
        ("The judge and the lawyer left.", []),
        ("in criminal proceedings", []),
        ("a Swedish and a South Korean company", [["Swedish", "NORP"], ["South Korean", "NORP"]]),
        ("polish the silver", []),
        (
            "he has paranoid schizophrenia and asthma",
            [["paranoid schizophrenia", "DISEASE"], ["asthma", "DISEASE"]],
        ),
        (
            "a fracture of the left kneecap",
            [["fracture of the left kneecap", "DISEASE"]],
        ),
        ("his father", []),
        ("She studied law at home.", [["law", "EDUCATION"]]),
        ("a Bachelor of Arts degree", [["Bachelor of Arts", "EDUCATION"]]),
    ],
)
def test_attributes(text: str, expected: list[list[str]]) -> None:
    merged = merge(Demographics().find(NLP(text)))
    assert [[m.span.of(text), m.type] for m in merged] == expected


def test_relatives_are_offered_below_the_minimum() -> None:
    assert ["father", "FAMILY"] in found(Demographics(minimum=0.0), "his father")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He sang “Wrecking Ball” there.", [["Wrecking Ball", "WORK"]]),
        ("He starred in The Running Man (1987).", [["The Running Man", "WORK"]]),
        ("he won the Gruen Trophy", [["Gruen Trophy", "AWARD"]]),
        ("at the Battle of Austerlitz", [["Battle of Austerlitz", "EVENT"]]),
        ("under the Code of Criminal Procedure", []),
        ("The Court held that Article 6 applied.", []),
        ("It was Dr. Brennan who came.", [["Dr. Brennan", "PERSON"]]),
        (
            "the Economic and Financial Crimes Commission",
            [["Economic and Financial Crimes Commission", "ORG"]],
        ),
        ("in the county of Jämtland", [["county of Jämtland", "LOC"], ["Jämtland", "MISC"]]),
        ("(Hebrew: נפתלי בנט)", [["נפתלי בנט", "MISC"]]),
        ("(“the Court”) and ‘hello there’", []),
    ],
)
def test_works(text: str, expected: list[list[str]]) -> None:
    got = found(Works(), text)
    for mention in expected:
        assert mention in got
    if not expected:
        assert got == []


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("the Court", True),
        ("Rule 59", True),
        ("Protocol No", True),
        ("Fundamental Freedoms", True),
        ("Supreme Military Court", False),
        ("Warsaw Court", False),
        ("59", False),
        ("the", True),
    ],
)
def test_generic_words(surface: str, expected: bool) -> None:
    assert is_generic(surface) is expected


def test_two_names_with_a_word_between_are_two_names() -> None:
    text = "She went from Paris to Rome. He was Ellen Ripley in Alien."
    doc = Doc(
        spacy.blank("en").vocab,
        words=[
            "She",
            "went",
            "from",
            "Paris",
            "to",
            "Rome",
            ".",
            "He",
            "was",
            "Ellen",
            "Ripley",
            "in",
            "Alien",
            ".",
        ],
        spaces=[True, True, True, True, True, False, True, True, True, True, True, True, False, False],
    )
    doc.ents = [
        SpacySpan(doc, 3, 4, "LOC"),
        SpacySpan(doc, 5, 6, "LOC"),
        SpacySpan(doc, 9, 11, "PERSON"),
        SpacySpan(doc, 12, 13, "LOC"),
    ]
    assert doc.text == text
    assert [m.span.of(text) for m in Works().find(doc)] == ["Ellen Ripley in Alien"]
