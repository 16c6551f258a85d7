"""Mails (.eml) and mailboxes (.mbox) as formats: sender, recipients, subject, date, text and attachments.

A mail is written as plain text with these headers, and with its attachments under new names. Other headers (ways and
ids of servers), the second version of a text in HTML, signatures, and attachments that no format reads are left out and
counted; what is encrypted is refused.
"""

import re
from base64 import encodebytes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from email import message_from_bytes, policy
from email.header import Header
from email.utils import parsedate_to_datetime
from typing import Final

from sanitizer.documents import mail_attachments
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Fields,
    FileDocument,
    PartText,
    Piece,
    Unreadable,
    Written,
)
from sanitizer.documents.mail_text import SPACE, read_mail
from sanitizer.errors import DocumentError
from sanitizer.types import Document

_BEGIN: Final = re.compile(rb"^From (?=\S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )", re.M)
_QUOTED_BEGIN: Final = re.compile(rb"^(>*From )", re.M)
_UNQUOTED_BEGIN: Final = re.compile(rb"^>(>*From )", re.M)
_POSTMARK: Final = b"From - Thu Jan  1 00:00:00 1970\n"


class Mail(DocumentFormat):
    """one mail in a file (.eml)"""

    suffixes: tuple[str, ...] = (".eml",)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield its headers, its text and its attachments. Raises DocumentError for what is no mail, or encrypted."""
        yield _document(raw, name, fields)

    def may_differ(self, role: str) -> bool:
        """Return whether a date is written under another name, no moment any more; so may parts of attachments."""
        return role == "date" or mail_attachments.may_differ(role)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the mail as plain text in UTF-8, with its attachments."""
        for document in documents:
            yield _mail(document, fields)

    def strings(self, raw: bytes) -> Iterator[str]:
        """Headers as they are and decoded, and all parts, unpacked."""
        yield raw.decode("utf-8", errors="replace")
        for number, part in enumerate(message_from_bytes(raw, policy=policy.default).walk(), 1):
            yield from (PartText(f"{key} {value}", f"part {number}, a header") for key, value in part.items())
            for own in mail_attachments.strings_of(part):
                where = own.where if isinstance(own, PartText) else "its content"
                yield PartText(own, f"part {number}, {where}")


class Mailbox(DocumentFormat):
    """a mail a document, in a mailbox (.mbox)"""

    suffixes: tuple[str, ...] = (".mbox",)
    many: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a document a mail; its number is its id. Raises DocumentError for what is no mailbox."""
        starts = [
            m.start()
            for m in _BEGIN.finditer(raw)
            if m.start() == 0 or raw[m.start() - 2 : m.start()] == b"\n\n"
        ]
        if not starts or starts[0]:
            raise DocumentError('is no mailbox: it does not begin with a line "From "')
        for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(raw)], strict=True), 1):
            own = raw[start:end].split(b"\n", 1)[1] if b"\n" in raw[start:end] else b""
            try:
                mail = _UNQUOTED_BEGIN.sub(rb"\1", own.removesuffix(b"\n"))
                yield _document(mail, str(number), fields)
            except DocumentError as error:
                yield Unreadable(f"mail {number}", str(error))

    def may_differ(self, role: str) -> bool:
        """As in a mail."""
        return Mail().may_differ(role)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the mails, without the lines that say when they came; one that was written already as it is."""
        for document in documents:
            if document.pieces:
                yield _POSTMARK + _QUOTED_BEGIN.sub(rb">\1", _mail(document, fields)) + b"\n"
            else:
                yield document.source

    def strings(self, raw: bytes) -> Iterator[str]:
        """As those of a mail, of each by itself."""
        for own in _BEGIN.split(raw):
            yield from Mail().strings(own.partition(b"\n")[2])


def _document(raw: bytes, name: str, fields: Fields) -> FileDocument:
    """Return a mail as a document. Raises DocumentError."""
    mail = read_mail(raw, fields)
    roles = ("date" if line.startswith(("Date:", "X-Date:")) else "header" for line in mail.headers)
    pieces = [*map(Piece, mail.headers, roles), *([Piece(mail.text)] if mail.text else [])]
    for own in mail.attached:
        pieces += [*own.pieces[:-1], *(replace(last, after=BETWEEN) for last in own.pieces[-1:])]
    return FileDocument.of_pieces(name, pieces, raw, mail.left_out)


def _mail(document: Written, fields: Fields) -> bytes:
    """Return a sanitized mail with its attachments."""
    mail = read_mail(document.source, fields)
    count = len(mail.headers)
    texts = document.texts
    body = texts[count] if mail.text else ""
    at = count + bool(mail.text)
    files = []
    for own in mail.attached:
        edits = document.edits[at : at + len(own.pieces)]
        files.append(own.written(edits, mail_attachments.fields_of(fields)))
        at += len(own.pieces)
    return _written(texts[:count], body, files)


def _is_moment(value: str) -> bool:
    """Return whether it is a date with a time, as the header of a mail has it (RFC 5322, 3.3)."""
    try:
        parsedate_to_datetime(value)
    except ValueError:
        return False
    return ":" in value


def _written(headers: Iterable[str], text: str, files: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a mail of these headers, this text, and these files (the ending of the name, the content)."""
    lines = []
    for header in headers:
        name, _, value = header.partition(":")
        value = SPACE.sub(" ", value).strip()
        if name == "Date" and not _is_moment(value):
            name = "X-Date"
        told = value if value.isascii() else Header(value, "utf-8", maxlinelen=10_000).encode()
        lines.append(f"{name}: {told}")
    lines.append("MIME-Version: 1.0")
    body = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", text]
    if not files:
        return ("\n".join([*lines, *body]) + "\n").encode("utf-8")
    number = 1
    while f"--part-{number}" in text:
        number += 1
    lines += [f'Content-Type: multipart/mixed; boundary="part-{number}"', "", f"--part-{number}", *body]
    for place, (ending, content) in enumerate(files, 1):
        lines += [
            f"--part-{number}",
            "Content-Type: application/octet-stream",
            f'Content-Disposition: attachment; filename="attachment-{place}{ending}"',
            "Content-Transfer-Encoding: base64",
            "",
            encodebytes(content).decode("ascii"),
        ]
    return ("\n".join([*lines, f"--part-{number}--"]) + "\n").encode("utf-8")
