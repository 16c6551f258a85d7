"""The marital status of somebody, and what stands for it."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.finders.marital_status import marital_status
from sanitizer.text.parse import parse

FOUND = [
    ("The patient is divorced.", ["divorced"]),
    ("She is a widowed teacher; her late aunt was unmarried.", ["widowed", "unmarried"]),
    ("Being married with three children, I know it.", ["married"]),
    ("Divorced but happy.", ["Divorced"]),
    ("Married life with Ann keeps me busy.", ["Married"]),
    ("Ivo Lund, 44, married, two children", ["married"]),
    ("I am a single mom.", ["single"]),
    ("Mrs Adler, a widow, lives alone.", ["widow"]),
]
NOBODYS = [
    "Married women have a right to it.",
    "The cells were separated from the yard.",
    "She is married to a nurse. They were divorced in 1987.",
    "Ann married in May. They separated later.",
    "A single room costs more. She is single-minded.",
    "The law on widows changed. His widow, Ann Ek, took it.",
]


@pytest.mark.parametrize(("text", "words"), FOUND)
def test_a_status_is_found(text: str, words: list[str]) -> None:
    assert [text[f.start : f.end] for f in marital_status(parse(text))] == words


@pytest.mark.parametrize("text", NOBODYS)
def test_an_event_or_a_rule_is_no_status(text: str) -> None:
    assert list(marital_status(parse(text))) == []


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("Mr Bo Ek\nMarital status: married\n", "[name]\nMarital status: [marital status]\n"),
        ("I, Ann Ek, am married and well.", "I am of a certain marital status and well."),
        ("The patient is a divorced 53-year-old accountant.", "The patient is a business professional."),
    ],
)
def test_what_stands_for_it(text: str, output: str) -> None:
    assert Sanitizer.default().sanitize(text).text == output
