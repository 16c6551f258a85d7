"""Dates, quantities and codes: read from any notation, and true at every step up."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import Concept, KnowledgeBase
from kb.calendar import Calendar, concept
from kb.codes import Codes
from kb.intrinsic_ic import lowest_common_ancestor
from kb.quantities import Quantities, counted
from kb.taxonomy import ancestors
from kb.values.words import MONTHS, ordinal
from sanitizer.values.dates_in_numbers import at_digit
from tests.contracts.knowledge import KnowledgeContract

CALENDAR, QUANTITIES, CODES = Calendar(), Quantities(), Codes()


class TestCalendarContract(KnowledgeContract):
    phrases = ("5 May 1991", "May 1991", "1991", "the 1990s", "20th century", "10:30", "44 BC", "12 May")
    listed = False  # months and days are computed, not listed

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return CALENDAR


class TestQuantitiesContract(KnowledgeContract):
    phrases = ("42 years old", "$512,000", "12 km", "37.5%")
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return QUANTITIES


class TestCodesContract(KnowledgeContract):
    phrases = ("47289/99", "AB-1234")
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return CODES


def _up(base: KnowledgeBase, phrase: str) -> list[str]:
    senses: Sequence[Concept] = [s.concept for s in base.senses(phrase)]
    return [senses[0].label, *(a.label for a, _ in ancestors(base, senses[0]))] if senses else []


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
    assert _up(CALENDAR, phrase) == [
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
    assert _up(CALENDAR, phrase) == up


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
    assert _up(CALENDAR, phrase)[: len(up)] == up


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
    "phrase", ["42 years old", "aged 42", "42-year-old", "forty-two years old", "42 years of age"]
)
def test_an_age_in_any_notation(phrase: str) -> None:
    assert _up(QUANTITIES, phrase) == ["42 years old", "40 to 49 years old", "40 to 59 years old", "age"]


@pytest.mark.parametrize(
    ("phrase", "up"),
    [
        ("$512,000", ["$512,000", "$500,000 to $600,000", "$100,000 to $1 million", "amount of money"]),
        (
            "£3.5 million",
            ["£3.5 million", "£3 million to £4 million", "£1 million to £10 million", "amount of money"],
        ),
        (
            "EUR 12,000",
            ["EUR 12,000", "EUR 10,000 to EUR 20,000", "EUR 10,000 to EUR 100,000", "amount of money"],
        ),
        ("12 km", ["12 km", "10 to 20 km", "10 to 100 km", "quantity"]),
        ("three weeks", ["3 weeks", "two or three weeks", "a few weeks", "quantity"]),
        ("1.5 pounds", ["1.5 pounds", "1 to 2 pounds", "1 to 10 pounds", "quantity"]),
        ("37.5%", ["37.5%", "30% to 40%", "10% to 100%", "percentage"]),
        ("0.5 mg", ["0.5 mg", "0 to 1 mg", "quantity"]),
        ("1,234", ["1,234", "1,000 to 2,000", "1,000 to 10,000", "number"]),
        ("25 years", ["25 years", "20 to 30 years", "10 to 100 years", "many years", "quantity"]),
        ("708 votes", ["708 votes", "700 to 800 votes", "100 to 1,000 votes", "many votes", "quantity"]),
        (
            "3 service clubs",
            [
                "3 service clubs",
                "two or three service clubs",
                "a few service clubs",
                "a few clubs",
                "quantity",
            ],
        ),
        ("seven years later", ["7 years later", "several years later", "quantity"]),
        ("895-day-long", ["895-day-long", "800-to-900-day-long", "100-to-1,000-day-long", "quantity"]),
        ("35 percent", ["35 percent", "30 to 40 percent", "10 to 100 percent", "quantity"]),
        ("38th", ["38th", "30th to 40th", "10th to 100th", "rank"]),
        ("1.80 m", ["1.8 m", "1 to 2 m", "1 to 10 m", "quantity"]),
        ("5 ft 11 in", ["5.92 ft", "5 to 6 ft", "1 to 10 ft", "quantity"]),
        ("7 years old", ["7 years old", "0 to 9 years old", "0 to 19 years old", "age"]),
    ],
)
def test_bands_widen(phrase: str, up: list[str]) -> None:
    assert _up(QUANTITIES, phrase) == up


@pytest.mark.parametrize("phrase", ["1991", "seven", "a dozen", "10:30", "5/7", "many", "200 years old"[:3]])
def test_what_is_no_quantity(phrase: str) -> None:
    assert QUANTITIES.senses(phrase) == []


@given(st.decimals(Decimal("0.01"), Decimal(10) ** 12, places=2))
def test_every_band_holds_the_number(value: Decimal) -> None:
    sense = QUANTITIES.senses(f"{value} km")[0]
    for above, _ in ancestors(QUANTITIES, sense.concept):
        bounds = re.fullmatch(r"qty:km:([\d.]+?)\.\.([\d.]+)", above.id)
        if bounds:
            assert Decimal(bounds[1]) <= value <= Decimal(bounds[2])
        else:
            assert above.id == "qty:km"


@given(st.integers(0, 124))
def test_every_age_band_holds_the_age(age: int) -> None:
    for above, _ in ancestors(QUANTITIES, QUANTITIES.senses(f"aged {age}")[0].concept):
        bounds = re.fullmatch(r"qty:age:(\d+)\.\.(\d+)", above.id)
        assert bounds is None or int(bounds[1]) <= age <= int(bounds[2])


@pytest.mark.parametrize(
    "band",
    [
        "qty:films:20..30",
        "qty:films:10..100",
        "qty:$:2000000..3000000",
        "qty:age:0..19",
        "qty:age:80..124",
        "qty:th:30..40",
    ],
)
def test_what_lies_below_a_band_has_it_above(band: str) -> None:
    wide = Concept(band, "")
    below = QUANTITIES.hyponyms(wide)
    assert len(below) in (2, 5, 9, 10)
    assert all(band in {c.id for c in QUANTITIES.hypernyms(b)} for b in below)


def test_a_number_is_listed_in_words_too_and_many_by_what_is_counted() -> None:
    assert QUANTITIES.lemmas(Concept("qty:films:12", "12 films")) == ["12 films", "twelve films"]
    assert QUANTITIES.lemmas(Concept("qty:films:10..", "many films")) == ["many films", "films"]
    ids = ("films:20..30", "-year:2..", "kg:10..20", "$:5", "age:20..29")
    assert [counted(Concept(f"qty:{x}", "")) for x in ids] == ["films", "year", "kg", "", ""]


def test_codes_lose_their_end() -> None:
    assert _up(CODES, "47289/99") == ["47289/99", "47289/9*", "4728*/**", "47***/**", "code"]
    for phrase in ("hello", "12", "two words 1", "12 34"):
        assert CODES.senses(phrase) == []


@given(st.from_regex(r"[A-Z]{0,3}[0-9]{4,9}[-/][0-9]{1,3}", fullmatch=True))
def test_masks_only_hide(code: str) -> None:
    for above, _ in ancestors(CODES, CODES.senses(code)[0].concept):
        if above.label != "code":
            assert all(a in (b, "*") for a, b in zip(above.label, code, strict=True))


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
    assert _up(CALENDAR, phrase) == up


def test_no_code_keeps_a_name() -> None:
    assert not CODES.senses("Whitcombe_5G")
    assert CODES.senses("SN-4711/99")
