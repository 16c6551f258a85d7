"""Keep the files of a job sealed under the job's own key: their names too are inside."""

import hashlib
import hmac
import io
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from sanitizer.documents.encrypted_files import Seal
from sanitizer.documents.secure_delete import wipe_file
from sanitizer.errors import UsageError
from sanitizer.service.problems import Problem

IN: Final = "in"
OUT: Final = "out"
_LONGEST: Final = 200  # bytes of a name
_DEEPEST: Final = 8


def checked_name(name: str) -> str:
    """Return the name of a file as a path below a folder. Raises Problem for names that lead elsewhere or cannot be
    shown; it does not repeat them."""
    parts = PurePosixPath(name).parts
    bad = (
        not name
        or len(name.encode("utf-8", "surrogatepass")) > _LONGEST
        or len(parts) > _DEEPEST
        or not name.isprintable()
        or any(c in name for c in '\\:*?"<>|')
        or name.startswith("/")
        or any(part.startswith(".") or part != part.strip() for part in name.split("/"))
        or not all(name.split("/"))
    )
    if bad:
        raise Problem(
            422,
            f"a file has a name that is not taken: relative paths of at most {_LONGEST} bytes and {_DEEPEST} parts, "
            'without . or .. at the beginning of a part, without blanks around it, without \\ : * ? " < > |',
        )
    return name


def private_folder(place: Path) -> Path:
    """Make a folder, and those above it that are missing, for this user alone (mode 0700)."""
    for folder in (*reversed(place.parents), place):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    return place


class JobFolder:
    """The files of one job below a folder of mode 0700, in compartments (``in``, ``out``), each under a name that
    tells nothing; a file appears when it is complete."""

    def __init__(self, place: Path, key: bytes) -> None:
        self.place = place
        self.seal = Seal(key)
        self._key = key

    @property
    def journal(self) -> Path:
        """Where the run writes down what it has done."""
        return self.place / "journal"

    def put(self, compartment: str, name: str, data: bytes) -> None:
        """Write a file."""
        folder = private_folder(self.place / compartment)
        target = folder / self._hidden(compartment, name)
        temporary = folder / f".{secrets.token_hex(8)}"
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(self.seal.seal(name.encode("utf-8") + b"\n" + data))
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def get(self, compartment: str, name: str) -> bytes:
        """Read a file. Raises UsageError where it is not there or was changed."""
        try:
            data = (self.place / compartment / self._hidden(compartment, name)).read_bytes()
        except OSError as error:
            raise UsageError(f"a file of the job is not there ({error.strerror})") from error
        told, _, content = self.seal.open(data).partition(b"\n")
        if told != name.encode("utf-8"):
            raise UsageError("a file of the job is not what it should be")
        return content

    def names(self, compartment: str) -> list[str]:
        """Return the names of the files, sorted."""
        folder = self.place / compartment
        if not folder.is_dir():
            return []
        found = [f for f in folder.iterdir() if not f.name.startswith(".")]
        return sorted(self.seal.open(f.read_bytes()).partition(b"\n")[0].decode("utf-8") for f in found)

    @contextmanager
    def writer(self, path: Path) -> Iterator[io.TextIOWrapper]:
        """Provide a text file of the output, as :func:`sanitizer.documents.write.whole_file` makes one; ``path``
        lies below ``out``, which is no real folder's."""
        buffer = io.BytesIO()
        with io.TextIOWrapper(buffer, encoding="utf-8", newline="") as stream:
            yield stream
            stream.flush()
            self.put(OUT, str(path.relative_to(self.out)), buffer.getvalue())

    @property
    def out(self) -> Path:
        """The place that output is said to go to."""
        return self.place / "written"

    def _hidden(self, compartment: str, name: str) -> str:
        told = f"{compartment}/{name}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, told, hashlib.sha256).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Compartment:
    """A compartment of a job as files (:class:`sanitizer.documents.locations.Files`)."""

    folder: JobFolder
    name: str

    def names(self) -> list[str]:
        """Return all names, in order."""
        return self.folder.names(self.name)

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        return self.folder.get(self.name, name)


def wipe(place: Path) -> int:
    """Overwrite and remove all files below a place, then the place; how many they were."""
    if not place.is_dir():
        return 0
    count = 0
    for path in sorted(place.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            wipe_file(path)
            count += 1
    place.rmdir()
    return count
