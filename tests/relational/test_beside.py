"""A definition's own sidecar and report are files, never devices or pipes that a release would replace."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from sanitizer.documents.encrypted_files import is_sealed
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


def test_a_sidecar_is_sealed_and_read_with_the_key(tmp_path: Path) -> None:
    rows = "".join(f"P{n % 8},{20 + n % 3},{('asthma', 'influenza')[n % 2]}\n" for n in range(40))
    (tmp_path / "t.csv").write_text("patient,age,diagnosis\n" + rows)
    (tmp_path / "release.toml").write_text(
        '[[source]]\npath = "t.csv"\n[output]\npath = "out.csv"\n[privacy]\nk = 2\n'
        '[attribute.patient]\nrole = "identifier"\nperson = true\n'
        '[attribute.age]\nrole = "quasi"\ntype = "number"\n[attribute.diagnosis]\nrole = "insensitive"\n'
    )
    key = "8d1f60c34b6c2f4bd0cf5a3d2a6bb02f2f7d0ac1b9b8a6b48a8d0d7f6c3ee512"
    having: dict[str, Any] = {"cwd": tmp_path, "environment": {"SANITIZER_KEY": key}}
    asked = ("release", "release.toml", "-o", "out.csv", "--encrypt-reports")
    assert "--sidecar FILE" in run_command(*asked, **having).stderr
    assert "no key" in run_command(*asked, "--sidecar", "p", cwd=tmp_path).stderr
    done = run_command(*asked, "--sidecar", "p", **having)
    assert done.returncode == 0, done.stderr
    assert is_sealed(tmp_path / "p") and (tmp_path / "p").stat().st_mode & 0o777 == 0o600
    check = ("verify", "out.csv", "--definition", "release.toml", "--sidecar", "p")
    assert run_command(*check, **having).returncode == 0
    assert "no key" in run_command(*check, cwd=tmp_path).stderr
