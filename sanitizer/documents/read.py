"""Documents from a folder, a file or standard input, one by one; what cannot be read is told, not dropped."""

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanitizer.documents.decode import decode, read_bytes
from sanitizer.errors import DocumentError, UsageError
from sanitizer.types import Document, whose_text

FORMATS = ("text", "jsonl", "csv", "tab")
_TEXT = {".txt", ".md", ".markdown", ".text"}
_PACKED = {".gz", ".xz", ".zst"}


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A document that could not be read: its id (file name or line), and why."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Collection:
    """How a source is to be read. ``kind`` is one of FORMATS, or ``folder``; ``skipped`` lists files of other kinds.
    ``person_field`` names the field that says whose a document is."""

    source: str
    kind: str
    text_field: str = "text"
    id_field: str | None = None
    keep_fields: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    files: tuple[str, ...] = field(default=(), repr=False)
    person_field: str | None = None


def find_collection(
    source: str, kind: str | None, text_field: str | None, id_field: str | None, keep: Sequence[str]
) -> Collection:
    """What `source` (a folder, a file, or "-") is. Raises UsageError when it cannot be used at all."""
    if source == "-":
        return Collection("-", kind or "text", text_field or "text", id_field, tuple(keep))
    path = Path(source)
    if not path.exists():
        raise UsageError(f"{source} does not exist")
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.is_file())
        texts = tuple(str(p.relative_to(path)) for p in files if p.suffix.lower() in _TEXT)
        skipped = tuple(str(p.relative_to(path)) for p in files if p.suffix.lower() not in _TEXT)
        if not texts:
            raise UsageError(f"{source} holds no .txt or .md file ({len(skipped)} other files)")
        return Collection(source, "folder", skipped=skipped, files=texts)
    suffixes = [s.lower() for s in path.suffixes]
    inner = suffixes[-2] if len(suffixes) > 1 and suffixes[-1] in _PACKED else (suffixes or [""])[-1]
    guess = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".json": "tab"}.get(inner, "text")
    chosen = kind or guess
    default_text = {"csv": "text", "tab": "text"}.get(chosen, "text")
    default_id = {"tab": "doc_id"}.get(chosen)
    return Collection(source, chosen, text_field or default_text, id_field or default_id, tuple(keep))


def read_documents(collection: Collection) -> Iterator[Document | Unreadable]:
    """The documents in order; ids are unique (a second document of the same id is unreadable)."""
    seen: set[str] = set()
    for item in _READERS[collection.kind](collection):
        if isinstance(item, Document) and item.id in seen:
            item = Unreadable(item.id, "a document before it has the same id: give each its own")
        seen.add(item.id)
        yield item


def _content(collection: Collection) -> str:
    try:
        raw = sys.stdin.buffer.read() if collection.source == "-" else read_bytes(Path(collection.source))
        return decode(raw)
    except DocumentError as error:
        raise UsageError(f"{collection.source} {error}") from error


def _read_folder(collection: Collection) -> Iterator[Document | Unreadable]:
    for name in collection.files:
        try:
            yield Document(name, decode(read_bytes(Path(collection.source) / name)))
        except DocumentError as error:
            yield Unreadable(name, str(error))


def _read_text(collection: Collection) -> Iterator[Document | Unreadable]:
    yield Document("-" if collection.source == "-" else Path(collection.source).name, _content(collection))


def _read_jsonl(collection: Collection) -> Iterator[Document | Unreadable]:
    for number, line in enumerate(_content(collection).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            yield Unreadable(f"line {number}", f"is not JSON: {error.msg} at column {error.colno}")
            continue
        yield _from_row(row, f"line {number}", str(number), collection)


def _read_csv(collection: Collection) -> Iterator[Document | Unreadable]:
    text = _content(collection)
    csv.field_size_limit(sys.maxsize)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:65536].split("\n", 1)[0], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=dialect.delimiter, strict=True)
    if rows.fieldnames is None or collection.text_field not in rows.fieldnames:
        names = ", ".join(rows.fieldnames or ()) or "none"
        raise UsageError(
            f"{collection.source} has no column {collection.text_field!r} (columns: {names}): --text-field"
        )
    try:
        for number, row in enumerate(rows, 2):
            yield _from_row(row, f"row {number}", str(number - 1), collection)
    except csv.Error as error:
        raise UsageError(f"{collection.source} line {rows.line_num}: {error}") from error


def _read_tab(collection: Collection) -> Iterator[Document | Unreadable]:
    try:
        rows = json.loads(_content(collection))
    except json.JSONDecodeError as error:
        raise UsageError(f"{collection.source} is not JSON: {error.msg} at line {error.lineno}") from error
    if not isinstance(rows, list):
        raise UsageError(f"{collection.source} is not a list of documents (TAB form)")
    for number, row in enumerate(rows, 1):
        yield _from_row(row, f"document {number}", str(number), collection)


def _from_row(row: Any, where: str, number: str, collection: Collection) -> Document | Unreadable:
    if not isinstance(row, Mapping):
        return Unreadable(where, "is not an object with fields")
    name = (
        str(row[collection.id_field])
        if collection.id_field and row.get(collection.id_field) is not None
        else None
    )
    if collection.id_field and name is None:
        return Unreadable(where, f"has no field {collection.id_field!r} (--id-field)")
    text = row.get(collection.text_field)
    if not isinstance(text, str):
        return Unreadable(name or where, f"has no text in field {collection.text_field!r} (--text-field)")
    missing = [key for key in collection.keep_fields if key not in row]
    if missing:
        return Unreadable(name or where, f"has no field {missing[0]!r} (--keep-field)")
    whose = collection.person_field
    if whose and row.get(whose) is None:
        return Unreadable(name or where, f"has no field {whose!r} (--person-field)")
    person = (str(row[whose]) if whose else "") or (
        "" if name else whose_text(text)
    )  # a row number is nobody's
    return Document(name or number, text, {key: row[key] for key in collection.keep_fields}, person)


_READERS = {
    "folder": _read_folder,
    "text": _read_text,
    "jsonl": _read_jsonl,
    "csv": _read_csv,
    "tab": _read_tab,
}
