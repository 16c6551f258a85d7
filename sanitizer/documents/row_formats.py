"""Files of rows as formats: JSON lines, CSV, and TAB's JSON. A row is a document; its fields but those kept are
dropped."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final

from sanitizer.documents.decode import check_characters, check_text, decode_rows
from sanitizer.documents.faults import lines_of, told
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
)
from sanitizer.documents.paths import Path, merged, only, path_of, replaced, values_at
from sanitizer.documents.write import dumps, safe_cell
from sanitizer.errors import DocumentError, did_you_mean
from sanitizer.types import Document, whose_text

_FIRST: Final = 100
"""Rows of which at least one must have a field that is named on the command line."""
_BAD_ROW: Final = (ValueError, RecursionError, MemoryError)
"""What a line may raise that is no JSON, is nested too deep, or has a number that is too long."""


class JsonLines(DocumentFormat):
    """a JSON object a line"""

    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    many: bool = True
    has_fields: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """A document a line; where the field of the text is a path (`paths.py`), all texts there are one document.
        Raises DocumentError where no row has a field that was asked for."""
        rows = _json_lines(decode_rows(raw))
        path = path_of(fields.text)
        return _from_rows(rows, fields) if path is None else _from_paths(rows, fields, path)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """An object a line; what was read by paths keeps its place."""
        for document in documents:
            row = _row(document, fields) if not document.source else _nested(document, fields)
            yield (dumps(row) + "\n").encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """The lines."""
        yield decode_rows(raw)


class Csv(DocumentFormat):
    """a row a document, with a header"""

    suffixes: tuple[str, ...] = (".csv",)
    many: bool = True
    has_fields: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """A document a row. Raises DocumentError where the header lacks a column that was asked for, and where the file
        is no CSV."""
        text = decode_rows(raw)
        csv.field_size_limit(sys.maxsize)
        try:
            dialect: Any = csv.Sniffer().sniff(text[:65536].split("\n", 1)[0], delimiters=",;\t|")
        except csv.Error:
            dialect = csv.excel
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=dialect.delimiter, strict=True)
        begin = 1
        try:
            check_fields(fields, rows.fieldnames or (), "column")
            for number, row in enumerate(rows, 2):
                where = f"row {number}"
                if None in row:
                    yield Unreadable(where, "has more cells than the header")
                elif any(cell is None for cell in row.values()):
                    yield Unreadable(where, "has fewer cells than the header")
                else:
                    yield _from_row(row, where, str(number - 1), fields)
                begin = rows.line_num + 1
        except csv.Error as error:
            where = lines_of(begin, rows.reader.line_num)
            raise DocumentError(f"{where}: not readable as CSV: {told(error)}") from error

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """A header and a row a document; cells that a spreadsheet would take for formulas get an apostrophe."""
        first = [fields.id] if fields.id else []
        row = io.StringIO(newline="")
        names = list(dict.fromkeys([*first, *fields.keep, fields.text]))
        writer = csv.DictWriter(row, names, lineterminator="\n")
        writer.writeheader()
        for document in documents:
            cells = _row(document, fields)
            writer.writerows([{n: safe_cell(c) if isinstance(c, str) else c for n, c in cells.items()}])
            yield row.getvalue().encode("utf-8")
            row.seek(0)
            row.truncate()
        yield row.getvalue().encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """The rows as they are written."""
        yield decode_rows(raw)


class Json(DocumentFormat):
    """a JSON list of documents (the form of the Text Anonymization Benchmark), or texts at a path in JSON"""

    suffixes: tuple[str, ...] = (".json",)
    many: bool = True
    has_fields: bool = True
    id_field: str | None = "doc_id"

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """A document an entry of a list; where the field of the text is a path (`paths.py`), all texts there are one
        document, and a file may be an object. Raises DocumentError where the file is neither, or no entry has a field
        that was asked for."""
        try:
            rows = json.loads(decode_rows(raw))
        except json.JSONDecodeError as error:
            raise DocumentError(f"is not JSON: {error.msg} at line {error.lineno}") from error
        except _BAD_ROW as error:
            raise DocumentError(f"is not JSON that can be read ({_why(error)})") from error
        path = path_of(fields.text)
        if path is not None and isinstance(rows, Mapping):
            alone = replace(fields, id=fields.id if fields.id in rows else None)
            yield from _from_paths(iter([("the object", name, rows)]), alone, path)
            return
        if not isinstance(rows, list):
            raise DocumentError("is not a list of documents: name a path to its texts (--text-field 'a[].b')")
        numbered = ((f"document {number}", str(number), row) for number, row in enumerate(rows, 1))
        if path is None:
            yield from _from_rows(numbered, fields)
            return
        for item in _from_paths(numbered, replace(fields, id=_id_of(rows, fields)), path):
            if isinstance(item, FileDocument):
                yield replace(item, source=b"[" + item.source + b"]")
            else:
                yield item

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """A list with an entry a document; an object where one was read."""
        before = "[\n"  # not before there is a row: a pipe takes nothing back
        for document in documents:
            if document.source and document.source.lstrip().startswith(b"{"):
                yield (dumps(_nested(document, replace(fields, id=None))) + "\n").encode("utf-8")
                return
            row = _nested(document, fields) if document.source else _row(document, fields)
            yield (before + dumps(row)).encode("utf-8")
            before = ",\n"
        yield b"\n]\n" if before != "[\n" else b"[\n]\n"

    def strings(self, raw: bytes) -> Iterator[str]:
        """The list as it is written."""
        yield decode_rows(raw)


def _id_of(rows: Sequence[Any], fields: Fields) -> str | None:
    """The field of the id, where the first row has it."""
    return fields.id if rows and isinstance(rows[0], Mapping) and fields.id in rows[0] else None


def _row(document: Written, fields: Fields) -> dict[str, Any]:
    """The fields of a row: the id first, where there is one, then those that are kept, then the text."""
    row: dict[str, Any] = dict(document.fields)
    if fields.id:
        row = {fields.id: document.id, **row, fields.id: document.id}
    row[fields.text] = document.text
    return row


def _from_paths(
    rows: "Iterator[tuple[str, str, Any]]", fields: Fields, path: Path
) -> Iterator[Document | Unreadable]:
    """The documents of rows whose texts lie at a path; of such a row nothing is kept but these and the kept fields."""
    keep = {name: path_of(name) or (name,) for name in fields.keep}
    for where, number, row in rows:
        if not isinstance(row, Mapping):
            yield row if isinstance(row, Unreadable) else Unreadable(where, "is not an object with fields")
            continue
        texts = list(values_at(row, path))
        if not texts or not all(isinstance(text, str) for text in texts):
            yield Unreadable(where, f"has no texts, or something else, at {fields.text!r} (--text-field)")
            continue
        flat = {name: list(values_at(row, own)) for name, own in keep.items()}
        kept = {name: values for name, values in flat.items() if values}
        own = {key: row[key] for key in (fields.id, fields.person) if key and key in row}
        told = replace(fields, keep=tuple(kept))
        item = _from_row({**own, **kept, fields.text: BETWEEN.join(texts)}, where, number, told)
        if isinstance(item, Unreadable):
            yield item
            continue
        shape = only(row, path)
        for name in kept:
            shape = merged(shape, only(row, keep[name]))
        pieces = tuple(Piece(text, "field") for text in texts)
        yield FileDocument(
            item.id,
            item.text,
            item.fields,
            item.person,
            item.number,
            source=dumps(shape).encode(),
            pieces=pieces,
        )


def _nested(document: Written, fields: Fields) -> dict[str, Any]:
    """A row that was read by paths, with its new texts, and its id first where there is one."""
    told = json.loads(document.source)
    row: dict[str, Any] = told[0] if isinstance(told, list) else told
    if document.pieces:
        texts = iter(document.texts)
        row = replaced(row, path_of(fields.text) or (fields.text,), lambda _: next(texts))
    return {fields.id: document.id, **row, fields.id: document.id} if fields.id else row


def _json_lines(text: str) -> "Iterator[tuple[str, str, Any]]":
    """Where each row stands, its number, and the row itself or an Unreadable."""
    for number, line in enumerate(text.split("\n"), 1):
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


def _from_rows(rows: "Iterator[tuple[str, str, Any]]", fields: Fields) -> Iterator[Document | Unreadable]:
    """The documents of rows. Raises DocumentError when none of the first rows has a field that was asked for."""
    first = list(islice(rows, _FIRST))
    objects = [row for _, _, row in first if isinstance(row, Mapping)]
    known = list(dict.fromkeys(str(key) for row in objects for key in row))
    if objects:
        check_fields(fields, known)
    for where, number, row in chain(first, rows):
        yield row if isinstance(row, Unreadable) else _from_row(row, where, number, fields)


def check_fields(fields: Fields, known: Sequence[str], what: str = "field") -> None:
    """Raises DocumentError for a field that was asked for and does not exist."""
    asked = [("--text-field", fields.text), ("--id-field", fields.id)]
    asked += [("--keep-field", name) for name in fields.keep]
    asked += [("--person-field", fields.person)]
    for option, name in asked:
        if name and name not in known:
            names = ", ".join(name for name in known if name.isprintable()) or "none"
            raise DocumentError(
                f"has no {what} {name!r}{did_you_mean(name, known)} ({what}s: {names}): say {option} NAME"
            )


def _held(value: Any) -> str:
    """What a field holds instead of a text, with the path to the texts within it; "" where it holds nothing."""
    if isinstance(value, Mapping):
        return f": it holds fields ({', '.join(map(str, value))}), named as FIELD.NAME" if value else ""
    if isinstance(value, list):
        first = value[0] if value else None
        keys = ", ".join(map(str, first)) if isinstance(first, Mapping) else ""
        return ": it is a list, named as FIELD[]" + (f" or FIELD[].NAME with one of {keys}" if keys else "")
    return ""


def _from_row(row: Any, where: str, number: str, fields: Fields) -> Document | Unreadable:
    if not isinstance(row, Mapping):
        return Unreadable(where, "is not an object with fields")
    given = row.get(fields.id) if fields.id else None
    if fields.id and given is None:
        return Unreadable(where, f"has no field {fields.id!r} (--id-field)")
    if not isinstance(given, str | int | float | None):
        return Unreadable(where, f"has neither a text nor a number in field {fields.id!r} (--id-field)")
    name = None if given is None else str(given)
    if name is not None and _fault(name):
        return Unreadable(where, f"has an id that {_fault(name)}")
    text = row.get(fields.text)
    if not isinstance(text, str):
        return Unreadable(name or where, f"has no text in field {fields.text!r}{_held(text)} (--text-field)")
    missing = [key for key in fields.keep if key not in row]
    if missing:
        return Unreadable(name or where, f"has no field {missing[0]!r} (--keep-field)")
    kept = {key: row[key] for key in fields.keep}
    try:
        bad = next(
            (key for key, value in kept.items() if _fault(json.dumps(value, ensure_ascii=False))), None
        )
    except _BAD_ROW as error:
        return Unreadable(name or where, f"has a field that cannot be written: {_why(error)} (--keep-field)")
    if bad is not None:
        return Unreadable(
            name or where, f"has characters that stand in no text in field {bad!r} (--keep-field)"
        )
    whose = fields.person
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
    return Document(name or number, text, kept, person, number_given)


def _fault(value: str) -> str | None:
    """What is wrong with the characters of a value, if anything."""
    try:
        check_characters(value)
    except DocumentError as error:
        return str(error)
    return None
