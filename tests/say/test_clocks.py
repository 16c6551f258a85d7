"""Dates beside times of the day, the years of lives, ages before nouns and ordinals, as readers write them."""

import pytest

from sanitizer import Sanitizer

CASES = [
    ("Ms Ann Lund met Mr Ek on Monday 9 October 2023 at 7.30 pm.", "met Mr Y one day in 2023 at 7.30 pm."),
    ("At 11:30 on 5 May 2021 Mr Ek left.", "At 11:30 one day in 2021 Mr X left."),
    ("On Friday the 5th of May at about ten past nine Mr Ek left.", "One day in May at about ten past nine"),
    ("Mr Ek may stay until 5 May 2023 at 10:30.", "until a day in 2023 at 10:30."),
    ("Date: Tue, 16 Jan 2024 09:12\nFrom: Ann Lund", "Date: [day] 2024 09:12"),
    ("17/02/24 07:15 (night report, Adaeze Okwuosa)", "[date] 07:15 ("),
    ("Date: Mon, 11 Sep 2023 08:55 +0100\nFrom: Ann Lund", "2023 08:55 +0100"),
    ("Sun 9 Jul\n11:48 Gwen: is dad back\n11:50 Rhodri: no", "July\n11:48"),
    ("Ann Lund (18 April 1896 – 3 November 1974) was a dentist.", "(1890s – mid-1970s)"),
    ("Mr Ek emigrated to Canada 1951 under a contract.", "in the mid-20th century under"),
    ("It was Grandpa Lou Ek's 75th and all came.", "'s birthday and all came."),
    ("Jorge Ek scored his 17th goal of the season.", "scored his goal of the season."),
    ("Mr Ek, a 43-year-old vendor, left.", "middle-aged"),
    ("Thelma Ek is in her late forties.", "in her forties."),
    ("Ann Lund wept. She is only six.", "She is under 10."),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_times_are_said_as_readers_say_them(text: str, said: str) -> None:
    assert said in Sanitizer.default().sanitize(text).text


@pytest.mark.parametrize("text", ["On 13th ult. and Lammas 2015", "On the 4th ult. or Easter 2011"])
def test_a_list_of_times_ends_a_text(text: str) -> None:
    assert not any(c.isdigit() for c in Sanitizer.default().sanitize(text).text)
