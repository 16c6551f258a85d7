"""A release does not depend on who reads its texts: this process, others of this machine, workers of Spark."""

import pickle
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import load_definition
from sanitizer.relational.from_file import release_files
from sanitizer.relational.scale.database_release import Engine
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.parts import TextParts, read_by
from sanitizer.relational.terms.reading import ReadElsewhere
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


def released(file: Path, reads: Any, **told: Any) -> tuple[bytes, bytes]:
    """Return the bytes of the release and its sidecar."""
    parts = {"recognizers": [Given(TERMS)], "parse": parse, "knowledge": PLACES, "reads": reads}
    release_files(load_definition(file), **parts, **told)
    return (file.parent / "out.csv").read_bytes(), (file.parent / "private/persons").read_bytes()


def test_processes_change_nothing(tmp_path: Path) -> None:
    file = written(tmp_path)
    alone = released(file, None)
    assert b"Paris" in alone[0]
    assert released(file, read_by(2)) == alone
    assert released(file, lambda function, items: map(pickle.loads(pickle.dumps(function)), items)) == alone


def test_a_reader_takes_no_text_along(tmp_path: Path) -> None:
    definition = load_definition(written(tmp_path))
    table = pd.DataFrame({"who": ["Anna"], "age": ["30"], "note": ["a secret"]})
    held: list[bytes] = []

    def reads(function: Any, items: Any) -> Any:
        held.append(pickle.dumps(function))
        return map(function, items)

    texts = TextParts([Given(TERMS)], NOTHING, parse, reads=reads)
    reader = ReadElsewhere(PlainTable.of_frame(table), definition, texts)
    list(reader.persons([({(0, "note"): "a secret"}, {"age": ["30"]}, ["Anna"])]))
    assert b"Anna" in held[0] and b"secret" not in held[0]


def test_duckdb_reads_no_texts(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="duckdb cannot do texts"):
        Engine("duckdb").reads(load_definition(written(tmp_path)))


@pytest.mark.heavy
@pytest.mark.parametrize("master", ["local[2]", TWO_WORKERS])
def test_spark_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, master: str) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr("sanitizer.relational.scale.on_spark._PERSONS", 25)
    file, lost = written(tmp_path), list[int]()
    alone, before = released(file, None), {p.name for p in tmp_path.iterdir()}
    session = session_at(master)

    def loses(step: str) -> None:
        if step == "release" and master == TWO_WORKERS:
            lost.append(kill_a_worker(session))

    with Engine("spark", session=session).reads(load_definition(file)) as reads:
        assert released(file, reads, tell=loses) == alone
    assert len(lost) == (master == TWO_WORKERS)
    assert {p.name for p in tmp_path.iterdir()} == before
