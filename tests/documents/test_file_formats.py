# ruff: noqa: E501
"""Files of Office, web pages, mails, subtitles, PDF: all text is read, nothing else is written, formatting stays."""

import io
import zipfile
from dataclasses import replace

import pytest

from sanitizer.documents.formats import Choices, DocumentFormat, Fields, FileDocument, PdfAs
from sanitizer.documents.known_formats import format_called, name_of_format
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from sanitizer.text.edits import Change
from sanitizer.types import Document, Span
from tests.contracts.document_format import DocumentFormatContract, changes_of
from tests.documents import files

FILES = {
    "word": files.word(), "powerpoint": files.powerpoint(), "opendocument": files.open_document(), "excel": files.excel(),
    "html": files.page(), "mail": files.mail(), "mailbox": files.mailbox(), "subtitles": files.subtitles(),
}  # fmt: skip


class _Shipped(DocumentFormatContract):
    name = ""

    def make(self) -> DocumentFormat:
        return format_called(self.name)

    def file(self) -> bytes:
        return FILES[self.name]


class TestWord(_Shipped):
    name = "word"


class TestPowerPoint(_Shipped):
    name = "powerpoint"


class TestOpenDocument(_Shipped):
    name = "opendocument"


class TestExcel(_Shipped):
    name = "excel"


class TestWebPage(_Shipped):
    name = "html"


class TestMail(_Shipped):
    name = "mail"


class TestMailbox(_Shipped):
    name = "mailbox"

    def fields(self) -> Fields:
        return Fields()


class TestSubtitles(_Shipped):
    name = "subtitles"


def document(name: str, raw: bytes) -> FileDocument:
    (own,) = format_called(name).read(raw, f"a.{name}", Fields())
    assert isinstance(own, FileDocument)
    return FileDocument(own.id, own.text, format=name, source=raw, pieces=own.pieces, left_out=own.left_out)


@pytest.mark.parametrize("name", [name for name in FILES if name != "mailbox"])
def test_what_is_not_read_is_not_written(name: str) -> None:
    own = document(name, FILES[name])
    assert files.HIDDEN not in own.text and own.left_out
    changes = changes_of(own.text, files.NAME, "Grey")
    raw = rewritten(own, changes, [files.NAME, files.HIDDEN])
    assert not files.names_in(raw)
    again = document(name, raw)
    assert again.text == own.text.replace(files.NAME, "Grey")


def told(name: str) -> list[str]:
    return [piece.text for piece in document(name, FILES[name]).pieces]


def test_all_text_of_a_word_document_is_read() -> None:
    assert told("word") == [
        "Mr Quernby came.", "Dr Quernby went.", "Quernby on page 1", "by Quernby Quernby", "Name", "Quernby\tA",
        "Also Quernby.", "See ", "Quernby at sea", "Box of Quernby", "Quernby", "Mr Quernby", "Mr Quernby",
    ]  # fmt: skip


def test_formatting_around_a_change_stays() -> None:
    own = document("word", FILES["word"])
    raw = rewritten(own, changes_of(own.text, "Mr Quernby", "A man"), [])
    part = unpack(raw)["word/document.xml"].decode()
    assert ">A man</" in part and "<w:b/>" in part and ">by came.</" not in part and "PAGE" in part
    with zipfile.ZipFile(io.BytesIO(raw)) as package:
        assert package.testzip() is None
        assert not [
            n for n in package.namelist() if n.endswith(".jpeg") or "docProps" in n or "comments" in n
        ]


def test_all_text_of_open_documents_is_read() -> None:
    assert told("opendocument") == [
        "Mr Quernby  came\tagain.", "Quernby", "Quernby there by Quernby", "Quernby at sea", "1,235", "Quernby", "Quernby",
    ]  # fmt: skip


def test_a_cell_has_no_other_value_than_it_shows() -> None:
    own = document("opendocument", FILES["opendocument"])
    content = unpack(rewritten(own, [], []))["content.xml"]
    assert b"1234.5678" not in content and b"1,235" in content


def test_numbers_and_names_of_sheets_are_read() -> None:
    assert told("excel") == [
        "Quernby", "name", "born", "phone", "Mr Quernby", "7700900123", "Quernby below an empty row", "more", "Quernby again",
            "Page # of Mr Quernby",
    ]  # fmt: skip


def test_a_changed_number_is_text_and_no_formula() -> None:
    own = document("excel", FILES["excel"])
    again = document("excel", rewritten(own, changes_of(own.text, "7700900123", "=1+1"), ["7700900123"]))
    assert "=1+1" in [piece.text for piece in again.pieces]


def test_all_text_of_a_page_is_read() -> None:
    assert [" ".join(text.split()) for text in told("html")] == [
        "Life of Quernby", "Mr Quernby", "Quernby came. He went. Write Quernby at sea", "Name", "Quernby", "Quernby",
    ]  # fmt: skip


def test_headers_texts_and_forwarded_mails_are_read() -> None:
    texts = told("mail")
    assert texts[:2] == ["From: Ann Quernby <ann@example.org>", "Subject: Quernby é"]
    assert "Mr Quernby came. É" in texts[2] and "To: Bo Quernby" in texts[2] and "Quernby again" in texts[2]
    assert document("mail", FILES["mail"]).left_out["attachment"] == 1


def test_speakers_are_read() -> None:
    assert told("subtitles") == ["Ann Quernby", "Hello there,\nQuernby.", "Yes."]


PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type"
    b"/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n4 0 obj<</Length 86>>"
    b"stream\nBT /F1 12 Tf 20 150 Td (Mr Quernby came to the hos-) Tj 0 -16 Td (pital in Leeds.) Tj ET\nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n"
)


def pdf(choice: PdfAs, content: bytes = PDF) -> FileDocument:
    fields = Fields(choices=Choices(pdf=choice))
    (own,) = format_called("pdf").read(content, "a", fields)
    assert isinstance(own, FileDocument)
    return replace(own, format="pdf", asked=fields)


@pytest.mark.parametrize(
    ("choice", "begin"),
    [("text", b"Mr Grey"), ("md", b"Mr Grey"), ("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF-")],
)
def test_a_pdf_is_written_as_was_chosen(choice: PdfAs, begin: bytes) -> None:
    own = pdf(choice)
    assert own.text == "Mr Quernby came to the hospital in Leeds."
    raw = rewritten(own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"])
    assert raw.startswith(begin) and raw == rewritten(
        own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"]
    )
    if choice == "pdf":
        (again,) = format_called("pdf").read(raw, "a", Fields())
        assert isinstance(again, Document) and again.text.startswith("Mr Grey came")
        assert not any("Quernby" in string for string in format_called("pdf").strings(raw))


TWO_COLUMNS = [
    ("A report on the work of the society", 20, 180),
    *((f"left line {n} with a good many words", 20, 150 - 12 * n) for n in range(4)),
    *(
        (f"{'Right' if n == 0 else 'right'} line {n} with a good many words", 160, 144 - 12 * n)
        for n in range(4)
    ),
    ("Name", 20, 60),
    ("Rose", 160, 60),
]


def test_columns_are_read_one_after_the_other_and_tables_by_rows() -> None:
    drawn = b"".join(f"BT /F1 7 Tf {x} {y} Td ({t}) Tj ET\n".encode() for t, x, y in TWO_COLUMNS)
    start, end = PDF.index(b"BT"), PDF.index(b"ET") + 3
    content = (PDF[:start] + drawn + PDF[end:]).replace(b"/Length 86", f"/Length {len(drawn)}".encode())
    lines = pdf("text", content).text.split("\n")
    assert [line for line in lines if line] == [
        *(t for t, _, _ in TWO_COLUMNS[:9]),
        "Name   Rose",
    ]


def _with(name: str, content: bytes, raw: bytes = FILES["word"]) -> bytes:
    return pack({**unpack(raw), name: content})


BOMB = b"<w:document>" + b"x" * (1 << 25) + b"</w:document>"
REFUSED = [
    ("word", _with("word/vbaProject.bin", b"x"), "holds macros"),
    ("word", _with("word/embeddings/oleObject1.bin", b"x"), "holds an embedded object"),
    ("word", _with("_xmlsignatures/sig1.xml", b"<x/>"), "holds a signature"),
    ("word", _with("word/document.xml", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), "declares entities"),
    ("word", _with("word/document.xml", b"<w:document>"), "is no XML"),
    ("word", _with("word/document.xml", BOMB), "unpacks to more than"),
    ("word", pack({"a": b"b"}), "is no such file"),
    ("word", FILES["word"][:500], "is damaged"),
    ("opendocument", _with("Basic/x.xml", b"<x/>", FILES["opendocument"]), "holds macros"),
    ("opendocument", pack({"mimetype": b"text/plain", "content.xml": b"<x/>"}), "is no OpenDocument"),
    ("excel", _with("xl/vbaProject.bin", b"x", FILES["excel"]), "holds macros"),
    ("html", b"Just words.", "is no web page"),
    ("mail", b"Just words.", "is no mail"),
    ("mail", b"Subject: a\nContent-Type: application/pkcs7-mime\n\nAAAA\n", "is encrypted"),
    ("pdf", b"Just words.", "is no PDF"),
    ("pdf", PDF.replace(b"Tj", b"xx"), "holds no text"),
    ("subtitles", b"Just words.", "is no file of subtitles"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "raw", "why"), REFUSED)
def test_what_cannot_be_read_or_left_out_is_refused(name: str, raw: bytes, why: str) -> None:
    with pytest.raises(DocumentError, match=why):
        list(format_called(name).read(raw, "a", Fields()))


def test_a_workbook_does_not_say_when_it_was_written() -> None:
    own = document("excel", FILES["excel"])
    core = unpack(rewritten(own, [], []))["docProps/core.xml"]
    assert core.count(b"1980-01-01T00:00:00Z") == 2 and b"202" not in core


def test_endings_name_the_formats() -> None:
    cases = {
        "a.docx": "word",
        "b.ODT": "opendocument",
        "c.htm": "html",
        "d.pdf": "pdf",
        "e.eml": "mail",
        "f.xlsx": "excel",
    }
    assert {name: name_of_format(name) for name in cases} == cases


ROWS = [["Surname", "", "Ward"], ["Pennant", "Rose", "Ash"]]
_CELLS = {
    "word": "".join(
        "<w:tr>" + "".join(f"<w:tc><w:p>{files._run(c) if c else ''}</w:p></w:tc>" for c in row) + "</w:tr>"
        for row in ROWS
    ),
    "html": "<table>"
    + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in ROWS)
    + "</table>",
    "opendocument": "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell>{f'<text:p>{c}</text:p>' if c else ''}</table:table-cell>" for c in row)
        + "</table:table-row>"
        for row in ROWS
    ),
}


def _table(name: str) -> bytes:
    if name == "word":
        body = f"<w:body><w:tbl>{_CELLS[name]}</w:tbl></w:body>"
        return _with("word/document.xml", files._part("document", body))
    if name == "html":
        return f"<html><body>{_CELLS[name]}</body></html>".encode()
    parts = unpack(FILES[name])
    begin = parts["content.xml"].decode().partition("<office:text>")
    content = f"{begin[0]}<office:text><table:table>{_CELLS[name]}</table:table>{begin[2]}"
    return pack({**parts, "content.xml": content.encode()}, stored="mimetype")


@pytest.mark.parametrize("name", ["word", "html", "opendocument"])
def test_cells_of_a_row_are_read_as_a_line(name: str) -> None:
    own = document(name, _table(name))
    assert own.text.startswith("Surname |  | Ward\nPennant | Rose | Ash")
    span = own.text.index("Pennant"), own.text.index("Rose") + 4
    raw = rewritten(own, [Change(Span(*span), "somebody", "sensitive", 0)], ["Pennant", "Rose"])
    assert [piece.text for piece in document(name, raw).pieces][2:5] == ["somebody", "[...]", "Ash"]


@pytest.mark.parametrize(
    "attribute",
    [
        'align="huxtable"', 'style="color: quern"', "style=\"font-family: 'Hux'\"", 'lang="hux-table"', 'width="Huxtable"',
        f'style="{"color:red " * 5_000}!"',
    ],
)  # fmt: skip
def test_attributes_of_layout_hold_no_words_of_people(attribute: str) -> None:
    own = document(
        "html",
        f"<html><body><p {attribute}>Came.</p><p style='color: red; width: 5px'>Went.</p></body></html>".encode(),
    )
    raw = rewritten(own, [], [])
    assert b"<p>Came.</p>" in raw and b'style="color: red; width: 5px"' in raw


def _told_with(name: str, choices: Choices) -> list[str]:
    fields = Fields(choices=choices)
    (own,) = format_called(name).read(FILES[name], "a", fields)
    assert isinstance(own, FileDocument)
    again = rewritten(replace(own, format=name, asked=fields), [], [])
    (second,) = format_called(name).read(again, "a", fields)
    assert isinstance(second, FileDocument) and second.text == own.text
    return [piece.text for piece in second.pieces]


def test_tracked_changes_are_undone_where_that_was_chosen() -> None:
    accepted, rejected = (_told_with("word", Choices(tracked=own)) for own in ("accept", "reject"))
    assert "Dr Quernby went." in accepted and not any(files.HIDDEN in text for text in accepted)
    assert f"Dr {files.HIDDEN} went." in rejected and files.HIDDEN in rejected  # the row that was deleted


@pytest.mark.parametrize("name", ["word", "opendocument", "excel", "powerpoint"])
def test_comments_are_read_where_that_was_chosen(name: str) -> None:
    assert any(files.HIDDEN in text for text in _told_with(name, Choices(comments="read")))
    assert not any(files.HIDDEN in text for text in _told_with(name, Choices(comments="drop")))


def test_those_who_wrote_comments_of_presentations_become_numbers() -> None:
    fields = Fields(choices=Choices(comments="read"))
    (own,) = format_called("powerpoint").read(FILES["powerpoint"], "a", fields)
    assert isinstance(own, FileDocument) and [p.text for p in own.pieces if p.role == "comment"] == [
        "Ask Vasterling"
    ]
    known = replace(own, format="powerpoint", asked=fields)
    raw = rewritten(known, changes_of(own.text, files.HIDDEN, "Grey"), [files.HIDDEN])
    with zipfile.ZipFile(io.BytesIO(raw)) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    assert not [name for name, content in parts.items() if files.HIDDEN in content or "2021" in content]
    assert 'name="Author 1" initials="A1"' in parts["ppt/commentAuthors.xml"]


def test_text_that_nobody_reads_is_not_written() -> None:
    with zipfile.ZipFile(io.BytesIO(FILES["word"])) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    stray = f"<w:body>{files.HIDDEN}<w:p><w:r><w:unknown>{files.HIDDEN}</w:unknown></w:r></w:p>"
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"<w:body>", stray.encode(), 1)
    (own,) = format_called("word").read(pack(parts), "a", Fields())
    assert isinstance(own, FileDocument) and own.left_out["other text"] == 2
    raw = rewritten(replace(own, format="word", asked=Fields()), [], [])
    with zipfile.ZipFile(io.BytesIO(raw)) as package:
        assert files.HIDDEN not in package.read("word/document.xml").decode()


@pytest.mark.parametrize(
    ("name", "choices", "why"),
    [
        ("word", Choices(tracked="refuse"), "tracked changes"),
        ("opendocument", Choices(tracked="refuse"), "tracked changes"),
        *((name, Choices(comments="refuse"), "comments") for name in ("word", "powerpoint", "opendocument", "excel")),
    ],
)  # fmt: skip
def test_what_the_choices_refuse_is_refused(name: str, choices: Choices, why: str) -> None:
    with pytest.raises(DocumentError, match=why):
        list(format_called(name).read(FILES[name], "a", Fields(choices=choices)))
