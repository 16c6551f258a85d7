"""Read what is attached to a mail, each by the format that its name says, and write it again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import Message
from pathlib import PurePosixPath
from typing import Final

from sanitizer.common.extras import MissingExtraError
from sanitizer.documents.extra_formats import EXTRA
from sanitizer.documents.formats import DocumentFormat, Edit, Fields, FileDocument, Piece, Written, edited
from sanitizer.documents.markdown_format import Markdown
from sanitizer.documents.subtitle_format import Subtitles
from sanitizer.documents.text_format import PlainText
from sanitizer.errors import DocumentError
from sanitizer.types import Document

ATTACHED: Final[Mapping[str, DocumentFormat]] = {
    suffix: own
    for own in (PlainText(), Markdown(), Subtitles(), *EXTRA.values())
    if not own.many
    for suffix in own.suffixes
}
"""Formats of what is attached, by the ending of its name; rows without a field that is their text are none."""
_BY_TYPE: Final = {
    "text/plain": ".txt",
    "text/html": ".html",
    "application/pdf": ".pdf",
    "application/rtf": ".rtf",
}
"""Endings where a name has none."""
_CHANGED: Final = frozenset(["sheet", "head", "number", "page"])


def may_differ(role: str) -> bool:
    """Return whether a piece of a role may be written in other words by one of the formats; each is read again by
    itself."""
    return role.partition(" ")[0] in _CHANGED


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that is attached: the ending of its name, its bytes, what is read of it, and what is not. One that is
    written as plain text is one piece."""

    suffix: str
    raw: bytes = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)
    left_out: Mapping[str, int]
    is_whole: bool

    def written(self, edits: Sequence[tuple[Edit, ...]], fields: Fields) -> tuple[str, bytes]:
        """Return the ending of its new name, and its bytes after edits of its pieces. Raises DocumentError where
        they do not read as what was to be written."""
        own = ATTACHED[self.suffix]
        texts = [edited(p.text, e) for p, e in zip(self.pieces, edits, strict=True)]
        if self.is_whole:
            return own.written_as(fields) or self.suffix, "".join(texts).encode("utf-8")
        told = Written("", "\n".join(texts), {}, self.raw, self.pieces, tuple(edits))
        raw = b"".join(own.write([told], fields))
        again = attachment_of(self.suffix, raw, fields)
        firm = [
            t for p, t in zip(self.pieces, texts, strict=True) if not own.may_differ(p.role) and t.strip()
        ]
        read = [p.text for p in again.pieces if not own.may_differ(p.role) and p.text.strip()]
        if not own.same("\n".join(firm), "\n".join(read)):
            raise DocumentError("holds an attachment that cannot be written: save it by itself")
        return self.suffix, raw


def attachment_of(suffix: str, raw: bytes, fields: Fields) -> Attachment:
    """Return a file of this ending as it is attached. Raises DocumentError for what its format does not read."""
    (item,) = ATTACHED[suffix].read(raw, "the attachment", fields)
    if not isinstance(item, Document):
        raise DocumentError(item.reason)
    left_out = item.left_out if isinstance(item, FileDocument) else {}
    if isinstance(item, FileDocument) and ATTACHED[suffix].written_as(fields) is None:
        return Attachment(suffix, raw, item.pieces, left_out, False)
    return Attachment(suffix, raw, (Piece(item.text, "attachment"),), left_out, True)


def fields_of(fields: Fields) -> Fields:
    """Return what is asked of an attachment: a PDF is made anew or written as plain text."""
    choices = fields.choices
    return Fields(choices=choices if choices.pdf == "pdf" else replace(choices, pdf="text"))


def read_attachment(message: Message, fields: Fields) -> Attachment | None:
    """Return what is attached in a part of a mail; None for what no format reads."""
    suffix = PurePosixPath(message.get_filename() or "").suffix.lower()
    suffix = suffix if suffix in ATTACHED else _BY_TYPE.get(message.get_content_type(), suffix)
    raw = message.get_payload(decode=True)
    if suffix not in ATTACHED or not isinstance(raw, bytes):
        return None
    try:
        return attachment_of(suffix, raw, fields_of(fields))
    except (DocumentError, MissingExtraError):
        return None


def strings_of(message: Message) -> Iterator[str]:
    """Yield all strings of a part, unpacked as its name says."""
    content = message.get_payload(decode=True)
    if isinstance(content, bytes):
        yield content.decode("utf-8", errors="replace")
        suffix = PurePosixPath(message.get_filename() or "").suffix.lower()
        if suffix in ATTACHED and content:
            yield from ATTACHED[suffix].strings(content)
