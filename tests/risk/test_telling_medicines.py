"""Which words of a document are medicines (sanitizer/risk/telling_medicines.py)."""

import pytest

from kb.defaults import open_default
from sanitizer.risk.telling_medicines import medicine_terms
from sanitizer.text.parse import parse

KNOWN = open_default()


@pytest.mark.parametrize(
    ("text", "medicines"),
    [
        ("She takes sertraline and a blood thinner.", ["sertraline"]),
        ("The complaint is well founded. Remedy will be decided on another day.", []),
        ("A call blocker was put in at her house.", []),
        ("Her left diaphragm is raised.", []),
    ],
)
def test_medicines(text: str, medicines: list[str]) -> None:
    assert [term.surface for term in medicine_terms(parse(text), [], KNOWN)] == medicines
