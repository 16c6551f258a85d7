"""Refuse bad input in one line; keep missing cells."""

from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational import release

PLAIN: dict[str, Any] = {"attribute": {"age": {"role": "quasi", "type": "number"}}}


@pytest.mark.parametrize(
    ("table", "definition", "message"),
    [
        ({"agee": ["1"]}, PLAIN, 'attribute "age" is not a column of the table; its columns are: agee'),
        ({"age": ["1"], "x": ["2"]}, PLAIN, 'column "x" has no [attribute."x"]'),
        ({"age": ["1"] * 70_000 + ["old"]}, PLAIN, 'column "age", row 70001: not a number (type = "number")'),
        ({"age": []}, PLAIN, "the table has no rows"),
        ({"age": ["1"]}, PLAIN, "k = 2 is larger than the table: it has 1 person(s)"),
        ({"age": ["1", "2"]}, {**PLAIN, "privacy": {"k": 3}}, "k = 3 is larger than the table"),
        (
            {"age": ["2020-01-01", "soon"]},
            {"attribute": {"age": {"role": "quasi", "type": "date"}}},
            'column "age", row 2: not a whole date (type = "date")',
        ),
        (
            {"age": ["1", "2"]},
            {"attribute": {"age": {"role": "quasi", "hierarchy": {"levels": [["1", "*"]]}}}},
            'column "age", row 2: its value is not in the hierarchy',
        ),
        (
            {"age": ["1", "2"], "ill": ["x", "x"]},
            {
                "attribute": {**PLAIN["attribute"], "ill": {"role": "sensitive"}},
                "privacy": {"model": [{"name": "l-diversity", "attribute": "ill", "l": 2}]},
            },
            "not even the whole table as one group satisfies the privacy models",
        ),
        (
            {"age": ["1", "2"]},
            {"attribute": {"age": {"role": "quasi", "limit": 0}}, "method": {"partitioner": "full-domain"}},
            "none of the 1 combinations of levels inside the limits satisfies the privacy models",
        ),
    ],
)
def test_one_clear_line(table: dict[str, list[str]], definition: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        release(pd.DataFrame(table, dtype=object), definition)
    assert message in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)
    assert "old" not in str(caught.value)  # no cell is quoted


def test_all_null_stays_null() -> None:
    made = release(pd.DataFrame({"age": [None, None]}, dtype=object), PLAIN)
    assert made.table["age"].tolist() == [None, None]
    assert made.report.to_json()["loss"]["attributes"] == 0


def test_missing_values_are_not_dropped_unless_asked() -> None:
    table = pd.DataFrame({"age": ["1", None, "2", None, "50", "51"]}, dtype=object)
    in_place = {**PLAIN, "method": {"order": "source"}}
    assert release(table, in_place).table["age"].tolist() == [
        "[1-2]",
        None,
        "[1-2]",
        None,
        "[50-51]",
        "[50-51]",
    ]
    basic = release(table, {**PLAIN, "method": {"null_matching": "basic", "order": "source"}})
    assert basic.table["age"].tolist() == ["[1-2]", "[1-2]", "[50-51]", "[50-51]"]
    assert basic.report.to_json()["dropped"] == {"rows with a NULL (null_matching = basic)": 2}


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(
        UsageError, match=r"release: there is no option 'worker' \(did you mean 'workers'\?\); it takes"
    ):
        release(pd.DataFrame({"age": ["1", "2"]}), PLAIN, worker=2)  # type: ignore[call-arg]
