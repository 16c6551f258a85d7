# ruff: noqa: E501
"""Mails as programs write them, well and badly: what is read, what is refused, and which date is written."""

import base64
from dataclasses import replace
from email import message_from_bytes, policy

import pytest

from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from tests.contracts.document_format import changes_of

HEAD = "From: a@example.org\nDate: Mon, 4 Jan 2021 10:00:00 +0000\nSubject: x\n"
PLAIN = "Content-Type: text/plain\n"
DEEP = f"{PLAIN}\nMr Quernby\n"
for _number in range(60):
    DEEP = f"Content-Type: multipart/mixed; boundary=b{_number}\n\n--b{_number}\n{DEEP}\n--b{_number}--\n"


def packed(text: str, code: str = "utf-8") -> str:
    return base64.encodebytes(text.encode(code)).decode()


BODIES: dict[str, tuple[str | bytes, str]] = {
    "unknown charset": ("Content-Type: text/plain; charset=klingon\n\nMr Quernby\n", "Mr Quernby"),
    "another charset than it says": ("Content-Type: text/plain; charset=utf-8\n\nMr Quernby é\n".encode("latin-1"), "Mr Quernby é"),
    "eight bits without charset": (f"{PLAIN}\nMr Quernby é\n".encode("latin-1"), "Mr Quernby é"),
    "UTF-16 in base64": (f"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n{packed('Mr Quernby', 'utf-16')}", "Mr Quernby"),
    "base64 with strange characters": (f"{PLAIN}Content-Transfer-Encoding: base64\n\nTXIgUXVlcm5ieSBjYW1l!!!=\n", "Mr Quernby came"),
    "break within a word": (f"{PLAIN}Content-Transfer-Encoding: quoted-printable\n\nMr Quern=\nby\n", "Mr Quernby"),
    "transport that nobody knows": (f"{PLAIN}Content-Transfer-Encoding: x-own\n\nMr Quernby\n", "Mr Quernby"),
    "type that is none": ("Content-Type: text\n\nMr Quernby\n", "Mr Quernby"),
    "parts never closed": (f"Content-Type: multipart/mixed; boundary=z\n\n--z\n{PLAIN}\nMr Quernby\n", "Mr Quernby"),
    "words between parts": (f"Content-Type: multipart/mixed; boundary=z\n\nSecret\n--z\n{PLAIN}\nMr Quernby\n--z--\nSecret\n", "Mr Quernby"),
    "text shown in place": (f'Content-Type: multipart/mixed; boundary=z\n\n--z\n{PLAIN}\na\n--z\n{PLAIN}Content-Disposition: inline; filename="Secret.txt"\n\nMr Quernby\n--z--\n', "a\n\nMr Quernby"),
    "forwarded, packed": (f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{packed('From: q@x.org' + chr(10) + 'Subject: y' + chr(10) * 2 + 'Mr Quernby' + chr(10))}", "From: q@x.org\nSubject: y\n\nMr Quernby"),
    "versions in parts": ("Content-Type: multipart/alternative; boundary=z\n\n--z\nContent-Type: multipart/related; boundary=y\n\n--y\nContent-Type: text/html\n\n<p>Mr Quernby</p>\n--y--\n--z\nContent-Type: text/calendar\n\nSecret\n--z--\n", "Mr Quernby"),
    "report of a server": (f"Content-Type: multipart/report; boundary=z\n\n--z\n{PLAIN}\nMr Quernby\n--z\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; Secret\n--z--\n", "Mr Quernby"),
    "lines that a program broke in a word": ("Content-Type: text/plain; format=flowed; delsp=yes\n\nMr Quern \nby\n", "Mr Quernby"),
    "a file in the text": (f"{PLAIN}\nMr Quernby\n\nbegin 644 Secret.txt\n#4V5C\n`\nend\n\n=ybegin line=9 name=Secret\nSecret\n=yend size=6\n", "Mr Quernby"),
    "an empty page": ("Content-Type: text/html\n\n\n", ""),
    "parts in parts": (DEEP, "Mr Quernby"),
}  # fmt: skip
HEADERS: dict[str, tuple[bytes, str]] = {
    "eight bits": ("From: José Quernby <a@b.c>\n\na\n".encode("latin-1"), "From: José Quernby <a@b.c>"),
    "UTF-8": ("From: José Quernby <a@b.c>\n\na\n".encode(), "From: José Quernby <a@b.c>"),
    "a name in two words": (
        b"From: =?utf-8?q?Quern?= =?utf-8?q?by?= <a@b.c>\n\na\n",
        "From: Quernby <a@b.c>",
    ),
    "a group": (b"To: Friends: Ann Quernby <q@x>, b@c;\n\na\n", "To: Friends: Ann Quernby <q@x>, b@c;"),
    "old ends of lines": (b"From: Quernby\rSubject: x\r\ra\r", "From: Quernby"),
}
REFUSED = {
    "no parts": ("Content-Type: multipart/mixed\n\nMr Quernby\n", "nothing parts"),
    "parts that never begin": ("Content-Type: multipart/mixed; boundary=z\n\nMr Quernby\n", "nothing parts"),
    "encrypted text": (
        f"{PLAIN}\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n",
        "encrypted",
    ),
    "a word that cannot be decoded": ("To: =?x-no?b?UXVlcm5ieQ==?=\n\na\n", "damaged"),
}


def read(raw: bytes) -> FileDocument:
    (own,) = format_called("mail").read(raw, "a", Fields())
    assert isinstance(own, FileDocument)
    return replace(own, format="mail", asked=Fields())


@pytest.mark.parametrize("name", BODIES)
def test_texts_are_read_however_they_were_sent(name: str) -> None:
    body, wanted = BODIES[name]
    own = read(HEAD.encode() + (body if isinstance(body, bytes) else body.encode()))
    assert "".join(piece.text for piece in own.pieces if piece.role == "body") == wanted
    raw = rewritten(own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"])
    assert b"Quernby" not in raw and b"Secret" not in raw


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_read_however_they_were_sent(name: str) -> None:
    raw, wanted = HEADERS[name]
    assert read(raw).pieces[0].text == wanted


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused(name: str) -> None:
    body, why = REFUSED[name]
    with pytest.raises(DocumentError, match=why):
        read((HEAD + body).encode())


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("x", "x", "Date: Mon, 4 Jan 2021 10:00:00 +0000"), ("Mon, 4 Jan 2021 10:00:00 +0000", "2021", "X-Date: 2021"),
        ("Mon, 4 Jan 2021 10:00:00 +0000", "4 January 2021", "X-Date: 4 January 2021"),
        ("4 Jan", "5 Feb", "Date: Mon, 5 Feb 2021 10:00:00 +0000"),
    ],
)  # fmt: skip
def test_the_date_of_a_mail_is_a_moment_or_has_another_name(old: str, new: str, written: str) -> None:
    own = read(f"{HEAD}\nhello\n".encode())
    raw = rewritten(own, changes_of(own.text, old, new), [])
    assert written.encode() in raw.split(b"\n")
    message = message_from_bytes(raw, policy=policy.default)
    assert message["Date"] is None or message["Date"].datetime is not None
    assert read(raw).text.count(new) == own.text.count(old)
