"""Documents from a folder, a file or standard input, one by one; what cannot be read is told, not dropped."""

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from sanitizer.documents.decode import check_characters, check_text, decode, decode_rows, read_all, read_bytes
from sanitizer.documents.faults import lines_of, told
from sanitizer.documents.markup import kind_of_binary
from sanitizer.errors import DocumentError, UsageError, did_you_mean
from sanitizer.types import Document, whose_text

FORMATS = ("text", "jsonl", "csv", "tab")
_TEXT = {".txt", ".md", ".markdown", ".text"}
_PACKED = {".gz", ".xz", ".zst"}
_FIRST: Final = 100
"""Rows of which at least one must have a field that is named on the command line."""
_BAD_ROW: Final = (ValueError, RecursionError, MemoryError)
"""What a line may raise that is no JSON, is nested too deep, or has a number that is too long."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A document that could not be read: its id (file name or line), and why."""

    id: str = field(repr=False)
    reason: str


@dataclass(frozen=True, slots=True)
class Collection:
    """How a source is to be read. ``kind`` is one of FORMATS, or ``folder``; ``skipped`` lists files of other kinds.
    ``person_field`` names the field that says whose a document is."""

    source: str = field(repr=False)
    kind: str
    text_field: str = "text"
    id_field: str | None = None
    keep_fields: tuple[str, ...] = ()
    skipped: tuple[str, ...] = field(default=(), repr=False)
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


def skipped_documents(collection: Collection) -> list[Unreadable]:
    """The files of a folder that are not read, with what they are and what to do; hidden ones are left out."""
    found = []
    for name in collection.skipped:
        path = Path(collection.source) / name
        if any(part.startswith(".") for part in Path(name).parts):
            continue
        try:
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


def _content(collection: Collection) -> str:
    rows = collection.kind != "text"
    try:
        if collection.source == "-":
            if sys.stdin is None:
                raise UsageError("standard input is closed: name a file to read")
            raw = read_all(sys.stdin.buffer)
        else:
            raw = read_bytes(Path(collection.source))
        return decode_rows(raw) if rows else decode(raw)
    except DocumentError as error:
        raise UsageError(f"{collection.source} {error}") from error
    except OSError as error:
        raise UsageError(f"{collection.source} cannot be read: {error.strerror}") from error


def _read_folder(collection: Collection) -> Iterator[Document | Unreadable]:
    for name in collection.files:
        try:
            yield Document(name, decode(read_bytes(Path(collection.source) / name)))
        except DocumentError as error:
            yield Unreadable(name, str(error))


def _read_text(collection: Collection) -> Iterator[Document | Unreadable]:
    yield Document("-" if collection.source == "-" else Path(collection.source).name, _content(collection))


def _read_jsonl(collection: Collection) -> Iterator[Document | Unreadable]:
    return _from_rows(_json_lines(collection), collection)


def _json_lines(collection: Collection) -> "Iterator[tuple[str, str, Any]]":
    """Where each row stands, its number, and the row itself or an Unreadable."""
    for number, line in enumerate(_content(collection).split("\n"), 1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            row = Unreadable(where, f"is not JSON: {error.msg} at column {error.colno}")
        except _BAD_ROW as error:
            row = Unreadable(where, f"is not JSON that can be read ({_why(error)})")
        yield where, str(number), row


def _why(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return "a number has too many digits" if isinstance(error, ValueError) else "it is too large"


def _from_rows(
    rows: "Iterator[tuple[str, str, Any]]", collection: Collection
) -> Iterator[Document | Unreadable]:
    """The documents of rows. Raises UsageError when none of the first rows has a field that was asked for."""
    first = list(islice(rows, _FIRST))
    objects = [row for _, _, row in first if isinstance(row, Mapping)]
    known = list(dict.fromkeys(str(key) for row in objects for key in row))
    if objects:
        _check_fields(collection, known)
    for where, number, row in chain(first, rows):
        yield row if isinstance(row, Unreadable) else _from_row(row, where, number, collection)


def _check_fields(collection: Collection, known: Sequence[str]) -> None:
    """Raises UsageError for a field that was asked for and does not exist."""
    asked = [("--text-field", collection.text_field), ("--id-field", collection.id_field)]
    asked += [("--keep-field", name) for name in collection.keep_fields]
    asked += [("--person-field", collection.person_field)]
    for option, name in asked:
        if name and name not in known:
            what = "column" if collection.kind == "csv" else "field"
            names = ", ".join(name for name in known if name.isprintable()) or "none"
            raise UsageError(
                f"{collection.source} has no {what} {name!r}{did_you_mean(name, known)} ({what}s: {names}): {option}"
            )


def _read_csv(collection: Collection) -> Iterator[Document | Unreadable]:
    text = _content(collection)
    csv.field_size_limit(sys.maxsize)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:65536].split("\n", 1)[0], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=dialect.delimiter, strict=True)
    begin = 1
    try:
        _check_fields(collection, rows.fieldnames or ())
        for number, row in enumerate(rows, 2):
            where = f"row {number}"
            if None in row:
                yield Unreadable(where, "has more cells than the header")
            elif any(cell is None for cell in row.values()):
                yield Unreadable(where, "has fewer cells than the header")
            else:
                yield _from_row(row, where, str(number - 1), collection)
            begin = rows.line_num + 1
    except csv.Error as error:
        where = lines_of(begin, rows.reader.line_num)
        raise UsageError(f"{collection.source}, {where}: not readable as CSV: {told(error)}") from error


def _read_tab(collection: Collection) -> Iterator[Document | Unreadable]:
    try:
        rows = json.loads(_content(collection))
    except json.JSONDecodeError as error:
        raise UsageError(f"{collection.source} is not JSON: {error.msg} at line {error.lineno}") from error
    except _BAD_ROW as error:
        raise UsageError(f"{collection.source} is not JSON that can be read ({_why(error)})") from error
    if not isinstance(rows, list):
        raise UsageError(f"{collection.source} is not a list of documents (TAB form)")
    numbered = ((f"document {number}", str(number), row) for number, row in enumerate(rows, 1))
    return _from_rows(numbered, collection)


def _from_row(row: Any, where: str, number: str, collection: Collection) -> Document | Unreadable:
    if not isinstance(row, Mapping):
        return Unreadable(where, "is not an object with fields")
    given = row.get(collection.id_field) if collection.id_field else None
    if collection.id_field and given is None:
        return Unreadable(where, f"has no field {collection.id_field!r} (--id-field)")
    if not isinstance(given, str | int | float | None):
        return Unreadable(
            where, f"has neither a text nor a number in field {collection.id_field!r} (--id-field)"
        )
    name = None if given is None else str(given)
    if name is not None and _fault(name):
        return Unreadable(where, f"has an id that {_fault(name)}")
    text = row.get(collection.text_field)
    if not isinstance(text, str):
        return Unreadable(name or where, f"has no text in field {collection.text_field!r} (--text-field)")
    missing = [key for key in collection.keep_fields if key not in row]
    if missing:
        return Unreadable(name or where, f"has no field {missing[0]!r} (--keep-field)")
    fields = {key: row[key] for key in collection.keep_fields}
    try:
        bad = next(
            (key for key, value in fields.items() if _fault(json.dumps(value, ensure_ascii=False))), None
        )
    except _BAD_ROW as error:
        return Unreadable(name or where, f"has a field that cannot be written: {_why(error)} (--keep-field)")
    if bad is not None:
        return Unreadable(
            name or where, f"has characters that stand in no text in field {bad!r} (--keep-field)"
        )
    whose = collection.person_field
    if whose and row.get(whose) is None:
        return Unreadable(name or where, f"has no field {whose!r} (--person-field)")
    try:
        check_text(text)
    except DocumentError as error:
        return Unreadable(name or where, str(error))
    number_given = given if isinstance(given, int | float) and not isinstance(given, bool) else None
    person = str(row[whose]) if whose else ""
    if not person and not name:
        person = whose_text(text)  # a row number is nobody's
    return Document(name or number, text, fields, person, number_given)


def _fault(value: str) -> str | None:
    """What is wrong with the characters of a value, if anything."""
    try:
        check_characters(value)
    except DocumentError as error:
        return str(error)
    return None


_READERS = {
    "folder": _read_folder,
    "text": _read_text,
    "jsonl": _read_jsonl,
    "csv": _read_csv,
    "tab": _read_tab,
}
