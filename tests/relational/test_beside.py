"""A definition's own sidecar and report are files, never devices or pipes that a release would replace."""

import os
import stat
from pathlib import Path

import pytest

from tests.command import run_command


@pytest.mark.parametrize("what", ["sidecar", "report"])
def test_a_pipe_is_never_replaced(tmp_path: Path, what: str) -> None:
    (tmp_path / "a.csv").write_text("age\n" + "".join(f"{30 + i % 5}\n" for i in range(10)))
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "d.toml").write_text(
        f'[[source]]\npath = "a.csv"\n[output]\npath = "o.csv"\n{what} = "pipe"\n'
        '[privacy]\nk = 2\n[attribute.age]\nrole = "quasi"\ntype = "number"\n'
    )
    done = run_command("release", tmp_path / "d.toml")
    assert done.returncode == 2
    assert f"the {what} is no file" in done.stderr
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert not (tmp_path / "o.csv").exists()
