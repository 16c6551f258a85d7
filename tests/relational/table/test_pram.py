"""Post-randomization: shares are kept, persons stay the same, and what cannot be is refused."""

from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.schema import parse_definition

ROWS = 3000


def asked(**more: Any) -> dict[str, Any]:
    return {
        "method": {"partitioner": "columns"},
        "attribute": {
            "id": {"role": "identifier"},
            "sex": {"role": "quasi"},
            "town": {"role": "insensitive", "pram": 0.6},
            **more,
        },
    }


def table() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "id": [f"P{i // 2:04d}" for i in range(ROWS)],
            "sex": ["f"] * ROWS,
            "town": [None if i < 4 else "ABBB"[i // 2 % 4] for i in range(ROWS)],
        },
        dtype=object,
    )


def test_shares_stay_and_cells_change_as_often_as_said() -> None:
    made = release(table(), parse_definition(asked()))
    told = made.report.to_json()["pram"]["town"]
    shares = made.table["town"].value_counts(normalize=True)
    assert made.table["town"].isna().sum() == 4
    assert shares["B"] == pytest.approx(0.75, abs=0.03)
    assert told["cells_changed"] / told["cells"] == pytest.approx(0.4 * 2 * 0.75 * 0.25, abs=0.03)
    again = release(table(), parse_definition(asked()))
    assert made.table.equals(again.table)
    of_person = made.table.assign(person=list(made.sidecar.persons)).groupby("person")["town"].nunique()
    assert of_person.max() == 1  # equal cells of one person stay equal


def test_texts_and_numbers_are_refused() -> None:
    with pytest.raises(UsageError, match="may tell its true values"):
        release(
            table().assign(note="x"),
            parse_definition(asked(note={"role": "text"}) | {"method": {"partitioner": "cluster"}}),
        )
    with pytest.raises(UsageError, match="category"):
        parse_definition(asked(age={"role": "quasi", "type": "number", "pram": 0.5}))
