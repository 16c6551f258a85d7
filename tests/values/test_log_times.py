"""Times of the day in four digits, in logs (sanitizer/values/log_times.py)."""

import pytest

from sanitizer.text.anchors import Anchors
from sanitizer.values.log_times import times_of_log


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("0540 Found on the floor.\n0610 Son rang, at 1524 the GP came.\n1040 Wife visited.\n",
         ["0540", "0610", "1524", "1040"]),
        ("At 1524 hrs she left, back by 1640; there since 1950.", ["1524 hrs", "1640"]),
        ("On from 0900/1700 hrs, then 1524hrs, off.", ["1700 hrs", "1524hrs"]),
        ("04/06 0800 - seen, at 1900 too\n04/06 1420 - home, out 0630.\n", ["0800", "1900", "1420", "0630"]),
        ("At 0052 hrs he called 1524, between 2315 and 0040.", ["0052 hrs", "1524", "2315", "0040"]),
        ("1990 Moved to Leeds\n1945 Born in Bath\n2010 Married", []),
        ("2010 Moved to Leeds\n2015 Married\n", []),
        ("Born in 1524, there since 1950.", []),
        ("0540 Found on the floor.", []),
        ("Log. 0540 slipped moorings. 1120 alarm. 1905 anchored in 3 m.", ["0540", "1120", "1905"]),
        ("She left. 2015 was hard. 2016 brought rest.", []),
        ("", []),
    ],
)  # fmt: skip
def test_times_of_log(text: str, times: list[str]) -> None:
    assert [text[found.start : found.end] for found in times_of_log(Anchors(text))] == times
