"""What attackers found in places: no input is written over, whatever way it is named."""

import sqlite3
from pathlib import Path

import pytest

from tests.command import run_command

TEXT = "Mr Tom Huber of Leeds."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "x.txt").write_text(TEXT)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT)
    with sqlite3.connect(tmp_path / "d.db") as base:
        base.execute("create table n (id integer primary key, t text)")
        base.execute("insert into n values (1, ?)", [TEXT])
    base.close()
    return tmp_path


@pytest.mark.finding("inputs by URL")
@pytest.mark.parametrize(
    "call",
    [
        ("file://{0}/x.txt", "-o", "x.txt"),
        ("x.txt", "-o", "file://{0}/x.txt"),
        ("in", "-o", "file://{0}/in/sub"),
        ("file://{0}/in", "-o", "in/sub"),
        ("sqlite:///d.db", "--table", "n", "--text-field", "t", "--id-field", "id", "-o", "d.db"),
        ("sqlite:///{0}/d.db", "--table", "n", "--text-field", "t", "--id-field", "id", "-o", "d.db"),
        ("sqlite:///d.db", "--table", "n", "--text-field", "t", "--id-field", "id", "-o", "o.jsonl", "--masks", "d.db"),
        ("x.txt", "-o", "o.txt", "--server", "file:///etc/passwd"),
        ("x.txt", "-o", "o.txt", "--server", "localhost"),
    ],
)  # fmt: skip
def test_inputs_stay(call: tuple[str, ...], folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = run_command("sanitize", *(part.format(folder) for part in call), "--overwrite", cwd=folder)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
