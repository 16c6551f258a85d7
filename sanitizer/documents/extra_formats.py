"""Formats that are loaded when a file of one is read: those whose libraries come with an extra, those of mail and
Markdown."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final

from sanitizer.common.extras import MissingExtraError, need
from sanitizer.documents.formats import DocumentFormat, Fields, Unreadable, Written
from sanitizer.types import Document


@dataclass(frozen=True)
class OnDemand(DocumentFormat):
    """A format of the class ``name`` in ``module``, of which only the endings of files are known before it is used.

    Its methods raise MissingExtraError where the libraries of its ``extra`` ("": it needs none) are not installed.
    """

    what: str
    suffixes: tuple[str, ...]
    module: str
    name: str
    extra: str = "documents"
    many: bool = False
    has_fields: bool = False

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.what

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """As the format does."""
        yield from self._loaded().read(raw, name, fields)

    def written_as(self, fields: Fields) -> str | None:
        """As the format does."""
        with suppress(MissingExtraError):  # which reading tells of each file
            return self._loaded().written_as(fields)
        return None

    def same(self, before: str, after: str) -> bool:
        """As the format does."""
        return self._loaded().same(before, after)

    def may_differ(self, role: str) -> bool:
        """As the format does."""
        return self._loaded().may_differ(role)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """As the format does."""
        yield from self._loaded().write(documents, fields)

    def strings(self, raw: bytes) -> Iterator[str]:
        """As the format does."""
        yield from self._loaded().strings(raw)

    def _loaded(self) -> DocumentFormat:
        own = _class(self.extra, self.suffixes[0], self.module, self.name)
        return own()  # type: ignore[no-any-return]


@cache
def _class(extra: str, suffix: str, module: str, name: str) -> Any:
    """Return the class of a format, once it is sure that what it needs is installed."""
    if extra:
        need(extra, f"a file named *{suffix}")
    return getattr(import_module(f"sanitizer.documents.{module}"), name)


MARKDOWN: Final = OnDemand(
    "one text in a file of Markdown (.md)", (".md", ".markdown"), "markdown_format", "Markdown", extra=""
)
MAIL: Final = OnDemand("one mail in a file (.eml)", (".eml",), "mail_format", "Mail", extra="")
MAILBOX: Final = OnDemand(
    "a mail a document, in a mailbox (.mbox)", (".mbox",), "mail_format", "Mailbox", extra="", many=True
)
EXTRA: Final[Mapping[str, DocumentFormat]] = {
    "word": OnDemand("one text in a Word document", (".docx",), "office_format", "Word"),
    "powerpoint": OnDemand("one text in a presentation", (".pptx",), "office_format", "PowerPoint"),
    "excel": OnDemand("one text in a workbook", (".xlsx",), "spreadsheet_format", "Excel"),
    "opendocument": OnDemand(
        "one text in a file of OpenDocument", (".odt", ".odp", ".ods"), "open_document_format", "OpenDocument"
    ),
    "html": OnDemand("one text in a web page", (".html", ".htm", ".xhtml"), "html_format", "WebPage"),
    "svg": OnDemand("one text in a drawing", (".svg",), "svg_format", "Drawing"),
    "rtf": OnDemand("one text in rich text, written as plain text", (".rtf",), "rtf_format", "RichText"),
    "parquet": OnDemand(
        "a row a document, in Parquet",
        (".parquet",),
        "parquet_format",
        "Parquet",
        "tables",
        many=True,
        has_fields=True,
    ),
    "pdf": OnDemand(
        "one text in a PDF, written as text, Markdown, a web page or a PDF made anew",
        (".pdf",),
        "pdf_format",
        "Pdf",
    ),
}
