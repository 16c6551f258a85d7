"""Plain text as a format: the file is the text."""

from collections.abc import Iterable, Iterator

from sanitizer.documents.decode import decode
from sanitizer.documents.formats import DocumentFormat, Fields, Unreadable, Written
from sanitizer.types import Document


class PlainText(DocumentFormat):
    """one text in a file"""

    suffixes: tuple[str, ...] = (".txt", ".text")

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield the text, whatever its encoding. Raises DocumentError for what is binary or has markup."""
        yield Document(name, decode(raw))

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the text in UTF-8."""
        for document in documents:
            yield document.text.encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the text."""
        yield decode(raw)
