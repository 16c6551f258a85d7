"""Read documents from a folder, a file or standard input, one by one; what cannot be read is told, not dropped."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from sanitizer.documents.decode import read_all, read_bytes, unpacked
from sanitizer.documents.detect_format import format_of, packing_of
from sanitizer.documents.formats import Choices, DocumentFormat, Fields, FileDocument, Unreadable
from sanitizer.documents.known_formats import PACKED, SHIPPED, format_called, known_formats, name_of_format
from sanitizer.documents.locations import (
    Files,
    files_of,
    is_archive,
    is_folder,
    is_pattern,
    is_there,
    open_files,
    read_place,
)
from sanitizer.documents.markup import kind_of_binary
from sanitizer.documents.remote_stores import is_url, shown_url
from sanitizer.errors import DocumentError, RefusedInputError, UsageError, WrongFieldError, missing
from sanitizer.types import Document

_CHOICES: Final = Choices()
FOLDER: Final = "folder"
"""The kind of a collection that is a folder of files, each of its own format."""


@dataclass(frozen=True, slots=True)
class Collection:
    """How a source is to be read: ``kind`` is the name of a format, or FOLDER for a folder or an archive. Of these
    ``files`` are read, and ``skipped`` are those that no format reads or that hold many documents. Where ``held`` is
    given, the files are there, and nothing is read from a place."""

    source: str = field(repr=False)
    kind: str
    fields: Fields = field(default_factory=Fields)
    skipped: tuple[str, ...] = field(default=(), repr=False)
    files: tuple[str, ...] = field(default=(), repr=False)
    held: Files | None = field(default=None, repr=False, compare=False)

    @property
    def is_local(self) -> bool:
        """Whether its source is a file or a folder of this machine."""
        return self.held is None and self.source != "-" and not is_url(self.source)

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.kind == FOLDER

    @property
    def has_rows(self) -> bool:
        """Whether it is one file of many documents."""
        return not self.is_folder and self.format.many

    def expected(self) -> int | None:
        """About how many documents there are, where it is known before they are read: files, the rows of Parquet, or
        the lines of another file of rows, also of a packed one (a line end inside of a cell counts as well)."""
        if not self.has_rows:
            return len(self.files) or 1
        path = Path(self.source)
        kinds = [suffix for suffix in path.suffixes if suffix not in PACKED]
        if not self.is_local or kinds[-1:] not in ([".jsonl"], [".ndjson"], [".csv"], [".parquet"]):
            return None
        if kinds[-1] == ".parquet":
            from sanitizer.documents.parquet_format import count_rows

            return count_rows(path)
        try:
            lines = read_bytes(path).count(b"\n")
        except DocumentError:  # said when it is read
            return None
        return max(lines - (kinds[-1] == ".csv"), 1)

    def as_folder(self) -> "Collection":
        """Return the same, a file of one document as a folder of it. Raises UsageError for what is no such file, or
        is not read by the ending of its name."""
        if self.is_folder:
            return self
        name = Path(self.source).name
        if self.has_rows or self.source == "-" or self.kind != (name_of_format(name) or "text"):
            what = "rows are" if self.has_rows else "such an input is"
            raise UsageError(f"the output is a folder, and {what} written to a file: name one in it")
        return replace(self, kind=FOLDER, files=(name,))

    @property
    def has_fields(self) -> bool:
        """Whether its documents have fields, which options name."""
        return not self.is_folder and self.format.has_fields

    @property
    def format(self) -> DocumentFormat:
        """The format of a file."""
        return format_called(self.kind)

    def format_of(self, file: str) -> str:
        """Return the name of the format of a file of the collection, by its id where it is a folder."""
        return (name_of_format(file) or "text") if self.is_folder else self.kind


def find_collection(
    source: str,
    kind: str | None,
    text_field: str | None,
    id_field: str | None,
    keep: Sequence[str],
    choices: Choices = _CHOICES,
) -> Collection:
    """Return what `source` (a folder, a file, a pattern of names, a URL, or "-") is. Raises UsageError when it
    cannot be used at all."""
    shown = shown_url(source)
    if source != "-" and is_pattern(source):
        if kind:
            raise UsageError(f"--format {kind}: each of the files {shown} is read by the ending of its name")
        return _find_folder(source, choices)
    if source != "-" and not is_there(source):
        raise UsageError(missing(shown))
    if source != "-" and (is_folder(source) or (is_archive(source) and not kind)):
        if kind:
            raise UsageError(
                f"--format {kind}: {shown} is a folder, whose files are read by the endings of their names"
            )
        return _find_folder(source, choices)
    held = _Input(_standard_input()) if source == "-" else None
    if held is not None and kind is None and (files := files_of(held.raw, "-")) is not None:
        return replace(_folder_of("-", files.names(), choices), held=files)
    chosen = kind or (format_of(held.raw) if held else name_of_format(source) or "text")
    own = format_called(chosen)
    fields = Fields(text_field or "text", id_field or own.id_field, tuple(keep), choices=choices)
    return Collection(source, chosen, fields, held=held)


@dataclass(frozen=True, slots=True)
class _Input:
    """Standard input, which was read to see what it is."""

    raw: bytes = field(repr=False)

    def names(self) -> list[str]:
        return ["-"]

    def read(self, name: str) -> bytes:
        return self.raw


def given_collection(files: Files, kind: str | None, fields: Fields) -> Collection:
    """Return files that are not in a place: one is a file of its format, several are a folder. Raises UsageError."""
    names = files.names()
    if len(names) == 1:
        chosen = kind or name_of_format(names[0]) or "text"
        fields = replace(fields, id=fields.id or format_called(chosen).id_field)
        return Collection(names[0], chosen, fields, held=files)
    if kind:
        raise UsageError(f"format {kind}: of several files each is read by the ending of its name")
    return replace(_folder_of("the folder", names, fields.choices), held=files)


def _find_folder(source: str, choices: Choices) -> Collection:
    with open_files(source) as files:
        return _folder_of(source, files.names(), choices)


def _folder_of(source: str, names: Sequence[str], choices: Choices) -> Collection:
    """Return files of these names as a folder."""
    known = known_formats()
    kinds = {name: name_of_format(name) for name in names}
    read = tuple(name for name, kind in kinds.items() if kind is not None and not known[kind].many)
    skipped = tuple(name for name in names if name not in set(read))
    if not read:
        text = SHIPPED["text"].suffixes
        more = sorted({s for own in known.values() if not own.many for s in own.suffixes if s not in text})
        where = shown_url(source)
        raise UsageError(
            f"{where} holds no .txt or .md file{''.join(f', nor {m}' for m in more)} ({len(skipped)} other files)"
        )
    return Collection(source, FOLDER, Fields(choices=choices), skipped=skipped, files=read)


def read_documents(collection: Collection) -> Iterator[Document | Unreadable]:
    """Yield the documents in order; ids are unique (a second document of the same id is unreadable). Raises
    RefusedInputError for a single file that cannot be read, UsageError where fields that are asked for are missing."""
    seen: set[str] = set()
    several = collection.is_folder or collection.has_rows
    items = _read_folder(collection) if collection.is_folder else _read_file(collection)
    for place, item in enumerate(items, 1):
        if isinstance(item, Document) and item.id in seen:
            item = Unreadable(item.id, "a document before it has the same id: give each its own")
        seen.add(item.id)
        yield replace(item, place=place) if several and isinstance(item, Document) else item


@contextmanager
def _files(collection: Collection) -> Iterator[Files]:
    """Provide the files of a folder, wherever they are."""
    if collection.held is not None:
        yield collection.held
        return
    with open_files(collection.source) as files:
        yield files


def skipped_documents(collection: Collection) -> list[Unreadable]:
    """Return the files of a folder that are not read, with what they are and what to do; hidden ones are left out."""
    found = []
    with _files(collection) as files:
        for name in collection.skipped:
            if any(part.startswith(".") for part in Path(name).parts):
                continue
            what, cure = _why_skipped(files, name)
            found.append(Unreadable(name, f"is skipped, for it is {what}: {cure}"))
    return found


def _why_skipped(files: Files, name: str) -> tuple[str, str]:
    """Return what a file is that is not read, and what to do."""
    if is_archive(Path(name)):
        return "an archive in a folder", "unpack it there, or sanitize it by itself"
    own = name_of_format(name)
    if own is not None:
        return f"a file of many documents ({own})", "sanitize it by itself"
    try:
        kind = kind_of_binary(files.read(name)[: 1 << 16])
    except DocumentError as error:
        return f"not to be read ({error})", "look at it"
    return kind or (
        "of no format by its name",
        "let its name end in .txt if it is plain text, or sanitize it by itself",
    )


def _read_folder(collection: Collection) -> Iterator[Document | Unreadable]:
    with _files(collection) as files:
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
        kind = UsageError if isinstance(error, WrongFieldError) else RefusedInputError
        raise kind(
            f"{shown_url(collection.source)}{', ' if str(error).startswith('line ') else ' '}{error}"
        ) from error


def _read(raw: bytes, kind: str, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
    """Yield the documents of one file, which know the format that wrote them."""
    for item in format_called(kind).read(raw, name, fields):
        told = replace(fields, id=None, person=None)
        yield replace(item, format=kind, asked=told) if isinstance(item, FileDocument) else item


def _content(collection: Collection) -> bytes:
    if collection.held is not None:
        return collection.held.read(collection.source)
    return read_place(collection.source)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise UsageError("standard input is closed: name a file to read")
    try:
        raw = read_all(sys.stdin.buffer)
        return unpacked(packing_of(raw), raw)
    except DocumentError as error:
        raise RefusedInputError(f"- {error}") from error
    except OSError as error:
        raise UsageError(f"- cannot be read: {error.strerror}") from error
