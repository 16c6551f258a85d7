"""The garbage collector belongs to the caller: no call of the library switches it off or changes how often it looks."""

import gc
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sanitizer.commands.release import command as release_command
from sanitizer.relational import from_file
from sanitizer.relational.definition.schema import load_definition
from sanitizer.relational.io import files

DEFINITION = """
[[source]]
path = "in.csv"
[output]
path = "out.csv"
replace = true
[privacy]
k = 2
[attribute.age]
role = "quasi"
type = "number"
"""


@pytest.fixture
def definition(tmp_path: Path) -> Path:
    (tmp_path / "in.csv").write_text("age\n30\n30\n41\n41\n")
    (tmp_path / "def.toml").write_text(DEFINITION)
    return tmp_path / "def.toml"


def _seen(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, tuple[int, ...]]]:
    """Return what the collector is set to while rows are read."""
    seen: list[tuple[bool, tuple[int, ...]]] = []
    rows = files.coded_columns

    def read(*arguments: Any) -> Any:
        seen.append((gc.isenabled(), gc.get_threshold()))
        return rows(*arguments)

    monkeypatch.setattr(files, "coded_columns", read)
    return seen


def test_a_library_call_leaves_the_collector_as_it_is(
    definition: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _seen(monkeypatch)
    from_file.release_files(load_definition(str(definition)))
    assert seen and set(seen) == {(True, gc.get_threshold())}


def test_the_command_looks_rarely_and_puts_it_back(definition: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, before = _seen(monkeypatch), gc.get_threshold()
    assert CliRunner().invoke(release_command, [str(definition)]).exit_code == 0
    assert seen and all(enabled and threshold[0] > before[0] for enabled, threshold in seen)
    assert gc.get_threshold() == before
