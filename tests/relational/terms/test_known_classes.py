"""What a mention is said to be where the knowledge bases contradict its class."""

from dataclasses import replace

import pytest

from sanitizer.recognize.entity_types import entity_class
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.terms.known_classes import told_as
from sanitizer.types import Mention, Span


def mention(type_: str, surface: str) -> Mention:
    return Mention(Span(0, len(surface)), type_, entity_class(type_), "model")


@pytest.mark.parametrize(
    ("type_", "surface", "known"),
    [
        ("GPE", "Dexedrine", "MEDICINE"),
        ("ORG", "Bachelor of Arts in Education", "EDUCATION"),
        ("ORG", "Basal Cell Carcinoma", "DISEASE"),
        ("ORG", "Attorney General of Utah", "JOB"),
        ("MISC", "2006 Asian Games", "EVENT"),
        ("MISC", "Nobel Prize in Physics", "AWARD"),
        ("MISC", "King David", "MISC"),
        ("ORG", "Herald", "ORG"),
        ("ORG", "Royal Bank of Scotland", "ORG"),
        ("GPE", "Leeds", "GPE"),
    ],
)
def test_types(type_: str, surface: str, known: str) -> None:
    found = told_as(mention(type_, surface), surface, open_taxonomy("all"))
    assert found is not None and found.type == known and found.entity_class == entity_class(known)


def test_a_unit_is_no_name() -> None:
    assert told_as(mention("ORG", "Kgs"), "Kgs", open_taxonomy("all")) is None


@pytest.mark.parametrize(
    ("surface", "word"),
    [
        ("Ann Lee", None),
        ("ann", None),
        ("Neighbour", "thing"),
        ("clostridium difficil", "thing"),
        ("Taking zoloft", "medicine"),
        ("tramadol", "medicine"),
        ("Okonkwo", None),
    ],
)
def test_a_person_stays_one_under_a_word_that_may_be_true(surface: str, word: str | None) -> None:
    found = told_as(mention("PERSON", surface), surface, open_taxonomy("all"))
    assert found is not None and found.type == "PERSON" and found.generalization == word


@pytest.mark.parametrize(
    ("surface", "word"),
    [
        ("Ph.D.", "degree"),
        ("a degree in accounting", "degree"),
        ("physics", "subject"),
        ("graduate studies", None),
    ],
)
def test_an_education_is_a_degree_or_a_subject(surface: str, word: str | None) -> None:
    found = told_as(mention("EDUCATION", surface), surface, open_taxonomy("all"))
    assert found is not None and found.generalization == word


@pytest.mark.parametrize(
    ("surface", "word"),
    [("side effects", "symptom"), ("sex drive", "condition"), ("surgery", "treatment"), ("diabetes", None),
     ("high blood pressure", None), ("infertility", None), ("weezing", None)],
)  # fmt: skip
def test_what_was_taken_for_an_illness_is_called_what_it_is(surface: str, word: str | None) -> None:
    found = told_as(mention("DISEASE", surface), surface, open_taxonomy("all"))
    assert found is not None and found.generalization == word


@pytest.mark.parametrize(
    ("surface", "kind"), [("doctor", "JOB"), ("master", "EDUCATION"), ("Ph.D.", "EDUCATION")]
)
def test_who_was_taken_for_a_degree_is_somebody(surface: str, kind: str) -> None:
    found = told_as(mention("EDUCATION", surface), surface, open_taxonomy("all"))
    assert found is not None and found.type == kind


def test_nothing_is_known_without_knowledge() -> None:
    assert told_as(mention("GPE", "Dexedrine"), "Dexedrine", None) == mention("GPE", "Dexedrine")


def test_of_a_guess_that_nothing_speaks_for_no_class_is_said() -> None:
    knowledge = open_taxonomy("all")
    for type_, surface in (("GPE", "Lexpro"), ("ORG", "RUNNER-UP"), ("PERSON", "Levaquil")):
        guess = replace(mention(type_, surface), sure=False)
        found = told_as(guess, surface, knowledge)
        assert found is not None and found.generalization == "thing" and found.type == type_
    known = replace(mention("GPE", "Singapore"), sure=False)
    assert told_as(known, "Singapore", knowledge) == known


@pytest.mark.parametrize(
    ("surface", "word"), [("radiotherapy", "treatment"), ("surgery", "treatment"), ("cancer", None)]
)
def test_what_is_done_about_an_illness_is_none(surface: str, word: str | None) -> None:
    found = told_as(mention("DISEASE", surface), surface, open_taxonomy("all"))
    assert found is not None and found.generalization == word
