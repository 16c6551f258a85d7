"""A driver that is killed in the middle of a job publishes nothing; what was there stays as it was."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from corpora_stats.build import Effort, Inputs, build
from tests.contracts.counts import TEXTS
from tests.relational.scale.tables import table
from tests.spark_sessions import ROOT, stop

QUASI = '[attribute.age]\nrole = "quasi"\ntype = "number"\n'
IGNORED = "".join(
    f'[attribute.{name}]\nrole = "ignore"\n' for name in ("who", "town", "code", "grade", "ill", "room")
)
DEFINITION = f"""
[[source]]
path = "in.csv"
delimiter = ";"
[output]
path = "out.csv"
sidecar = "persons"
[privacy]
k = 4
{QUASI}{IGNORED}[attribute.note]
role = """


def of_table(folder: Path, role: str, method: str) -> tuple[str, ...]:
    table(folder / "in.csv", 300, "{}")
    told = DEFINITION + f'"{role}"\n[method]\npartitioner = "{method}"\n'
    told = told if role == "text" else told.replace('sidecar = "persons"\n', "")
    (folder / "r.toml").write_text(told)
    return "release", "r.toml"


def texts(path: Path, times: int) -> Path:
    parquet.write_table(
        pa.table({"id": list(map(str, range(len(TEXTS) * times))), "text": TEXTS * times}), path
    )
    return path


def begun(folder: Path, job: str) -> tuple[tuple[str, ...], str]:
    """Return the words of the command, and what is there when it is in the middle."""
    if job == "table":
        return of_table(folder, "insensitive", "columns"), ".out.csv.*/tables/tuples/_SUCCESS"
    if job == "table with texts":
        return of_table(folder, "text", "gdf"), ".out.csv.*/spilled/blockmgr*"
    if job == "collection":
        source = folder / "in.parquet"
        long = ["Ann Miller of Oslo was born on 3 May 1987. " * 300] * 12
        parquet.write_table(pa.table({"id": list(map(str, range(12))), "text": long}), source)
        asked = ("--spread", "collection", "--id-field", "id", "--keep-ids", "--recognizer", "patterns")
        return ("sanitize", source.name, "-o", "out", *asked), ".out.*/all/_temporary/0/_temporary"
    source = texts(folder / "in.parquet", 200)
    if job == "corpus add":
        build(Inputs([texts(folder / "first.parquet", 2)]), folder / "my.index", effort=Effort(workers=1))
        return ("corpus", "add", "my.index", source.name), "my.index.building/sizes"
    return ("corpus", "build", source.name, "-o", "my.index"), "my.index.building/sizes"


def told(folder: Path) -> dict[str, bytes]:
    """Return all files that have their names."""
    files = (p for p in folder.rglob("*") if p.is_file())
    kept = ((str(p.relative_to(folder)), p) for p in files)
    return {name: p.read_bytes() for name, p in kept if not name.startswith(".") and ".building" not in name}


@pytest.mark.heavy
@pytest.mark.parametrize("job", ["table", "table with texts", "collection", "corpus build", "corpus add"])
def test_nothing_is_half_published(tmp_path: Path, job: str) -> None:
    pytest.importorskip("pyspark")
    stop()
    words, sign = begun(tmp_path, job)
    before = told(tmp_path)
    command = [sys.executable, "-m", "sanitizer", *words, "--engine", "spark", "--master", "local[2]"]
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(
        command, cwd=tmp_path, env=variables, stdout=quiet, stderr=quiet, start_new_session=True
    )
    while running.poll() is None and not list(tmp_path.glob(sign)):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    assert told(tmp_path) == before
    if job.startswith("corpus"):  # another build goes on, or begins anew
        source, index = tmp_path / "in.parquet", tmp_path / "again.index"
        (tmp_path / "my.index.building").rename(tmp_path / "again.index.building")
        build(Inputs([source]), index, effort=Effort(workers=1))
        build(Inputs([source]), tmp_path / "wanted.index", effort=Effort(workers=1))
        assert (told(index) == told(tmp_path / "wanted.index")) and told(index)
