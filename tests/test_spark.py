"""Texts of a Spark frame are sanitized to the same bytes as one by one; rows that fail say why."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sanitizer import Document, Sanitizer, UsageError
from sanitizer import spark as sanitizer_spark

ROOT = Path(__file__).parent.parent
TEXTS = [
    "Mr Andrej Kovač was born in Maribor.",
    None,
    "Il paziente è stato ricoverato in ospedale dopo una caduta e non ricorda nulla di quello che è successo.",
    "",
    "Ann Miller, a nurse of 34, moved to Oslo on 3 May 1987 and called 555-0134 twice.",
]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    pytest.importorskip("pyspark")
    from pyspark.sql import SparkSession

    os.environ |= {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }
    made = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "2")
        .getOrCreate()
    )
    yield made
    made.stop()


@pytest.mark.heavy
def test_rows_are_those_of_one_machine(session: Any) -> None:
    frame = session.createDataFrame(list(enumerate(TEXTS)), "id int, body string")
    made = sanitizer_spark.sanitize(
        frame.repartition(3), text="body", id="id", more=["report", "masks"], strategy="S4"
    )
    rows = sorted(made.collect())
    assert made.columns == ["id", "body", "met", "utility", "reason", "report", "masks"]
    alone = Sanitizer.default(strategy="S4")
    for row, text in zip(rows, TEXTS, strict=True):
        if row.reason is not None:
            assert row.body is None and not row.met and row.report is None
            continue
        one = alone.sanitize(Document(str(row.id), str(text)))
        assert (row.body, row.met, row.utility, row.reason) == (one.text, one.met, one.utility_percent, None)
        assert json.loads(row.report) == one.report.to_json()
        again = text or ""
        for mask in reversed(row.masks):
            again = again[: mask.start] + mask.replacement + again[mask.end :]
        assert again == row.body
    failed = {row.id: row.reason for row in rows if row.reason}
    assert list(failed) == [1, 2] and failed[1] == "document: text: a string is needed, not nothing"


class Pretended:
    """A frame as far as it is looked at before anything runs."""

    columns = ("id", "text", "age", "Ann Miller", "met")

    def __init__(self) -> None:
        from types import SimpleNamespace as Of

        def kind(name: str) -> Any:
            return Of(dataType=Of(simpleString=lambda: "int" if name == "age" else "string"))

        self.schema = {name: kind(name) for name in self.columns}

    def mapInArrow(self) -> None: ...


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"text": "txt"}, "did you mean 'text'"),
        ({"text": "age"}, "cast it to string"),
        ({"text": "Ann Miller"}, "named as persons"),
        ({"text": "text", "id": "met"}, "called as one that is made"),
        ({"text": "text", "more": ["spans"]}, "not one of report, masks"),
        ({"text": "text", "sanitizer": 1, "strategy": "S4"}, "not both"),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(asked: dict[str, Any], says: str) -> None:
    pytest.importorskip("pyspark")
    with pytest.raises(UsageError, match=says):
        sanitizer_spark.sanitize(Pretended(), **asked)
