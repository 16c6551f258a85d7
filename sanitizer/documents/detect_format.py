"""Tell the format of a file that has no name (standard input) from its content."""

import io
import re
import zipfile
import zlib
from typing import Final

from sanitizer.documents.decode import decode_rows
from sanitizer.documents.markup import MAIL, MAILBOX, PDF, RICH_TEXT, TAGS, kind_of_binary, kind_of_markup
from sanitizer.errors import DocumentError

_TYPES: Final = "[Content_Types].xml"
_MOST: Final = 1 << 20
_MAIN: Final = {
    b"wordprocessingml.document.main": "word",
    b"presentationml.presentation.main": "powerpoint",
    b"spreadsheetml.sheet.main": "excel",
}
"""Types of the main part of a packed file, by what they hold."""
_OF_MARKUP: Final = {MAIL: "mail", MAILBOX: "mailbox", RICH_TEXT: "rtf"}
_PACKED: Final = {b"\x1f\x8b": ".gz", b"\xfd7zXZ\0": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}
_DRAWING: Final = re.compile(r"<svg\b", re.IGNORECASE)
_PAGE: Final = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_SUBTITLES: Final = re.compile(r"\ufeff?(?:WEBVTT\b|\s*(?:\d+\s*\n)?\d\d:\d\d:\d\d[.,]\d{3}[ \t]+-->)")


def packing_of(raw: bytes) -> str:
    """Return the ending of the names of files that are packed as these bytes are; empty where they are not packed."""
    return next((ending for mark, ending in _PACKED.items() if raw.startswith(mark)), "")


def format_of(raw: bytes) -> str:
    """Return the name of the format of these bytes; "text" where they are of none that is told by its content."""
    kind = kind_of_binary(raw)
    if kind is not None:
        return "pdf" if kind[0] == PDF else "parquet" if raw.startswith(b"PAR1") else _of_package(raw)
    try:
        text = decode_rows(raw)
    except DocumentError:
        return "text"  # which says what is wrong with it
    if _SUBTITLES.match(text):
        return "subtitles"
    markup = kind_of_markup(text)
    if markup is not None and markup[0] == TAGS:
        drawing, page = _DRAWING.search(text), _PAGE.search(text)
        return "svg" if drawing and (page is None or drawing.start() < page.start()) else "html"
    return "text" if markup is None else _OF_MARKUP[markup[0]]


def _of_package(raw: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            sizes = {entry.filename: entry.file_size for entry in package.infolist()}
            told = b""
            for name in ("mimetype", _TYPES):
                if sizes.get(name, _MOST) < _MOST:
                    told += package.read(name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error):
        return "text"
    if told.startswith(b"application/vnd.oasis.opendocument."):
        return "opendocument"
    return next((kind for mark, kind in _MAIN.items() if mark in told), "text")
