"""Tables of codes and hierarchies: what is made, what is refused, and where messages point."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.ladders.columns import Rows
from sanitizer.errors import UsageError
from sanitizer.relational.table.hierarchies import calendar, flat, masking, ranges
from sanitizer.relational.table.hierarchy import Hierarchy, HierarchyError
from sanitizer.relational.table.table import NULL, Column, Table


def rows_of(hierarchy: Hierarchy) -> dict[str, list[str]]:
    """Return the generalizations of each value, most specific first."""
    return {
        value: [
            names[int(groups[leaf])]
            for groups, names in zip(hierarchy.groups[1:], hierarchy.labels[1:], strict=True)
        ]
        for leaf, value in enumerate(hierarchy.labels[0])
    }


def test_codes_follow_the_values_not_the_rows() -> None:
    assert Column.of("age", [9, 10, None, 9]).labels == ("9", "10")
    assert Column.of("age", [10, 9]).codes.tolist() == [1, 0]
    assert Column.of("age", ["10", "9", "x"]).labels == ("10", "9", "x")


def test_a_data_frame_of_any_types_is_read_and_not_changed() -> None:
    frame = pd.DataFrame(
        {
            "age": [39.0, None, 50.5],
            "day": pd.Series(["2004-01-19", None, "2004-01-20"], dtype="datetime64[ns]"),
            "sex": pd.Categorical(["f", None, "m"]),
            "yes": [True, False, True],
        }
    )
    before = frame.copy(deep=True)
    table = Table.from_pandas(frame)
    pd.testing.assert_frame_equal(frame, before)
    assert table.rows == 3 and table.names == ("age", "day", "sex", "yes")
    assert table.column("age").values().tolist() == ["39", None, "50.5"]
    assert table.column("sex").nulls == 1
    assert table.column("yes").labels == ("False", "True")
    assert table.column("day").labels[0].startswith("2004-01-19")


def test_wrong_columns_are_named() -> None:
    frame = pd.DataFrame({"a": [1]})
    with pytest.raises(UsageError, match='no column "b"; the columns are: a'):
        Table.from_pandas(frame, ["b"])
    with pytest.raises(UsageError, match='column "a" occurs twice'):
        Table((Column.of("a", [1]), Column.of("a", [1])))
    with pytest.raises(UsageError, match="the same number of rows"):
        Table((Column.of("a", [1]), Column.of("b", [])))
    with pytest.raises(UsageError, match='column "a": row 3 is not a number'):
        Column.of("a", ["1", None, "x"]).numbers()


@example(["0\x1f"])  # a blank for a pattern, none for float
@given(st.lists(st.one_of(st.none(), st.text(max_size=3), st.integers(-5, 5))))
def test_values_come_back(values: list[str | int | None]) -> None:
    column = Column.of("x", values)
    assert column.values().tolist() == [None if v is None else str(v) for v in values]


def test_arx_files(tmp_path: Path) -> None:
    (tmp_path / "age.csv").write_text("1;0-4;*\n5;5-9;*\n2;0-4;*\n", encoding="utf-8")
    hierarchy = Hierarchy.from_csv("age", tmp_path / "age.csv")
    assert rows_of(hierarchy) == {"1": ["0-4", "*"], "5": ["5-9", "*"], "2": ["0-4", "*"]}
    assert hierarchy.shares(1).tolist() == [2 / 3, 1 / 3]
    assert hierarchy.encode(Column.of("age", [2, None, 5])).tolist() == [2, NULL, 1]
    assert hierarchy.common([0, 2]) == (1, 0) and hierarchy.common([0, 1]) == (2, 0)
    with pytest.raises(HierarchyError, match="cannot be read"):
        Hierarchy.from_csv("age", tmp_path / "none.csv")


def test_a_value_without_a_row_is_said_by_its_row() -> None:
    hierarchy = flat("sex", ["f", "m"])
    with pytest.raises(HierarchyError) as error:
        hierarchy.encode(Column.of("sex", ["f"] * 70_000 + ["x", "y"]))
    assert str(error.value) == (
        'hierarchy "sex" has no row for 2 values of column "sex" (2 cells, first in row 70001); '
        "add the values to the hierarchy or correct the table"
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], '"h" is empty'),
        ([("a", "*"), ("b",)], "row 2: 1 cells, but the first row has 2"),
        ([("a", "x"), ("a", "y")], "row 2: its value has another row before"),
        ([("a", "g", "x"), ("b", "g", "y")], 'level 2 divides the group "g" of level 1'),
    ],
)
def test_malformed_hierarchies_are_refused(rows: list[tuple[str, ...]], message: str) -> None:
    with pytest.raises(HierarchyError, match=message):
        Hierarchy.from_rows("h", rows)


def test_chains_of_unequal_length_meet_at_the_top() -> None:
    def of(name: str, chains: dict[str, list[str]]) -> Hierarchy:
        return Hierarchy.of(name, chains, Rows({v: (v, *chain) for v, chain in chains.items()})).with_top()

    made = of("job", {"nurse": ["health worker", "worker"], "worker": [], "smith": ["craftsman", "worker"]})
    assert rows_of(made)["nurse"] == ["health worker", "worker"]
    assert rows_of(made)["worker"] == ["worker", "worker"]
    apart = of("job", {"a": ["x"], "b": ["y"]})
    assert rows_of(apart) == {"a": ["x", "*"], "b": ["y", "*"]}


def test_masking_hides_the_same_place_in_every_value() -> None:
    made = masking("zip", ["81675", "81667", "93"], mask_length=2)
    assert rows_of(made) == {
        "81675": ["816**", "8****", "*"],
        "81667": ["816**", "8****", "*"],
        "93": ["93**", "9****", "*"],
    }


def test_ranges_have_a_fan_out() -> None:
    made = ranges("age", [str(i) for i in range(8)], fanout=2, width=2)
    assert rows_of(made)["3"] == ["[2-3]", "[0-3]", "*"]
    assert rows_of(ranges("x", ["0.5", "1.75", "4"], fanout=2, width=1))["1.75"] == [
        "[1.5-2.5)",
        "[0.5-2.5)",
        "*",
    ]
    assert rows_of(ranges("x", ["7"])) == {"7": ["*"]}
    with pytest.raises(UsageError, match="row 2 is not a number"):
        ranges("x", ["1", "old"])


def test_the_calendar() -> None:
    made = calendar("day", ["2004-01-19", "2005-02", "1999"])
    assert rows_of(made) == {
        "2004-01-19": ["2004-01", "2004", "[2000-2009]", "*"],
        "2005-02": ["2005-02", "2005", "[2000-2009]", "*"],
        "1999": ["1999", "1999", "[1990-1999]", "*"],
    }
    assert rows_of(calendar("t", ["2004-01-19 08:30:00"]))["2004-01-19 08:30:00"][0] == "2004-01-19"
    with pytest.raises(HierarchyError, match="not a date like 2004-01-19"):
        calendar("day", ["soon"])


def test_the_calendar_reads_every_notation_in_the_order_of_the_column() -> None:
    assert rows_of(calendar("day", ["19.1.2004"]))["19.1.2004"][:2] == ["2004-01", "2004"]
    assert rows_of(calendar("day", ["3/4/2004"]))["3/4/2004"][0] == "2004-04"
    assert rows_of(calendar("day", ["3/4/2004"], "mdy"))["3/4/2004"][0] == "2004-03"
    assert rows_of(calendar("day", ["19 January 2004", "2004-1-9"]))["2004-1-9"][0] == "2004-01"


@settings(max_examples=60)
@given(
    st.lists(st.text("0123456789", min_size=1, max_size=4), min_size=1, max_size=12),
    st.integers(2, 4),
    st.integers(1, 3),
)
def test_made_hierarchies_are_nested_and_meet(values: list[str], fanout: int, mask: int) -> None:
    for made in (
        masking("h", values, mask),
        ranges("h", values, fanout),
        flat("h", values),
    ):
        assert made.labels[-1] == ("*",)
        assert made.shares(made.top).tolist() == [1.0]
        assert all(
            np.all(np.bincount(made.groups[level], minlength=len(names)) > 0)
            for level, names in enumerate(made.labels)
        )
        made.encode(Column.of("h", list(values)))
