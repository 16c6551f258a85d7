"""Days of a month in numbers that end with a stop, and what stands behind a tab or line end that a program wrote."""

import pytest

from sanitizer import Sanitizer


@pytest.fixture(scope="module")
def strict() -> Sanitizer:
    return Sanitizer.default(profile="safe-harbor")


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("EDC 21.9. by scan.", "21.9"),
        ("Reviewed 2.6. and 16.6. by the nurse.", "2.6 16.6"),
        ("We met on the 9th of the 2nd in town.", "9th 2nd"),
        ("The badge expires 10/31.", "10/31"),
        ("Seen on Tues 14 Jan and Fri 17.", "14 17"),
        ("Away Sat 5 & Sun 6, back Mon 7", "5 6 7"),
        (r"Clinic.\n07/05/2016 seen\t21/05/2016 home", "07/ 05/ 21/"),
        (r"Phone:\t0113 496 0718\tMRN:\t5530917", "496 5530917"),
        (r'"text": "Called.\r\nMarek Dusil came."', "Marek Dusil"),
    ],
)
def test_it_goes(strict: Sanitizer, text: str, gone: str) -> None:
    result = strict.sanitize(text).text
    assert not [part for part in gone.split() if part in result], result


@pytest.mark.parametrize(
    "stays",
    [
        "Potassium was 3.4.",
        "Readings were 3.4 and 5.6.",
        r"C:\temp\notes.txt",
        "Open Mon 9 to 5, Sat 10 am. Sunday 10-4. Monday 9.30, Tuesday 8:15.",
        "It was shut by Monday.\n2) More later.",
    ],
)
def test_what_is_no_day_stays(strict: Sanitizer, stays: str) -> None:
    assert strict.sanitize(stays).text == stays
