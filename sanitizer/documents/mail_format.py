"""Mails (.eml) and mailboxes (.mbox) as formats: sender, recipients, subject, date and text.

A mail is written as plain text with these headers. Other headers (ways and ids of servers), the second version of a
text in HTML, attachments and signatures are left out and counted; what is encrypted is refused.
"""

import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.header import Header
from email.utils import parsedate_to_datetime
from typing import Final

from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.documents.mail_text import SPACE, read_mail
from sanitizer.errors import DocumentError
from sanitizer.types import Document

_BEGIN: Final = re.compile(rb"^From (?=\S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )", re.M)
_QUOTED_BEGIN: Final = re.compile(r"^(>*From )", re.M)
_UNQUOTED_BEGIN: Final = re.compile(r"^>(>*From )", re.M)
_POSTMARK: Final = "From - Thu Jan  1 00:00:00 1970\n"


class Mail(DocumentFormat):
    """one mail in a file (.eml)"""

    suffixes: tuple[str, ...] = (".eml",)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Its headers and its text. Raises DocumentError for what is no mail, or encrypted."""
        headers, text, left_out = read_mail(raw)
        roles = ("date" if line.startswith(("Date:", "X-Date:")) else "header" for line in headers)
        pieces = [*map(Piece, headers, roles), *([Piece(text)] if text else [])]
        yield FileDocument.of_pieces(name, pieces, raw, left_out)

    def may_differ(self, role: str) -> bool:
        """A date is written under another name where it is no moment any more."""
        return role == "date"

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """The mail as plain text in UTF-8."""
        for document in documents:
            told = list(zip(document.pieces, document.texts, strict=True))
            headers = [text for piece, text in told if piece.role in ("header", "date")]
            body = [text for piece, text in told if piece.role == "body"]
            yield _written(headers, "".join(body))

    def strings(self, raw: bytes) -> Iterator[str]:
        """Headers as they are and decoded, and all parts."""
        yield raw.decode("utf-8", errors="replace")
        message = message_from_bytes(raw, policy=policy.default)
        for part in message.walk():
            yield from (f"{key} {value}" for key, value in part.items())
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                yield content.decode("utf-8", errors="replace")


class Mailbox(DocumentFormat):
    """a mail a document, in a mailbox (.mbox)"""

    suffixes: tuple[str, ...] = (".mbox",)
    many: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """A document a mail; its number is its id. Raises DocumentError for what is no mailbox."""
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
                headers, text, _ = read_mail(own.removesuffix(b"\n"))
            except DocumentError as error:
                yield Unreadable(f"mail {number}", str(error))
                continue
            yield Document(str(number), "\n".join([*headers, "", _UNQUOTED_BEGIN.sub(r"\1", text)]))

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """The mails as plain text in UTF-8, without the lines that say when they came."""
        for document in documents:
            head, _, text = document.text.partition("\n\n")
            headers = [line for line in head.split("\n") if line]
            mail = _written(headers, _QUOTED_BEGIN.sub(r">\1", text))
            yield _POSTMARK.encode() + mail + b"\n"

    def strings(self, raw: bytes) -> Iterator[str]:
        """As those of a mail."""
        return Mail().strings(raw)


def _is_moment(value: str) -> bool:
    """Whether it is a date with a time, as the header of a mail has it (RFC 5322, 3.3)."""
    try:
        parsedate_to_datetime(value)
    except ValueError:
        return False
    return ":" in value


def _written(headers: Iterable[str], text: str) -> bytes:
    """A mail of these headers and this text."""
    lines = []
    for header in headers:
        name, _, value = header.partition(":")
        value = SPACE.sub(" ", value).strip()
        if name == "Date" and not _is_moment(value):
            name = "X-Date"
        told = value if value.isascii() else Header(value, "utf-8", maxlinelen=10_000).encode()
        lines.append(f"{name}: {told}")
    lines += [
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    return ("\n".join(lines) + "\n\n" + text + "\n").encode("utf-8")
