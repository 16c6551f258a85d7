"""Dates: read from any notation, and true at every step up."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import KnowledgeBase
from kb.calendar import Calendar, concept
from kb.intrinsic_ic import lowest_common_ancestor
from kb.taxonomy import ancestors
from kb.values.words import MONTHS, ordinal
from sanitizer.values.dates_in_numbers import at_digit
from tests.contracts.knowledge import KnowledgeContract
from tests.kb.walks import walk_up

CALENDAR = Calendar()


class TestCalendarContract(KnowledgeContract):
    phrases = ("5 May 1991", "May 1991", "1991", "the 1990s", "20th century", "10:30", "44 BC", "12 May")
    listed = False  # months and days are computed, not listed

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return CALENDAR


@pytest.mark.parametrize(
    "phrase",
    [
        *(
            "5 May 1991",
            "5,May,1991",
            "05MAY1991",
            "5/May/1991",
            "May-5-1991",
            "May 5, 1991",
            "the 5th of May, 1991",
            "Sunday, 5 May 1991",
            "1991-05-05",
            "5 May, 1991",
        ),
        *(
            "on 5 May 1991",
            "5 MAY 1991",
            "1991/05/05",
            "5th May 1991",
            "May 5th, 1991",
            "1991-05-05T10:30:00",
        ),
    ],
)
def test_a_day_in_any_notation(phrase: str) -> None:
    assert walk_up(CALENDAR, phrase) == [
        "5 May 1991",
        "May 1991",
        "1991",
        "the early 1990s",
        "the 1990s",
        "the late 20th century",
        "the 20th century",
        "date",
    ]


@pytest.mark.parametrize(
    ("phrase", "up"),
    [
        ("the nineties", ["the 1990s", "the late 20th century", "the 20th century", "date"]),
        ("mid-1990s", ["the mid-1990s", "the 1990s", "the late 20th century", "the 20th century", "date"]),
        ("twenty-first century", ["the 21st century", "date"]),
        (
            "Sept. 2003",
            [
                "September 2003",
                "2003",
                "the early 2000s",
                "the 2000s",
                "the early 21st century",
                "the 21st century",
                "date",
            ],
        ),
        (
            "summer of 1991",
            ["1991", "the early 1990s", "the 1990s", "the late 20th century", "the 20th century", "date"],
        ),
        (
            "1984 to 1986",
            [
                "1984 to 1986",
                "the mid-1980s",
                "the 1980s",
                "the late 20th century",
                "the 20th century",
                "date",
            ],
        ),
        ("1984-1991", ["1984 to 1991", "the late 20th century", "the 20th century", "date"]),
        ("1990–95", ["1990 to 1995", "the 1990s", "the late 20th century", "the 20th century", "date"]),
        ("1890-1910", ["1890 to 1910", "date"]),
        ("44 BC", ["44 BC", "the 1st century BC", "date"]),
        ("12 May", ["12 May", "May", "spring", "date"]),
        ("3 p.m.", ["15:00", "the afternoon", "time of day"]),
        (
            "31/12/91",
            [
                "31 December 1991",
                "December 1991",
                "1991",
                "the early 1990s",
                "the 1990s",
                "the late 20th century",
                "the 20th century",
                "date",
            ],
        ),
    ],
)
def test_periods(phrase: str, up: list[str]) -> None:
    assert walk_up(CALENDAR, phrase) == up


@pytest.mark.parametrize(
    "phrase", ["31 February 1991", "12", "32 May", "Mayor", "1991 people", "99/99/1999", "0"]
)
def test_what_is_no_date(phrase: str) -> None:
    assert CALENDAR.senses(phrase) == []


def test_a_date_that_may_be_two_is_two() -> None:
    assert [s.concept.id for s in CALENDAR.senses("04/05/1991")] == ["cal:1991-05-04", "cal:1991-04-05"]
    common = lowest_common_ancestor(CALENDAR, [s.concept for s in CALENDAR.senses("04/05/1991")])
    assert common == concept("1991")


@given(st.dates())
def test_every_day_lies_in_its_year_decade_and_century(day: object) -> None:
    year = int(str(day)[:4])
    ids = [a.id for a, _ in ancestors(CALENDAR, CALENDAR.senses(str(day))[0].concept)]
    decade, century = f"cal:{year // 10 * 10}s", f"cal:{year // 100 + 1}C"
    early = "early" if year % 10 < 4 else "mid" if year % 10 < 7 else "late"
    parts = [f"{decade}-{early}"] if year >= 1000 and (year % 100 > 9 or 2000 <= year < 2010) else []
    third = "early" if year % 100 < 30 else "mid" if year % 100 < 70 else "late"
    above = [*parts, decade, f"{century}-{third}", century, "cal:date"]
    assert ids == [f"cal:{str(day)[:7]}", f"cal:{year:04d}", *above]


@pytest.mark.parametrize(
    ("phrase", "up"),
    [
        ("the late nineties", ["the late 1990s", "the 1990s"]),
        ("mid-nineteenth century", ["the mid-19th century", "the 19th century"]),
        ("1905", ["1905", "the 1900s", "the early 20th century"]),  # no "early 1900s": that is taken for more
        ("the early 1900s", ["part of the 1900s", "the 1900s"]),
        ("2004", ["2004", "the mid-2000s", "the 2000s"]),
        ("1990-1993", ["1990 to 1993", "the early 1990s", "the 1990s"]),
        ("1992-1994", ["1992 to 1994", "the 1990s"]),
    ],
)
def test_parts_of_decades_and_centuries(phrase: str, up: list[str]) -> None:
    assert walk_up(CALENDAR, phrase)[: len(up)] == up


@pytest.mark.parametrize("whole", ["the 1990s", "the 1900s", "the late 20th century", "the 20th century"])
def test_what_lies_below_a_period_has_it_above(whole: str) -> None:
    (sense,) = CALENDAR.senses(whole)
    below = CALENDAR.hyponyms(sense.concept)
    assert below and all(sense.concept in CALENDAR.hypernyms(c) for c in below)


def test_ordinals() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th")
    ]


@pytest.mark.parametrize(
    ("phrase", "above"),
    [
        ("1 and 2 July 1996", "July 1996"),
        ("14 January, 6 June and 14 November 2005", "2005"),
        ("30 March 1983 to 30 September 1987", "1983 to 1987"),
        ("Between December 1994 and June 1995", "1994 to 1995"),
        ("8 June 1998 and 4 May 1999", "1998 to 1999"),
        ("4 and 5 May", "May"),
        ("11-13 May 1994", "May 1994"),
        ("end of October 1997", "October 1997"),
        ("the first half of 1993", "1993"),
        ("summer and autumn of 1994", "1994"),
        ("the late 1990s", "the 1990s"),
        ("1990, 1991 and 1993", "1990 to 1993"),
        ("1995-6", "the mid-1990s"),
    ],
)
def test_several_dates_and_parts_of_a_period(phrase: str, above: str) -> None:
    calendar = Calendar()
    (sense,) = calendar.senses(phrase)
    assert calendar.hypernyms(sense.concept)[0].label == above


@pytest.mark.parametrize(
    "phrase", ["July and December", "1 and 45 July 1996", "May and Smith", "1 and two", "x to y"]
)
def test_lists_that_are_no_dates(phrase: str) -> None:
    assert not Calendar().senses(phrase)


@given(
    st.lists(st.dates(date(1000, 1, 1), date(2900, 1, 1)), min_size=2, max_size=5, unique=True),
    st.sampled_from([", ", " and ", " to "]),
)
def test_the_period_of_a_list_holds_all_its_dates(days: list[date], joint: str) -> None:
    calendar = Calendar()
    words = joint.join(f"{d.day} {MONTHS[d.month - 1]} {d.year}" for d in days)
    (sense,) = calendar.senses(words)
    shared = {a.id for a, _ in ancestors(calendar, sense.concept)}
    for d in days:
        (alone,) = calendar.senses(d.isoformat())
        above = {a.id for a, _ in ancestors(calendar, alone.concept)}
        ranges = {i for i in shared if "/" in i}
        assert shared - ranges <= above
        for id_ in ranges:
            first, last = id_.removeprefix("cal:").split("/")
            assert int(first) <= d.year <= int(last)


@pytest.mark.parametrize(
    "form",
    [
        *(
            "5 May 1991",
            "5th of May, 1991",
            "1 and 2 July 1996",
            "12 May",
            "5-7 June 2001",
            "1991-05-12",
            "12.05.1991",
        ),
        *(
            "12/05/1991",
            "12·V·1991",
            "05/1991",
            "1991/05/12",
            "19th century",
            "18th and 19th centuries",
            "1990s",
            "1990s and 2000s",
        ),
        *("1920s–30s", "44 BC", "10:30", "10.30 a.m.", "1995/96", "1919–20", "1991"),
    ],
)
def test_what_recognition_finds_is_read_here(form: str) -> None:
    """Two parsers, one for where a date stands in a text and one for what it says: they know the same forms."""
    found = at_digit(f"{form} ", 0)
    assert found is not None
    assert (found.start, found.end) == (0, len(form))
    assert CALENDAR.senses(form)


@pytest.mark.parametrize(
    ("phrase", "up"),
    [
        ("the 18th and 19th centuries", ["1700 to 1899", "date"]),
        ("1990s and 2000s", ["1990 to 2009", "date"]),
        ("the 1920s–30s", ["1920 to 1939", "the 20th century", "date"]),
        (
            "the 1995/96 season",
            [
                "1995 to 1996",
                "the mid-1990s",
                "the 1990s",
                "the late 20th century",
                "the 20th century",
                "date",
            ],
        ),
    ],
)
def test_periods_of_several_and_seasons(phrase: str, up: list[str]) -> None:
    assert walk_up(CALENDAR, phrase) == up
