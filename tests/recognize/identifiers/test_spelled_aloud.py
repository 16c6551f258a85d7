"""Names and numbers as they are told on the phone are found whole; words of English beside them are not."""

import pytest

from sanitizer.recognize.identifiers.said_letter_by_letter import spelled
from sanitizer.text.anchors import Anchors


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is K for kilo, A for alpha, V for victor.", ["K for kilo, A for alpha, V for victor"]),
        ("R as in Robert, U as in Uncle, Y as in Yellow", ["R as in Robert, U as in Uncle, Y as in Yellow"]),
        ("over: Bravo Echo Lima Lima, male", ["Bravo Echo Lima Lima"]),
        ("It is K-O-V-A-L-E-N-K-O here", ["K-O-V-A-L-E-N-K-O"]),
        ("call oh seven seven double-one", ["oh seven seven double-one"]),
        ("zero one one three, four nine six, 09", ["zero one one three, four nine six, 09"]),
        ("on four nine hundred then six one six eight", ["four nine hundred then six one six eight"]),
        ("A as in apple, B as in boy, C as in cat", []),
        ("He flew Delta to India and slept in a hotel.", []),
        ("the U.S.S.R. and A-B-C-D-A-B of N-A-T-O", ["A-B-C-D-A-B"]),
        ("one or two or three cases, two hundred and four thousand", []),
    ],
)
def test_spelled(text: str, found: list[str]) -> None:
    assert [text[f.start : f.end] for f in spelled(Anchors(text))] == found
