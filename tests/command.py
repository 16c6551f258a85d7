"""The command called as its installed script calls it, but in this process: libraries and models are loaded once."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from sanitizer.commands import main
from sanitizer.run.journal import Journal

COMMAND = str(Path(sys.executable).parent / "sanitizer")
"""The installed script, for tests of what only a process of its own shows."""


def run_command(
    *arguments: object,
    stdin: str | bytes = b"",
    cwd: Path | None = None,
    text: bool = True,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> "subprocess.CompletedProcess[Any]":
    """Run a command, in a folder and with more variables than are set; what it printed is text, or bytes where `text`
    is false. A key of operators is only what `environment` says."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    printed_out, printed_err = io.BytesIO(), io.BytesIO()
    read, out, err = (
        io.TextIOWrapper(s, encoding="utf-8") for s in (io.BytesIO(data), printed_out, printed_err)
    )
    variables = {name: value for name, value in os.environ.items() if name != "SANITIZER_KEY"} | {
        **environment
    }
    before = Path.cwd()
    status: int | str | None = 0
    try:
        os.chdir(cwd or before)
        with (
            patch.dict(os.environ, variables, clear=True),
            patch.multiple(sys, stdin=read, stdout=out, stderr=err),
        ):
            main([str(argument) for argument in arguments])
    except SystemExit as end:
        status = end.code
    finally:
        os.chdir(before)
    printed = []
    for stream, buffer in ((out, printed_out), (err, printed_err)):
        stream.flush()
        printed.append(buffer.getvalue().decode() if text else buffer.getvalue())
    return subprocess.CompletedProcess([str(argument) for argument in arguments], int(status or 0), *printed)


def in_a_copy(work: Callable[[], object]) -> int:
    """Return the exit status of a copy of this process that does the work, or minus the signal that ended it."""
    sys.stdout.flush()
    sys.stderr.flush()
    copy = os.fork()
    if copy == 0:
        status = 70
        try:
            work()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])


def killed_after(documents: int, *arguments: object) -> int:
    """Run a command in a copy of this process that ends at once, its journal torn, when so many documents are done;
    its exit status is 9."""

    def work() -> None:
        add = Journal.add
        done: list[int] = []

        def dies(journal: Journal, document: Any, outcome: Any) -> None:
            add(journal, document, outcome)
            done.append(1)
            if len(done) == documents:
                journal._stream.write('{"torn')
                journal._stream.flush()
                os._exit(9)

        with patch.object(Journal, "add", dies):
            run_command(*arguments)

    return in_a_copy(work)
