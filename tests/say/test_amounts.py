"""Amounts that readers are used to: sums between two ends, small counts, doses, hours and minutes."""

import pytest

from sanitizer import Sanitizer

CASES = [
    (
        "Mrs Ruth Adeyinka of Leicester owes the landlord £2,650 and paid £480 in May.",
        "owes the landlord more than £2,000 and paid more than £100",
    ),
    (
        "The Committee met 2 March in the hall with Ann Bell.",
        "The Committee met in spring in the hall with X.",
    ),
    ("Mary Ek's fee was €300 and €64,691.", "X's fee was more than €100 and more than €10,000."),
    (
        "Mary Ek paid £300, £450 and £12,417.35 to Bo Bell.",
        "more than £100, more than £100 and more than £10,000",
    ),
    ("Ann Bell has a place 9th January.", "X has a place in winter."),
    ("This is the last will of Ann Bell, made the 5th of November 2008.", "made in the late 2000s."),
    ("Mr Piotr Wolski was without heating for three days and two nights.", "two or three days"),
    (
        "Mrs Ruth Adeyinka, 61, has hypertension. She takes ramipril 5 mg in the morning.",
        "She takes 5 mg of a blood pressure medicine",
    ),
    (
        "Mrs Ruth Adeyinka, 61, has asthma. She was started on prednisolone 30 mg daily.",
        "mg of a steroid daily",
    ),
    (
        "Mr Piotr Wolski waited with his wife Anna for an hour and fifty-two minutes until the plumber came.",
        "for more than an hour until the plumber came",
    ),
    ("Ann Bell has worked here for nineteen years.", "for more than ten years."),
    ("Ann Bell has worked here for ten years.", "for at least ten years."),
    ("Ann Bell was stung some sixty times by bees.", "stung sixty times or so by"),
    (
        "A hearing is held at intervals of not more than twelve months. She wrote approximately 121 short stories.",
        "at intervals of not more than 20 months. She wrote more than 100 short stories.",
    ),
    ('Ann Bell paid a 12.5% "discretionary" charge.', 'paid a "discretionary" charge.'),
    (
        "Ann Bell wrote that her 3rd attempt failed on the 6th floor.",
        "her 3rd attempt failed on the 6th floor.",
    ),
    ("Ann Bell was granted a further three-month extension.", "was granted a further extension."),
    ("Ann Bell did a 14 day reducing course.", "did a reducing course."),
    ("Ann Bell said that they adjourned the applicant's complaint.", "adjourned the applicant's complaint."),
    ("Ann Bell can come on Friday 5th at noon.", "can come on Friday at noon."),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_amounts_are_said_as_readers_say_them(text: str, said: str) -> None:
    assert said in Sanitizer.default().sanitize(text).text
