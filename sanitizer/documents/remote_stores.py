"""Files in buckets and other stores that have URLs (s3://, gs://, sftp://, memory://, ...), through fsspec.

A file appears under its name only when complete: it is sent under another name, and then renamed by the store. Who may
do so, and where a store lies, fsspec reads from its own settings and from those of the store's library.
"""

import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final
from urllib.parse import unquote, urlsplit

from sanitizer.common.extras import need
from sanitizer.documents.decode import LARGEST, unpacked
from sanitizer.errors import DocumentError, UsageError

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(?:::[A-Za-z][A-Za-z0-9+.-]+)*://")
_USER: Final = re.compile(r"(?<=://)[^/@]*@")


def is_url(place: str) -> bool:
    """Return whether a place is named by a URL."""
    return _URL.match(place) is not None


def here(place: str) -> Path | None:
    """Return where a file, a folder or the file of a database lies on this machine; None for what lies on another."""
    if not is_url(place):
        return Path(place)
    told = urlsplit(place)
    if told.scheme.partition("+")[0] == "sqlite":
        return Path(unquote(told.path).removeprefix("/")) if len(told.path) > 1 else None
    return Path(unquote(told.path)) if told.scheme in ("file", "local") else None


def shown_url(url: str) -> str:
    """Return a URL without the user and the password in it."""
    return _USER.sub("", url)


class Store:
    """The file, or the files below the folder, that a URL names. Raises UsageError for what cannot be reached."""

    def __init__(self, url: str) -> None:
        self.url = shown_url(url)
        need("stores", self.url)
        import fsspec

        with self._told("reached"):
            found = fsspec.core.url_to_fs(url)
        self._fs: Any = found[0]
        self._root = str(found[1]).rstrip("/")

    @property
    def name(self) -> str:
        """The last part of the URL."""
        return PurePosixPath(self._root).name

    def lies_in(self, other: "Store") -> bool:
        """Return whether it is another place, or lies below it."""
        same = self._fs.to_json() == other._fs.to_json()
        return same and f"{self._root}/".startswith(f"{other._root}/")

    def is_folder(self) -> bool:
        """Return whether there are files below it."""
        with self._told("reached"):
            return bool(self._fs.isdir(self._root))

    def exists(self) -> bool:
        """Return whether there is anything."""
        with self._told("reached"):
            return bool(self._fs.exists(self._root))

    def names(self) -> list[str]:
        """Return the files below it, in order."""
        with self._told("listed"):
            found = self._fs.find(self._root) if self._fs.exists(self._root) else []
        return sorted(str(path)[len(self._root) :].lstrip("/") for path in found)

    def glob(self, pattern: str) -> list[str]:
        """Return the files below it whose names fit a pattern, in order."""
        with self._told("listed"):
            found = [p for p in self._fs.glob(f"{self._root}/{pattern}") if not self._fs.isdir(p)]
        return sorted(str(path)[len(self._root) :].lstrip("/") for path in found)

    def read(self, name: str) -> bytes:
        """Return the content of a file below it, unpacked where its name says that it is packed. Raises
        DocumentError."""
        path = f"{self._root}/{name}" if name else self._root
        try:
            with self._told("read"):
                size = self._fs.size(path)
                if size is not None and size > LARGEST:
                    raise DocumentError(f"holds more than {LARGEST} bytes: split it")
                raw = bytes(self._fs.cat_file(path))
        except UsageError as error:
            raise DocumentError(f"cannot be read: {error}") from error
        return unpacked(PurePosixPath(path).suffix.lower(), raw)

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Provide the file itself, as a stream that can be read at any place."""
        with self._told("read"):
            stream = self._fs.open(self._root, "rb")
        with stream:
            yield stream

    def put(self, name: str, parts: Iterable[bytes]) -> None:
        """Let a file below it (or itself, where the name is empty) be these bytes, one part after another."""
        path = f"{self._root}/{name}" if name else self._root
        folder, _, own = path.rpartition("/")
        digest = hashlib.sha256(own.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        temporary = f"{folder}/.{digest}.unfinished"
        with tempfile.NamedTemporaryFile() as local:
            for part in parts:
                local.write(part)
            local.flush()
            with self._told("written"):
                if folder:
                    self._fs.makedirs(folder, exist_ok=True)
                try:
                    self._fs.put_file(local.name, temporary)
                    self._rename(temporary, path)
                except BaseException:
                    with suppress(Exception):
                        self._fs.rm_file(temporary)
                    raise

    def _rename(self, temporary: str, path: str) -> None:
        try:
            self._fs.mv(temporary, path)
        except Exception:  # some stores rename over no file
            if not self._fs.exists(path):
                raise
            self._fs.rm_file(path)
            self._fs.mv(temporary, path)

    @contextmanager
    def _told(self, done: str) -> Iterator[None]:
        """Provide one line for whatever a store or its library raises."""
        try:
            yield
        except (UsageError, DocumentError):
            raise
        except ImportError as error:
            raise UsageError(f"{self.url}: the library of this store is missing: {_line(error)}") from error
        except Exception as error:  # each library has errors of its own
            raise UsageError(f"{self.url} cannot be {done}: {_line(error)}") from error


def _line(error: Exception) -> str:
    """Return what an error says, on one line and without a password."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return shown_url(" ".join(str(error).split())) or type(error).__name__
