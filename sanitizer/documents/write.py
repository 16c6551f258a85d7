"""Write what was sanitized: a file appears under its name only when complete; what is no file is written through."""

import gzip
import hashlib
import io
import json
import lzma
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, cast

from sanitizer.documents.encrypted_files import Seal, SealedWriter
from sanitizer.errors import UsageError

STDOUT: Final = Path("-")
"""The name that means standard output wherever a file may be written."""
Writer = Callable[[Path], AbstractContextManager[io.TextIOWrapper]]
"""What makes a file of a path, as :func:`whole_file` does."""
_DESCRIPTOR: Final = re.compile(r"/dev/(?:stdout|stderr|fd/\d+)|/proc/(?:self|\d+)/fd/\d+")


def is_written_through(path: Path) -> bool:
    """Return whether a place is no regular file, so that nothing may be renamed over it: standard output (``-``),
    devices, pipes, sockets, and what a program has opened."""
    if path == STDOUT or _DESCRIPTOR.fullmatch(str(path)):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def whole_file(path: Path, private: bool = False, seal: Seal | None = None) -> Iterator[io.TextIOWrapper]:
    """Provide a text file that appears under its name only when complete; `private` files get mode 0600, and those
    with a `seal` can be read with its key only.

    What is named .gz, .xz or .zst is packed, the same text to the same bytes. ``-`` is standard output; devices and
    pipes are written to as they are. A run that is killed leaves no temporary file, or one that the next run to the
    same place replaces. Raises UsageError.
    """
    if is_written_through(path):
        with _through(path) as raw, _text(raw, path, seal) as stream:
            yield stream
        return
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    digest = hashlib.sha256(path.name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    temporary = path.with_name(f".{digest}.unfinished")
    named = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, named = _open_hidden(path.parent, temporary)
        with os.fdopen(handle, "w+b") as raw:
            with _text(raw, path, seal) as stream:
                yield stream
            raw.flush()
            if not private:
                mask = os.umask(0)
                os.umask(mask)
                os.fchmod(raw.fileno(), 0o666 & ~mask)
            if not named:
                _give_name(raw.fileno(), temporary)
                named = True
        temporary.replace(path)
    except BaseException as error:
        if named:
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
        raise


def _open_hidden(folder: Path, temporary: Path) -> tuple[int, bool]:
    """Return a new file of mode 0600 in `folder`, and whether it has a name (`temporary`): without one where the
    system can do so, so that nothing is left of it when the program is killed."""
    temporary.unlink(missing_ok=True)  # of a run that was killed
    if hasattr(os, "O_TMPFILE") and Path("/proc/self/fd").is_dir():
        with suppress(OSError):  # not every file system can
            return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600), False
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
    return os.open(temporary, flags, 0o600), True


def _give_name(handle: int, path: Path) -> None:
    """Give an open file that has no name (O_TMPFILE) its name."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:  # Python follows the link of /proc only where a folder is given
        os.link(f"/proc/self/fd/{handle}", path.name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        os.close(folder)


@contextmanager
def _through(path: Path) -> Iterator[IO[bytes]]:
    """Provide bytes straight to standard output, a device or a pipe. Raises UsageError; a reader that has gone is
    left to the caller (BrokenPipeError)."""
    try:
        if path == STDOUT or str(path) in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            if sys.stdout is None:
                raise UsageError("standard output is closed: name a file to write")
            sys.stdout.flush()
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            named = _DESCRIPTOR.fullmatch(str(path))
            with path.open("ab" if named else "wb", buffering=io.DEFAULT_BUFFER_SIZE) as raw:
                yield raw
    except BrokenPipeError:
        raise
    except OSError as error:
        where = "standard output" if path == STDOUT else path
        raise UsageError(f"cannot write {where}: {error.strerror or error}") from error


@contextmanager
def _text(raw: IO[bytes], path: Path, seal: Seal | None) -> Iterator[io.TextIOWrapper]:
    """Text into `raw`, packed as the name of `path` says, and sealed; `raw` stays open."""
    sealed: IO[bytes] | None = None
    if seal is not None:
        raw = sealed = cast(IO[bytes], SealedWriter(raw, seal))
    packed: IO[bytes] | None = None
    if path.suffix == ".gz":
        packed = gzip.GzipFile("", "wb", fileobj=raw, mtime=0)  # type: ignore[assignment]
    elif path.suffix == ".xz":
        packed = lzma.LZMAFile(raw, "wb")  # noqa: SIM115
    elif path.suffix == ".zst":
        import zstandard

        packed = zstandard.ZstdCompressor().stream_writer(raw, closefd=False)
    stream = io.TextIOWrapper(packed or raw, encoding="utf-8", newline="")
    try:
        yield stream
        stream.flush()
    finally:
        with suppress(OSError, ValueError):
            stream.detach()
    if packed is not None:
        packed.close()
    if sealed is not None:
        sealed.close()


def packed(suffix: str, content: bytes) -> bytes:
    """Return the bytes of a file of this ending, packed as it says."""
    raw = io.BytesIO()
    with _text(raw, Path(f"x{suffix}"), None) as stream:
        stream.buffer.write(content)
    return raw.getvalue()


def write_bytes(path: Path, parts: Iterable[bytes], writer: Writer = whole_file) -> None:
    """Write a file of these parts, one after another. Raises UsageError."""
    with writer(path) as stream:
        for part in parts:
            stream.buffer.write(part)


def write_inside(folder: Path, name: str, parts: Iterable[bytes], writer: Writer = whole_file) -> None:
    """Write a file of a folder, and nowhere else: a link in the folder is not followed. Raises UsageError."""
    path = folder / name
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"{path.parent} is a link that leads out of {folder}: take it away")
    write_bytes(path, parts, writer)


def refuse_same(written: Mapping[str, Path | None], read: Mapping[str, Path | None] | None = None) -> None:
    """Refuse to write a file twice by one call, or written over one that it reads. `written` and `read` are paths
    by what they are called in the message. Raises UsageError."""
    taken: dict[Path, str] = {}
    sources = {_place(path): name for name, path in (read or {}).items() if path is not None}
    for name, path in written.items():
        if path is None or _is_sink(path):
            continue
        place = _place(path)
        if place in sources:
            raise UsageError(f"{path} is {sources[place]}: {name} would overwrite it; choose another place")
        if place in taken:
            raise UsageError(f"{taken[place]} and {name} are both {path}: give each its own place")
        taken[place] = name


def refuse_existing(paths: Iterable[Path | None], overwrite: bool = False) -> None:
    """Refuse to replace a file that is there already, unless `overwrite` is true. Raises UsageError."""
    for path in paths:
        if path is None or overwrite or is_written_through(path):
            continue
        if os.path.islink(path) or os.path.isfile(path):  # noqa: PTH113, PTH114 - no error for names that are too long
            raise UsageError(f"{path} is there already: give another name, or --overwrite to replace it")


def _is_sink(path: Path) -> bool:
    """Return whether what is written there is gone, so that it may take everything."""
    return str(path) == "/dev/null"


def _place(path: Path) -> Path:
    """Return what a path means: standard output by any of its names, else the file behind links."""
    if path == STDOUT or str(path) in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        return STDOUT
    return path.resolve()


def dumps(value: Any) -> str:
    """JSON on one line, characters as they are."""
    return json.dumps(value, ensure_ascii=False)
