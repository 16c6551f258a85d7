"""Quantities and ages: read from any notation, and true at every step up."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import Concept, KnowledgeBase
from kb.quantities import Quantities, counted
from kb.taxonomy import ancestors
from tests.contracts.knowledge import KnowledgeContract
from tests.kb.walks import walk_up

QUANTITIES = Quantities()


class TestQuantitiesContract(KnowledgeContract):
    phrases = ("42 years old", "$512,000", "12 km", "37.5%")
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return QUANTITIES


@pytest.mark.parametrize(
    "phrase", ["42 years old", "aged 42", "42-year-old", "forty-two years old", "42 years of age"]
)
def test_an_age_in_any_notation(phrase: str) -> None:
    assert walk_up(QUANTITIES, phrase) == ["42 years old", "40 to 49 years old", "40 to 59 years old", "age"]


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
    assert walk_up(QUANTITIES, phrase) == up


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
