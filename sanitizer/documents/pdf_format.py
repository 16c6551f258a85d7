"""PDF files as a format: their text by its place, written as plain text, Markdown, a web page, or a PDF made anew.

Pictures, annotations, values of forms, attachments, outlines and properties are left out and counted. Encrypted files
are refused, and so are scans (pages with pictures and without a word), unless their words are to be read by OCR.
"""

import html
import io
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import pypdfium2
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from sanitizer.documents.decode import check_characters
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
)
from sanitizer.documents.markdown_format import markdown_of
from sanitizer.documents.ocr import scanned_segments
from sanitizer.documents.pdf_headings import levels_of
from sanitizer.documents.pdf_layout import in_order
from sanitizer.documents.pdf_pages import Page, drawn, rules_of
from sanitizer.documents.pdf_segments import Segment, segments_on
from sanitizer.documents.pdf_strings import strings_of_pdf
from sanitizer.errors import DocumentError
from sanitizer.types import Document

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it finds strange may be private text
logging.getLogger("pikepdf").setLevel(logging.CRITICAL)

_MOST_PAGES: Final = 5_000
_CONTROL: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\ufffe\uffff]")
_CURE: Final = "read it by OCR first, or here with --ocr"
_LEVEL: Final = "level-"
"""What stands before the level of a heading in its role."""
_STRANGE: Final = 0.05
"""Share of characters without a meaning above which a page's fonts do not say what their letters are."""


class Pdf(DocumentFormat):
    """one text in a PDF, written as plain text, Markdown, a web page, or a PDF made anew"""

    suffixes: tuple[str, ...] = (".pdf",)

    def written_as(self, fields: Fields) -> str | None:
        """Return the ending of the form that was chosen; None for PDF."""
        return {"text": ".txt", "md": ".md", "html": ".html"}.get(fields.choices.pdf)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a piece a segment of a line, in the order of reading. Raises DocumentError for what is encrypted,
        damaged or scanned."""
        if b"%PDF-" not in raw[:1024]:
            raise DocumentError("is no PDF")
        left_out = _left_out(raw)
        pages = list(_pages(raw, fields.choices.ocr))
        if not any(segment.text.strip() for page in pages for segment in page):
            raise DocumentError(f"holds no text: is it a scan? {_CURE}")
        pieces = list(_pieces(pages))
        document = FileDocument.of_pieces(name, pieces, raw if fields.choices.pdf == "pdf" else b"", left_out)
        check_characters(document.text)
        yield document

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the text in UTF-8, or pages made anew. Raises DocumentError for letters that no font has."""
        for document in documents:
            if fields.choices.pdf == "pdf":
                yield _rebuilt(document, fields.choices.ocr)
            elif fields.choices.pdf == "html":
                yield _web_page(_paragraphs(document)).encode("utf-8")
            elif fields.choices.pdf == "md":
                yield _markdown(_paragraphs(document)).encode("utf-8")
            else:
                yield document.text.encode("utf-8")

    def same(self, before: str, after: str) -> bool:
        """Return whether the letters are the same: new words have other widths, by which lines may be divided
        otherwise."""
        return _letters(before) == _letters(after)

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the text that was written; of a PDF what two other readers find in it: the texts of its pages, and all
        strings and streams of its objects."""
        if b"%PDF-" not in raw[:1024]:
            yield raw.decode("utf-8", errors="replace")
            return
        yield from strings_of_pdf(raw)


def _letters(text: str) -> Counter[str]:
    return Counter(character for character in text if character.isalnum())


def _pages(raw: bytes, ocr: bool) -> Iterator[list[Segment]]:
    """Yield the segments of each page; with ``ocr`` those of scans too. Raises DocumentError."""
    try:
        file = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        raise DocumentError("cannot be read as a PDF: it is damaged or encrypted") from error
    try:
        if len(file) > _MOST_PAGES:
            raise DocumentError(f"has more than {_MOST_PAGES} pages: split it")
        for number in range(len(file)):
            yield _segments(file[number], number, ocr)
    except pypdfium2.PdfiumError as error:
        raise DocumentError("cannot be read as a PDF: a page of it is damaged") from error
    finally:
        file.close()


def _segments(page: Any, number: int, ocr: bool) -> list[Segment]:
    """Return what stands on a page."""
    segments = in_order(segments_on(page))
    text = "".join(segment.text for segment in segments)
    scanned = not text and any(
        o.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE for o in page.get_objects(max_depth=9)
    )
    strange = len(_CONTROL.findall(text)) + sum("\ue000" <= c <= "\uf8ff" or c == "\ufffd" for c in text)
    unnamed = strange > max(3, _STRANGE * len(text))
    if (scanned or unnamed) and ocr:
        segments = in_order(scanned_segments(page))
    elif scanned:
        raise DocumentError(f"holds no text on page {number + 1}, but a picture: {_CURE}")
    elif unnamed:
        raise DocumentError(f"has letters on page {number + 1} that its fonts do not name: {_CURE}")
    last = len(segments) - 1
    return [
        replace(segment, text=_CONTROL.sub("", segment.text), after=BETWEEN if n == last else segment.after)
        for n, segment in enumerate(segments)
    ]


def _rebuilt(document: Written, ocr: bool) -> bytes:
    """Return a PDF with the pages of the old one: its texts with their edits, its rules, nothing else."""
    texts = iter(document.texts)
    segments = list(_pages(document.source, ocr))
    file = pypdfium2.PdfDocument(document.source)
    pages = []
    try:
        for own, found in zip(file, segments, strict=True):
            told = tuple((segment, next(texts)) for segment in found)
            width, height = own.get_size()
            quarters = own.get_rotation() // 90
            if quarters % 2:
                width, height = height, width
            left, bottom, *_ = own.get_cropbox()
            pages.append(Page(width, height, quarters, rules_of(own), told).moved(-left, -bottom))
    finally:
        file.close()
    return drawn(pages)


def _pieces(pages: Sequence[Sequence[Segment]]) -> Iterator[Piece]:
    """Yield a piece a segment: where a page begins its role says which, that of a heading its level."""
    for number, (page, levels) in enumerate(zip(pages, levels_of(pages), strict=True), 1):
        for at, (segment, level) in enumerate(zip(page, levels, strict=True)):
            role = "page" if at else f"page {number}"
            yield Piece(segment.text, f"{role} heading {_LEVEL}{level}" if level else role, segment.after)


def _paragraphs(document: Written) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a sanitized document, with the levels of headings (0: no heading)."""
    level, words, gap = 0, "", ""
    for piece, text, edits in zip(document.pieces, document.texts, document.edits, strict=True):
        own = int(piece.role.partition(_LEVEL)[2] or 0)
        if (own != level or gap == BETWEEN) and words.strip():
            yield level, words.strip()
            words, gap = "", ""
        goes_on = (
            bool(edits) and edits[0].start == 0 and not edits[0].replacement
        )  # of a change that began above
        level, words, gap = own, words + ("" if goes_on else gap) + text, piece.after
    if words.strip():
        yield level, words.strip()


def _markdown(paragraphs: Iterable[tuple[int, str]]) -> str:
    """Paragraphs and headings in Markdown."""
    told = [(level, text) for level, text in paragraphs if text]
    return "\n\n".join(
        f"{'#' * level} {markdown_of(' '.join(text.split()))}" if level else markdown_of(text)
        for level, text in told
    )


def _web_page(paragraphs: Iterable[tuple[int, str]]) -> str:
    """Return a page of paragraphs and headings."""
    told = "".join(
        f"<{name}>{html.escape(text, quote=False)}</{name}>\n"
        for level, text in paragraphs
        if text
        for name in [f"h{level}" if level else "p"]
    )
    return f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n{told}</body></html>\n'


def _left_out(raw: bytes) -> dict[str, int]:
    """Return what of a file is no text of a page, by kind."""
    counts: Counter[str] = Counter()
    try:
        reader = PdfReader(io.BytesIO(raw))
        if reader.is_encrypted:
            raise DocumentError("is encrypted: save it without a password")
        counts["property"] += len(reader.metadata or ())
        counts["attachment"] += len(reader.attachments)
        counts["form value"] += len(reader.get_fields() or ())
        counts["outline"] += len(reader.outline)
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
        OSError,
    ):
        counts["part that another reader does not understand"] += 1
    return {kind: number for kind, number in sorted(counts.items()) if number}
