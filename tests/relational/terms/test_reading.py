"""A release does not depend on who reads its texts: this process, others of this machine, workers of Spark."""

import hashlib
import json
import pickle
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from corpora_stats.spark_tasks import mapped
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.definition.schema import load_definition
from sanitizer.relational.from_file import NotMet, release_files
from sanitizer.relational.io.write_files import write_file
from sanitizer.relational.scale import on_spark
from sanitizer.relational.scale.database_release import Engine
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.parts import HERE, Place, Processes, TextParts
from sanitizer.relational.terms.reading import ReadElsewhere
from sanitizer.relational.verify_file import verify_files
from tests.relational.example import DEFINITION, NOTHING, PLACES, TERMS
from tests.relational.fakes import Given, parse
from tests.spark_sessions import TWO_WORKERS, kill_a_worker, session_at

TOWNS = ["Paris", "Lyon", "Berlin", "Rome"]
TEXT = '[attribute.note]\nrole = "text"\n'


def written(folder: Path) -> Path:
    """Return a table of persons with one row or two, nine of ten of them in one town; some texts are missing or
    blank."""
    lines = ["who,age,note"]
    for i in range(60):
        town = TOWNS[i % 40 // 10] if i % 10 == 0 else "Paris"
        note = "" if i % 7 == 0 else "  " if i % 11 == 0 else f"P{i:03d} lives in {town} and plays chess."
        lines += [f"P{i:03d},{20 + i % 30},{note}"] * (1 + i % 2)
    (folder / "a.csv").write_text("\n".join(lines) + "\n")
    (folder / "r.toml").write_text(DEFINITION.format(k=4, method='partitioner = "cluster"') + TEXT)
    return folder / "r.toml"


@dataclass(frozen=True)
class Elsewhere(Processes):
    """A place that is reached by bytes alone, with what was sent there."""

    sent: list[bytes] = field(default_factory=list)

    @property
    def is_here(self) -> bool:
        return False

    def each(self, function: Any, items: Any) -> Any:
        self.sent.append(pickle.dumps(function))
        return map(pickle.loads(self.sent[-1]), items)


def released(file: Path, place: Place, **told: Any) -> tuple[bytes, bytes]:
    """Return the bytes of the release and its sidecar."""
    parts: dict[str, Any] = {
        "recognizers": [Given(TERMS)],
        "parse": parse,
        "knowledge": PLACES,
        "place": place,
    }
    release_files(load_definition(file), **parts, **told)
    return (file.parent / "out.csv").read_bytes(), (file.parent / "private/persons").read_bytes()


def is_whole(path: Path, engine: str) -> bool:
    """Return whether a file is what its manifest says."""
    manifest = json.loads(path.with_name(f"{path.name}.manifest.json").read_text())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    said = (manifest["sha256"], manifest["bytes"], manifest["persons"], manifest["engine"])
    return said == (digest, path.stat().st_size, 60, engine)


def test_processes_change_nothing(tmp_path: Path) -> None:
    file = written(tmp_path)
    alone = released(file, HERE)
    assert b"Paris" in alone[0]
    assert released(file, Processes(2)) == alone
    assert released(file, Elsewhere()) == alone


def test_a_reader_takes_no_text_along(tmp_path: Path) -> None:
    definition = load_definition(written(tmp_path))
    table = pd.DataFrame({"who": ["Anna"], "age": ["30"], "note": ["a secret"]})
    place = Elsewhere()
    texts = TextParts([Given(TERMS)], NOTHING, parse, place=place)
    reader = ReadElsewhere(PlainTable.of_frame(table), definition, texts)
    list(reader.persons([({(0, "note"): "a secret"}, {"age": ["30"]}, ["Anna"])]))
    assert b"Anna" in place.sent[0] and b"secret" not in place.sent[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_found_may_lie_on_disk(tmp_path: Path, workers: int) -> None:
    file = written(tmp_path)
    alone, before = released(file, HERE), {p.name for p in tmp_path.iterdir()}
    pytest.importorskip("duckdb")
    with Engine("duckdb").place(load_definition(file), workers) as place:
        assert released(file, place) == alone
    assert verify_files("", load_definition(file), None).met
    assert is_whole(tmp_path / "out.csv", "duckdb") and len(list(tmp_path.iterdir())) == len(before) + 1


def test_sql_sees_a_text_that_was_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("duckdb")
    file = written(tmp_path)

    def badly(table: PlainTable, path: Path, output: Output) -> None:
        write_file(table, path, output)
        path.write_bytes(path.read_bytes().replace(b"Paris", b"Mecca"))

    monkeypatch.setattr("sanitizer.relational.io.outputs.write_file", badly)
    before = {p.name for p in tmp_path.iterdir()}
    with (
        pytest.raises(NotMet, match=r"word\(s\) of terms are not in the text of their span"),
        Engine("duckdb").place(load_definition(file)) as place,
    ):
        released(file, place)
    assert {p.name for p in tmp_path.iterdir()} == before


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("master", "partitions"),
    [("local[2]", 1), pytest.param(TWO_WORKERS, 7, marks=pytest.mark.two_workers)],
)
def test_spark_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, master: str, partitions: int
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr(on_spark, "_PERSONS", 25)
    monkeypatch.setattr(on_spark, "_BYTES", 20_000)
    file, lost = written(tmp_path), list[int]()
    alone, before = released(file, HERE), {p.name for p in tmp_path.iterdir()}
    session = session_at(master)
    session.conf.set("spark.sql.shuffle.partitions", str(partitions))

    def loses(cluster: Any, function: Any, *given: Any) -> Any:
        step = type(function.args[0])
        if master == TWO_WORKERS and step not in seen:  # when texts are read, and when they are written
            seen.add(step)
            lost.append(kill_a_worker(cluster))
        return mapped(cluster, function, *given)

    seen = set[type]()
    monkeypatch.setattr(on_spark, "mapped", loses)
    with Engine("spark", session=session).place(load_definition(file)) as place:
        assert released(file, place) == alone
    assert len(lost) == 2 * (master == TWO_WORKERS)
    assert verify_files("", load_definition(file), None).met
    assert is_whole(tmp_path / "out.csv", "spark") and len(list(tmp_path.iterdir())) == len(before) + 1
