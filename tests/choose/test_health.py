"""What is said of an illness of which no kind is known, and of ages as notes write them."""

import pytest

from kb.defaults import open_default
from sanitizer.choose.certain_meanings import is_of_health, is_treatment
from sanitizer.text.lexicon import is_spelled_so

KNOWN = open_default()


@pytest.mark.parametrize(
    ("word", "treatment", "of_health"),
    [
        ("dialysis", True, False),
        ("radiotherapy", True, False),
        ("fall", False, False),
        ("perforation", False, True),
        ("wheelchair", False, True),
        ("hearing aid", False, True),
        ("asthma", False, False),
    ],
)
def test_what_is_no_illness(word: str, treatment: bool, of_health: bool) -> None:
    senses = KNOWN.senses(word)
    assert is_treatment(KNOWN, "DISEASE", senses) is treatment
    assert not is_treatment(KNOWN, "JOB", senses)
    assert is_of_health(KNOWN, "DISEASE", senses) is of_health


@pytest.mark.parametrize(
    ("label", "phrase", "so"),
    [("AIDS", "AIDS", True), ("AIDS", "aids", False), ("COPD", "copd", True), ("asthma", "asthma", True)],
)
def test_an_abbreviation_that_is_a_word_too_has_its_capitals(label: str, phrase: str, so: bool) -> None:
    assert is_spelled_so(label, phrase) is so
