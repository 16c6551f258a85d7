"""What is no plain text is read as what it is, or refused."""

import gzip
import json
import lzma
from pathlib import Path

import pytest

from sanitizer.documents.decode import decode
from sanitizer.documents.markup import kind_of_markup
from sanitizer.errors import DocumentError
from tests.documents.calls import NAME, PLAIN, Call, rows, tree


@pytest.mark.parametrize("encoding", ["utf-32", "utf-16", "utf-8-sig"])
@pytest.mark.finding("C3")
def test_marked_encodings_are_read_as_what_they_are(tmp_path: Path, call: Call, encoding: str) -> None:
    (tmp_path / "u.txt").write_bytes(NAME.encode(encoding))
    assert call("sanitize", tmp_path / "u.txt", "-o", tmp_path / "o.txt").status == 0
    assert b"Markovic" not in (tmp_path / "o.txt").read_bytes().replace(b"\0", b"")


@pytest.mark.parametrize(
    "raw",
    [
        NAME.encode("utf-32-le"),
        NAME.encode("utf-16-le"),
        NAME.encode("utf-16-be"),
        b"\xff\xfe" + "\0".join(NAME).encode("utf-16-le"),
        b"\xef\xbb\xbf" + "\0".join(NAME).encode(),
        b"x" * 70_000 + "\0".join(NAME).encode(),
        "\x01".join(NAME).encode(),
        "\ufffe".join(NAME).encode(),
    ],
)
@pytest.mark.finding("C3")
def test_letters_with_something_between_are_refused(raw: bytes) -> None:
    with pytest.raises(DocumentError, match=r"binary|U\+"):
        decode(raw)


def test_a_row_with_a_nul_fails_alone(tmp_path: Path, call: Call) -> None:
    nul = "\0".join("Markovic")
    source = tmp_path / "n.jsonl"
    source.write_text(rows({"text": f"Mrs {nul} came."}, {"text": "Half \ud800 a letter."}, {"text": PLAIN}))
    done = call("sanitize", source, "-o", tmp_path / "o.jsonl")
    assert done.status == 1 and "1 of 3 documents done" in done.err
    assert "U+0000" in done.err and "U+D800" in done.err
    (tmp_path / "n.csv").write_text(f"n,text\n1,Mrs {nul} came.\n2,{PLAIN}\n")
    assert call("sanitize", tmp_path / "n.csv", "-o", tmp_path / "o.csv").status == 1
    assert not (tmp_path / "o.csv").exists() or nul not in (tmp_path / "o.csv").read_text()


def test_the_library_refuses_them_too() -> None:
    from tests.tiny import sanitizer

    with pytest.raises(DocumentError, match=r"U\+0000"):
        sanitizer().sanitize("M\0r\0s")


_MAIL = "Return-Path: <a@b.example>\nFrom: a@b.example\nSubject: hello\nMIME-Version: 1.0\n\nDear Ann\n"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.3\n1 0 obj\nendobj\n", "PDF"),
        (b"junk\n%PDF-1.3\n1 0 obj\nendobj\n", "PDF"),
        (b"{\\rtf1\\ansi Mrs Markovic}", "RTF"),
        (b"PK\x03\x04abc", "packed"),
        (b"<!DOCTYPE html><p>Markovi&#263;</p>", "HTML"),
        (b"  <html><head><title>x</title></head></html>", "HTML"),
        (b"<?xml version='1.0'?><a>b</a>", "XML"),
        (b"<!-- note --><svg width='1'><text>Ann</text></svg>", "SVG"),
        (b"<letter><from>Ann</from><body>" + b"many words " * 99 + b"</body></letter>", "XML"),
        (b"Ann wrote: <p>one</p><p>two</p><p>three</p><b>four</b>", "HTML"),
        (_MAIL.encode(), "mail"),
        (b"From ann@b.example Mon Jan  4 10:00:00 2021\nSubject: x\n\nDear", "mail"),
    ],
)
@pytest.mark.finding("B6")
def test_markup_and_binary_are_told_by_content(tmp_path: Path, content: bytes, what: str) -> None:
    with pytest.raises(DocumentError, match=what):
        decode(content)


@pytest.mark.parametrize(
    "text",
    [
        "The tag <html> begins a page, and </html> ends it.",
        "# Title\n\nSee <b>this</b> and ![x](y.png).\n<br>\n" + "More words follow here. " * 20,
        "From: Ann\nTo: Bob\nSubject: lunch\nX-Ray: normal\nReceived: 3 May\n\nAt noon?",
        "<ann> hello\n<bob> hello\n<ann> how are you\n<bob> well\n<ann> bye\n<bob> bye\n<ann> so",
        "If a < b and c > d, PDF files begin with %PDF-1.3 or so.",
        "",
    ],
)
def test_texts_that_speak_of_tags_are_texts(text: str) -> None:
    assert decode(text.encode()) == text and kind_of_markup(text) is None


def test_a_folder_lists_what_it_skips(tmp_path: Path, call: Call) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(PLAIN)
    (folder / "b.txt").write_bytes(b"%PDF-1.3 endobj")
    (folder / "c.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    (folder / "Gary-Whitcombe.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    (folder / ".hidden").write_bytes(b"")
    done = call("sanitize", folder, "-o", tmp_path / "out", "--json")
    assert done.status == 1 and tree(tmp_path / "out") == ["a.txt"]
    assert "b.txt: is a PDF" in done.err and "c.doc: is skipped, for it is an old Office file" in done.err
    assert "Whitcombe" not in done.err + done.out
    assert len(json.loads(done.out)["skipped"]) == 2


@pytest.mark.parametrize("name", ["b.txt.gz", "b.txt.xz"])
@pytest.mark.finding("L4")
def test_what_swells_is_refused(tmp_path: Path, call: Call, name: str) -> None:
    pack = gzip.compress if name.endswith(".gz") else lzma.compress
    (tmp_path / name).write_bytes(pack(b" " * 80_000_000))
    done = call("sanitize", tmp_path / name, "-o", tmp_path / "o.txt")
    assert done.status == 1 and "times its size" in done.err and not (tmp_path / "o.txt").exists()
