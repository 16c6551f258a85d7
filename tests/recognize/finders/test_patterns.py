import json
from pathlib import Path

import pytest

from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.patterns import Patterns, scan
from tests.contracts.recognizer import RecognizerContract

CASES = json.loads((Path(__file__).parents[2] / "cases" / "patterns.json").read_text(encoding="utf-8"))


class TestContract(RecognizerContract):
    def make(self) -> Recognizer:
        return Patterns()


@pytest.mark.parametrize("case", CASES, ids=[c["text"][:50] for c in CASES])
def test_cases(case: dict[str, object]) -> None:
    """Each case: a text, and all that is found in it, in order."""
    text = str(case["text"])
    assert [[m.span.of(text), m.type] for m in Patterns().find_in(text)] == case["found"]


def test_a_long_text_costs_no_more_per_character() -> None:
    """Not timed: the number of matches of a text repeated is that of the text, times the repetitions."""
    text = "Born on 3 May 1991 in Rome; paid EUR 3,000 on card 4111 1111 1111 1111, call (212) 555-1234.\n"
    one = scan(text)
    many = scan(text * 1000)
    assert len(many) == 1000 * len(one)
    last = [f for f in many if f.start >= 999 * len(text)]
    assert [(f.start - 999 * len(text), f.type) for f in last] == [(f.start, f.type) for f in one]
