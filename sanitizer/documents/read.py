"""Read documents from a folder, a file or standard input, one by one; what cannot be read is told, not dropped."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from sanitizer.documents.decode import read_all, read_bytes
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Unreadable
from sanitizer.documents.known_formats import SHIPPED, format_called, known_formats, name_of_format
from sanitizer.documents.markup import kind_of_binary
from sanitizer.errors import DocumentError, UsageError
from sanitizer.types import Document

FOLDER: Final = "folder"
"""The kind of a collection that is a folder of files, each of its own format."""


@dataclass(frozen=True, slots=True)
class Collection:
    """How a source is to be read: ``kind`` is the name of a format, or FOLDER. Of a folder ``files`` are read, and
    ``skipped`` are those that no format reads or that hold many documents. Where ``content`` is given, it has the bytes
    of a file by its name, and nothing is read from a place."""

    source: str = field(repr=False)
    kind: str
    fields: Fields = field(default_factory=Fields)
    skipped: tuple[str, ...] = field(default=(), repr=False)
    files: tuple[str, ...] = field(default=(), repr=False)
    content: Callable[[str], bytes] | None = field(default=None, repr=False, compare=False)

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
    source: str, kind: str | None, text_field: str | None, id_field: str | None, keep: Sequence[str]
) -> Collection:
    """What `source` (a folder, a file, or "-") is. Raises UsageError when it cannot be used at all."""
    path = Path(source)
    if source != "-" and not path.exists():
        raise UsageError(f"{source} does not exist")
    if source != "-" and path.is_dir():
        if kind:
            raise UsageError(
                f"--format {kind}: {source} is a folder, whose files are read by the endings of their names"
            )
        return _find_folder(path)
    chosen = kind or ("text" if source == "-" else name_of_format(source) or "text")
    own = format_called(chosen)
    return Collection(source, chosen, Fields(text_field or "text", id_field or own.id_field, tuple(keep)))


def _find_folder(path: Path) -> Collection:
    return _folder_of(str(path), [str(p.relative_to(path)) for p in sorted(path.rglob("*")) if p.is_file()])


def given_collection(
    names: Sequence[str], content: Callable[[str], bytes], kind: str | None, fields: Fields
) -> Collection:
    """Files that are not in a place but given by name: one is a file of its format, several are a folder. Raises
    UsageError."""
    if len(names) == 1:
        chosen = kind or name_of_format(names[0]) or "text"
        own = format_called(chosen)
        return Collection(names[0], chosen, replace(fields, id=fields.id or own.id_field), content=content)
    if kind:
        raise UsageError(f"format {kind}: of several files each is read by the ending of its name")
    return replace(_folder_of("the files", sorted(names)), content=content)


def _folder_of(source: str, names: Sequence[str]) -> Collection:
    """Files of these names as a folder."""
    known = known_formats()
    alone = {suffix for own in known.values() if not own.many for suffix in own.suffixes}
    read = tuple(name for name in names if Path(name).suffix.lower() in alone)
    skipped = tuple(name for name in names if Path(name).suffix.lower() not in alone)
    if not read:
        more = sorted(alone.difference(SHIPPED["text"].suffixes))
        raise UsageError(
            f"{source} holds no .txt or .md file{''.join(f', nor {m}' for m in more)} ({len(skipped)} other files)"
        )
    return Collection(source, FOLDER, skipped=skipped, files=read)


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
    for name in collection.skipped:
        path = Path(collection.source) / name
        if any(part.startswith(".") for part in Path(name).parts):
            continue
        try:
            if collection.content is not None:
                kind = kind_of_binary(collection.content(name)[: 1 << 16])
            else:
                with path.open("rb") as stream:
                    kind = kind_of_binary(stream.read(1 << 16))
        except OSError as error:
            kind = (f"not to be read ({error.strerror})", "look at it")
        if kind is None:
            kind = (
                "not named .txt or .md",
                "convert it to plain text and name it so, or sanitize it by itself",
            )
        found.append(Unreadable(name, f"is skipped, for it is {kind[0]}: {kind[1]}"))
    return found


def _read_folder(collection: Collection) -> Iterator[Document | Unreadable]:
    for name in collection.files:
        try:
            raw = (
                collection.content(name) if collection.content else read_bytes(Path(collection.source) / name)
            )
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
    if collection.content is not None:
        return collection.content(Path(collection.source).name)
    if collection.source != "-":
        return read_bytes(Path(collection.source))
    if sys.stdin is None:
        raise UsageError("standard input is closed: name a file to read")
    try:
        return read_all(sys.stdin.buffer)
    except OSError as error:
        raise UsageError(f"- cannot be read: {error.strerror}") from error
