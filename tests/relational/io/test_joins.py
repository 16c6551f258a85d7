"""Several sources joined by their keys."""

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import pandas as pd
import pytest

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.joins import join
from tests.relational.io.sources import same


def test_relations_are_joined_by_key() -> None:
    people = pd.DataFrame({"id": ["1", "2"], "age": ["30", "40"]}, dtype=object)
    notes = pd.DataFrame({"id": ["1", "1"], "note": ["a", "b"]}, dtype=object)
    joined = join(people, notes, Source(path="notes.csv", key=("id",)))[0]
    assert same(
        joined,
        pd.DataFrame([["1", "30", "a"], ["1", "30", "b"], ["2", "40", None]], columns=["id", "age", "note"]),
    )


@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        ({"id": ["1", "1"]}, {"id": ["1", "1"], "b": ["x", "y"]}, "row 2: duplicate key on both sides"),
        ({"id": ["1"]}, {"id": ["2"], "b": ["x"]}, "row 1: its key is in no earlier source"),
        ({"id": ["1"]}, {"b": ["x"]}, 'the key column "id" is missing in n.csv'),
        ({"id": ["1"], "b": ["x"]}, {"id": ["1"], "b": ["x"]}, 'column "b" is in an earlier source too'),
        ({"id": ["1"]}, {"id": [None], "b": ["x"]}, 'the key column "id" has empty cells'),
    ],
)
def test_joins_that_would_lose_or_invent_rows(left: Any, right: Any, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        join(
            pd.DataFrame(left, dtype=object),
            pd.DataFrame(right, dtype=object),
            Source(path="n.csv", key=("id",)),
        )
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("left", "right", "match", "wanted"),
    [
        (["1", "2"], [1, 2], None, ["a", "b"]),
        ([1, 2], ["1", "2"], None, ["a", "b"]),
        ([1.0, 2.0], [Decimal("1.00"), Decimal(2)], None, ["a", "b"]),
        (["007", "2"], [7, 2], None, ["a", "b"]),
        (["2004-01-19", "x"], [date(2004, 1, 19)], None, ["a", None]),
        ([str(UUID(int=5)).upper(), "y"], [UUID(int=5)], None, ["a", None]),
        (["1", "2"], ["1", "3"], 0.5, ["a", None]),
        (["1", "2", "3"], ["1"], 0.3, ["a", None, None]),
        (["1", "01"], [1], None, "row 2: the same number or day as another key"),
        ([1, date(2004, 1, 1)], ["1"], None, "types that cannot be compared"),
        ([b"1"], ["1"], None, "its key is in no earlier source"),
        (
            ["1", "2", "3"],
            ["1"],
            None,
            "only 1 of 3 of the rows before it find a partner (0.333, wanted 0.5)",
        ),
        (["1", "2"], ["1", "3"], 0.6, "only 1 of 2 of its rows find a partner (0.500, wanted 0.6)"),
        (["a", "b"], [1, 2], None, "its key is in no earlier source; it would be lost (2 of 2 rows)"),
    ],
)
def test_keys_are_compared_by_what_they_say(left: Any, right: Any, match: float | None, wanted: Any) -> None:
    tables = (
        pd.DataFrame({"id": pd.Series(left, dtype=object)}),
        pd.DataFrame({"id": pd.Series(right, dtype=object), "b": ["a", "b"][: len(right)]}, dtype=object),
    )
    source = Source(path="n.csv", key=("id",), match=match)
    if isinstance(wanted, str):
        with pytest.raises(SourceError) as caught:
            join(*tables, source)
        assert wanted in str(caught.value) and "\n" not in str(caught.value)
        return
    joined, done = join(*tables, source)
    assert joined["b"].tolist() == wanted and joined["id"].tolist() == left
    assert len(done.alone) == wanted.count(None)
    assert done.dropped == ((2,) if "3" in right else ())
