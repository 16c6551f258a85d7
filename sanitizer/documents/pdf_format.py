"""PDF files as a format: their text, written as plain text.

Text is read by its place on the page, line by line, hyphens at line ends closed. Pictures, annotations, values of
forms, attachments, outlines and properties are left out and counted. Encrypted files are refused, and so are scans:
pages with pictures and without a word.
"""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import pypdfium2
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from sanitizer.documents.decode import check_characters
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.errors import DocumentError
from sanitizer.types import Document

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it finds strange may be private text

_MOST_PAGES: Final = 5_000
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])(?:[\u00ad\u2010-]|\ufffe)\n(?=[a-z])")
_CONTROL: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_STRANGE: Final = 0.05
"""Share of characters without a meaning above which a page's fonts do not say what their letters are."""


class Pdf(DocumentFormat):
    """one text in a PDF, written as plain text"""

    suffixes: tuple[str, ...] = (".pdf",)
    written_as: str | None = "text"

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """A piece a page. Raises DocumentError for what is encrypted, damaged or scanned."""
        if b"%PDF-" not in raw[:1024]:
            raise DocumentError("is no PDF")
        left_out = _left_out(raw)
        try:
            file = pypdfium2.PdfDocument(raw)
        except pypdfium2.PdfiumError as error:
            raise DocumentError("cannot be read as a PDF: it is damaged or encrypted") from error
        try:
            if len(file) > _MOST_PAGES:
                raise DocumentError(f"has more than {_MOST_PAGES} pages: split it")
            pages = [_text_of(file[number], number) for number in range(len(file))]
        finally:
            file.close()
        pieces = [Piece(text, "page") for text in pages if text.strip()]
        if not pieces:
            raise DocumentError("holds no text: is it a scan? read it by OCR first")
        document = FileDocument.of_pieces(name, pieces, b"", left_out)
        check_characters(document.text)
        yield document

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """The text in UTF-8."""
        for document in documents:
            yield document.text.encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """The text that was written; of a PDF, that which another reader finds."""
        if b"%PDF-" not in raw[:1024]:
            yield raw.decode("utf-8", errors="replace")
            return
        reader = PdfReader(io.BytesIO(raw))
        yield from (page.extract_text() for page in reader.pages)


def _text_of(page: Any, number: int) -> str:
    """The words of a page in the order in which they are drawn on it."""
    text = page.get_textpage().get_text_bounded().replace("\r\n", "\n")
    if not text.strip() and any(o.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE for o in page.get_objects()):
        raise DocumentError(f"holds no text on page {number + 1}, but a picture: read it by OCR first")
    strange = len(_CONTROL.findall(text)) + sum("\ue000" <= c <= "\uf8ff" or c == "\ufffd" for c in text)
    if strange > max(3, _STRANGE * len(text)):
        raise DocumentError(
            f"has letters on page {number + 1} that its fonts do not name: read it by OCR first"
        )
    return _CONTROL.sub("", _HYPHEN.sub("", text))


def _left_out(raw: bytes) -> dict[str, int]:
    """What of a file is no text of a page, by kind."""
    counts: Counter[str] = Counter()
    try:
        reader = PdfReader(io.BytesIO(raw))
        if reader.is_encrypted:
            raise DocumentError("is encrypted: save it without a password")
        counts["property"] += len(reader.metadata or ())
        counts["attachment"] += len(reader.attachments)
        counts["form value"] += len(reader.get_fields() or ())
        for page in reader.pages:
            counts["annotation"] += len(page.get("/Annots") or ())
            counts["picture"] += len(page.images)
    except (
        PyPdfError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        RecursionError,
        NotImplementedError,
    ):
        counts["part that another reader does not understand"] += 1
    return {kind: number for kind, number in sorted(counts.items()) if number}
