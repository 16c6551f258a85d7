"""What is told of persons of whom nothing is known, through the whole pipeline."""

import pytest

from sanitizer import Sanitizer


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Maria Rossi met Peter Schmidt at noon.", "X met Y at noon."),
        ("The letter came from Mrs John Hale of Zagreb.", "from Mrs X of"),  # the title, not the given name
        (
            "Mrs Anna Novak in Ljubljana called Dr Peter Smith of Boston.",
            "Mrs X in a European city called Dr Y of",
        ),
        ("In 2004 Judge Petra Horvat heard the case.", "judge"),
    ],
)
def test_told(sanitizer: Sanitizer, text: str, expected: str) -> None:
    done = sanitizer.sanitize(text)
    assert expected in done.text
    assert done.met
