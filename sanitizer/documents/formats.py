"""Define what a format of files offers: documents out of the bytes of a file, and the bytes of sanitized documents.

All formats are of one kind (:class:`DocumentFormat`), the shipped ones and those of plug-ins, and are
looked up in one table (`known_formats.py`). Some files
hold many documents, one a row; others hold one. A text is sanitized as a whole: a file of several parts (paragraphs,
headers, cells) gives a :class:`FileDocument`, whose :class:`Piece` objects are joined to one text; `rewrite.py` brings
the changes of that text back into the pieces, lets the format write them, and reads the result again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, get_args, runtime_checkable

from sanitizer.common import arguments
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Document

_NO_FORMS: Final = Forms(())
BETWEEN: Final = "\n\n"
"""What stands between two pieces in the text of a document: no sentence goes over it."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A document that could not be read: its id (file name or line), and why."""

    id: str = field(repr=False)
    reason: str


class PartText(str):
    """A string of a file that knows ``where`` it stands: which part, of what kind, in words without private text."""

    __slots__ = ("where",)
    where: str

    def __new__(cls, text: str, where: str) -> "PartText":
        """Return a string and its place."""
        made = super().__new__(cls, text)
        made.where = where
        return made


Tracked = Literal["accept", "reject", "refuse"]
Comments = Literal["drop", "read", "refuse"]
PdfAs = Literal["text", "md", "html", "pdf"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a user chose of formats: ``tracked`` changes are accepted, rejected, or a reason to refuse the file;
    ``comments`` are left out, read like the text, or a reason to refuse; ``pdf`` says as what a PDF is written,
    ``ocr`` whether scans are read by OCR."""

    tracked: Tracked = "accept"
    comments: Comments = "drop"
    pdf: PdfAs = "text"
    ocr: bool = False

    def __post_init__(self) -> None:
        for name, known in (("tracked", Tracked), ("comments", Comments), ("pdf", PdfAs)):
            arguments.one_of(getattr(self, name), get_args(known), f"choices: {name}")


@dataclass(frozen=True, slots=True)
class Fields:
    """What was asked of a file: which fields of a row are the ``text``, the ``id`` and the ``person``, which are to
    ``keep``, and the ``choices`` for formats that leave one."""

    text: str = "text"
    id: str | None = None
    keep: tuple[str, ...] = ()
    person: str | None = None
    choices: Choices = Choices()


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text in a file that is read by itself. ``role`` says in one word what it is there: body, header,
    footnote, comment, cell, attribute, ...; ``after`` is what stands behind it in the text of the document, where
    another follows: cells of a row are read as a line."""

    text: str = field(repr=False)
    role: str = "body"
    after: str = BETWEEN

    def __post_init__(self) -> None:
        arguments.text(self.text, "piece: text", blank=True)
        arguments.text(self.role, "piece: role")


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters ``start`` to ``end`` (half-open, code points) of a piece become ``replacement``."""

    start: int
    end: int
    replacement: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FileDocument(Document):
    """A document whose file is more than its text: ``source`` are the bytes of it, ``left_out`` counts by name the
    parts that are not read, and therefore are not written either. ``format`` is the name of its format and
    ``asked`` the fields that were asked for, both set by `read.py`. Make one by :meth:`of_pieces`."""

    format: str = ""
    asked: Fields = field(default_factory=Fields)
    source: bytes = field(default=b"", repr=False)
    pieces: tuple[Piece, ...] = field(default=(), repr=False)
    left_out: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of_pieces(
        cls, id: str, pieces: Iterable[Piece], source: bytes, left_out: Mapping[str, int] | None = None
    ) -> "FileDocument":
        """Return a document of these pieces, in the order in which they are read. Raises UsageError for pieces that are
        none."""
        own = arguments.several(pieces, Piece, "pieces")
        text = "".join(piece.text + (piece.after if piece is not own[-1] else "") for piece in own)
        return cls(id, text, source=source, pieces=own, left_out=dict(left_out or {}))


@dataclass(frozen=True, slots=True)
class Written:
    """A sanitized document to write: ``id`` as it is in the output (a number where it came as one), ``text`` and the
    ``fields`` that are kept; of a :class:`FileDocument` also its ``source``, its ``pieces`` as they were, and for each
    its ``edits``, in order and without overlap; names that are no text, but may be changed (of fonts), shall hold none
    of the ``forms``."""

    id: str | int | float = field(repr=False)
    text: str = field(repr=False)
    fields: Mapping[str, object] = field(default_factory=dict, repr=False)
    source: bytes = field(default=b"", repr=False)
    pieces: tuple[Piece, ...] = field(default=(), repr=False)
    edits: tuple[tuple[Edit, ...], ...] = field(default=(), repr=False)
    forms: Forms = field(default=_NO_FORMS, repr=False)

    @property
    def texts(self) -> tuple[str, ...]:
        """The sanitized text of each piece."""
        return tuple(edited(p.text, own) for p, own in zip(self.pieces, self.edits, strict=True))


def edited(text: str, edits: Sequence[Edit]) -> str:
    """Return a text with edits made, which are in order and do not overlap."""
    parts, position = [], 0
    for edit in edits:
        parts += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*parts, text[position:]])


def edited_parts(parts: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Return what each part of a text holds after edits of the whole; the first that an edit touches takes the
    replacement."""
    values, start = [], 0
    for part in parts:
        end, told, position = start + len(part), [], start
        for edit in edits:
            if edit.start < end and edit.end > start:
                told.append(part[position - start : max(edit.start, start) - start])
                told.append(edit.replacement if edit.start >= start else "")
                position = min(edit.end, end)
        values.append("".join([*told, part[position - start :]]))
        start = end
    return values


@runtime_checkable
class DocumentFormat(Protocol):
    """Files of one kind: how documents are read from them and written again.

    A format is stateless. It passes `tests/contracts/document_format.py`. Inherit from this class to have what is set
    here.
    """

    suffixes: tuple[str, ...]
    """The endings of names of its files, in lower case, with the dot (".txt")."""
    many: bool = False
    """Whether a file holds any number of documents, each with an id or a number of its own."""
    has_fields: bool = False
    """Whether a document is a row with fields, of which the user names those of the text, of the id and to keep."""
    id_field: str | None = None
    """The field of the id where the user names none."""

    def written_as(self, fields: Fields) -> str | None:
        """Return the ending of the name of a file that a document is written to; None for its own, in its own
        format."""
        return None

    def same(self, before: str, after: str) -> bool:
        """Return whether a text that was read again is that which was written."""
        return before == after

    def may_differ(self, role: str) -> bool:
        """Return whether a piece of this role may be written in other words than those it was to have: a name that
        must be short, or the only one of its kind."""
        return False

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Return the documents in the bytes of a file called ``name``, which is the id of a document that is alone
        in it.

        Whoever reads decides by the bytes, not by the name. Raises DocumentError for a file that is not of this format,
        or holds anything that cannot be read and cannot be left out; never gives a part of the text silently.
        """
        raise NotImplementedError

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Return the bytes of a file with these documents, in any number of parts. Nothing of a source that was
        left out, or that an edit covers, is in them."""
        raise NotImplementedError

    def strings(self, raw: bytes) -> Iterator[str]:
        """Return all strings in any part of a file, unpacked and decoded: text, attributes, properties, names of
        parts. They are searched for what must not be left, so this should be other code than ``read``. A
        :class:`PartText` says where it stands, which a refusal tells."""
        raise NotImplementedError
