"""Numbers with units: what phrases say, in which windows they lie, and what those keep."""

from datetime import date
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import Concept
from kb.ladders.periods import Windows
from kb.ladders.scales import scale_nats, windows
from kb.quantities import Quantities
from kb.values.amounts import Reading, parts, read_number
from kb.values.types import Date


@pytest.mark.parametrize(
    ("surface", "kind", "said"),
    [
        ("two weeks", "DURATION", Reading("duration", 20160, 20160)),
        ("14 days", "DURATION", Reading("duration", 20160, 20160)),
        ("5 hours", "TIME", Reading("duration", 300, 300)),  # a period, whatever the recognizer says
        ("2-3 days", "DURATION", Reading("duration", 2880, 4320)),
        ("a year", "DURATION", Reading("duration", 525960, 525960)),
        ("three hundred mg", "QUANTITY", Reading("mg", 300, 300)),
        ("25-30 lbs", "QUANTITY", Reading("lb", 25, 30)),
        ("up to 250 mg", "QUANTITY", Reading("mg", 250, 250, True)),
        ("10 to 20", "CARDINAL", Reading("count", 10, 20)),
        ("about 70%", "PERCENT", Reading("%", 70, 70)),
        ("$500", "MONEY", Reading("$", 500, 500)),
        ("age of fourteen", "AGE", Reading("age", 14, 14)),
        ("3 am", "TIME", Reading("clock", 3, 3)),
        ("12:30 p.m.", "TIME", Reading("clock", 12.5, 12.5)),
        ("only 5'4\"", "QUANTITY", Reading("height", 64, 64)),
        ("5 ft. 4 in", "QUANTITY", Reading("height", 64, 64)),
        ("5’4", "QUANTITY", Reading("height", 64, 64)),
        ("6 feet", "QUANTITY", Reading("foot", 6, 6)),
        ("5' 12", "QUANTITY", None),
        ("several days", "DURATION", None),
        ("20 to 10", "CARDINAL", None),
    ],
)
def test_readings(surface: str, kind: str, said: Reading | None) -> None:
    found = read_number(surface, kind)
    assert (found is None) == (said is None)
    if found is not None and said is not None:
        assert (found.scale, found.open) == (said.scale, said.open)
        assert (found.low, found.high) == pytest.approx((said.low, said.high))


def test_of_less_than_none_the_thing_alone_is_told() -> None:
    assert [c.id for c in Quantities().hypernyms(Concept("qty:films:-5", ""))] == ["qty:films"]


def test_windows_by_hand() -> None:
    first = windows(Reading("age", 29, 29))[0]
    assert first.label == "25 to 29 years old"
    assert first.keeps == pytest.approx(1 - log(5) / log(100))
    weeks = {r.label: r.keeps for r in windows(Reading("duration", 20160, 20160))}
    leaves = log(3 / 2) / log(1.1) + 1  # two to three weeks, in tenths
    assert weeks["2 to 3 weeks"] == pytest.approx(1 - log(leaves) / log(log(52596000) / log(1.1) + 1))
    assert weeks["2 weeks to 1 month"] < weeks["2 to 3 weeks"]
    assert windows(Reading("mg", 250, 250, True)) == ()
    assert "9 to 12 mg" in {r.label for r in windows(Reading("mg", 9, 9))} & {
        r.label for r in windows(Reading("mg", 12, 12))
    }


def test_heights_and_hours_by_hand() -> None:
    tall = {r.label: r.keeps for r in windows(Reading("height", 64, 64))}
    assert tall["5'3\" to 5'5\""] == pytest.approx(1 - log(3) / log(64))
    assert "5 to 6 feet" in tall.keys() & {r.label for r in windows(Reading("foot", 6, 6))}
    hours = {r.label: r.keeps for r in windows(Reading("clock", 9, 9))}
    assert hours["9 a.m. to noon"] == pytest.approx(1 - log(7) / log(48))
    assert all(0 < r.keeps < 1 for r in windows(Reading("count", 3, 3)))
    three = {r.label: r.keeps for r in windows(Reading("count", 3, 3))}
    assert three["2 to 3"] > three["2 to 4"]
    assert scale_nats(Reading("height", 64, 64)) == pytest.approx(log(64))


@pytest.mark.parametrize(
    ("surface", "said"),
    [
        ("5'4 and 130 lbs", ["5'4", "130 lbs"]),
        ("115 lbs 30", ["115 lbs", "30"]),
        ("20 mg 3", ["20 mg", "3"]),
        ("10 and 12", None),
        ("2 to 3 mg", None),
        ("several mg", None),
    ],
)
def test_two_quantities_in_one_phrase(surface: str, said: list[str] | None) -> None:
    found = parts(surface, "QUANTITY")
    assert (None if found is None else [surface[a:b] for a, b in found]) == said


@given(
    st.sampled_from(["mg", "count", "duration", "age", "%", "$"]),
    st.floats(1, 90),
    st.floats(1, 1.3),
)
def test_every_window_holds_what_was_read(scale: str, low: float, factor: float) -> None:
    reading = Reading(scale, low, low * factor)
    rungs = windows(reading)
    bounds = [tuple(map(float, r.id.rpartition(":")[2].split("~"))) for r in rungs]
    assert all(a <= low * (1 + 1e-5) and low * factor <= b * (1 + 1e-5) for a, b in bounds)
    assert all(0 < r.keeps <= 1 for r in rungs)
    assert len({r.id for r in rungs}) == len(rungs)


@given(st.integers(1000, 2030), st.integers(1, 12), st.integers(0, 28))
def test_every_window_of_years_holds_the_date(year: int, month: int, day: int) -> None:
    for rung in Windows().rungs(Date(f"{year:04d}-{month:02d}" + (f"-{day:02d}" if day else "")))[1:-1]:
        name = rung.id.removeprefix("cal:")
        if name.endswith(("early", "mid", "late")):
            low, high = Date(name).interval
            assert date.fromordinal(low).year <= year <= date.fromordinal(high).year
        elif "/" in name:
            first, last = map(int, name.split("/"))
            assert first <= year <= last
        elif name.endswith("s"):
            assert int(name[:-1]) <= year < int(name[:-1]) + 10
        elif name.endswith("C"):
            assert year // 100 + 1 == int(name[:-1])
        else:
            assert name in (f"{year}", f"{year}-{month:02d}")
