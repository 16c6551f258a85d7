"""Two periods beside each other become one only where one holds the other."""

import pytest

from sanitizer.say.periods import period_once
from sanitizer.text.edits import Change, apply
from sanitizer.types import Span


def smoothed(first: str, second: str) -> str:
    text = "He led it between 2012 and 2018."
    changes = [
        Change(Span(18, 22), first, "sensitive", 0),
        Change(Span(27, 31), second, "sensitive", 1),
    ]
    return apply(text, period_once(text, changes))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("the 2010s", "the 2010s", "He led it in the 2010s."),
        ("the 2010s", "the 21st century", "He led it in the 21st century."),
        ("the late 2010s", "the 2010s", "He led it in the 2010s."),
        ("the early 2010s", "the late 2010s", "He led it between the early 2010s and the late 2010s."),
        ("the 1910s", "the late 20th century", "He led it between the 1910s and the late 20th century."),
        ("the late 2010s", "the late 2010s", "He led it in the late 2010s."),
    ],
)
def test_periods(first: str, second: str, expected: str) -> None:
    assert smoothed(first, second) == expected
