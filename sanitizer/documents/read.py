"""Read documents from a folder, a file or standard input, one by one; what cannot be read is told, not dropped."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from sanitizer.documents.decode import read_all, read_bytes
from sanitizer.documents.formats import Choices, DocumentFormat, Fields, FileDocument, Unreadable
from sanitizer.documents.known_formats import SHIPPED, format_called, known_formats, name_of_format
from sanitizer.documents.markup import kind_of_binary
from sanitizer.documents.places import Files, is_archive, open_files
from sanitizer.errors import DocumentError, UsageError
from sanitizer.types import Document

_CHOICES: Final = Choices()
FOLDER: Final = "folder"
"""The kind of a collection that is a folder of files, each of its own format."""


@dataclass(frozen=True, slots=True)
class Collection:
    """How a source is to be read: ``kind`` is the name of a format, or FOLDER for a folder or an archive. Of these
    ``files`` are read, and ``skipped`` are those that no format reads or that hold many documents."""

    source: str = field(repr=False)
    kind: str
    fields: Fields = field(default_factory=Fields)
    skipped: tuple[str, ...] = field(default=(), repr=False)
    files: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.kind == FOLDER

    @property
    def has_rows(self) -> bool:
        """Whether it is one file of many documents, which have fields."""
        return not self.is_folder and self.format.many

    @property
    def format(self) -> DocumentFormat:
        """The format of a file."""
        return format_called(self.kind)

    def format_of(self, file: str) -> str:
        """The name of the format of a file of the collection, by its id where it is a folder."""
        return (name_of_format(file) or "text") if self.is_folder else self.kind


def find_collection(
    source: str,
    kind: str | None,
    text_field: str | None,
    id_field: str | None,
    keep: Sequence[str],
    choices: Choices = _CHOICES,
) -> Collection:
    """What `source` (a folder, a file, or "-") is. Raises UsageError when it cannot be used at all."""
    path = Path(source)
    if source != "-" and not path.exists():
        raise UsageError(f"{source} does not exist")
    if source != "-" and (path.is_dir() or (is_archive(path) and not kind)):
        if kind:
            raise UsageError(
                f"--format {kind}: {source} is a folder, whose files are read by the endings of their names"
            )
        return _find_folder(path, choices)
    chosen = kind or ("text" if source == "-" else name_of_format(source) or "text")
    own = format_called(chosen)
    return Collection(
        source, chosen, Fields(text_field or "text", id_field or own.id_field, tuple(keep), choices=choices)
    )


def _find_folder(path: Path, choices: Choices) -> Collection:
    known = known_formats()
    with open_files(path) as files:
        names = files.names()
    kinds = {name: name_of_format(name) for name in names}
    read = tuple(name for name, kind in kinds.items() if kind is not None and not known[kind].many)
    skipped = tuple(name for name in names if name not in set(read))
    if not read:
        text = SHIPPED["text"].suffixes
        more = sorted({s for own in known.values() if not own.many for s in own.suffixes if s not in text})
        raise UsageError(
            f"{path} holds no .txt or .md file{''.join(f', nor {m}' for m in more)} ({len(skipped)} other files)"
        )
    return Collection(str(path), FOLDER, Fields(choices=choices), skipped=skipped, files=read)


def read_documents(collection: Collection) -> Iterator[Document | Unreadable]:
    """The documents in order; ids are unique (a second document of the same id is unreadable). Raises UsageError for a
    single file that cannot be read."""
    seen: set[str] = set()
    for item in _read_folder(collection) if collection.is_folder else _read_file(collection):
        if isinstance(item, Document) and item.id in seen:
            item = Unreadable(item.id, "a document before it has the same id: give each its own")
        seen.add(item.id)
        yield item


def skipped_documents(collection: Collection) -> list[Unreadable]:
    """The files of a folder that are not read, with what they are and what to do; hidden ones are left out."""
    found = []
    with open_files(Path(collection.source)) as files:
        for name in collection.skipped:
            if any(part.startswith(".") for part in Path(name).parts):
                continue
            what, cure = _why_skipped(files, name)
            found.append(Unreadable(name, f"is skipped, for it is {what}: {cure}"))
    return found


def _why_skipped(files: Files, name: str) -> tuple[str, str]:
    """What a file is that is not read, and what to do."""
    if is_archive(Path(name)):
        return "an archive in a folder", "unpack it there, or sanitize it by itself"
    try:
        kind = kind_of_binary(files.read(name)[: 1 << 16])
    except DocumentError as error:
        return f"not to be read ({error})", "look at it"
    if kind is not None:
        return kind
    own = name_of_format(name)
    if own is not None:
        return f"a file of many documents ({own})", "sanitize it by itself"
    return "not named .txt or .md", "convert it to plain text and name it so, or sanitize it by itself"


def _read_folder(collection: Collection) -> Iterator[Document | Unreadable]:
    with open_files(Path(collection.source)) as files:
        for name in collection.files:
            try:
                raw = files.read(name)
                yield from _read(raw, collection.format_of(name), name, collection.fields)
            except DocumentError as error:
                yield Unreadable(name, str(error))


def _read_file(collection: Collection) -> Iterator[Document | Unreadable]:
    name = "-" if collection.source == "-" else Path(collection.source).name
    try:
        yield from _read(_content(collection), collection.kind, name, collection.fields)
    except DocumentError as error:
        raise UsageError(
            f"{collection.source}{', ' if str(error).startswith('line ') else ' '}{error}"
        ) from error


def _read(raw: bytes, kind: str, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
    """The documents of one file, which know the format that wrote them."""
    for item in format_called(kind).read(raw, name, fields):
        told = replace(fields, id=None, person=None)
        yield replace(item, format=kind, asked=told) if isinstance(item, FileDocument) else item


def _content(collection: Collection) -> bytes:
    if collection.source != "-":
        return read_bytes(Path(collection.source))
    if sys.stdin is None:
        raise UsageError("standard input is closed: name a file to read")
    try:
        return read_all(sys.stdin.buffer)
    except OSError as error:
        raise UsageError(f"- cannot be read: {error.strerror}") from error
