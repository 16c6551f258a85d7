"""The file of a log: a head that names the run, then one event a line, each with the hash of the line before.

Lines are only added, under a lock of the file, and are on the disk before :func:`append` returns. What a crash left of
a line that was never confirmed (no line end) is no event, and goes with the next one.
"""

import errno
import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sanitizer.control.log.event import Event, event_of, hash_of
from sanitizer.errors import UsageError, unreadable

VERSION: Final = 1
_LOGS: Final = 8
_READ: Final[dict[tuple[Path, tuple[str, ...]], tuple[int, bytes, "Log"]]] = {}
"""What was read of the last few logs and found right: bytes, their hash, and the log."""
MOVED: Final = "somebody else has decided meanwhile: look at what changed, and decide again"


class Moved(UsageError):
    """Another event was added since the log was read: read it again, and decide again."""


@dataclass(frozen=True, slots=True)
class Log:
    """The events of a log in order, the run that it is ``of`` (any text), and the hash of its last line (``head``)."""

    of: str
    events: tuple[Event, ...] = field(repr=False)
    head: str


def is_log(path: Path) -> bool:
    """Return whether the first line of a file is the head of a log."""
    try:
        with path.open("rb") as stream:
            first = json.loads(stream.readline(10_000))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "log" in first


def read_log(path: Path, types: Iterable[str] = ()) -> Log:
    """Return the log in a file; ``types`` are known besides the shipped ones.

    Raises:
        UsageError: it cannot be read, is no log, holds what is no event, or its chain is broken; names the line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"decisions {path}: {unreadable(error)}") from error
    return _read(data, path, tuple(types))


def _read(data: bytes, path: Path, types: Sequence[str]) -> Log:
    """Return the log in these bytes. Lines that were read and checked before, and are the same, are not checked
    again."""
    whole = data[: data.rfind(b"\n") + 1]
    key = (path, tuple(types))
    size, digest, log = _READ.get(key, (0, b"", None))
    if log is None or hashlib.sha256(whole[:size]).digest() != digest:
        size, log = 0, None
    try:
        lines = whole[size:].decode("utf-8").split("\n")[:-1]
        head = json.loads(lines[0]) if lines and log is None else None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"decisions {path}: it is no log of decisions") from error
    if log is None:
        if not isinstance(head, dict) or head.get("log") != VERSION or not isinstance(head.get("of"), str):
            raise UsageError(f"decisions {path}: it is no log of decisions of version {VERSION}")
        log = Log(head["of"], (), hash_of(lines[0]))
        lines = lines[1:]
    log = _longer(log, lines, path, types)
    _remember(key, whole, log)
    return log


def _longer(log: Log, lines: Sequence[str], path: Path, types: Sequence[str]) -> Log:
    """Return the log with the lines that follow. Raises UsageError where they do not."""
    events, before = list(log.events), log.head
    for number, line in enumerate(lines, len(events) + 1):
        place = f"decisions {path}, line {number + 1}"
        try:
            told = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{place}: it is no JSON object") from error
        event = event_of(told, place, types)
        if event.n != number or event.before != before:
            raise UsageError(
                f"{place}: it does not follow the line before: a line was changed, removed or put in; take the log "
                "from a copy"
            )
        _check_reference(event, events, place)
        events.append(event)
        before = hash_of(line)
    return Log(log.of, tuple(events), before)


def _remember(key: tuple[Path, tuple[str, ...]], whole: bytes, log: Log) -> None:
    """Let the next reading begin behind these bytes."""
    _READ.pop(key, None)
    _READ[key] = len(whole), hashlib.sha256(whole).digest(), log
    for old in list(_READ)[:-_LOGS]:
        _READ.pop(old, None)


def _check_reference(event: Event, events: Sequence[Event], place: str) -> None:
    """Raise UsageError where an event undoes none that can be undone."""
    if event.of is None:
        return
    if event.act not in ("undo", "redo"):
        raise UsageError(f"{place}: of: only undo and redo are about an event")
    if event.of >= event.n or events[event.of - 1].of is not None:
        raise UsageError(f"{place}: of: there is no such decision before it")


def create(path: Path, of: str) -> None:
    """Begin a new log of a run (mode 0600) where there is none. Raises UsageError if it cannot be written."""
    line = json.dumps({"log": VERSION, "of": of}, ensure_ascii=False, separators=(",", ":")) + "\n"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return
    except OSError as error:
        raise UsageError(f"decisions {path}: cannot be written ({error.strerror})") from error
    with os.fdopen(handle, "wb") as stream:
        stream.write(line.encode("utf-8", "surrogatepass"))
        stream.flush()
        os.fsync(stream.fileno())


def append(path: Path, told: Sequence[Mapping[str, Any]], head: str | None, types: Iterable[str] = ()) -> Log:
    """Add events, given without ``n`` and ``before``, all or none; the log as it is then.

    Args:
        path: the file, a log.
        told: the events as plain data (:func:`sanitizer.control.log.event.event_of`).
        head: the hash of the last line that the caller has seen; None adds to whatever is there.
        types: known besides the shipped ones.

    Raises:
        Moved: the log has another last line by now; nothing is added.
        UsageError: an event is wrong, or the log is.
    """
    known = tuple(types)
    with _locked(path) as handle:
        size = os.fstat(handle).st_size
        data = os.pread(handle, size, 0)
        log = _read(data, path, known)
        if head is not None and head != log.head:
            raise Moved(MOVED)
        events, before, lines = list(log.events), log.head, []
        for one in told:
            place = f"event {len(events) + 1}"
            event = event_of({**one, "n": len(events) + 1, "before": before}, place, known)
            _check_reference(event, events, place)
            lines.append(event.line())
            before = hash_of(lines[-1])
            events.append(event)
        whole = data.rfind(b"\n") + 1
        added = "".join(line + "\n" for line in lines).encode("utf-8")
        try:
            if whole < size:
                os.ftruncate(handle, whole)
            if os.pwrite(handle, added, whole) != len(added):
                os.ftruncate(handle, whole)
                raise UsageError(f"decisions {path}: cannot be written (no room)")
            os.fsync(handle)
        except OSError as error:
            raise UsageError(f"decisions {path}: cannot be written ({error.strerror})") from error
    longer = Log(log.of, tuple(events), before)
    _remember((path, known), data[:whole] + added, longer)
    return longer


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Provide the file, open for reading and writing, with nobody else's hand on it. No link is followed."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        why = "it is a link" if error.errno == errno.ELOOP else str(error.strerror)
        raise UsageError(f"decisions {path}: cannot be opened ({why})") from error
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise UsageError(f"decisions {path}: it is no file")
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)
