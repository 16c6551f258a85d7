"""What every format of files promises."""

import re

import pytest

from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Unreadable, Written
from sanitizer.documents.rewrite import edits_of_pieces
from sanitizer.errors import DocumentError
from sanitizer.text.edits import Change, apply
from sanitizer.types import Document, Span


def changes_of(text: str, word: str, replacement: str) -> list[Change]:
    """Return the changes by which every place of a word in a text becomes the replacement."""
    starts = [i for i in range(len(text)) if text.startswith(word, i)]
    return [Change(Span(i, i + len(word)), replacement, "sensitive", 0) for i in starts]


class DocumentFormatContract:
    """Inherit, and return the format from :meth:`make`, and a file from :meth:`file`: it holds the word "Quernby" in
    each part that is read, nothing sensitive elsewhere, and rows a field "year"."""

    strange = b"\0\x01\x02\xff"
    """Bytes that are no file of the format."""

    def make(self) -> DocumentFormat:
        raise NotImplementedError

    def file(self) -> bytes:
        raise NotImplementedError

    def read(self, raw: bytes) -> list[Document]:
        """Return the documents of a file that can be read whole."""
        items = list(self.make().read(raw, "a.file", self.fields()))
        assert not [i for i in items if isinstance(i, Unreadable)]
        return [i for i in items if isinstance(i, Document)]

    def fields(self) -> Fields:
        """As they are asked for of rows."""
        own = self.make()
        return Fields("text", own.id_field, ("year",)) if own.many else Fields()

    def written(self, document: Document, changes: list[Change]) -> Written:
        """Return a document after changes of its text."""
        text = apply(document.text, changes)
        if not isinstance(document, FileDocument):
            return Written(document.id, text, document.fields)
        edits = edits_of_pieces(document.pieces, changes)
        return Written(document.id, text, document.fields, document.source, document.pieces, edits)

    def test_is_a_format(self) -> None:
        own = self.make()
        assert isinstance(own, DocumentFormat)
        assert own.suffixes and all(s.startswith(".") and s == s.lower() for s in own.suffixes)

    def test_the_same_documents_come_back(self) -> None:
        documents = self.read(self.file())
        assert documents and all("Quernby" in d.text for d in documents)
        raw = b"".join(self.make().write([self.written(d, []) for d in documents], self.fields()))
        again = self.read(raw)
        assert [(d.id, d.text, d.fields) for d in again] == [(d.id, d.text, d.fields) for d in documents]

    def test_changes_are_all_that_changes(self) -> None:
        documents = self.read(self.file())
        changed = [self.written(d, changes_of(d.text, "Quernby", "a man")) for d in documents]
        raw = b"".join(self.make().write(changed, self.fields()))
        assert [d.text for d in self.read(raw)] == [d.text.replace("Quernby", "a man") for d in documents]
        assert not [s for s in self.make().strings(raw) if "Quernby" in s]

    def test_strings_hold_all_that_is_read(self) -> None:
        strings = "\n".join(self.make().strings(self.file()))
        for document in self.read(self.file()):
            pieces = document.pieces if isinstance(document, FileDocument) else ()
            assert all(word in strings for piece in pieces for word in re.findall(r"\w+", piece.text))

    def test_what_is_not_understood_is_refused(self) -> None:
        with pytest.raises(DocumentError):
            list(self.make().read(self.strange, "a.file", self.fields()))

    def test_reading_and_writing_leave_the_input_as_it_is(self) -> None:
        raw = self.file()
        assert self.read(raw) == self.read(raw)
        for document in self.read(raw):
            if isinstance(document, FileDocument):
                named = FileDocument.of_pieces(document.id, document.pieces, document.source)
                assert named.text == document.text and document.source
