"""Tables in files: CSV of any dialect, read (`typed_files.py` reads Parquet and XML, `write_files.py` writes all)."""

import codecs
import csv
import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import numpy as np
import numpy.typing as npt

from sanitizer.documents.row_faults import lines_of, told
from sanitizer.errors import UsageError, missing
from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.arrow_csv import arrow_columns
from sanitizer.relational.table.plain_table import Coded, Numbering, PlainTable

if TYPE_CHECKING:  # CSV files are read and written without it
    import pandas as pd

_DELIMITERS: Final = (",", ";", "\t", "|")


class SourceError(UsageError):
    """A table cannot be read or written; the message says which, where and why."""


def as_objects(table: "pd.DataFrame") -> "pd.DataFrame":
    """Return a copy with Python objects as cells and None for every kind of missing value."""
    table = table.astype(object)
    return table.where(table.notna(), None)


@contextmanager
def file_errors(path: Path, verb: str) -> Iterator[None]:
    """Provide one line for whatever the file system raises."""
    try:
        yield
    except FileNotFoundError as error:
        if verb == "write" and not path.parent.is_dir():
            raise SourceError(f"{path}: there is no folder {path.parent}: make it first") from error
        raise SourceError(missing(path)) from error
    except OSError as error:
        raise SourceError(f"{path}: cannot {verb}: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise SourceError(
            f'{path}: cannot {verb}: encoding "{error.encoding}" lacks a character of the table; use utf-8'
        ) from error


def read_csv(path: Path, source: Source) -> PlainTable:
    """Return a CSV file, gzipped or not; cells are strings. Raises SourceError with the line."""
    refuse_other_forms(path)
    raw = _bytes(path)
    names, columns = _large(raw, source) or _any_size(_decode(raw, source.encoding, path), source, path)
    header = [name.strip() or f"column_{i + 1}" for i, name in enumerate(names)]
    if len(set(header)) < len(header):
        twice = next(name for i, name in enumerate(header) if name in header[:i])
        raise SourceError(f'{source.label}: column "{twice}" is there twice')
    null = set(source.null)
    missing = [c if null.isdisjoint(c.values) else c.map(lambda v: None if v in null else v) for c in columns]
    return PlainTable(dict(zip(header, missing, strict=True)), len(columns[0].codes))


def _large(raw: bytes, source: Source) -> tuple[list[str], list[Coded]] | None:
    """Return the header and the columns of a large file that Arrow reads as Python's reader does; None of any other."""
    if source.encoding.lower().replace("_", "-") not in ("", "utf-8", "utf8", "utf-8-sig"):
        return None
    if source.encoding.lower() in ("", "utf-8-sig"):
        raw = raw.removeprefix(codecs.BOM_UTF8)
    delimiter = source.delimiter or sniff_delimiter(raw[:_HEAD].decode(errors="ignore"), source.quote)
    return arrow_columns(raw, delimiter, source.quote)


_HEAD: Final = 1 << 20
"""Bytes by which a delimiter is recognized."""


def _any_size(text: str, source: Source, path: Path) -> tuple[list[str], list[Coded]]:
    if not text.strip():
        raise SourceError(f"{path}: the file is empty")
    delimiter = source.delimiter or sniff_delimiter(text, source.quote)
    try:
        return coded_columns(csv_records(_lines(text), delimiter, source.quote))
    except csv.Error:
        _say_fault(csv_records(_lines(text), delimiter, source.quote), delimiter, path)
        raise


_OTHER_FORMS: Final = {
    ".jsonl": "JSON lines are no form of table that is read or written here; make it CSV or Parquet",
    ".ndjson": "JSON lines are no form of table that is read or written here; make it CSV or Parquet",
    ".json": "JSON is no form of table that is read or written here; make it CSV or Parquet",
    ".xls": "old workbooks are not read or written; save it as .xlsx, or the sheet as CSV",
    ".ods": "workbooks of OpenDocument are not read or written as tables; save it as .xlsx, or the sheet as CSV",
}


def refuse_by_name(path: Path) -> None:
    """Refuse a name that promises another form than CSV. Raises SourceError."""
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    if suffix in _OTHER_FORMS:
        raise SourceError(f"{path}: {_OTHER_FORMS[suffix]}")


def refuse_other_forms(path: Path) -> None:
    """Refuse what is no CSV by its name or by how it begins. Raises SourceError, OSError."""
    refuse_by_name(path)
    if not path.is_file():
        return
    with path.open("rb") as stream:
        begin = stream.read(16)
    if begin == b"SQLite format 3\0":
        raise SourceError(
            f"{path}: an SQLite database, not a CSV file; name it in a definition: "
            f'[[source]] with url = "sqlite:///{path.name}" and table = "..."'
        )
    if begin[:4] in (b"PAR1", b"PK\x03\x04", b"%PDF"):
        raise SourceError(
            f"{path}: not a CSV file, whatever its name says (set format if it is a table of another form)"
        )


def delimiter_of(path: Path) -> str:
    """Return the delimiter that is recognized in a CSV file. Raises SourceError."""
    return sniff_delimiter(_decode(_bytes(path), "", path))


def _bytes(path: Path) -> bytes:
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = gzip.decompress(raw)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise SourceError(f"{path}: not a whole gzip file ({error})") from error
    return raw


def csv_records(lines: Iterable[str], delimiter: str, quote: str) -> Any:
    """Return the records of these lines, by Python's strict reader; `quote` "" for none."""
    quoting: Any = csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE
    return csv.reader(lines, delimiter=delimiter, quotechar=quote or None, quoting=quoting, strict=True)


_BLOCK: Final = 1 << 20
"""Characters whose lines are made at once."""
_RECORDS: Final = 20_000
"""Records that are coded at once."""


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text with their ends, as files opened with newline="" give them, block by block."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + _BLOCK) + 1 or len(text)
        yield from io.StringIO(text[begin:end], newline="")
        begin = end


def coded_columns(records: Any) -> tuple[list[str], list[Coded]]:
    """Return the header and the columns; empty lines are left out. Raises csv.Error where a record has another
    width."""
    header: list[str] = next(records)
    if not header:
        raise csv.Error("the first line is empty")
    numberings = [Numbering() for _ in header]
    parts: list[list[npt.NDArray[np.int32]]] = [[] for _ in header]
    while chunk := list(islice(records, _RECORDS)):
        widths = set(map(len, chunk))
        if 0 in widths:
            chunk = [row for row in chunk if row]
        if widths - {0, len(header)}:
            raise csv.Error("records of several widths")
        for numbering, part, cells in zip(numberings, parts, zip(*chunk, strict=True), strict=False):
            part.append(numbering.codes(cells))
    none = np.zeros(0, dtype=np.int32)
    return header, [
        Coded(np.concatenate([none, *part]), numbering.values_seen)
        for numbering, part in zip(numberings, parts, strict=True)
    ]


def _say_fault(records: Any, delimiter: str, path: Path) -> None:
    """Raise SourceError with the line of the first fault."""
    width, begin, first = 0, 1, True
    try:
        for row in records:
            if row and not first and len(row) != width:
                raise SourceError(
                    f"{path}, {lines_of(begin, records.line_num)}: {len(row)} cells, but the header has {width} "
                    f"(delimiter {delimiter!r}; set delimiter and quote in the definition if that is wrong)"
                )
            if row or first:
                width, first = width or len(row), False
            begin = records.line_num + 1
    except csv.Error as error:
        raise SourceError(
            f"{path}, {lines_of(begin, records.line_num)}: not readable as CSV: {told(error)}"
        ) from error


def _decode(raw: bytes, encoding: str, path: Path) -> str:
    if encoding:
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError) as error:
            raise SourceError(f'{path}: cannot be read as encoding "{encoding}" ({error})') from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes

        best = from_bytes(raw[:200_000]).best()
        if best is None:
            raise SourceError(f"{path}: the encoding is not recognized; set encoding") from None
        try:
            return raw.decode(best.encoding)
        except UnicodeDecodeError as error:
            raise SourceError(f"{path}: the encoding is not recognized; set encoding") from error


def sniff_delimiter(text: str, quote: str = '"') -> str:
    """Return the delimiter that gives the first 50 records one width above 1; a comma when none does."""
    sample = text[:200_000]
    best, width = ",", 1
    for delimiter in _DELIMITERS:
        reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter, quotechar=quote or '"')
        widths: list[int] = []
        try:
            for row in reader:
                if row:
                    widths.append(len(row))
                if len(widths) == 50:
                    break
        except csv.Error:
            continue
        whole = widths[:-1] if len(widths) > 2 and len(widths) < 50 and len(text) > len(sample) else widths
        if whole and min(whole) == max(whole) > width:
            best, width = delimiter, whole[0]
    return best


@contextmanager
def text_file(path: Path, encoding: str, compressed: bool) -> Iterator[TextIO]:
    """Provide a text file to write; compressed without name and time, so that the same table gives the same bytes."""
    if not compressed:
        with path.open("w", encoding=encoding, newline="") as plain:
            yield plain
        return
    with (
        path.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding=encoding, newline="") as stream,
    ):
        yield stream
