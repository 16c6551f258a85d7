"""Run the reproductions of what attackers and users found (tests/cases/findings.toml) on the code of some folder."""

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
FINDINGS: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (ROOT / "tests" / "cases" / "findings.toml").read_text(encoding="utf-8")
)
_COMMAND: Final = """#!/bin/sh
exec "{python}" -P -c 'import sys; sys.argv[0] = "sanitizer"; from sanitizer.commands import main; main()' "$@"
"""


def environment(tree: Path, place: Path, libraries: Path | None = None) -> dict[str, str]:
    """Variables with which `sanitizer` and python3 run the code of a tree; `place` is a folder for the command."""
    command = place / "sanitizer"
    command.write_text(_COMMAND.format(python=sys.executable), encoding="utf-8")
    command.chmod(0o755)
    own = {name: value for name, value in os.environ.items() if name != "SANITIZER_KEY"}
    paths = [str(tree), *([str(libraries)] if libraries else [])]
    folders = [str(place), str(Path(sys.executable).parent), own.get("PATH", "")]
    return {**own, "TREE": str(tree), "PYTHONPATH": os.pathsep.join(paths), "PATH": os.pathsep.join(folders)}


def is_shown(lines: str, variables: Mapping[str, str], seconds: float = 400) -> bool:
    """Return whether lines of bash end with status 0 in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        call = ["bash", "-c", lines]
        try:
            done = subprocess.run(
                call, cwd=folder, env=dict(variables), capture_output=True, check=False, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0
