"""Spans that compete: what is found in texts of several kinds, and what never competes."""

from functools import cache

import pytest
from spacy.tokens import Doc

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.spans.candidates import candidates, is_balanced
from sanitizer.recognize.spans.lattice import Weights, best
from sanitizer.recognize.spans.words import Words
from sanitizer.text.parse import parse
from sanitizer.types import EntityClass, Mention, Span


@cache
def read(text: str) -> Doc:
    return parse(text)


def found(text: str) -> list[str]:
    parts = (ModelRecognizer(), Patterns(), Demographics(), Works())
    return [m.span.of(text) for m in first_pass(Control(), read(text), parts)]


CASES = [
    (
        "a label is no name",
        "Provider: M. Abernathy\nClinic: Riverbend",
        ["M. Abernathy", "Riverbend"],
        ["Provider"],
    ),
    (
        "a place behind its label",
        "Location: Vellore  \nContact: Mitali Rao",
        ["Vellore", "Mitali Rao"],
        ["Location"],
    ),
    (
        "two persons",
        "Yesterday Ann Miller and Bo Larsen arrived.",
        ["Ann Miller", "Bo Larsen"],
        ["Yesterday"],
    ),
    ("a salutation", "Dear Dr Berry,\nthank you.", ["Dr Berry"], ["Dear"]),
    ("a surname that opens a sentence", "Virtanen was told that it was late.", ["Virtanen"], ["told"]),
]


@pytest.mark.parametrize(("text", "names", "none"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_spans_of_names(text: str, names: list[str], none: list[str]) -> None:
    shown = found(text)
    assert all(name in shown for name in names), shown
    assert not any(word in one for one in shown for word in none), shown


def test_what_is_fixed_never_competes() -> None:
    text = "Call Ann Miller, key MRN HN-7740916, today."
    code = Mention(Span(25, 35), "CODE", EntityClass.CODE, "patterns", 0.9)
    listed = Mention(Span(5, 8), "PERSON", EntityClass.PERSON, "list:mine")
    guess = Mention(Span(21, 35), "ORG", EntityClass.ORG, "works", 0.6)
    none = Weights(-50.0, {})
    assert best(read(text), [code, listed, guess], none) == [listed, code]


def test_candidates_share_no_character_with_a_code_and_close_their_brackets() -> None:
    text = "Riverbend (see Oslo, MRN HN-77) and Ann"
    whole = Mention(Span(0, len(text)), "MISC", EntityClass.MISC, "works", 0.6)
    made = candidates(Words(read(text)), [whole], [Span(25, 30)])
    assert {"Riverbend", "Oslo", "Ann"} <= {text[c.start : c.end] for c in made}
    assert all(c.end <= 25 or c.start >= 30 for c in made)
    assert all(is_balanced(text[c.start : c.end]) for c in made)


@pytest.mark.parametrize(
    ("text", "is_closed"),
    [("a (b)", True), ("a (b", False), ("b) a", False), ('"a" b', True), ('a" b', False), ("“a”", True)],
)
def test_brackets_and_quotation_marks(text: str, is_closed: bool) -> None:
    assert is_balanced(text) is is_closed
