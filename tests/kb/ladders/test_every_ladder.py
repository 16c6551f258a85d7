"""Every ladder: periods, windows of years and numbers, bands, concepts, a user's hierarchy, cells of columns."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base import Concept
from kb.dgh import Hierarchy as Dgh
from kb.intrinsic_ic import intrinsic_ic
from kb.ladders import Ladder, Rung, falling, least
from kb.ladders.columns import Days, Flat, Masks, Ranges, Rows
from kb.ladders.concepts import Concepts, WayUp, in_order
from kb.ladders.periods import Periods, Windows, years
from kb.ladders.scales import Scales
from kb.quantities import Quantities, bands
from kb.taxonomy import ancestors, is_a
from kb.values.amounts import Reading
from kb.values.dates import least_period
from kb.values.read import read_date
from kb.values.say import say
from kb.values.types import Date, Time
from tests.contracts.ladder import LadderContract
from tests.tiny import TinyKnowledge

DATES = tuple(
    map(
        Date,
        (
            "1991-05-12",
            "1991-05",
            "1993",
            "1998-03-01",
            "1998-03-01",
            "1990s",
            "1996/2003",
            "2004-Q3",
            "1862~",
        ),
    )
)


def days_of(rung: Rung) -> tuple[float, float]:
    """Return the first and the last day, without end for the root; a part of a period as its middle."""
    id_ = rung.id.removeprefix("cal:")
    if id_ == "date":
        return float("-inf"), float("inf")
    low, high = Date(id_).interval
    return (low, high) if not id_.endswith("~") else (low + 0.25, high - 0.25)


class TestPeriods(LadderContract[Date]):
    ladder: ClassVar[Ladder[Date]] = Periods()
    values: ClassVar[Sequence[Date]] = DATES

    def holds(self, upper: Rung, lower: Rung) -> bool:
        (a, b), (c, d) = days_of(upper), days_of(lower)
        return a <= c and d <= b


class TestWindows(TestPeriods):
    ladder: ClassVar[Ladder[Date]] = Windows()
    nested: ClassVar[bool] = False


class TestTimes(LadderContract[Time]):
    ladder: ClassVar[Ladder[Time]] = Periods()
    values: ClassVar[Sequence[Time]] = (Time(570, 570), Time(600, 660), Time(600, 800), Time(1300, 1300))

    def holds(self, upper: Rung, lower: Rung) -> bool:
        order = ("cal:T", "cal:morning", "cal:time")
        parts = ("cal:night", "cal:morning", "cal:afternoon", "cal:evening")

        def depth(r: Rung) -> int:
            return 2 if r.id == order[2] else 1 if r.id in parts else 0

        return depth(upper) > depth(lower) or upper.id == lower.id


def span_of(rung: Rung) -> tuple[float, float]:
    """Return the ends of a window of numbers; heights in feet, which stand on the scale of inches as well, in
    inches."""
    _, scale, *rest = rung.id.split(":")
    if not rest:
        return float("-inf"), float("inf")
    low, _, high = rest[0].rstrip("<").partition("~")
    factor = 12 if scale == "foot" else 1
    return factor * float(low), factor * float(high or low)


NUMBERS = (
    *(Reading("mg", *ends) for ends in ((9, 9), (12, 12), (12, 15))),
    *(Reading("age", n, n) for n in (47, 95)),
    *(Reading("%", *ends) for ends in ((7, 7), (45, 50))),
    *(Reading("count", n, n) for n in (3, 15)),
    *(Reading("clock", *ends) for ends in ((9, 9), (9, 12))),
    Reading("duration", 20160, 20160),
    Reading("$", 500, 500),
)


class TestScales(LadderContract[Reading]):
    ladder: ClassVar[Ladder[Reading]] = Scales()
    values: ClassVar[Sequence[Reading]] = NUMBERS
    nested: ClassVar[bool] = False

    def holds(self, upper: Rung, lower: Rung) -> bool:
        (a, b), (c, d) = span_of(upper), span_of(lower)
        return upper.id == lower.id or (
            a <= c + 1e-5 * abs(c) and d <= b + 1e-5 * abs(b) and (a, b) != (c, d)
        )


TINY = TinyKnowledge()


def concept(name: str) -> Concept:
    return Concept(f"tiny:{name}", name)


WORLD = ("surgeon", "doctor", "Boston", "Paris", "city", "breast cancer", "diabetes", "radiotherapy")


class TestConcepts(LadderContract[Concept]):
    ladder: ClassVar[Ladder[Concept]] = Concepts(TINY)
    values: ClassVar[Sequence[Concept]] = tuple(map(concept, WORLD))

    def holds(self, upper: Rung, lower: Rung) -> bool:
        return is_a(TINY, Concept(lower.id, lower.label), Concept(upper.id, upper.label))


class TestWeighedConcepts(TestConcepts):
    ladder: ClassVar[Ladder[Concept]] = Concepts(TINY, lambda c: intrinsic_ic(TINY, c))


class TestWayUp(TestConcepts):
    ladder: ClassVar[Ladder[Concept]] = WayUp(TINY)


AREAS = ("Barcelona;Spain;Europe;*", "Madrid;Spain;Europe;*", "Rome;Italy;Europe;*")
DGH = Dgh("area", {"*": ""} | {a: b for row in AREAS for a, b in pairwise(row.split(";"))})


class TestDgh(LadderContract[Concept]):
    ladder: ClassVar[Ladder[Concept]] = Concepts(DGH)
    values: ClassVar[Sequence[Concept]] = tuple(
        DGH.senses(v)[0].concept for v in ("Barcelona", "Madrid", "Rome", "Spain")
    )

    def holds(self, upper: Rung, lower: Rung) -> bool:
        return is_a(DGH, Concept(lower.id, lower.label), Concept(upper.id, upper.label))


class TestBands(LadderContract[Concept]):
    base = Quantities()
    ladder: ClassVar[Ladder[Concept]] = WayUp(Quantities())
    values: ClassVar[Sequence[Concept]] = tuple(
        Quantities().senses(v)[0].concept
        for v in ("aged 36", "aged 41", "$550,000", "$5,200", "45%", "12 films")
    )

    def holds(self, upper: Rung, lower: Rung) -> bool:
        return is_a(self.base, Concept(lower.id, lower.label), Concept(upper.id, upper.label))


class Cells(LadderContract[str]):
    """Ladders of cells: a rung holds the cells that have it."""

    def holds(self, upper: Rung, lower: Rung) -> bool:
        under = {r.id: {v for v in self.values if r in self.ladder.rungs(v)} for r in (upper, lower)}
        level = {r.id: int(r.id.partition(":")[0]) for r in (upper, lower)}
        return level[upper.id] <= level[lower.id] and under[lower.id] <= under[upper.id]


class TestRows(Cells):
    ladder: ClassVar[Ladder[str]] = Rows(
        {
            "nurse": ("nurse", "health", "*"),
            "surgeon": ("surgeon", "health", "*"),
            "smith": ("smith", "smith", "*"),
        }
    )
    values: ClassVar[Sequence[str]] = ("nurse", "surgeon", "smith")


class TestFlat(Cells):
    ladder: ClassVar[Ladder[str]] = Flat()
    values: ClassVar[Sequence[str]] = ("f", "m")


class TestMasks(Cells):
    ladder: ClassVar[Ladder[str]] = Masks.of(("81675", "81667", "93", "9412"), 1)
    values: ClassVar[Sequence[str]] = ("81675", "81667", "93", "9412")


class TestRanges(Cells):
    ladder: ClassVar[Ladder[str]] = Ranges.of({str(n): float(n) for n in range(40)}, 3)
    values: ClassVar[Sequence[str]] = ("0", "1", "7", "22", "39")


class TestDays(Cells):
    ladder: ClassVar[Ladder[str]] = Days(read_date, times=True)
    values: ClassVar[Sequence[str]] = (
        "2004-01-19 08:30",
        "2004-01-19",
        "19 January 2004",
        "2004-02",
        "2009",
        "1999-05-05",
    )


def test_a_text_and_a_table_have_the_same_periods() -> None:
    """Whatever a text may say of a date, the texts of a table may; they add windows, in which more dates meet."""
    for value in DATES:
        said = {r.id: r.label for r in Periods().rungs(value)}
        told = {r.id: r.label for r in Windows().rungs(value)}
        assert said.items() <= told.items()


@given(
    st.sampled_from([("age", "age"), ("%", "%"), ("mg", "number"), ("count", "number")]), st.integers(1, 99)
)
def test_a_text_and_a_table_have_the_same_bands(scale: tuple[str, str], number: int) -> None:
    spans = {span_of(r) for r in Scales().rungs(Reading(scale[0], number, number))}
    for low, high in bands(scale[1], number):
        whole = (0, 19), (1, 100), (10, 100)  # what keeps nothing of a share, or of an age, is no rung
        assert (low, high) in spans or (low, high) in whole or high - low < 1


def test_columns_have_the_same_periods_as_texts() -> None:
    for cell in ("1991-05-12", "1998-03", "2004"):
        value = read_date(cell)
        assert value is not None
        periods = [r.id.removeprefix("cal:") for r in Periods().rungs(value)]
        column = [r.label for r in Days(read_date).rungs(cell)]
        assert set(column[:3]) <= set(periods)
        assert f"{column[3][1:4]}0s" in periods


@given(st.integers(1000, 2030), st.integers(1, 200))
def test_years_have_the_name_of_their_period(first: int, width: int) -> None:
    name = years(first, width)
    low, high = Date(name).interval
    assert (date.fromordinal(low).year, date.fromordinal(high).year) == (first, first + width - 1)


@given(st.lists(st.dates(date(1900, 1, 1), date(2030, 1, 1)), min_size=1, max_size=4))
def test_the_least_period_holds_its_days_and_no_less(days: list[date]) -> None:
    id_ = least_period([d.isoformat() for d in days])
    low, high = Date(id_).interval
    assert all(low <= d.toordinal() <= high for d in days)
    if len(set(days)) == 1:
        assert id_ == days[0].isoformat()
    elif "/" not in id_:
        joined = Periods().join([Date(d.isoformat()) for d in days])
        assert joined is not None and joined.id == f"cal:{id_}"


def test_saying_a_value_wider_climbs_its_ladder() -> None:
    value = Date("1991-05-12")
    assert [say(value, i) for i in range(9)] == [*(r.label for r in Periods().rungs(value)), "date"]


def test_no_concept_comes_before_one_below_it() -> None:
    """Over the direct way the root is as near as what lies between."""

    class Short(TinyKnowledge):
        def hypernyms(self, below: Concept) -> list[Concept]:
            above = list(super().hypernyms(below))
            return [concept("entity"), *above] if below == concept("surgeon") else above

    base = Short()
    near = ancestors(base, concept("surgeon"))
    assert near[0][0].label == "entity"
    assert [c.label for c, _ in in_order(base, near)] == ["doctor", "person", "entity"]
    assert [r.label for r in Concepts(base).rungs(concept("surgeon"))] == [
        "surgeon",
        "doctor",
        "person",
        "entity",
    ]


def test_values_of_several_scales_share_nothing() -> None:
    assert Scales().join([Reading("mg", 9, 9), Reading("kg", 9, 9)]) is None
    assert Periods().join([Date("1991"), Time(60, 60)]) is None


def test_what_is_wrong_is_said() -> None:
    for make in (
        lambda: Masks(3, 0),
        lambda: Ranges.of({}, 3),
        lambda: Ranges.of({"1": 1.0}, 1),
        lambda: Days(read_date, years=1),
    ):
        with pytest.raises(ValueError, match=r"must be|needs|no value"):
            make()
    with pytest.raises(ValueError, match="not a date"):
        Days(read_date).rungs("soon")


def test_rungs_fall_and_equal_ones_stand_by_their_ids() -> None:
    rungs = (Rung("b", "b", 0.5), Rung("a", "a", 0.5), Rung("c", "c", 0.0), Rung("d", "d", 0.9))
    assert [r.id for r in falling(rungs)] == ["d", "a", "b"]
    assert least([]) is None and least([rungs, [Rung("z", "z", 1.0)]]) is None


def test_a_file_of_a_user_is_a_ladder(tmp_path: Path) -> None:
    from kb.dgh import open_dgh

    (tmp_path / "area.csv").write_text("Barcelona;Spain;*\nRome;Italy;*\n", encoding="utf-8")
    base = open_dgh(tmp_path / "area.csv")
    rungs = Concepts(base).rungs(base.senses("Barcelona")[0].concept)
    assert [r.label for r in rungs] == ["Barcelona", "Spain", "*"]
