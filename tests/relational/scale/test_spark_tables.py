"""Releases on Spark are those of memory, however the rows are divided, and when a worker is lost."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Source
from sanitizer.relational.from_file import release_files
from sanitizer.relational.report.verification import CountedBySql
from sanitizer.relational.scale.database_release import Engine, release_by_database
from tests.relational.scale.tables import of_file, table
from tests.spark_sessions import TWO_WORKERS, kill_a_worker, session_at

pytestmark = pytest.mark.heavy
pytest.importorskip("pyspark")


@pytest.fixture
def session() -> Any:
    return session_at()


@pytest.mark.parametrize(
    ("form", "nulls", "output", "partitions", "model"),
    [
        ("{}", "extended", "made.csv", 1, "ordered"),
        ("P-{:04}", "basic", "made.csv.gz", 7, "recursive"),
        ("{}", "extended", "made.csv", 3, "hierarchical"),
        ("{}", "extended", "made.csv", 3, "delta"),
    ],
)
def test_files_are_those_of_memory(
    tmp_path: Path, session: Any, form: str, nulls: str, output: str, partitions: int, model: str
) -> None:
    table(tmp_path / "in.csv", 120, form)
    session.conf.set("spark.sql.shuffle.partitions", str(partitions))
    wanted, made = tmp_path / f"wanted-{output}", tmp_path / output
    memory = release_files(of_file(tmp_path / "in.csv", wanted, 4, nulls, model))
    engine = Engine("spark", session=session)
    before = session.catalog.currentDatabase()
    whole = release_by_database(of_file(tmp_path / "in.csv", made, 4, nulls, model), engine, most=40)
    assert made.read_bytes() == wanted.read_bytes()
    assert whole.report.engine == "spark" and whole.report.classes == memory.report.classes
    left = {"in.csv", wanted.name, made.name, f"{made.name}.manifest.json"}
    assert {p.name for p in tmp_path.iterdir()} == left
    assert session.catalog.currentDatabase() == before and not session.catalog.listTables()


@pytest.mark.parametrize("partitions", [1, 3, 7])
def test_parquet_in_many_parts(tmp_path: Path, session: Any, partitions: int) -> None:
    """Some parts are empty, nine of ten rows say the same, and missing cells are there."""
    session.conf.set("spark.sql.shuffle.partitions", str(partitions))
    table(tmp_path / "some.csv", 60, "{}")
    names, *rows = (tmp_path / "some.csv").read_text(encoding="utf-8").splitlines()
    skewed = [f"{i};40;Rome;100;a;flu;-;7" for i in range(1000, 1000 + 9 * len(rows))]
    (tmp_path / "in.csv").write_text("\r\n".join([names, *rows, *skewed]) + "\r\n", encoding="utf-8")
    with (tmp_path / "in.csv").open(newline="", encoding="utf-8") as stream:
        names_, *cells = csv.reader(stream, delimiter=";")
    whole = pa.table({n: [row[i] or None for row in cells] for i, n in enumerate(names_)})
    (tmp_path / "parts").mkdir()
    for first in range(0, len(cells) + 200, 100):
        parquet.write_table(whole.slice(first, 100), tmp_path / "parts" / f"part-{first:04}.parquet")
    release_files(of_file(tmp_path / "in.csv", tmp_path / "wanted.csv", 3))
    definition = replace(
        of_file(tmp_path / "in.csv", tmp_path / "made.csv", 3),
        sources=(Source(path=str(tmp_path / "parts"), format="parquet"),),
    )
    for engine in (Engine("spark", session=session), Engine()):
        release_by_database(definition, engine, most=100)
        assert (tmp_path / "made.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("age;town;code;grade;who;ill;note;room\n1;A;10;a;1;x;y\n", "line 2: 7 cells"),
        ("age;town;code;grade;who;ill;note;room\nold;A;10;a;1;x;y;z\n1;A;10;a;2;x;y;z\n", "not a number"),
        ("age;town;code;grade;who;ill;note;room\n1;A;10;a;2;x;y;z\n1;B;10;a;2;x;y;z\n", "has several"),
        ("age;town;code;grade;who;ill;note;room\n", "no rows"),
    ],
)
def test_bad_tables_are_one_line(tmp_path: Path, session: Any, content: str, says: str) -> None:
    (tmp_path / "in.csv").write_text(content)
    with pytest.raises(UsageError, match=says) as error:
        definition = of_file(tmp_path / "in.csv", tmp_path / "made.csv", 1)
        release_by_database(definition, Engine("spark", session=session))
    assert "\n" not in str(error.value)
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv"}


@pytest.mark.two_workers
def test_a_worker_that_is_lost_changes_nothing(tmp_path: Path) -> None:
    table(tmp_path / "in.csv", 400, "{}")
    wanted, made = tmp_path / "wanted.csv", tmp_path / "made.csv"
    release_files(of_file(tmp_path / "in.csv", wanted, 4))
    cluster, lost = session_at(TWO_WORKERS), list[int]()

    def loses(step: str) -> None:
        if step in ("release", "write"):
            lost.append(kill_a_worker(cluster))

    definition = of_file(tmp_path / "in.csv", made, 4)
    release_by_database(definition, Engine("spark", session=cluster), tell_step=loses)
    assert len(lost) == 2
    assert made.read_bytes() == wanted.read_bytes()


def test_nulls_that_match_values(tmp_path: Path, session: Any) -> None:
    table(tmp_path / "in.csv", 60, "P-{:04}")

    def searched(out: str) -> Definition:
        definition = of_file(tmp_path / "in.csv", tmp_path / out, 3, "maybe")
        method = replace(definition.method, partitioner="full-domain", suppression=0.3)
        return replace(definition, method=method)

    memory = release_files(searched("wanted.csv"))
    whole = release_by_database(searched("made.csv"), Engine("spark", session=session))
    assert (tmp_path / "made.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()
    verified = whole.report.verification
    assert isinstance(verified, CountedBySql)
    assert verified.least_match == memory.verdict.figures.least_match
