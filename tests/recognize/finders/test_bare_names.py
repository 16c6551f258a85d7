"""Names that are words too, by their place in the sentence."""

import pytest

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.works import Works
from sanitizer.text.parse import parse


def persons(text: str) -> set[str]:
    found = first_pass(Control(), parse(text), [ModelRecognizer(), Works()])
    return {mention.span.of(text) for mention in found if mention.type == "PERSON"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The clerk saw Yusuf and Grace, the twins' aunts.", "Grace"),
        ("He is off, unless Art's shift changes.", "Art"),
        ("You tell your brother Bill he owes me.", "Bill"),
        ("Lamb discharged herself.", "Lamb"),
        ("The Frost family moved in June.", "Frost"),
        ("Summer has epilepsy.", "Summer"),
        ("tell auntie Comfort the meds came", "Comfort"),
        ("Dictated but not read: TJW/kmf", "TJW/kmf"),
    ],
)
def test_a_word_is_a_name_where_persons_stand(text: str, name: str) -> None:
    assert any(name in found for found in persons(text))


@pytest.mark.parametrize(
    "text",
    [
        "The Court considers that it is so.",
        "Since then the Bill has been read twice.",
        "He rang us on Sunday and Monday.",
        "They sell AC/dc adapters.",
    ],
)
def test_a_word_with_an_article_or_of_a_day_is_none(text: str) -> None:
    assert not persons(text)


@pytest.mark.parametrize(
    ("text", "codes"), [("Candidate at centre 70231", ["70231"]), ("It sold 70231.", [])]
)
def test_digits_behind_a_noun_are_its_name(text: str, codes: list[str]) -> None:
    found = first_pass(Control(), parse(text), [ModelRecognizer(), Works()])
    assert [mention.span.of(text) for mention in found if mention.type == "CODE"] == codes
