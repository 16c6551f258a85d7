"""What is said is true of what stood there: through the whole product."""

import pytest

from sanitizer import Sanitizer


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(any_language=True)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        # of a wider word a denial would say too much
        (
            "Bo Ek has asthma. They should not give him penicillin again.",
            "not give him a certain anti-infective medicine again",
        ),
        ("Bo Ek fell. We found no sign of leprosy.", "no sign of leprosy"),
        ("Bo Ek has never been to Lyon.", "never been to a certain "),
        ("Bo Ek was not admitted because of the asthma.", "because of the "),
        # a word for a people without an article is its language
        ("Ann Ek interprets for them, although Polish is of little use.", "although a European language is"),
        ("Ann Ek lives there. Welsh is spoken in the villages.", "A British language is spoken"),
        ("Ann Ek lives there. Karakalpak is spoken in the villages.", "An Asian language is spoken"),
        # titles
        ("I promised a pup to Father Anselm.", "Father X"),
        ("Sister Jean Trelawny handed over at 07:30.", "X handed over"),
        # words met once tell their meanings not apart
        ("Mrs Ek has psoriasis. She is a steward at her church.", "is a worker at"),
        ("Bo Ek (1908-1987) was a bridge engineer.", "was a technical professional"),
        ("Ann Ek, a divorced mom of three, came.", "a mother"),
        # a sentence ends behind a month
        ("It lasts until the end of June. Can we ask Kelly?", "summer. Can we"),
        ("Suresh Nair moved to Calgary in jan.", "in winter"),
        # the day of a month is no rank, and a number is not told by itself
        ("Jonas, I can't make the 12th any more. Ann Ek comes on the 12th.", "can't make that day any more"),
        # a heading in capitals is no name with letters behind it
        ("FAMILY COURT\nApplicant: Ann Ek\n", "FAMILY COURT"),
        pytest.param(
            "FAIR WORK TRIBUNAL\nApplicant: Ann Ek\n",
            "FAIR WORK TRIBUNAL",
            marks=pytest.mark.xfail(strict=True, reason="the network takes the heading for two bodies"),
        ),
        ("Bo Ek, 49, had a heart attack at 41.", "had a cardiovascular condition"),
        # seasons are those of the place
        ("Ann Lund of Brisbane was warned in January and left.", "warned in summer"),
        ("Ann Lund of Leeds was warned in January and left.", "warned in winter"),
        # a rare word that stands where no name does is nobody
        ("I lost koi from the pond. Bo Ek knows.", "lost koi from"),
        pytest.param(
            "Bo Ek, 61, lives in Leeds. It went to Australia Post for once.",
            "to an organization for once",
            marks=pytest.mark.xfail(strict=True, reason="the network takes the body for the country"),
        ),
        # a form of address makes a person, wherever the name stands
        ("The doctor there, Dr. Hofstad, wrote a note about Ann Bell.", "The doctor there wrote"),
        # a common noun with its number is no place
        ("Ann Ek was walking to Bay 6 with Bo Lund.", "walking to Bay"),
    ],
)
def test_what_is_said_is_true(sanitizer: Sanitizer, text: str, held: str) -> None:
    assert held in sanitizer.sanitize(text).text
