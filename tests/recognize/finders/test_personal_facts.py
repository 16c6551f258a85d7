"""What the small network says of words that lists know, and of words that none does."""

import math

import numpy as np
import pytest
import spacy

from sanitizer.recognize.finders import personal_facts
from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.recognize.finders.personal_facts import FACTS, SEEN, Weights, chances, features
from sanitizer.text.parse import parse
from sanitizer.text.reader import LABELS, STATE
from sanitizer.types import EntityClass, Mention, Span


def surfaces(text: str, type_: str) -> set[str]:
    return {m.span.of(text) for m in Demographics().find(parse(text)) if m.type == type_}


@pytest.mark.parametrize(
    ("text", "type_", "found"),
    [
        ("Signed,\nBridie Fane\nPractice Manager", "JOB", "Practice Manager"),
        ("Seen with Mr Akande, tunnelling engineer, on Monday.", "JOB", "tunnelling engineer"),
        ("Mrs Ode, a retired lorry driver, rang again.", "JOB", "retired lorry driver"),
    ],
)
def test_what_somebody_is_said_to_be_is_found(text: str, type_: str, found: str) -> None:
    assert found in surfaces(text, type_)


def test_an_occupation_that_nobody_has_is_let_go_and_an_illness_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doc = parse("A nurse has asthma. Nurse!")
    nobody = np.zeros((len(doc), 1 + len(FACTS)), np.float32)
    nobody[:, 0] = 1.0
    monkeypatch.setattr(personal_facts, "chances", lambda *_: nobody)
    spans = [("JOB", Span(2, 7)), ("DISEASE", Span(12, 18)), ("JOB", Span(20, 25))]
    found = [Mention(span, type_, EntityClass.DEM, "test", 0.6) for type_, span in spans]
    assert [m.span.of(doc.text) for m in personal_facts.judged(doc, found, "test")] == ["asthma", "Nurse"]


def test_scores_stand_on_the_word_before_and_behind() -> None:
    doc = parse("An old nurse rang.")
    mention = Mention(Span(7, 12), "JOB", EntityClass.DEM, "test", 0.6)
    before, after = features(doc, []), features(doc, [mention])
    first, size = 1 + 2 * len(LABELS) + STATE, STATE + len(SEEN)
    rows, columns = np.nonzero(after - before)
    found = list(zip(rows.tolist(), columns.tolist(), strict=True))
    assert found == [(1, first + 2 * size), (2, first), (3, first + size)]


def test_another_pipeline_has_no_states_and_nothing_is_judged() -> None:
    doc = spacy.blank("en")("A nurse will call you.")
    assert chances(doc, []) is None
    assert [m.span.of(doc.text) for m in Demographics().find(doc)] == [
        m.span.of(doc.text) for m in Demographics(judge=False).find(doc)
    ]


def test_chances_by_hand() -> None:
    """No weight but one of the start: every word tells the first fact with a chance of e / (e + 7)."""
    doc = parse("Ann is here.")
    inner = 5
    start = np.zeros(1 + len(FACTS), np.float32)
    start[1] = 1.0
    weights = Weights(
        np.zeros((features(doc, []).shape[1], inner), np.float32),
        np.zeros(inner, np.float32),
        np.zeros((inner, 1 + len(FACTS)), np.float32),
        start,
    )
    found = chances(doc, [], weights)
    assert found is not None
    assert found.shape == (4, 1 + len(FACTS))
    assert np.allclose(found[:, 1], math.e / (math.e + 7), atol=1e-6)
