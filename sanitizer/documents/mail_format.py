"""Mails (.eml) and mailboxes (.mbox) as formats: sender, recipients, subject, date and text.

A mail is written as plain text with these headers. Other headers (ways and ids of servers), the second version of a
text in HTML, attachments and signatures are left out and counted; what is encrypted is refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import Header, decode_header, make_header
from email.message import EmailMessage, Message
from typing import Final

from sanitizer.documents.decode import check_characters, check_text
from sanitizer.documents.extra_formats import EXTRA
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.errors import DocumentError
from sanitizer.types import Document

_SHOWN: Final = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date", "Subject")
_BEGIN: Final = re.compile(rb"^From (?=\S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )", re.M)
_QUOTED_BEGIN: Final = re.compile(r"^(>*From )", re.M)
_UNQUOTED_BEGIN: Final = re.compile(r"^>(>*From )", re.M)
_HEADER: Final = re.compile(rb"\A(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.M)
_SPACE: Final = re.compile(r"\s+")
_POSTMARK: Final = "From - Thu Jan  1 00:00:00 1970\n"


class Mail(DocumentFormat):
    """one mail in a file (.eml)"""

    suffixes: tuple[str, ...] = (".eml",)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Its headers and its text. Raises DocumentError for what is no mail, or encrypted."""
        headers, text, left_out = _mail(raw)
        pieces = [*(Piece(line, "header") for line in headers), *([Piece(text)] if text else [])]
        yield FileDocument.of_pieces(name, pieces, raw, left_out)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """The mail as plain text in UTF-8."""
        for document in documents:
            headers = [t for p, t in zip(document.pieces, document.texts, strict=True) if p.role == "header"]
            body = [t for p, t in zip(document.pieces, document.texts, strict=True) if p.role != "header"]
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
                headers, text, _ = _mail(own.removesuffix(b"\n"))
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


def _mail(raw: bytes) -> tuple[list[str], str, dict[str, int]]:
    """Headers ("Name: value"), text, and what is left out by kind. Raises DocumentError."""
    raw = raw.replace(b"\r\n", b"\n")
    if not _HEADER.match(raw):
        raise DocumentError("is no mail: it does not begin with headers")
    message = message_from_bytes(raw, policy=policy.default)
    counts: Counter[str] = Counter()
    try:
        shown = _headers(message)
        parts = list(_texts(message, counts))
    except (MessageError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise DocumentError("is a damaged mail: save it anew, or its text alone") from error
    known = {name.lower(): name for name in _SHOWN}
    counts["header"] += sum(key.lower() not in known for key, _ in shown)
    headers = [f"{known[key.lower()]}: {value}" for key, value in shown if key.lower() in known and value]
    if not headers:
        raise DocumentError("is no mail: it has neither a sender nor a subject")
    text = "\n\n".join(part.strip("\n") for part in parts if part.strip())
    for line in (*headers, text):
        check_characters(line)
    return headers, text, {kind: number for kind, number in sorted(counts.items()) if number}


def _headers(message: Message) -> list[tuple[str, str]]:
    """The headers of a mail as they are shown."""
    found = [(key, str(make_header(decode_header(str(value))))) for key, value in message.raw_items()]
    return [(key, _SPACE.sub(" ", value).strip()) for key, value in found]


def _texts(message: Message, counts: Counter[str]) -> Iterator[str]:
    """The texts of a mail, and of mails that it forwards."""
    kind = message.get_content_type()
    if kind in ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"):
        raise DocumentError("is encrypted: save its text")
    if kind == "message/rfc822":
        for inner in message.get_payload():
            if isinstance(inner, EmailMessage):
                known = {name.lower() for name in _SHOWN}
                lines = [
                    f"{k}: {_SPACE.sub(' ', str(v)).strip()}" for k, v in inner.items() if k.lower() in known
                ]
                yield "\n".join(lines)
                yield from _texts(inner, counts)
    elif kind == "multipart/alternative":
        parts = list(message.iter_parts()) if isinstance(message, EmailMessage) else []
        plain = [p for p in parts if p.get_content_type() == "text/plain"]
        counts["second version of the text"] += len(parts) - len(plain[:1]) if plain else len(parts) - 1
        yield from _texts(plain[0] if plain else parts[-1], counts) if parts else ()
    elif message.is_multipart():
        for part in message.get_payload():
            if isinstance(part, EmailMessage):
                yield from _texts(part, counts)
    elif message.get_content_disposition() == "attachment" or message.get_content_maintype() != "text":
        counts["attachment"] += 1
    elif kind in ("text/plain", "text/html") and isinstance(message, EmailMessage):
        content = str(message.get_content()).replace("\r\n", "\n")
        if kind == "text/html":
            yield _text_of_page(content, counts)
        else:
            check_text(content)
            yield content
    else:
        counts["attachment"] += 1


def _text_of_page(content: str, counts: Counter[str]) -> str:
    """The words of a text in HTML, a paragraph each."""
    for item in EXTRA["html"].read(content.encode("utf-8"), "", Fields()):
        if isinstance(item, FileDocument):
            counts.update(item.left_out)
            return item.text
    return ""


def _written(headers: Iterable[str], text: str) -> bytes:
    """A mail of these headers and this text."""
    lines = []
    for header in headers:
        name, _, value = header.partition(":")
        value = _SPACE.sub(" ", value).strip()
        told = value if value.isascii() else Header(value, "utf-8", maxlinelen=10_000).encode()
        lines.append(f"{name}: {told}")
    lines += [
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    return ("\n".join(lines) + "\n\n" + text + "\n").encode("utf-8")
