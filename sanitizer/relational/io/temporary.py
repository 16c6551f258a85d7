"""Temporary files beside an output: nobody else may read them, and what a killed run left goes at the next start."""

import os
import re
import signal
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from types import FrameType


def temporary_of(path: Path) -> Path:
    """Return a hidden name beside `path` that tells the process."""
    return path.with_name(f".{path.name}.{os.getpid()}-{uuid.uuid4().hex[:8]}.tmp")


def remove_leftovers(path: Path) -> None:
    """Remove the temporary files and folders of `path` whose process is gone. Never fails."""
    named = re.compile(rf"\.{re.escape(path.name)}\.(\d+)-[0-9a-f]{{8}}\.tmp")
    with suppress(OSError):
        for other in path.parent.iterdir():
            found = named.fullmatch(other.name)
            if found and not _runs(int(found[1])):
                rmtree(other) if other.is_dir() else other.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


@contextmanager
def private(path: Path) -> Iterator[None]:
    """`path` is made anew with mode 0600 before anything is written to it. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600))
    yield


def give_away(temporary: Path, path: Path) -> None:
    """Rename a private file to `path`, with the mode that new files get. Raises OSError."""
    mask = os.umask(0)
    os.umask(mask)
    temporary.chmod(0o666 & ~mask)
    temporary.replace(path)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the block as an exception does, so that temporary files go; outside the main thread
    nothing is changed."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            with suppress(ValueError):  # not the main thread
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
