"""The command on Spark, as a cluster starts it: by spark-submit, with all its workers on this machine."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.command import run_command
from tests.spark_sessions import ROOT, stop

TEXTS = [
    "Ann Miller of Oslo was born on 3 May 1987.",
    None,
    "The garden of Miller, and 555-0134 is her number.",
]
ASKED = ("--id-field", "n", "--keep-ids", "--engine", "spark")


def made(folder: Path, texts: list[str | None]) -> Path:
    """Return a folder of Parquet files of one row each."""
    folder.mkdir()
    for n, text in enumerate(texts):
        table = pa.table({"n": [n], "text": pa.array([text], pa.string())})
        parquet.write_table(table, folder / f"part-{n}.parquet")
    return folder


def submitted(*words: object) -> "subprocess.Popen[str]":
    pytest.importorskip("pyspark")
    stop()
    command = [
        str(Path(sys.executable).parent / "spark-submit"),
        "--master",
        "local[2]",
        "--driver-memory",
        "1g",
    ]
    command += ["--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.driver.bindAddress=127.0.0.1"]
    command += [str(ROOT / "examples" / "spark_submit.py"), *map(str, words)]
    variables = os.environ | {"PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, env=variables, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


def rows(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(folder).to_pylist()
    return sorted(found, key=lambda row: row["n"])


@pytest.mark.heavy
def test_a_collection_is_that_of_one_machine(tmp_path: Path) -> None:
    source = made(tmp_path / "in", TEXTS)
    out, report = tmp_path / "out", tmp_path / "report"
    told = submitted("sanitize", source, "-o", out, "--report", report, "--spread", "collection", *ASKED)
    said = "".join(told.communicate())  # spark-submit joins what Python prints
    assert told.returncode == 1, said  # one failed
    assert "3 texts, 1 failed (the column reason says why), 0 not met" in said
    assert {path.name for path in tmp_path.iterdir()} == {"in", "out", "report"}
    assert report.stat().st_mode & 0o777 == 0o700
    lines = [json.dumps({"n": n, "text": text}) for n, text in enumerate(TEXTS) if text]
    (tmp_path / "in.jsonl").write_text("\n".join(lines) + "\n")
    asked = ("--id-field", "n", "--keep-ids", "--spread", "collection", "--quiet")
    run_command("sanitize", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", *asked)
    wanted = [json.loads(line)["text"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    written = rows(out)
    assert [row["text"] for row in written if row["text"]] == wanted
    assert "report" not in written[0] and "a string is needed" in written[1]["reason"]
    assert json.loads(rows(report)[0]["report"])["output_id"] == "0"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "needs --id-field NAME and --keep-ids"),
        (("--id-field", "n"), "needs --id-field NAME and --keep-ids"),
        (("--id-field", "n", "--keep-ids", "--preview", "3"), "--engine spark has no --preview"),
        (("--id-field", "n", "--keep-ids", "--resume"), "--engine spark has no --resume"),
        (("--id-field", "n", "--keep-ids"), "needs -o FOLDER"),
        ((*ASKED[:3], "-o", "in.parquet"), "exists; choose another name"),
        ((*ASKED[:3], "-o", "link"), "exists; choose another name"),
        ((*ASKED[:3], "-o", "-"), "needs -o FOLDER"),
        ((*ASKED[:3], "-o", "nowhere/out"), "there is no folder nowhere"),
        ((*ASKED[:3], "-o", "out", "--report", "out"), "two outputs cannot have one name"),
        ((*ASKED[:3], "-o", "out", "--report", "out/report"), "there is no folder out"),
        ((*ASKED[:3], "-o", "folder/out"), "lies in the source"),
    ],
)
def test_wrong_calls_are_one_line(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    pytest.importorskip("pyspark")
    (tmp_path / "folder").mkdir()
    parquet.write_table(pa.table({"n": [1], "text": ["tea"]}), tmp_path / "folder" / "in.parquet")
    (tmp_path / "in.parquet").symlink_to("folder/in.parquet")
    (tmp_path / "link").symlink_to("nowhere")
    source = "folder" if "folder/out" in words else "in.parquet"
    done = run_command("sanitize", source, "--engine", "spark", *words, cwd=tmp_path)
    assert not (tmp_path / "out").exists()
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_a_master_goes_with_spark(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("tea")
    for words in (("sanitize", "a.txt", "-o", "b.txt"), ("corpus", "build", "a.txt", "-o", "a.index")):
        done = run_command(*words, "--master", "local[2]", cwd=tmp_path)
        assert done.returncode == 2 and "--master goes with --engine spark" in done.stderr


@pytest.mark.heavy
def test_what_came_to_nothing_is_told_as_on_one_machine(tmp_path: Path) -> None:
    source = made(tmp_path / "in", TEXTS)
    (tmp_path / "p.toml").write_text('[protect]\nnames = ["Ann Milner"]\n')
    rows = [{"form": "Nowhere Berg", "decision": "mask"}, {"form": "Oslo", "decision": "keep"}]
    (tmp_path / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("--decisions", tmp_path / "d.jsonl", "--profile", tmp_path / "p.toml", "--json", *ASKED)
    told = submitted("sanitize", source, "-o", tmp_path / "out", *asked)
    said = "".join(told.communicate())
    assert told.returncode == 1, said
    assert "1 decisions came to nothing: line 1: its form stands in no document" in said
    assert "1 protected names or entities stand in no document (misspelt?): [protect] names, entry 1" in said
    assert "2 places" in said or "3 places" in said or "4 places" in said, said
    assert "Milner" not in said and "Miller" not in said
    assert set(parquet.read_table(tmp_path / "out").column_names) == {"n", "text", "met", "utility", "reason"}
