"""What the network says of words that lists know, and of words that none does."""

import numpy as np
import pytest
import spacy

from sanitizer.recognize.finders import personal_facts
from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.text.facts import FACTS
from sanitizer.text.parse import parse
from sanitizer.types import EntityClass, Mention, Span


def surfaces(text: str, type_: str) -> set[str]:
    return {m.span.of(text) for m in Demographics().find(parse(text)) if m.type == type_}


@pytest.mark.parametrize(
    ("text", "type_", "found"),
    [
        ("Signed,\nBridie Fane\nPractice Manager", "JOB", "Practice Manager"),
        ("Seen with Mr Akande, tunnelling engineer, on Monday.", "JOB", "tunnelling engineer"),
        ("Mrs Ode, a retired lorry driver, rang again.", "JOB", "retired lorry driver"),
        ("Mr Ode works as an MRI bore cleaner.", "JOB", "bore cleaner"),
    ],
)
def test_what_somebody_is_said_to_be_is_found(text: str, type_: str, found: str) -> None:
    assert found in surfaces(text, type_)


@pytest.mark.parametrize("word", ["two screws", "his left foot", "a rifle butt"])
def test_what_is_a_thing_or_a_part_of_a_body_is_no_illness(word: str) -> None:
    assert not surfaces(f"Mr Ode was seen with {word}.", "DISEASE")


def test_where_somebody_works_is_no_occupation() -> None:
    assert not surfaces("She works mornings at a bakery.", "JOB")


def test_an_occupation_that_nobody_has_is_let_go_and_an_illness_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doc = parse("A nurse has asthma. Nurse!")
    nobody = np.zeros((len(doc), 1 + len(FACTS)), np.float32)
    nobody[:, 0] = 1.0
    monkeypatch.setattr(personal_facts, "facts_of", lambda _: nobody)
    spans = [("JOB", Span(2, 7)), ("DISEASE", Span(12, 18)), ("JOB", Span(20, 25))]
    found = [Mention(span, type_, EntityClass.DEM, "test", 0.6) for type_, span in spans]
    assert [m.span.of(doc.text) for m in personal_facts.judged(doc, found, "test")] == ["asthma", "Nurse"]


def test_another_pipeline_has_no_states_and_nothing_is_judged() -> None:
    doc = spacy.blank("en")("A nurse will call you.")
    found = [Mention(Span(2, 7), "JOB", EntityClass.DEM, "test", 0.6)]
    assert personal_facts.judged(doc, found, "test") == found
