"""Read the headers and the texts of a mail, and of mails that it forwards, whatever wrote it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.errors import MessageError, NoBoundaryInMultipartDefect, StartBoundaryNotFoundDefect
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from typing import Final

from sanitizer.documents.decode import check_characters, check_text, decode_rows
from sanitizer.documents.extra_formats import EXTRA
from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.mail_attachments import Attachment, read_attachment
from sanitizer.errors import DocumentError

SHOWN: Final = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date", "X-Date", "Subject")
"""Headers that are read and written; a date that is no moment any more is written as X-Date."""
_KNOWN: Final = {name.lower(): name for name in SHOWN}
_HEADER: Final = re.compile(rb"\A(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.M)
SPACE: Final = re.compile(r"\s+")
_ENCRYPTED: Final = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_PGP: Final = "-----BEGIN PGP MESSAGE-----"
_PACKED: Final = re.compile(
    r"^begin [0-7]{3,4} [^\n]+\n(?:[ -`]{1,90}\n)*?`?[ ]?\n?end[ ]*$"
    r"|^=ybegin [^\n]*\n(?:(?!=ybegin )[^\n]*\n)*?=yend[^\n]*$",
    re.M,
)
"""A file in the midst of a text, as mails had it before they had parts (uuencode, yEnc)."""
_ENDS: Final = re.compile(rb"\r\n?")


@dataclass(frozen=True, slots=True)
class MailRead:
    """What is read of a mail: its ``headers`` ("Name: value"), its ``text``, what is ``attached``, and what is
    ``left_out`` by kind."""

    headers: tuple[str, ...] = field(repr=False)
    text: str = field(repr=False)
    attached: tuple[Attachment, ...]
    left_out: Mapping[str, int]


class _Parts:
    """What is found in the parts of a mail."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.counts: Counter[str] = Counter()
        self.attached: list[Attachment] = []

    def attach(self, message: Message) -> None:
        """Take a part that is attached; one that is not read is left out."""
        found = read_attachment(message, self.fields)
        if found is None:
            self.counts["attachment"] += 1
        else:
            self.counts.update(found.left_out)
            self.attached.append(found)


def read_mail(raw: bytes, fields: Fields) -> MailRead:
    """Return what is read of a mail. Raises DocumentError."""
    raw = _ENDS.sub(b"\n", raw)
    if not _HEADER.match(raw):
        raise DocumentError("is no mail: it does not begin with headers")
    message = message_from_bytes(raw, policy=policy.default)
    found = _Parts(fields)
    try:
        shown = _headers(message)
        parts = list(_texts(message, found))
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise DocumentError("is a damaged mail: save it anew, or its text alone") from error
    found.counts["header"] += sum(key.lower() not in _KNOWN for key, _ in shown)
    headers = [f"{_KNOWN[key.lower()]}: {value}" for key, value in shown if key.lower() in _KNOWN and value]
    if not headers:
        raise DocumentError("is no mail: it has neither a sender nor a subject")
    text = "\n\n".join(part.strip("\n") for part in parts if part.strip())
    for line in (*headers, text):
        check_characters(line)
    left_out = {kind: number for kind, number in sorted(found.counts.items()) if number}
    return MailRead(tuple(headers), text, tuple(found.attached), left_out)


def _headers(message: Message) -> list[tuple[str, str]]:
    """Return the headers of a mail as they are shown; bytes that name no encoding are read as those of a text are."""
    found = []
    for key, value in message.raw_items():
        told = str(value)
        if not told.isascii():
            told = decode_rows(told.encode("utf-8", "surrogateescape"))
        found.append((key, SPACE.sub(" ", str(make_header(decode_header(told)))).strip()))
    return found


def _texts(message: Message, found: _Parts) -> Iterator[str]:
    """Yield the texts of a mail, and of mails that it forwards."""
    kind = message.get_content_type()
    _refuse(message)
    if message.is_multipart():
        found.counts["text between parts"] += sum(
            bool((t or "").strip()) for t in (message.preamble, message.epilogue)
        )
    if kind == "message/rfc822" or _is_attached_mail(message):
        for inner in _forwarded(message):
            shown = [(key, value) for key, value in _headers(inner) if key.lower() in _KNOWN]
            yield "\n".join(f"{key}: {value}" for key, value in shown)
            yield from _texts(inner, found)
    elif kind == "multipart/alternative":
        parts = [part for part in message.get_payload() if isinstance(part, Message)]
        if parts:
            best = max(parts, key=_rank)
            found.counts["second version of the text"] += len(parts) - 1
            yield from _texts(best, found)
    elif message.is_multipart() and message.get_content_maintype() == "multipart":
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _texts(part, found)
    elif kind in ("text/plain", "text/html") and message.get_content_disposition() != "attachment":
        content = _content(message)
        if kind == "text/html" and content.strip():
            yield _text_of_page(content, found.counts)
        else:
            content, packed = _PACKED.subn("", content)
            found.counts["attachment"] += packed
            _check(content)
            yield content
    else:
        found.attach(message)


def _refuse(message: Message) -> None:
    """Raise DocumentError for a part that is encrypted, or whose parts nothing parts."""
    if message.get_content_type() in _ENCRYPTED:
        raise DocumentError("is encrypted: save its text")
    if any(isinstance(d, NoBoundaryInMultipartDefect | StartBoundaryNotFoundDefect) for d in message.defects):
        raise DocumentError("is a damaged mail: nothing parts its parts; save it anew, or its text alone")


def _rank(part: Message) -> int:
    """Return which of several versions of a text is read: the plain one, else a page, else the last."""
    kinds = {own.get_content_type() for own in part.walk()}
    return 2 * ("text/plain" in kinds) + ("text/html" in kinds)


def _is_attached_mail(message: Message) -> bool:
    """Return whether a part is a mail by its name only."""
    return not message.is_multipart() and (message.get_filename() or "").lower().endswith(".eml")


def _forwarded(message: Message) -> Iterator[Message]:
    """Yield the mails in a part that is one, packed for transport or not."""
    if not message.is_multipart():
        raw = message.get_payload(decode=True)
        content = _ENDS.sub(b"\n", raw) if isinstance(raw, bytes) else b""
        if not _HEADER.match(content):
            raise DocumentError("holds an attached mail that cannot be read: save its text")
        yield message_from_bytes(content, policy=policy.default)
        return
    for inner in message.get_payload():
        if not isinstance(inner, Message):
            continue
        if str(message.get("Content-Transfer-Encoding", "")).strip().lower() in (
            "base64",
            "quoted-printable",
        ):
            packed = EmailMessage()
            packed["Content-Transfer-Encoding"] = str(message["Content-Transfer-Encoding"])
            packed.set_payload(inner.as_bytes().lstrip(b"\n").decode("ascii", "replace"))
            raw = packed.get_payload(decode=True)
            inner = message_from_bytes(raw if isinstance(raw, bytes) else b"", policy=policy.default)
            if not inner.keys():
                raise DocumentError("holds a forwarded mail that cannot be unpacked: save its text")
        yield inner


def _content(message: Message) -> str:
    """Return the characters of a text: in the encoding that it names, where it is in it, else as those of a file."""
    raw = message.get_payload(decode=True)
    raw = raw if isinstance(raw, bytes) else b""
    text, named = None, message.get_content_charset()
    if named:
        with suppress(LookupError, UnicodeDecodeError):  # it is not what it says
            text = raw.decode(named)
    text = (decode_rows(raw) if text is None else text).replace("\r\n", "\n")
    joined = (str(message.get_param(name, "")).lower() for name in ("format", "delsp"))
    return text.replace(" \n", "") if tuple(joined) == ("flowed", "yes") else text  # RFC 3676, 4.2


def _check(content: str) -> None:
    """Raise DocumentError for a text that is none."""
    if _PGP in content:
        raise DocumentError("is encrypted: save its text")
    check_text(content)


def _text_of_page(content: str, counts: Counter[str]) -> str:
    """Return the words of a text in HTML, a paragraph each."""
    for item in EXTRA["html"].read(content.encode("utf-8"), "", Fields()):
        if isinstance(item, FileDocument):
            counts.update(item.left_out)
            return item.text
    return ""
