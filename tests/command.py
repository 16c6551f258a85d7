"""The command called as its installed script calls it, but in this process: libraries and models are loaded once."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sanitizer.commands import main

COMMAND = str(Path(sys.executable).parent / "sanitizer")
"""The installed script, for tests of what only a process of its own shows."""


def run_command(
    *arguments: object,
    stdin: str | bytes = b"",
    key: str | None = None,
    cwd: Path | None = None,
    text: bool = True,
) -> "subprocess.CompletedProcess[Any]":
    """Run a command; what it printed is text, or bytes where `text` is false. The key of operators is `key` or none."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    read, out, err = (io.TextIOWrapper(io.BytesIO(part), encoding="utf-8") for part in (data, b"", b""))
    environment = {name: value for name, value in os.environ.items() if name != "SANITIZER_KEY"}
    before = Path.cwd()
    status: int | str | None = 0
    try:
        os.chdir(cwd or before)
        with (
            patch.dict(os.environ, environment | ({"SANITIZER_KEY": key} if key else {}), clear=True),
            patch.multiple(sys, stdin=read, stdout=out, stderr=err),
        ):
            main([str(argument) for argument in arguments])
    except SystemExit as end:
        status = end.code
    finally:
        os.chdir(before)
    printed = [stream.buffer.getvalue() for stream in (out, err) if stream.flush() is None]  # type: ignore[attr-defined]
    told = [part.decode() for part in printed] if text else printed
    return subprocess.CompletedProcess(list(arguments), int(status or 0), *told)
