"""Refuse what is no plain text (PDF, HTML, Office, ...): told by content, never by name."""

import re
from typing import Final

from sanitizer.errors import DocumentError

_BINARY: Final = (
    # how a file begins -> what it is, and what to do
    (
        b"PK\x03\x04",
        "a packed file",
        "let its name end in .docx, .xlsx, .odt or the like if it is one, else unpack it",
    ),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (.doc, .xls, .msg)", "save it as plain text"),
    (b"\x1f\x8b", "packed by gzip", "let its name end in .gz"),
    (b"\xfd7zXZ\0", "packed by xz", "let its name end in .xz"),
    (b"\x28\xb5\x2f\xfd", "packed by zstd", "let its name end in .zst"),
    (b"BZh", "packed by bzip2", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "packed by 7z", "unpack it first"),
    (b"Rar!\x1a", "packed by RAR", "unpack it first"),
    (b"SQLite format 3\0", "a SQLite database", "use sanitizer release, or export its texts"),
    (b"PAR1", "a Parquet table", "let its name end in .parquet"),
    (b"\x89PNG", "an image", "texts in images are not read"),
    (b"\xff\xd8\xff", "an image", "texts in images are not read"),
    (b"GIF8", "an image", "texts in images are not read"),
    (b"II*\0", "an image", "texts in images are not read"),
    (b"MM\0*", "an image", "texts in images are not read"),
    (b"%!PS", "PostScript", "convert it to plain text"),
    (b"\x7fELF", "a program", "there is no text in it"),
)
PDF: Final = "a PDF"
TAGS: Final = "HTML, XML or SVG"
RICH_TEXT: Final = "RTF"
MAIL: Final = "a mail with its headers"
MAILBOX: Final = "a mailbox"
"""What files are called that are no plain text."""
_PDF_HEAD: Final = 1024  # bytes in which readers of PDF look for its mark
_PDF: Final = re.compile(rb"%PDF-\d\.\d")
_PDF_PARTS: Final = re.compile(rb"\bendobj\b|%%EOF|\bstartxref\b")

_HEAD: Final = 1 << 16
_LEAD: Final = re.compile(r"(?:\s|\ufeff|<!--.*?-->)*", re.DOTALL)
_DECLARED: Final = re.compile(r"<\?xml\b|<!DOCTYPE\b|<!ENTITY\b", re.IGNORECASE)
_ROOT: Final = re.compile(r"<(html|head|body|svg|rss|feed|TEI)\b[^<>]*>", re.IGNORECASE)
_OPENING: Final = re.compile(r"<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>")
_TAG: Final = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>")
_CLOSING: Final = re.compile(r"</[A-Za-z][\w:.-]*\s*>|<br\b[^<>]*>", re.IGNORECASE)
_FRAGMENT_TAGS: Final = 6
_FRAGMENT_ENDS: Final = 3  # tags that close; "<ann> hello" in a chat is none
_FRAGMENT_SHARE: Final = 0.2
_RTF: Final = re.compile(r"\{\\rtf")
_PAGE: Final = "let its name end in .html if it is a web page, else take tags and entities out"
_MBOX: Final = re.compile(r"From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d")
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*:")
_TECHNICAL: Final = re.compile(
    r"(?:MIME-Version|Message-ID|Return-Path|Content-Type|Content-Transfer-Encoding|Delivered-To|DKIM-Signature|"
    r"X-Mailer):|Received:\s+(?:from|by)\s",
    re.IGNORECASE,
)


def kind_of_binary(raw: bytes) -> tuple[str, str] | None:
    """Return what a file is that is no text, and what to do, by how it begins; None for what may be a text."""
    pdf = _PDF.search(raw[:_PDF_HEAD])
    if pdf is not None and (not raw[: pdf.start()].strip(b"\xef\xbb\xbf \t\r\n") or _PDF_PARTS.search(raw)):
        return PDF, "let its name end in .pdf"
    return next(((what, cure) for mark, what, cure in _BINARY if raw.startswith(mark)), None)


def kind_of_markup(text: str, tags: bool = True) -> tuple[str, str] | None:
    """Return what a text with markup is, and what to do; None for plain text, Markdown with a few tags, and texts
    that speak of tags. Without ``tags`` any number of these is none, where no whole page begins."""
    start = _LEAD.match(text, 0, _HEAD)
    at = start.end() if start else 0
    if _RTF.match(text, at):
        return RICH_TEXT, "let its name end in .rtf"
    if _DECLARED.match(text, at) or _ROOT.match(text, at):
        return TAGS, _PAGE
    opening = _OPENING.match(text, at)
    if opening is not None and tags:
        inner = text[opening.end() :].rstrip()
        closing = f"</{opening.group(1)}>"
        if inner.endswith(closing) and _CLOSING.search(inner[: -len(closing)]):
            return TAGS, _PAGE
    if tags and text.count("<") >= _FRAGMENT_TAGS and not _in_prose(text):
        return TAGS, _PAGE
    if _MBOX.match(text, at):
        return MAILBOX, "let its name end in .mbox"
    if _is_mail(text[at:]):
        return MAIL, "let its name end in .eml"
    return None


def _in_prose(text: str) -> bool:
    """Return whether the tags of a text are few, or none of them closes, or they are little beside the words."""
    tags = _TAG.findall(text)
    if len(tags) < _FRAGMENT_TAGS or len(_CLOSING.findall(text)) < _FRAGMENT_ENDS:
        return True
    return sum(map(len, tags)) < _FRAGMENT_SHARE * len(text)


def _is_mail(text: str) -> bool:
    """Return whether a text begins with headers that programs write, not people: every line up to the first empty
    one is a header or goes on with one, and one is technical."""
    headers = 0
    technical = False
    for line in text[:_HEAD].splitlines():
        if not line.strip():
            break
        if line[0] in " \t" and headers:
            continue
        if not _HEADER.match(line):
            return False
        headers += 1
        technical = technical or bool(_TECHNICAL.match(line))
    return headers >= 2 and technical


def refuse_binary(raw: bytes) -> None:
    """Raise DocumentError for a file that is no text by how it begins."""
    kind = kind_of_binary(raw)
    if kind is not None:
        raise DocumentError(f"is {kind[0]}, not text: {kind[1]}")


def refuse_markup(text: str, tags: bool = True) -> None:
    """Raise DocumentError for a text that is markup (:func:`kind_of_markup`)."""
    kind = kind_of_markup(text, tags)
    if kind is not None:
        raise DocumentError(f"is {kind[0]}, not plain text: {kind[1]}")
