"""The last noun of a name stays behind a letter where it is what may be told; persons keep their titles."""

import pytest

from sanitizer import Sanitizer


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(threshold="most-general")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Mr Tan met Dr Anita Rao.", "Mr X met Dr Y."),
        ("Tan left. Mr Tan paid.", "X left. Mr X paid."),
        ("She asked Cllr Joan Ekwall to leave.", "She asked Cllr X to leave."),
    ],
)
def test_letters_stand_behind_titles_and_before_the_last_noun(
    sanitizer: Sanitizer, text: str, result: str
) -> None:
    assert sanitizer.sanitize(text).text == result


def test_the_last_noun_stays() -> None:
    text = "We stayed at the Little Acorns Nursery. A doctor of Rajpur Road saw him."
    assert Sanitizer.default().sanitize(text).text.endswith("A doctor of X Road saw him.")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("He was brought up at Satara by his uncle.", "in an Indian city by his uncle"),
        ("It was nominated for a Peabody Award in 2003.", "for an X Award"),
        ("The Applicant says that he was hurt.", "The Applicant says"),
        ("Thank God you came.", "Thank God you came."),
    ],
)
def test_what_stands_around_replacements_fits_them(text: str, result: str) -> None:
    assert result in Sanitizer.default().sanitize(text).text


def test_brackets_go_with_what_they_held() -> None:
    text = "I have type 1 diabetes myself (since age 12) and use a pump."
    assert "myself and use" in Sanitizer.default().sanitize(text).text
