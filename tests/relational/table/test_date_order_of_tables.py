"""One order of dates in numbers for the columns and the texts of a table, and a word where nothing shows it."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.values.date_order import DateOrder, orders_in
from sanitizer.relational.definition.definition import DefinitionError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.in_memory import release
from sanitizer.relational.scan.definition_file import definition_text
from sanitizer.relational.scan.scan import scan_table
from sanitizer.relational.table.date_order import date_order, in_order, told_order
from sanitizer.relational.table.plain_table import PlainTable

CLEAR = ["3/4/1961", "3/14/1961", "3/5/1962", "3/6/1962"]
UNCLEAR = ["3/4/1961", "3/5/1961", "3/6/1962", "3/7/1962"]


def definition(method: dict[str, Any] | None = None, **column: Any) -> dict[str, Any]:
    born = {"role": "quasi", "type": "date", **column}
    return {
        "privacy": {"k": 2},
        "method": {"partitioner": "columns", **(method or {})},
        "attribute": {"born": born},
    }


def table(cells: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"born": cells}, dtype=object)


def test_one_clear_date_decides_for_all() -> None:
    made = release(table(CLEAR), definition())
    assert sorted(made.table["born"]) == ["1961-03", "1961-03", "1962-03", "1962-03"]
    assert made.report.to_json()["dates"] == {
        "order": "mdy",
        "decided_by": "table",
        "ambiguous": 3,
        "undecided": False,
    }
    assert not made.report.to_json()["warnings"]


def test_the_texts_of_a_table_decide_as_well() -> None:
    both = pd.DataFrame({"born": UNCLEAR, "note": ["seen on 11/23/2020", "", "", ""]}, dtype=object)
    told = parse_definition(
        {**definition(), "attribute": {**definition()["attribute"], "note": {"role": "text"}}}
    )
    order = date_order(PlainTable.of_frame(both), told)
    assert (order.order, order.by) == ("mdy", "table")
    resolved = in_order(told, order)
    assert resolved.attribute("born").order == "mdy" and resolved.method.order_of_dates == "mdy"


def test_where_nothing_shows_it_the_day_comes_first_and_a_warning_says_so() -> None:
    made = release(table(UNCLEAR), definition())
    assert sorted(made.table["born"]) == ["1961", "1961", "1962", "1962"]
    assert made.report.to_json()["dates"]["undecided"]
    assert made.report.to_json()["warnings"] == [
        "4 dates in numbers are two days by what comes first in 3/4/1961, and the other dates of the table do not show "
        "it: read with the day first; say it with --dates, or method.dates in the definition"
    ]
    assert told_order(DateOrder(ambiguous=1)).startswith("a date in numbers is two days")


def test_the_definition_goes_over_the_cells_and_the_column_over_the_definition() -> None:
    wanted = release(table(UNCLEAR), definition({"dates": "mdy"}))
    assert sorted(wanted.table["born"]) == ["1961-03", "1961-03", "1962-03", "1962-03"]
    assert (
        wanted.report.to_json()["dates"]["decided_by"] == "setting"
        and not wanted.report.to_json()["warnings"]
    )
    own = release(table(UNCLEAR), definition({"dates": "dmy"}, dates="mdy"))
    assert sorted(own.table["born"]) == ["1961-03", "1961-03", "1962-03", "1962-03"]


def test_other_orders_are_refused() -> None:
    for wrong in (definition({"dates": "ymd"}), definition(dates="auto")):
        with pytest.raises(DefinitionError, match="dates"):
            parse_definition(wrong)


def test_a_scan_writes_the_order_or_asks() -> None:
    born = [f"{m}/{d}/19{y}" for y, m, d in zip(range(60, 90), [1, 2, 3] * 10, range(1, 31), strict=True)]
    found = scan_table(PlainTable.of_frame(table(born)))
    assert found.dates.order == "mdy"
    said = tomllib.loads(definition_text(found, Path("/")))
    assert said["method"]["dates"] == "mdy"
    unclear = scan_table(PlainTable.of_frame(table([b for b in born if int(b.split("/")[1]) < 13])))
    assert (
        "# 9 dates in numbers are two days" in definition_text(unclear, Path("/"))
        and not unclear.dates.decided
    )
    assert 'dates = "iso"' in definition_text(
        scan_table(PlainTable.of_frame(table(born)), dates="iso"), Path("/")
    )


@given(st.lists(st.sampled_from([*CLEAR, *UNCLEAR, "14/3/1961", "soon", ""]), max_size=6), st.randoms())
def test_the_order_of_the_cells_does_not_matter(cells: list[str], random: Any) -> None:
    mixed = list(cells)
    random.shuffle(mixed)
    found = DateOrder.of_table(Counter(cells).items())
    assert DateOrder.of_table(Counter(mixed).items()) == found
    shown = frozenset[str]().union(*(orders_in(c) for c in cells))
    assert found.decided == (len(shown) == 1)
