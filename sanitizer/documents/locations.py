"""Where the files of a collection lie: in a folder, below a URL, or in an archive (.zip, .tar, .tar.gz, .tar.xz), which
is never unpacked to a disk; and which of them fit a pattern."""

import glob
import io
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath, PurePosixPath
from typing import IO, Final, Protocol

from sanitizer.documents.decode import LARGEST, SWELLS, read_bytes, unpacked
from sanitizer.documents.remote_stores import Store, is_url, shown_url
from sanitizer.errors import DocumentError, RefusedInputError, UsageError

_ZIP: Final = (".zip",)
_TAR: Final = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz")
_TAR_MARK: Final = b"ustar"
_TAR_AT: Final = 257
_OF_A_FILE: Final = frozenset(["mimetype", "[Content_Types].xml"])
"""Parts of files that are packed, and no archives."""
MOST_FILES: Final = 200_000
_ANY_RATIO: Final = 1 << 26
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_CHUNK: Final = 1 << 20
_BROKEN: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, tarfile.TarError, zlib.error, EOFError, OSError, ValueError,
    NotImplementedError, RuntimeError,
)  # fmt: skip


class Files(Protocol):
    """Files by their names, parts of which are parted by slashes."""

    def names(self) -> list[str]:
        """Return all names, in order."""

    def read(self, name: str) -> bytes:
        """Return the content of a file, unpacked where its name says that it is packed. Raises DocumentError."""


def is_archive(path: PurePath | str) -> bool:
    """Return whether a file of this name is an archive of files."""
    return str(path).lower().endswith((*_ZIP, *_TAR))


def is_there(source: str) -> bool:
    """Return whether there is a file or a folder of this name, or one that fits it as a pattern. Raises UsageError
    for a store that cannot be reached."""
    return Store(source).exists() if is_url(source) else Path(source).exists()


def is_folder(source: str) -> bool:
    """Return whether it is a folder of files. Raises UsageError for a store that cannot be reached."""
    return Store(source).is_folder() if is_url(source) else Path(source).is_dir()


def is_pattern(source: str) -> bool:
    """Return whether it is no file or folder, but a pattern of names of files (``letters/**/*.docx``)."""
    return glob.has_magic(source.partition("://")[2] or source) and not is_there(source)


def read_place(source: str) -> bytes:
    """Return the content of a file, by its name or its URL. Raises DocumentError."""
    return Store(source).read("") if is_url(source) else read_bytes(Path(source))


@contextmanager
def at_hand(source: str) -> Iterator[str]:
    """Provide a source as a path of this machine: what lies at a URL is copied for as long as it is needed. Raises
    UsageError, DocumentError."""
    if not is_url(source):
        yield source
        return
    with tempfile.TemporaryDirectory() as place:
        store = Store(source)
        target = Path(place) / store.name
        for name in store.names() if store.is_folder() else [""]:
            path = target / name if name else target
            if not path.resolve().is_relative_to(Path(place).resolve()):
                raise UsageError(f"{shown_url(source)} holds names that lead out of its folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            with Store(f"{source.rstrip('/')}/{name}" if name else source).opened() as stream:
                path.write_bytes(stream.read())
        yield str(target)


@contextmanager
def open_files(source: str) -> Iterator[Files]:
    """Provide the files in a folder or an archive, or those that fit a pattern. Raises RefusedInputError for an
    archive that cannot be read."""
    if is_pattern(source):
        yield _Fitting(source)
        return
    if is_folder(source):
        yield Store(source) if is_url(source) else _Folder(Path(source))
        return
    if not is_archive(source):
        yield _OneFile(source)
        return
    try:
        with _opened(source) as stream:
            if source.lower().endswith(_ZIP):
                with zipfile.ZipFile(stream) as archive:
                    yield _Zip(archive, source)
            else:
                yield _Tar(stream, source)
    except _BROKEN as error:
        if isinstance(error, UsageError):
            raise
        raise RefusedInputError(
            f"{source} is no archive that can be read: it is damaged; pack it anew"
        ) from error


@contextmanager
def _opened(source: str) -> Iterator[IO[bytes]]:
    if is_url(source):
        with Store(source).opened() as stream:
            yield stream
    else:
        with Path(source).open("rb") as stream:
            yield stream


class _Fitting:
    """The files that fit a pattern, by their names below its part without signs."""

    def __init__(self, source: str) -> None:
        parts = source.split("/")
        first = next(n for n, part in enumerate(parts) if glob.has_magic(part) and n > 2 * is_url(source))
        folder = "/".join(parts[:first]) or ("/" if source.startswith("/") else ".")
        pattern = "/".join(parts[first:])
        self._files: Files
        if is_url(source):
            self._files = store = Store(folder)
            self._names = store.glob(pattern)
        else:
            self._files = _Folder(Path(folder))
            found = [p.relative_to(folder) for p in Path(folder).glob(pattern) if p.is_file()]
            self._names = sorted(str(p) for p in found if not any(x.startswith(".") for x in p.parts))

    def names(self) -> list[str]:
        return self._names

    def read(self, name: str) -> bytes:
        return self._files.read(name)


class _OneFile:
    """A file by itself, as the only one of a folder."""

    def __init__(self, source: str) -> None:
        self._source = source

    def names(self) -> list[str]:
        return [PurePosixPath(self._source).name]

    def read(self, name: str) -> bytes:
        return read_place(self._source)


class _Folder:
    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> list[str]:
        return [str(p.relative_to(self._path)) for p in sorted(self._path.rglob("*")) if p.is_file()]

    def read(self, name: str) -> bytes:
        return read_bytes(self._path / name)


class _Zip:
    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self._archive = archive
        entries = [(_name(e.filename), e) for e in archive.infolist() if not e.is_dir()]
        _check(source, [name for name, _ in entries])
        self._entries = dict(entries)
        if any(entry.flag_bits & 1 for entry in self._entries.values()):
            raise RefusedInputError(f"{source} is encrypted: pack it anew without a password")

    def names(self) -> list[str]:
        return sorted(self._entries)

    def read(self, name: str) -> bytes:
        entry = self._entries[name]
        if entry.file_size > LARGEST or entry.file_size > max(_ANY_RATIO, SWELLS * entry.compress_size):
            raise DocumentError(
                f"unpacks to more than {LARGEST} bytes, or to more than {SWELLS} times its size"
            )
        try:
            return unpacked(PurePosixPath(name).suffix, self._archive.read(entry))
        except _BROKEN as error:
            raise DocumentError("cannot be unpacked: it is damaged") from error


class _Tar:
    """The files of a tar archive, all of which are held in memory: such archives can only be read in a row."""

    def __init__(self, packed: IO[bytes], source: str) -> None:
        self._contents: dict[str, bytes] = {}
        most = min(max(_ANY_RATIO, SWELLS * packed.seek(0, io.SEEK_END)), LARGEST)
        packed.seek(0)
        size, names = 0, []
        with tarfile.open(fileobj=packed) as archive:
            for entry in archive:
                if not entry.isfile():
                    if not entry.isdir():
                        names.append(
                            _name(entry.name)
                        )  # links and devices: named, and refused when they are read
                    continue
                size += entry.size
                if size > most:
                    raise RefusedInputError(f"{source} unpacks to more than {most} bytes: split it")
                names.append(_name(entry.name))
                stream = archive.extractfile(entry)
                self._contents[names[-1]] = stream.read() if stream else b""
        _check(source, names)
        self._names = sorted(names)

    def names(self) -> list[str]:
        return self._names

    def read(self, name: str) -> bytes:
        if name not in self._contents:
            raise DocumentError("is a link or a device, not a file")
        return unpacked(PurePosixPath(name).suffix, self._contents[name])


def _name(name: str) -> str:
    """Return the name of a file in an archive as in a folder: some programs begin all of them by "./"."""
    return name[2:].lstrip("/") if name.startswith("./") else name


def files_of(raw: bytes, source: str) -> Files | None:
    """Return the files in the bytes of an archive; None where they are none, or a file that is packed as one (.docx
    and the like). Raises RefusedInputError."""
    try:
        if raw[_TAR_AT : _TAR_AT + len(_TAR_MARK)] == _TAR_MARK:
            return _Tar(io.BytesIO(raw), source)
        if not raw.startswith(b"PK"):
            return None
        archive = zipfile.ZipFile(io.BytesIO(raw))
        return None if _OF_A_FILE.intersection(archive.namelist()) else _Zip(archive, source)
    except _BROKEN as error:
        if isinstance(error, UsageError):
            raise
        return None


def _check(archive: str, names: list[str]) -> None:
    """Refuse an archive whose names lead out of a folder, or are not told apart by all programs."""
    if len(names) > MOST_FILES:
        raise RefusedInputError(f"{archive} holds more than {MOST_FILES} files: split it")
    if len(set(names)) < len(names):
        raise RefusedInputError(f"{archive} holds two files of one name: pack it anew")
    if any(
        name.startswith("/") or "\\" in name or ":" in name or ".." in PurePosixPath(name).parts
        for name in names
    ):
        raise RefusedInputError(f"{archive} holds names that lead out of its folder: pack it anew")


class Packing:
    """An archive in the making: files are added, then its bytes are asked for. Times and owners are left out, so that
    the same files make the same bytes."""

    def __init__(self, path: PurePath | str) -> None:
        self._stream: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._zip: zipfile.ZipFile | None = None
        self._tar: tarfile.TarFile | None = None
        if str(path).lower().endswith(_ZIP):
            self._zip = zipfile.ZipFile(self._stream, "w", zipfile.ZIP_DEFLATED)
        else:
            self._tar = tarfile.open(fileobj=self._stream, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115

    def add(self, name: str, content: bytes) -> None:
        """Add a file."""
        if self._zip:
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            self._zip.writestr(entry, content)
        elif self._tar:
            own = tarfile.TarInfo(name)
            own.size = len(content)
            self._tar.addfile(own, io.BytesIO(content))

    def parts(self) -> Iterator[bytes]:
        """Yield the bytes of the archive, which is complete then; one that is packed as a whole is packed by who
        writes it (``.gz`` and ``.xz`` at the end of its name)."""
        (self._zip or self._tar).close()  # type: ignore[union-attr]
        self._stream.seek(0)
        while part := self._stream.read(_CHUNK):
            yield part
        self._stream.close()
