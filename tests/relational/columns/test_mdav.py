"""Microaggregation and top and bottom coding by hand, and what is refused of them."""

from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.columns.mdav import Mdav
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.table.table import Column, Table
from tests.relational.tables import verified


def test_groups_by_hand() -> None:
    # the mean is 29.5: 100 is farthest, with 41; 1 is farthest from it, with 2; 20 and 21 are left (and 22 with them)
    values = ["1", "2", "20", "21", "22", "41", "100"]
    quasi = Table((Column.of("a", values),))
    labels = Mdav(frozenset({"a"})).partition(quasi, [KAnonymity(2)])
    assert labels.tolist() == [0, 0, 1, 1, 1, 2, 2]


def asked(partitioner: str, **age: Any) -> dict[str, Any]:
    return {
        "privacy": {"k": 2},
        "method": {"partitioner": partitioner},
        "attribute": {
            "age": {"role": "quasi", "type": "number", **age},
            "pay": {"role": "sensitive", "type": "number"},
        },
    }


AGES = pd.DataFrame(
    {"age": ["1", "2", "20", "21", "23", "41", "100"], "pay": ["5", "6", "7", "8", "9", "10", "900"]}
)


@pytest.mark.parametrize(
    ("partitioner", "age", "wanted"),
    [
        ("mdav", {}, ["1.5", "1.5", "21.3", "21.3", "21.3", "70.5", "70.5"]),
        ("mdav", {"aggregate": "median"}, ["1.5", "1.5", "21", "21", "21", "70.5", "70.5"]),
        ("mdav", {"aggregate": "range"}, ["[1-2]", "[1-2]", *["[20-23]"] * 3, *["[41-100]"] * 2]),
        ("columns", {"aggregate": "mean"}, ["1.5", "1.5", "21.3", "21.3", "21.3", "70.5", "70.5"]),
        ("mdav", {"top": 41, "aggregate": "range"}, ["[1-2]", "[1-2]", *["[20-23]"] * 3, "41", "41"]),
        ("mdav", {"top": 41, "bottom": 2}, ["2", "2", "21.3", "21.3", "21.3", "41", "41"]),
    ],
)
def test_what_classes_become(partitioner: str, age: dict[str, Any], wanted: list[str]) -> None:
    before = AGES.copy()
    definition = parse_definition(asked(partitioner, **age))
    made = release(AGES, definition)
    assert sorted(made.table["age"]) == sorted(wanted) and AGES.equals(before)
    assert verified(made.table, definition).met
    if "top" in age:
        told = made.report.to_json()["extremes"]["age"]
        assert told["above_top"] == 1 and told["mean_after"] < told["mean_before"]
        broken = made.table.assign(age=made.table["age"].replace("41", "[41-100]"))
        assert "beyond its top" in " ".join(verified(broken, definition).failures)


def test_a_sensitive_column_is_bounded_too() -> None:
    wanted = asked("columns")
    wanted["attribute"]["pay"]["top"] = 50
    assert set(release(AGES, wanted).table["pay"]) == {"5", "6", "7", "8", "9", "10", "50"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"age": {"role": "quasi", "top": 3}}, 'it is of columns with type = "number"'),
        ({"age": {"role": "quasi", "type": "number", "top": 3, "bottom": 4}}, "it is above top"),
        (
            {"pay": {"role": "sensitive", "type": "number", "aggregate": "mean"}},
            'only a column with role = "quasi"',
        ),
        ({"age": {"role": "ignore", "type": "number", "top": 3}}, "the column is dropped"),
    ],
)
def test_what_is_refused(change: dict[str, Any], message: str) -> None:
    wanted = asked("columns")
    wanted["attribute"] |= change
    with pytest.raises(UsageError, match=message):
        parse_definition(wanted)


def test_means_belong_to_columns_of_codes() -> None:
    with pytest.raises(UsageError, match="aggregate of"):
        release(AGES, asked("cluster", aggregate="mean"))
    with pytest.raises(UsageError, match="row 7: not a number"):
        release(AGES.assign(age=[*AGES["age"][:6], "old"]), asked("columns", top=50))
