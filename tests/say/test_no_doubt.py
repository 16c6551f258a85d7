"""What an editor would not let pass: places told twice, a language as a person, two ages of one band, days that are
ranks, the capital behind the number of a paragraph."""

import pytest

from sanitizer import Sanitizer

CASES = [
    (
        "The chapel at Kinghorn in Fife, Scotland, was built around 1815 by Andrew Cuthill.",
        "The chapel at a place in Europe was built in the 19th century by X.",
    ),
    (
        "Ewa Nowicka interprets for the mother, although Polish is of little use to her.",
        "X interprets for the mother, although a European language is of little use to her.",
    ),
    ("Ewa Nowicka speaks mainly Welsh at home.", "X speaks mainly a British language at home."),
    (
        "The claimants, who are 72 and 70, moved to Hereford in 1989.",
        "The applicants, who are of a certain age, moved to X in the late 20th century.",
    ),
    (
        "Jonas, I can't make the 12th any more, Ewa Nowicka wrote.",
        "I can't make that day any more, X wrote.",
    ),
    ("Ewa Nowicka promised a pup to Father Anselm.", "X promised a pup to Father Y."),
    ("Dear Jonas, dear Ewa,\n\nthe abstract is in.", "Dear X,\n\nthe abstract is in."),
    (
        "Mrs Ruth Adeyinka of Leicester works 20 hours a week in a bakery.",
        "Mrs X of a place in England works at least twenty hours a week in a bakery.",
    ),
    ("I met my partner, Roisin Ek, and our son in Leeds.", "I met my partner and our son in England."),
    (
        "A psychologist, Dr Ingrid Vaea, considers that Mr Kaya lied.",
        "A psychologist considers that Mr X lied.",
    ),
    (
        "Colin Marsh was epileptic and his sister Joan was asthmatic.",
        "X had a neurological condition and his sister had a respiratory disease.",
    ),
    (
        "I heard his sister and attorney, Ms Joan Pell, on Monday.",
        "I heard his sister and attorney on Monday.",
    ),
    ("Colin Marsh was never epileptic.", "X never had a neurological condition."),
    ("Colin Marsh is no longer epileptic.", "X no longer has a neurological condition."),
    ("Colin Marsh is not epileptic.", "X does not have a neurological condition."),
    (
        "The clerk paid the extra £3,450 to Joan Marsh and",
        "The clerk paid the extra £1,000 or more to X and",
    ),
    ("Mr Kaya had pain and swelling in both wrists.", "Mr X had pain and medical conditions."),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_no_editor_would_stop_at_it(text: str, said: str) -> None:
    assert Sanitizer.default().sanitize(text).text == said


def test_a_sentence_behind_the_number_of_its_paragraph_has_its_capital() -> None:
    text = "[1] Ruth Adeyinka is the applicant.\n\n[2] On 3 November 2019 the officers searched her home."
    assert "[2] In 2019 the officers" in Sanitizer.default().sanitize(text).text
