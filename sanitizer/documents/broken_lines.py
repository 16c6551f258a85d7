"""Read a document whose paragraphs an editor has broken into lines as if they were whole (:func:`unwrapped`)."""

from dataclasses import replace

from sanitizer.check.describe_places_to_look_at import look_of
from sanitizer.documents.formats import FileDocument
from sanitizer.result import SanitizedDocument
from sanitizer.text.edits import apply
from sanitizer.text.wrapped_lines import unwrapped
from sanitizer.types import Document


def with_whole_paragraphs(document: Document) -> Document:
    """Return a document with blanks in place of the line breaks within its paragraphs; itself where it has none. Of a
    file each piece is read by itself: line breaks between them are none of an editor's."""
    if isinstance(document, FileDocument) and document.pieces:
        parts = (unwrapped(piece.text) + piece.after for piece in document.pieces)
        text = "".join(parts)[: len(document.text)]
    else:
        text = unwrapped(document.text)
    if text == document.text:
        return document
    return Document(document.id, text, document.fields, document.person, document.number, document.place)


def with_its_lines(done: SanitizedDocument, text: str) -> SanitizedDocument:
    """Return what came of a document that was read so, on its ``text`` as it is."""
    output = apply(text, done.changes)
    report = replace(done.report, text=text)
    return replace(done, text=output, report=replace(report, look=look_of(report, output)))
