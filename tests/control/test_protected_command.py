"""Protected names and entities that stand nowhere are told of, without quoting them."""

import json
from pathlib import Path

import pytest

from tests.test_command import run


@pytest.mark.parametrize(
    ("name", "entity", "unused"),
    [
        ("Helena Whitcome", "sunrize", [["[protect] names", 1], ["--protect", 1]]),
        ("Helena Whitcombe", "sunrise", []),
        ("Dr H. Whitcombe", "sunrise", []),
        ("Helena Ward", "sunrise", [["[protect] names", 1]]),
        ("Helena Whitcombe", "sunrise,a place\nmoonset", [["--protect", 2]]),
        ("Helena Whitcombe", "sunset,a place\nmoonset", [["--protect", 1], ["--protect", 2]]),
    ],
)
def test_what_stands_nowhere_is_told(
    tmp_path: Path, name: str, entity: str, unused: list[list[object]]
) -> None:
    (tmp_path / "p.toml").write_text(f'[protect]\nnames = ["{name}"]\n', encoding="utf-8")
    (tmp_path / "p.csv").write_text(f"{entity},a place\n", encoding="utf-8")
    (tmp_path / "t.txt").write_text("Helena Whitcombe works for sunrise.", encoding="utf-8")
    done = run(
        "sanitize", tmp_path / "t.txt", "-o", tmp_path / "o.txt", "--profile", tmp_path / "p.toml", "--protect",
        tmp_path / "p.csv", "--report", tmp_path / "r.jsonl", "--json",
    )  # fmt: skip
    assert done.returncode == int(bool(unused) and unused != [["--protect", 2]])
    told = json.loads(done.stdout).get("protected_unused", [])
    assert [[entry["list"], entry["number"]] for entry in told] == unused
    last = json.loads((tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert last.get("protected_unused", []) == told
    assert (b"stand in no document (misspelt?): " in done.stderr) == bool(unused)
    call = ("report", tmp_path / "r.jsonl", "--certificate", tmp_path / "c.html", "-o", tmp_path / "p.html")
    assert run(*call).returncode == 0
    lines = (tmp_path / "c.html").read_text(encoding="utf-8")
    assert ("What is to be protected stands in the input" in lines) == bool(done.returncode)
    assert name.encode() not in done.stderr and entity.encode() not in done.stderr
