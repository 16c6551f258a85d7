"""Peoples and faiths are read where they are said of persons, and not where the word means something else."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.finders.peoples import peoples


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(any_language=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("She is Kurdish and was raised Catholic.", ["Kurdish", "Catholic"]),
        ("A Tamil woman spoke first.", ["Tamil"]),
        ("Her parents are Quaker.", ["Quaker"]),
        ("The patient describes himself as Sikh.", ["Sikh"]),
        ("He is mixed race.", ["mixed race"]),
        ("Sex/race: F / BLACK", ["BLACK"]),
        # of things, of languages, in names
        ("She wore a black coat and drank a white wine.", []),
        ("The Welsh hills were green.", []),
        ("They met at the Catholic church.", []),
    ],
)
def test_peoples_are_read_of_persons(sanitizer: Sanitizer, text: str, found: list[str]) -> None:
    assert [text[f.start : f.end] for f in peoples(sanitizer.parse(text))] == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Ek is a Mormon and was raised in Leeds.", "X is a Christian and was raised in England."),
        (
            "Ann Ek, who is Sikh, moved to Leeds in 1988.",
            "X, who is of a certain faith, moved to a place in England in the late 1980s.",
        ),
        ("Ann Ek is of Samoan descent.", "X is of a certain descent."),
        ("Bo Ek is Kurdish.", "X is of a certain descent."),
    ],
)
def test_peoples_are_said_as_what_persons_are(sanitizer: Sanitizer, text: str, expected: str) -> None:
    assert sanitizer.sanitize(text).text == expected
