import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.spans.lattice import best
from sanitizer.recognize.spans.merge import merge
from sanitizer.text.parse import parse
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
        ("his driver's license, the bus driver said", [["bus driver", "JOB"]]),
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


def entities(text: str, *named: tuple[str, str]) -> Doc:
    """Return a parse in which a model has found these (surface, label)."""
    doc = NLP(text)
    spans = [doc.char_span(at := text.index(surface), at + len(surface), label) for surface, label in named]
    doc.ents = [span for span in spans if span is not None]
    assert len(doc.ents) == len(named)
    return doc


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("She went from Paris to Rome.", ["Paris", "Rome"]),
        ("Then Ann Miller of Oslo left.", ["Ann Miller", "Oslo"]),
        ("Then Ann Miller and Bo Ek in the Quern Gazette said so.", ["Ann Miller", "Bo Ek", "Quern Gazette"]),
        ("He was a Jewish Iranian writer.", ["Jewish", "Iranian"]),
        ("cities such as Milan and Turin", ["Milan", "Turin"]),
    ],
)
def test_names_side_by_side_stand_for_themselves(text: str, names: list[str]) -> None:
    doc = parse(text)
    kept = best(doc, [m for r in (ModelRecognizer(), Works()) for m in r.find(doc)])
    assert list(dict.fromkeys(m.span.of(text) for m in kept)) == names
