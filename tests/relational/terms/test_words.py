"""What terms and cells say: dates and numbers in words, redundancy, recoders, ladders."""

from datetime import date
from typing import Any

import pytest

from kb.ladders import least
from kb.ladders.periods import Windows
from kb.values.date_order import Order
from kb.values.types import Date
from kb.values.words import number_in, words_to_number
from sanitizer.relational.definition.definition import Attribute, DefinitionError, Kind, Role
from sanitizer.relational.table.date_cells import full_date, partial_date
from sanitizer.relational.table.recoders import Codes, Dates, Levels, Numbers, Sets
from sanitizer.relational.terms.ladders import LadderBuilder
from sanitizer.relational.terms.listings import in_a_row
from sanitizer.relational.terms.redundancy import Redundancy, replacement
from sanitizer.relational.terms.terms import TermKey
from tests.relational.fakes import Tree


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2004-01-19", Date("2004-01-19")),
        ("19 January 2004", Date("2004-01-19")),
        ("January 19, 2004", Date("2004-01-19")),
        ("Monday, 3 May 2010", Date("2010-05-03")),
        ("01/19/2004", Date("2004-01-19")),
        ("Jan 2004", Date("2004-01")),
        ("2004", Date("2004")),
        ("the 1990s", Date("1990s")),
        ("19th century", Date("19C")),
        ("3/4/2004", Date("2004-04-03")),
        ("20040119", Date("2004-01-19")),
        ("1900-01-01 16:21:45", Date("1900-01-01")),
        ("before 1990", None),
        ("four days ago", None),
        ("31 February 2004", None),
    ],
)
def test_dates(text: str, said: Date | None) -> None:
    assert partial_date(text) == said


def test_day_or_month_first() -> None:
    assert full_date("03/04/2020") == date(2020, 4, 3)
    assert full_date("03/04/2020", "mdy") == date(2020, 3, 4)


def test_numbers() -> None:
    assert number_in("36 years old") == (36, 0, 2)
    assert number_in("aged thirty-six") == (36, 5, 15)
    assert number_in("1,200 men") == (1200, 0, 5)
    assert words_to_number("two hundred and five thousand") == 205_000


def words_for(*asked: Any) -> str:
    """Return the words of a replacement, "" where only the type may be said."""
    said = replacement(*asked)
    return said.words if said is not None else ""


AGE = Attribute("age", Role.QUASI, Kind.NUMBER, "AGE")
DAY = Attribute("day", Role.QUASI, Kind.DATE, "DATE")
COUNTRY = Attribute("country", Role.QUASI, Kind.CATEGORY, "GPE")


@pytest.mark.parametrize(
    ("phrase", "kind"),
    [
        ("31 May 2004", "DATE"),
        ("31,May,2004", "DATE"),
        ("31/5/2004", "DATE"),
        ("May 31", "DATE"),
        ("the 31st of May", "DATE"),
        ("31 mg", "QUANTITY"),
        ("31 cats", "CARDINAL"),
        ("31 years", "DURATION"),
        ("31 or 32", "CARDINAL"),
        ("aged 31 to 33", "AGE"),
    ],
)
def test_a_phrase_that_says_more_or_other_than_an_age_repeats_none(phrase: str, kind: str) -> None:
    assert not Redundancy().repeats(phrase, kind, AGE, ["31"])


def test_what_repeats_a_column() -> None:
    r = Redundancy(Tree({"United Kingdom": "country"}, {}))
    assert r.repeats("36 years old", "AGE", AGE, ["36"])
    assert r.repeats("thirty-six", "AGE", AGE, ["36"])
    assert not r.repeats("37 years old", "AGE", AGE, ["36"])
    assert not r.repeats("36 dollars", "MONEY", AGE, ["36"])
    assert r.repeats("36", "CARDINAL", AGE, ["36"])
    assert r.repeats("36 years old", "DATE", AGE, ["36"])
    assert r.repeats("19 January 2004", "DATE", DAY, ["2004-01-19"])
    assert r.repeats("2004", "DATE", DAY, ["2003-05-01", "2004-01-19"])
    assert not r.repeats("2005", "DATE", DAY, ["2004-01-19"])
    assert r.repeats("the United Kingdom", "GPE", COUNTRY, ["United Kingdom"])
    assert not r.repeats("United Kingdom", "ORG", COUNTRY, ["United Kingdom"])


def test_countries_and_their_adjectives() -> None:
    from kb.places import Places

    r = Redundancy(Places())
    assert r.repeats("British", "NORP", COUNTRY, ["United Kingdom"])
    assert r.repeats("UK", "GPE", COUNTRY, ["United Kingdom"])
    assert r.repeats("Spain", "GPE", COUNTRY, ["Spanish"])
    assert not r.repeats("French", "NORP", COUNTRY, ["United Kingdom"])


def test_a_redundant_term_never_says_more_than_it_did() -> None:
    assert words_for("36 years old", AGE, "[24-36]", False) == "24 to 36 years old"
    assert words_for("36 years old", AGE, "[24-36]", False, (), False) == "[24-36] years old"
    assert words_for("36 years old", AGE, "36", True) == "36 years old"
    assert words_for("2004", DAY, "2004-05", False) == "2004"  # the column is finer: the text stays
    assert words_for("19 January 2004", DAY, "2004", False) == "2004"
    assert words_for("19 January 2004", DAY, "2004-01", False) == "January 2004"
    assert words_for("2004", DAY, "[2004-2005]", False) == "2004 to 2005"
    both = ["Spain", "United Kingdom"]
    assert words_for("UK", COUNTRY, "(Spain,United Kingdom)", False, both) == "Spain or United Kingdom"
    assert words_for("UK", COUNTRY, "*", False, both) == ""
    many = ["Chad", "Mali", "Spain", "UK"]
    assert words_for("UK", COUNTRY, "(Chad,Mali,Spain,UK)", False, many) == ""  # only its type is said


def test_a_day_becomes_the_year_that_its_column_has() -> None:
    birth = Attribute("birth", Role.QUASI, Kind.NUMBER)
    r = Redundancy()
    assert r.repeats("19 February 1995", "DATE", birth, ["1995"])
    assert not r.repeats("19 February 1996", "DATE", birth, ["1995"])
    assert not r.repeats("1995", "CARDINAL", birth, ["1995"])
    assert not r.repeats("12", "DATE", birth, ["12"])
    assert words_for("19 February 1995", birth, "1995", True) == "1995"
    assert words_for("1995", birth, "1995", True) == "1995"
    assert words_for("19 February 1995", birth, "[1990-1999]", False) == "1990 to 1999"


def rows(*values: str) -> list[tuple[int, str]]:
    return list(enumerate(values, 1))


def test_recoders_by_hand() -> None:
    numbers = Numbers("n", rows("24", "36", "48"))
    assert numbers.recode(["24", "36"]) == ("[24-36]", 0.5)
    assert numbers.recode(["36"]) == ("36", 0.0)
    days = Dates("d", rows("2004-05-14", "2004-05-15", "2004-01-13", "2005-08-18"), "dmy")
    assert days.recode(["2004-05-14", "2004-05-15"]) == ("2004-05", 0.5)
    assert days.recode(["2004-05-14", "2004-01-13"]) == ("2004", 0.75)
    assert days.recode(["2004-05-14", "2005-08-18"]) == ("[2004-2005]", 1.0)
    sets = Sets(["b", "a", "c"])
    assert sets.recode(["c", "a"]) == ("(a,c)", 2 / 3)
    codes = Codes(["57072", "57074", "1010"])
    assert codes.recode(["57072", "57074"]) == ("5707*", 2 / 3)
    assert codes.recode(["57072", "1010"]) == ("*", 1.0)
    british = Codes(["SW1A 1AA", "SW1A 2AA", "SW9 1AA", "N1 1AA"], postal=True)
    assert british.recode(["SW1A 1AA", "SW1A 2AA"]) == ("SW1A", 0.5)
    assert british.recode(["SW1A 1AA", "SW9 1AA"]) == ("SW", 0.75)
    assert british.recode(["SW9 1AA", "N1 1AA"]) == ("*", 1.0)
    others = Codes(["84800", "84801", "90210", "1012 AB", "1012 CD", "1019 CD"], postal=True)
    assert others.recode(["84800", "84801"]) == ("848", 1 / 3)
    assert others.recode(["1012 AB", "1012 CD"]) == ("1012", 1 / 3)
    assert others.recode(["1012 AB", "1019 CD"]) == ("10", 0.5)
    from sanitizer.relational.table.hierarchy import Hierarchy

    tree = Hierarchy.from_rows("h", [["Paris", "France"], ["Lyon", "France"], ["Rome", "Italy"]])
    levels = Levels("h", rows("Paris", "Rome"), tree)
    assert levels.recode(["Paris", "Lyon"]) == ("France", 2 / 3)
    assert levels.recode(["Paris", "Rome"]) == ("*", 1.0)


def test_a_wrong_cell_is_named_by_its_row() -> None:
    with pytest.raises(DefinitionError, match=r'column "n", row 2: not a number'):
        Numbers("n", rows("1", "x"))


def test_ladders() -> None:
    rungs = LadderBuilder(None).ladder(TermKey("DATETIME", "1984-03-12"), "DATE", "12 March 1984")
    labels = [r.label for r in rungs]
    assert [x for x in labels if " to " not in x] == [
        *("12 March 1984", "March 1984", "1984", "the mid-1980s", "the 1980s", "the late 20th century"),
        "the 20th century",
    ]
    assert labels.index("1983 to 1985") < labels.index("the 1980s") < labels.index("1975 to 1994")
    keeps = [r.keeps for r in rungs]
    assert keeps == sorted(keeps, reverse=True) and 0 < keeps[-1] < keeps[0] == 1
    span = [r.label for r in Windows().rungs(Date("1640/1648"))]
    assert "the 1640s" in span and "the 17th century" in span and "1640 to 1644" not in span
    tree = Tree({"Paris": "French city", "French city": "city", "Lyon": "French city", "city": "entity"},
                {"Paris": "LOC"})  # fmt: skip
    ladder = LadderBuilder(tree).ladder(TermKey("LOC", "paris"), "GPE", "Paris")
    assert [r.label for r in ladder] == ["Paris", "French city", "city"]
    assert 1 == ladder[0].keeps >= ladder[1].keeps >= ladder[2].keeps > 0
    bits = {"Paris": 8.0, "French city": 4.0, "city": 2.0, "entity": 0.0}
    counted = LadderBuilder(tree, lambda c: bits[c.label]).ladder(TermKey("LOC", "paris"), "GPE", "Paris")
    assert [(r.label, r.keeps) for r in counted] == [("Paris", 1.0), ("French city", 0.5), ("city", 0.25)]


@pytest.mark.parametrize(
    ("kind", "surfaces", "said"),
    [
        ("DATE", ("the 1990s", "May 1995"), "the 1990s"),
        ("DATE", ("the late 1990s", "1998"), "the late 1990s"),
        ("DATE", ("Q3 2020", "2 August 2020"), "2020"),
        ("DATE", ("1996 to 1998", "1997"), "1996 to 1998"),
        ("QUANTITY", ("12 to 15 kg", "14 kg"), "12 to 15 kg"),
        ("AGE", ("aged 40 to 49", "aged 43"), "40 to 49 years old"),
    ],
)
def test_terms_meet_in_what_one_of_them_means(kind: str, surfaces: tuple[str, str], said: str) -> None:
    builder = LadderBuilder(None)
    entity = "DEM" if kind == "AGE" else "DATETIME" if kind == "DATE" else "QUANTITY"
    joined = least([builder.ladder(TermKey(entity, s), kind, s) for s in surfaces])
    assert joined is not None and joined.label == said


def test_the_order_of_dates_reaches_the_ladder() -> None:
    key = TermKey("DATETIME", "3/4/1961")
    for order, month in (("dmy", "April 1961"), ("mdy", "March 1961")):
        rungs = LadderBuilder(None, None, "mdy" if order == "mdy" else "dmy").ladder(key, "DATE", "3/4/1961")
        assert month in {r.label for r in rungs}


def test_a_list_is_said_in_a_row() -> None:
    assert in_a_row(["Rome", "Lyon", "Paris"]).words == "Lyon, Paris or Rome"
    assert in_a_row(["about two weeks", "10 days"]).words == "10 days or two weeks"
    assert in_a_row(["only 5'4\"", "5'3"]).words == "5'3 or 5'4\""


@pytest.mark.parametrize(
    ("dates", "order", "said"),
    [
        (["6 May 2023", "14 May 2023", "18 May 2023"], "dmy", "6 May 2023, 14 May 2023 or 18 May 2023"),
        (["May 2, 2001", "April 9, 2001", "March 2000"], "dmy", "March 2000, April 9, 2001 or May 2, 2001"),
        (["3/4/1961", "2/5/1961"], "dmy", "3/4/1961 or 2/5/1961"),
        (["3/4/1961", "2/5/1961"], "mdy", "2/5/1961 or 3/4/1961"),
        (["1990", "late 1862"], "dmy", "late 1862 or 1990"),
        (["12 May", "3 October", "7 June"], "dmy", "12 May, 7 June or 3 October"),
    ],
)
def test_dates_stand_in_the_order_of_the_calendar(dates: list[str], order: Order, said: str) -> None:
    assert in_a_row(dates, order).words == said
    assert in_a_row(dates[::-1], order).words == said
