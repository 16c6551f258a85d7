"""Titles that are surnames: "Rob Nurse", "Ana Cardinal"."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.name_groups import naming_words


@pytest.mark.parametrize(
    ("words", "naming"),
    [
        (("rob", "nurse"), [0, 1]),
        (("nurse", "jones"), [1]),
        (("the", "bishop", "adams"), [2]),
        (("nurse",), []),
        ((), []),
    ],
)
def test_the_last_word_of_several_is_no_title(words: tuple[str, ...], naming: list[int]) -> None:
    assert naming_words(words) == naming


@pytest.mark.parametrize("profile", ["", "safe-harbor"])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Rob Nurse rang. We told Nurse, and NURSE agreed.", "nurse"),
        ("Ana Cardinal, 51. The complaint is against Cardinal.", "cardinal"),
        ("Eva Bishop rang. We told Bishop of it.", "bishop"),
    ],
)
def test_a_surname_that_is_a_title_goes_wherever_it_stands(profile: str, text: str, name: str) -> None:
    sanitizer = Sanitizer.default(profile=profile) if profile else Sanitizer.default()
    assert name not in sanitizer.sanitize(text).text.lower()
