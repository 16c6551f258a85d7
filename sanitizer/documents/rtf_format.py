"""Rich text (RTF) as a format: its text, written as plain text.

Headers, footers and footnotes are read where they stand. Pictures, objects, comments and properties are left out and
counted.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from striprtf.striprtf import rtf_to_text

from sanitizer.documents.decode import check_characters
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.errors import DocumentError
from sanitizer.types import Document

_BEGIN: Final = re.compile(rb"\s*\{\\rtf\d?")
_READ: Final = re.compile(r"\{(?:\\\*)?\\(?:footnote|(?:header|footer)[lrf]?)(?=[\\\s{])")
_SHAPE: Final = re.compile(r"\{(?:\\\*)?\\(?:shp|shpgrp|do)\b")
_BOX: Final = re.compile(r"\{\\(?:shptxt|dptxbxtext)\b")
_BRACE: Final = re.compile(r"\\[{}\\]|[{}]")
_LEFT_OUT: Final = {
    "picture": "{\\pict",
    "embedded object": "{\\object",
    "comment": "\\annotation",
    "properties": "{\\info",
    "field": "\\fldinst",
}
"""What begins each part that is not read."""


class RichText(DocumentFormat):
    """one text in a file of rich text (.rtf), written as plain text"""

    suffixes: tuple[str, ...] = (".rtf",)

    def written_as(self, fields: Fields) -> str | None:
        """Return plain text."""
        return ".txt"

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield one piece. Raises DocumentError for what is no rich text or holds no text."""
        if not _BEGIN.match(raw):
            raise DocumentError("is no rich text: it does not begin as such files do")
        source = raw.decode("latin-1")
        if source.count("{") != source.count("}") and "\\bin" not in source and "\\{" not in source:
            raise DocumentError("is damaged: it ends in the middle; open and save it anew")
        counts = {kind: source.count(mark) for kind, mark in _LEFT_OUT.items()}
        try:
            text = str(rtf_to_text(_READ.sub(r"{\\par ", _with_boxes(source))))  # type: ignore[no-untyped-call]
        except (ValueError, LookupError, RecursionError) as error:
            raise DocumentError("cannot be read as rich text: open and save it anew") from error
        if not text.strip():
            raise DocumentError("holds no text")
        check_characters(text)
        yield FileDocument.of_pieces(
            name, [Piece(text)], b"", {kind: number for kind, number in counts.items() if number}
        )

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the text in UTF-8."""
        for document in documents:
            yield document.text.encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the text that was written."""
        yield raw.decode("utf-8", errors="replace")


def _with_boxes(source: str) -> str:
    """Return the source with the texts of its drawn boxes in the places of the drawings, which readers pass over."""
    told, at = [], 0
    while (shape := _SHAPE.search(source, at)) is not None:
        end = _end(source, shape.start())
        told.append(source[at : shape.start()])
        inner = shape.end()
        while (box := _BOX.search(source, inner, end)) is not None:
            inner = _end(source, box.start())
            told.append(f"{{\\par {_with_boxes(source[box.end() : inner])}")
        at = end
    return "".join([*told, source[at:]])


def _end(source: str, start: int) -> int:
    """Return where the group ends that begins at ``start``."""
    depth = 0
    for brace in _BRACE.finditer(source, start):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.end()
    return len(source)
