"""Files of rows as formats: JSON lines, CSV, and TAB's JSON. A row is a document; its fields but those kept are
dropped."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sanitizer.common import strict_json
from sanitizer.documents.csv_cells import safe_cell
from sanitizer.documents.decode import decode_rows
from sanitizer.documents.formats import (
    DocumentFormat,
    Fields,
    FileDocument,
    Unreadable,
    Written,
)
from sanitizer.documents.paths import path_of
from sanitizer.documents.row_faults import lines_of, told
from sanitizer.documents.rows import (
    BAD_ROW,
    check_fields,
    from_paths,
    from_row,
    from_rows,
    id_of,
    json_lines,
    nested_row,
    row_of,
    why_unread,
)
from sanitizer.documents.write import dumps
from sanitizer.errors import DocumentError
from sanitizer.types import Document


class JsonLines(DocumentFormat):
    """a JSON object a line"""

    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    many: bool = True
    has_fields: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Return a document a line; where the field of the text is a path (`paths.py`), all texts there are one
        document. Raises DocumentError where no row has a field that was asked for."""
        rows = json_lines(decode_rows(raw))
        path = path_of(fields.text)
        return from_rows(rows, fields) if path is None else from_paths(rows, fields, path)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield an object a line; what was read by paths keeps its place."""
        for document in documents:
            row = row_of(document, fields) if not document.source else nested_row(document, fields)
            yield (dumps(row) + "\n").encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the lines."""
        yield decode_rows(raw)


class Csv(DocumentFormat):
    """a row a document, with a header"""

    suffixes: tuple[str, ...] = (".csv",)
    many: bool = True
    has_fields: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a document a row. Raises DocumentError where the header lacks a column that was asked for, and
        where the file is no CSV."""
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
                    yield from_row(row, where, str(number - 1), fields)
                begin = rows.line_num + 1
        except csv.Error as error:
            where = lines_of(begin, rows.reader.line_num)
            raise DocumentError(f"{where}: not readable as CSV: {told(error)}") from error

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield a header and a row a document; cells that a spreadsheet would take for formulas get an apostrophe."""
        first = [fields.id] if fields.id else []
        row = io.StringIO(newline="")
        names = list(dict.fromkeys([*first, *fields.keep, fields.text]))
        writer = csv.DictWriter(row, names, lineterminator="\n")
        writer.writeheader()
        for document in documents:
            cells = row_of(document, fields)
            writer.writerows([{n: safe_cell(c) if isinstance(c, str) else c for n, c in cells.items()}])
            yield row.getvalue().encode("utf-8")
            row.seek(0)
            row.truncate()
        yield row.getvalue().encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the rows as they are written."""
        yield decode_rows(raw)


class Json(DocumentFormat):
    """a JSON list of documents (the form of the Text Anonymization Benchmark), or texts at a path in JSON"""

    suffixes: tuple[str, ...] = (".json",)
    many: bool = True
    has_fields: bool = True
    id_field: str | None = "doc_id"

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a document an entry of a list; where the field of the text is a path (`paths.py`), all texts there
        are one document, and a file may be an object. Raises DocumentError where the file is neither, or no entry
        has a field that was asked for."""
        try:
            rows = strict_json.loads(decode_rows(raw))
        except json.JSONDecodeError as error:
            raise DocumentError(f"is not JSON: {error.msg} at line {error.lineno}") from error
        except BAD_ROW as error:
            raise DocumentError(f"is not JSON that can be read ({why_unread(error)})") from error
        path = path_of(fields.text)
        if path is not None and isinstance(rows, Mapping):
            alone = replace(fields, id=fields.id if fields.id in rows else None)
            yield from from_paths(iter([("the object", name, rows)]), alone, path)
            return
        if not isinstance(rows, list):
            raise DocumentError("is not a list of documents: name a path to its texts (--text-field 'a[].b')")
        numbered = ((f"document {number}", str(number), row) for number, row in enumerate(rows, 1))
        if path is None:
            yield from from_rows(numbered, fields)
            return
        for item in from_paths(numbered, replace(fields, id=id_of(rows, fields)), path):
            if isinstance(item, FileDocument):
                yield replace(item, source=b"[" + item.source + b"]")
            else:
                yield item

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield a list with an entry a document; an object where one was read."""
        before = "[\n"  # not before there is a row: a pipe takes nothing back
        for document in documents:
            if document.source and document.source.lstrip().startswith(b"{"):
                yield (dumps(nested_row(document, replace(fields, id=None))) + "\n").encode("utf-8")
                return
            row = nested_row(document, fields) if document.source else row_of(document, fields)
            yield (before + dumps(row)).encode("utf-8")
            before = ",\n"
        yield b"\n]\n" if before != "[\n" else b"[\n]\n"

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the list as it is written."""
        yield decode_rows(raw)
