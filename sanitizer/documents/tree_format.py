"""What formats have in common whose files are trees of XML: their stretches are read, edited, and the trees written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from sanitizer.documents.formats import (
    Choices,
    DocumentFormat,
    Edit,
    Fields,
    FileDocument,
    Unreadable,
    Written,
)
from sanitizer.documents.runs_of_text import Stretch, edit_all
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Document


class TreeFile(Protocol):
    """A file of which nothing but what is read is left."""

    @property
    def stretches(self) -> list[Stretch]:
        """The stretches of text that are read, in order."""

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many parts of which kind are not read."""

    def rename(self, forms: Forms) -> None:
        """Give numbers to what has a name in which a form stands, where nothing else is told by it."""

    def packed(self) -> bytes:
        """Return the bytes of the file as it is now."""


class TreeFormat(DocumentFormat):
    """Files that :meth:`opened` opens."""

    def opened(self, raw: bytes, choices: Choices) -> TreeFile:
        """Return the file of these bytes. Raises DocumentError for what cannot be read or left out."""
        raise NotImplementedError

    def edit(self, file: TreeFile, edits: Iterable[Sequence[Edit]]) -> None:
        """Make the edits of each stretch."""
        edit_all(file.stretches, edits)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a piece a stretch. Raises DocumentError for what cannot be read or left out."""
        file = self.opened(raw, fields.choices)
        yield FileDocument.of_pieces(name, [s.piece for s in file.stretches], raw, file.left_out)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the file with its edits, without what was left out."""
        for document in documents:
            file = self.opened(document.source, fields.choices)
            self.edit(file, document.edits)
            file.rename(document.forms)
            yield file.packed()
