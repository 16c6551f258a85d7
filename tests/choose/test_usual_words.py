"""Words are told by what they usually mean: an illness that was taken for a name, a role that stays, a rare meaning."""

import pytest

from sanitizer import Sanitizer


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.mark.parametrize(
    ("text", "held"),
    [
        (
            "Client: Mrs Ann Ek\nPresent: client, husband Bo, writer\n\nBo says that Ann slept badly.",
            "husband says",
        ),
        pytest.param(
            "Client: Mrs Ann Ek\nPresent: client, husband (Bo), writer\n\nBo says that Ann slept badly.",
            "husband says",
            marks=pytest.mark.xfail(
                strict=True, reason="the tree hangs the name in brackets on the next noun"
            ),
        ),
        ("Mr Ek, who was 84, died on 27 August 2021 in Lyon.", "in his eighties"),
        ("Mrs Ann Ek was seen on 3 May. We found no signs of infection.", "no signs of infection"),
        ("Ann Ek was elected on 3 May 2021. The Treasurer, Bo Lund, thanked her.", "reasurer"),
        ("Ann Ek died of pneumonia after breast cancer in 2019.", "after cancer"),
        (
            "Wei Ling Sng  9:14 AM\nWe are short.\n\nMarcus Teoh  9:20 AM\nI can come.\n\nWei Ling Sng  9:23 AM\nGood.",
            "Speaker 1  9:23 AM",
        ),
    ],
)
def test_words_that_stay_or_are_told_plainly(sanitizer: Sanitizer, text: str, held: str) -> None:
    assert held in sanitizer.sanitize(text).text


def test_an_illness_taken_for_a_name_is_told_as_one(sanitizer: Sanitizer) -> None:
    listed = "Diagnoses\n1. Rheumatoid arthritis (2016)\n2. Bronchiectasis\n3. Osteopenia"
    text = f"{listed}\n\nMrs Ann Ek was seen in Lyon in May 2023."
    assert "[name]" not in sanitizer.sanitize(text).text
