"""A small table is released without machine code, and released the same."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pandas
import pytest

from sanitizer.commands import main
from sanitizer.commands.interpreter import IS_PROGRAM
from sanitizer.relational import in_memory, release
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.machine_code import makes_machine_code

TABLE = "".join(f"{i},{20 + i % 7},{'fm'[i % 2]},nurse in Hull\n" for i in range(24))
DEFINITION = """[privacy]
k = 3
[attribute.id]
role = "identifier"
person = true
[attribute.age]
role = "quasi"
type = "number"
[attribute.sex]
role = "quasi"
[attribute.note]
role = "text"
[[source]]
path = "in.csv"
"""


def test_a_small_table_needs_no_compiler(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,age,sex,note\n" + TABLE, encoding="utf-8")
    (tmp_path / "d.toml").write_text(DEFINITION, encoding="utf-8")
    compiled = tmp_path / "compiled"
    subprocess.run(
        [sys.executable, "-m", "sanitizer", "release", "d.toml", "-o", "small.csv"],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_CACHE_DIR": str(compiled), "PYTHONPATH": str(Path(__file__).parents[2])},
        check=True,
        capture_output=True,
    )
    assert not compiled.exists()
    try:
        main(["release", str(tmp_path / "d.toml"), "-o", str(tmp_path / "compiled.csv")])
    except SystemExit as ended:
        assert not ended.code
    assert not IS_PROGRAM.get()
    assert (tmp_path / "compiled.csv").read_bytes() == (tmp_path / "small.csv").read_bytes()


def test_a_library_that_another_thread_is_importing_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    definition = parse_definition({"attribute": {"age": {"role": "quasi"}, "note": {"role": "text"}}})
    for half in (ModuleType("numba"), SimpleNamespace(config=ModuleType("numba.core.config"))):
        monkeypatch.setitem(sys.modules, "numba", half)
        assert makes_machine_code(definition) in (True, False)


def test_python_is_told_of_the_minute_that_machine_code_takes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = pandas.DataFrame({"age": [1, 1, 1, 2, 2, 2]})
    definition = {"privacy": {"k": 3}, "attribute": {"age": {"role": "quasi", "type": "number"}}}
    for needed in (False, True):
        monkeypatch.setattr(in_memory, "makes_machine_code", lambda definition, needed=needed: needed)
        release(table, definition)
        assert ("about a minute" in caplog.text) is needed
