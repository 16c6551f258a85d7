"""Phrases that can refer: where they begin and end."""

import pytest

from sanitizer.read.names import named
from sanitizer.read.referring_phrases import candidates_of
from sanitizer.text.parse import parse

# A text, and its phrases with braces for the head or name.
CASES = [
    ("The old man sold his car.", ["The old {man}", "his {car}", "{his}"]),
    ("It rained, and there was nobody.", ["{It}", "{nobody}"]),
    ("The actor Luis Vega left.", ["The actor {Luis Vega}"]),
    ("Mr. Hagen's wife left him.", ["Mr. Hagen's {wife}", "Mr. {Hagen}", "{him}"]),
    ("The letters (from Oslo) were lost.", ["The {letters} (from Oslo)", "{Oslo}"]),
    ("She bought bread and butter.", ["{She}", "{bread} and butter", "{bread}", "{butter}"]),
    ("They saw the house which burned.", ["{They}", "the {house} which burned"]),
]


@pytest.mark.parametrize(("text", "phrases"), CASES)
def test_phrases(text: str, phrases: list[str]) -> None:
    doc = parse(text)
    found = []
    for c in candidates_of(doc, named(doc)):
        start, end = (c.head, c.head + 1) if c.name is None else (c.name.start, c.name.end)
        a, b = doc[c.start].idx, doc[c.end - 1].idx + len(doc[c.end - 1])
        inner = (doc[start].idx, doc[end - 1].idx + len(doc[end - 1]))
        found.append(f"{text[a : inner[0]]}{{{text[slice(*inner)]}}}{text[inner[1] : b]}")
    assert found == phrases
