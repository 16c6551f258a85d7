"""Values: every notation read into one typed value, said again, and found in texts as it is read."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.values.date_order import DateOrder, Order, orders_in
from kb.values.dates import full_year
from kb.values.words import MONTHS, month_number, month_pattern
from sanitizer.recognize.finders import patterns
from sanitizer.values import Age, Amount, Date, Duration, Money, Time, Value, find, read, say
from sanitizer.values.dates_in_numbers import at_digit

CASES_FOLDER = Path(__file__).parent.parent / "cases"
CASES: list[dict[str, Any]] = json.loads((CASES_FOLDER / "values.json").read_text(encoding="utf-8"))
FOUND: list[dict[str, Any]] = json.loads((CASES_FOLDER / "patterns.json").read_text(encoding="utf-8"))
CLASSES = {
    "DATE": Date, "TIME": Time, "AGE": Age, "DURATION": Duration, "MONEY": Money, "QUANTITY": Amount,
    "PERCENT": Amount, "CARDINAL": Amount, "ORDINAL": Amount,
}  # fmt: skip


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["notation"])
def test_notations(case: dict[str, Any]) -> None:
    value = read(case["notation"], case.get("order"))
    if case["kind"] is None:
        assert value is None
        return
    assert value is not None
    assert type(value).__name__ == case["kind"]
    interval = case["interval"] if "interval" in case else [day(case["from"]), day(case["to"])]
    assert list(value.interval) == interval
    assert value.precision == case["precision"]
    if isinstance(value, (Amount, Money)):
        assert value.measured_in == case["unit"]


def said_again(value: Value) -> Value | None:
    kind = next(k for k, c in CLASSES.items() if isinstance(value, c))
    return read(say(value), None, kind)


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"]], ids=lambda c: c["notation"])
def test_what_is_said_holds_the_value(case: dict[str, Any]) -> None:
    value = read(case["notation"], case.get("order"))
    assert value is not None
    again = said_again(value)
    assert type(again) is type(value)
    assert again is not None and again.contains(value)  # type: ignore[arg-type]
    assert value.contains(value)  # type: ignore[arg-type]


@given(st.dates(date(1000, 1, 1), date(2099, 12, 31)), st.integers(0, 4))
def test_every_wider_date_holds_the_day(when: date, level: int) -> None:
    value = Date(when.isoformat())
    assert value.interval == (when.toordinal(), when.toordinal())
    again = read(say(value, level))
    assert isinstance(again, Date)
    assert again.contains(value)
    assert again.covers(when)


@given(st.integers(0, 124))
def test_every_age_is_read_as_it_is_said(years: int) -> None:
    assert read(say(Age(years, years))) == Age(years, years)


@given(st.integers(1, 5000), st.sampled_from([1, 60, 1440, 10080, 43830, 525960]))
def test_every_duration_is_read_as_it_is_said(count: int, minutes: int) -> None:
    value = Duration(count * minutes, count * minutes)
    again = read(say(value))
    assert isinstance(again, Duration)
    assert again.contains(value)


@given(st.integers(1, 10**9), st.sampled_from(["mg", "km", "%", "films", "count", "th"]))
def test_every_amount_is_read_as_it_is_said(count: int, unit: str) -> None:
    value = Amount(count, count, unit=unit)
    again = read(say(value), None, "QUANTITY")
    assert again == value


@given(st.integers(1, 10**9), st.sampled_from(["$", "EUR", "GBP", "euros", "pounds"]))
def test_every_sum_of_money_is_read_as_it_is_said(count: int, currency: str) -> None:
    value = Money(count, count, currency=currency)
    again = read(say(value), None, "MONEY")
    assert isinstance(again, Money)
    assert again.interval == value.interval


@pytest.mark.parametrize(
    ("surface", "kind"),
    sorted({(s, k) for case in FOUND for s, k in case["found"] if k in CLASSES}),
)
def test_what_is_found_is_read_as_its_kind(surface: str, kind: str) -> None:
    assert isinstance(read(surface, None, kind), CLASSES[kind])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("On 14 Mar 61 in Rome.", ["14 Mar 61"]),
        ("On 3 Jan 15 people came.", ["3 Jan", "Jan 15"]),
        ("Sales of Q3 2020 fell.", ["Q3 2020"]),
        ("Sales of 2020-Q3 fell.", ["2020-Q3"]),
        ("Born 4.III.1961 in Graz.", ["4.III.1961"]),
        ("It took a week and a half.", ["a week and a half"]),
        ("BP 140/90, 10 mg daily.", ["140/90", "10 mg"]),
        ("By mid-March, on the 1st of May.", ["mid-March", "1st of May"]),
        ("Chapter 4 VII 12", ["12"]),
    ],
)
def test_new_notations_are_found(text: str, values: list[str]) -> None:
    assert [text[f.start : f.end] for f in find(text)] == values


def test_dates_without_a_year_come_again() -> None:
    birthday, monday = read("12 May"), read("Monday")
    assert isinstance(birthday, Date) and isinstance(monday, Date)
    assert birthday.covers(date(1961, 5, 12)) and birthday.covers(date(2000, 5, 12))
    assert not birthday.covers(date(1961, 5, 13))
    assert monday.covers(date(2026, 11, 23)) and not monday.covers(date(2026, 11, 22))
    assert not Date("--05-12").contains(Date("1961-05-12"))


def test_what_is_no_date_is_refused() -> None:
    with pytest.raises(ValueError, match="no date"):
        Date("yesterday")


@pytest.mark.parametrize(
    ("text", "wanted", "usual", "order", "by", "ambiguous"),
    [
        ("14/03/1961 and 3/4/1961", "auto", None, "dmy", "document", 1),
        ("3/14/1961 and 3/4/1961", "auto", None, "mdy", "document", 1),
        ("3/4/1961", "auto", None, "dmy", "default", 1),
        ("3/4/1961", "auto", "mdy", "mdy", "collection", 1),
        ("14/03/1961 and 3/4/1961", "auto", "mdy", "dmy", "document", 1),
        ("14/03/1961 and 3/14/1961", "auto", None, "dmy", "default", 0),
        ("14/03/1961 and 3/4/1961", "mdy", None, "mdy", "setting", 1),
        ("3/3/1961, 4.3.1961", "auto", None, "dmy", "default", 0),
    ],
)
def test_who_decides_the_order(
    text: str, wanted: str, usual: Order | None, order: str, by: str, ambiguous: int
) -> None:
    assert DateOrder.of(text, wanted, usual) == DateOrder(order, by, ambiguous)  # type: ignore[arg-type]


def test_there_is_one_table_of_months() -> None:
    pattern = re.compile(month_pattern() + r"\Z")
    for number, month in enumerate(MONTHS, 1):
        for form in {month, month[:3], "May" if month == "May" else f"{month[:3]}."}:
            assert pattern.match(form) and month_number(form) == number
    assert [month_number(w) for w in ("Sept.", "XII", "Mayor", "Ma", "")] == [9, 12, None, None, None]
    assert orders_in("") == frozenset() and full_year("61") == 1961


def test_days_that_no_calendar_tells_are_found() -> None:
    text = "Weds 14th, then Boxing Day 1971."
    assert [text[f.start : f.end] for f in patterns.scan(text)] == ["Weds 14th", "Boxing Day 1971"]


@pytest.mark.parametrize("before", ["Date of injury: ", "DOB ", "born on ", "adjourned "])
@pytest.mark.parametrize("when", ["10 10 2010", "2 / 3 / 2021", "03.14.19", "25·11·2023"])
def test_a_date_whose_numbers_stand_apart_is_read_where_a_day_is_asked_for(before: str, when: str) -> None:
    found = at_digit(f"{before}{when}, then", len(before))
    assert found is not None
    assert (found.start, found.end, found.type) == (len(before), len(before + when), "DATE")


@pytest.mark.parametrize(
    "text", ["call from 12 05 1991", "sort code 12 - 05 - 19", "Version 03.14.19", "born 2 / 3 / 2021-77"]
)
def test_a_number_in_parts_is_no_date_elsewhere(text: str) -> None:
    assert at_digit(text, next(i for i, c in enumerate(text) if c.isdigit())) is None
