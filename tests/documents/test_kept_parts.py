"""Parts that a file keeps, sanitized: charts, words for pictures, attachments, letters of other scripts in PDFs."""

import io
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart.text import RichText
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RichTextProperties

from sanitizer.documents import pdf_fonts
from sanitizer.documents.formats import Choices, Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.open_document_attributes import may_stay
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from tests.contracts.document_format import changes_of
from tests.documents import drawn_files, files
from tests.documents.test_file_formats import pdf

NAME, HIDDEN = files.NAME, files.HIDDEN


def read(kind: str, raw: bytes, choices: Choices = Choices()) -> FileDocument:  # noqa: B008
    (own,) = format_called(kind).read(raw, "a", Fields(choices=choices))
    assert isinstance(own, FileDocument)
    return replace(own, format=kind, asked=Fields(choices=choices))


@pytest.mark.parametrize(("kind", "make"), [("word", files.word), ("powerpoint", files.powerpoint)])
def test_charts_are_kept_without_their_workbooks(kind: str, make: Callable[[], bytes]) -> None:
    own = read(kind, files.with_chart(make()))
    told = [(p.role, p.text) for p in own.pieces]
    at = told.index(("chart", f"Visits of {NAME}"))
    assert told[at + 1 :] == [
        ("cell", NAME), ("cell", f"Mr {NAME}"), ("cell", "others"), ("number", "4.5"), ("number", "2"),
    ]  # fmt: skip
    assert ("attribute", f"Bars of {NAME}") in told and own.left_out["workbook of a chart"] == 1
    changes = changes_of(own.text, NAME, "Grey")
    raw = rewritten(own, [*changes, *changes_of(own.text, "4.5", "a number")], [NAME, HIDDEN, "4.5"])
    parts = unpack(raw)
    chart = next(parts[name] for name in parts if name.endswith("charts/chart1.xml")).decode()
    assert "Visits of Grey" in chart and "<c:v>2</c:v>" in chart and "a number" not in chart
    assert "Sheet1!$A$2:$A$3" in chart and "<c:formatCode>0.0</c:formatCode>" in chart
    assert not files.names_in(raw) and not any("embeddings" in name for name in parts)


def test_a_workbook_that_is_behind_no_chart_is_refused() -> None:
    parts = unpack(files.with_chart(files.word()))
    links = "word/_rels/document.xml.rels"
    parts[links] = (
        parts[links]
        .replace(b"/relationships/chart", b"/relationships/package")
        .replace(b"charts/chart1.xml", b"embeddings/book1.xlsx")
    )
    with pytest.raises(DocumentError, match="an embedded file"):
        read("word", pack(parts))


def test_charts_tables_and_rules_of_workbooks_are_kept_without_their_words() -> None:
    own = read("excel", files.drawn_workbook())
    assert [p.text for p in own.pieces if p.role == "chart"] == [f"Visits of {NAME}"]
    raw = rewritten(own, changes_of(own.text, NAME, "Grey's"), [NAME, HIDDEN])
    assert not files.names_in(raw) and NAME.encode() not in b"".join(unpack(raw).values())
    book = load_workbook(io.BytesIO(raw))
    sheet, other = book.worksheets
    chart = sheet._charts[0]
    assert sheet.title == "Grey's" and chart.series[0].val.numRef.f == "'Grey''s'!$B$2:$B$3"
    assert chart.title.tx.rich.p[0].r[0].t == "Visits of Grey's"
    assert [(t.name, t.ref, [c.name for c in t.tableColumns]) for t in sheet.tables.values()] == [
        ("Table1", "A1:B3", ["who", "visits"])
    ]
    assert [rule.type for cells in sheet.conditional_formatting for rule in cells.rules] == ["colorScale"]
    assert other.auto_filter.ref == "A1:A2" and not other.auto_filter.filterColumn
    assert own.left_out["rule"] == 1 and "chart" not in own.left_out


@pytest.mark.parametrize(("kind", "make"), [("word", files.word), ("powerpoint", files.powerpoint)])
def test_diagrams_are_kept_with_the_drawings_made_of_them(kind: str, make: Callable[[], bytes]) -> None:
    own = read(kind, drawn_files.with_diagram(make()))
    assert [p.text for p in own.pieces if p.role == "diagram"] == [
        f"Mr {NAME}", "the ward", NAME, "the ward",
    ]  # fmt: skip
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, HIDDEN])
    parts = unpack(raw)
    assert {n.rpartition("/")[2] for n in parts if "/diagrams/" in n} == {
        "data1.xml", "layout1.xml", "quickStyle1.xml", "colors1.xml", "drawing1.xml",
    }  # fmt: skip
    assert not files.names_in(raw) and b"Grey" in parts[next(n for n in parts if n.endswith("data1.xml"))]


@pytest.mark.parametrize("kind", ["text", "spreadsheet"])
def test_charts_of_open_document_are_kept(kind: str) -> None:
    own = read("opendocument", drawn_files.with_open_chart(kind))
    told = [(p.role, p.text) for p in own.pieces]
    at = told.index(("chart", f"Visits of {NAME}"))
    assert told[at + 1 : at + 4] == [("cell", NAME), ("cell", f"Mr {NAME}"), ("cell", "4.5")]
    changes = changes_of(own.text, NAME, "Grey")
    if kind == "spreadsheet":
        changes = sorted([*changes, *changes_of(own.text, HIDDEN, "It's")], key=lambda c: c.span)
    raw = rewritten(own, changes, [NAME, HIDDEN])
    parts = unpack(raw)
    assert not files.names_in(raw) and {n for n in parts if "Object" in n} == {"Object 1/content.xml"}
    chart = parts["Object 1/content.xml"].decode()
    sheet = "local-table" if kind == "text" else "'It''s'"
    assert f'values-cell-range-address="{sheet}.$B$2:.$B$3"' in chart
    assert ("label-cell-address" in chart) == (kind == "spreadsheet")
    assert 'table:name="local-table"' in chart and b"./Object 1" in parts["content.xml"]


def test_an_object_of_open_document_that_is_no_chart_is_refused() -> None:
    with pytest.raises(DocumentError, match="embedded object"):
        read("opendocument", drawn_files.with_open_chart(own=b"<math>x</math>"))


def test_a_chart_without_the_words_of_an_axis_stays_without_them() -> None:
    def bare(book: Any, sheet: Any, chart: Any) -> None:
        words = Paragraph(
            pPr=ParagraphProperties(defRPr=CharacterProperties(sz=1000)), endParaRPr=CharacterProperties()
        )
        chart.x_axis.txPr = RichText(bodyPr=RichTextProperties(), p=[words])

    own = read("excel", files.drawn_workbook(bare))
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME])
    assert [p.text for p in read("excel", raw).pieces if p.role == "chart"] == ["Visits of Grey"]


def mail(**attached: bytes) -> bytes:
    own = EmailMessage()
    own["Subject"] = "letter"
    own.set_content(f"Mr {NAME} sends this.")
    for name, content in attached.items():
        own.add_attachment(content, "application", "octet-stream", filename=name.replace("_", "."))
    return own.as_bytes()


def attached(raw: bytes) -> dict[str, bytes]:
    parts = message_from_bytes(raw, policy=policy.default).walk()
    return {p.get_filename() or "": p.get_payload(decode=True) for p in parts if p.get_filename()}  # type: ignore[misc]


def test_attachments_are_sanitized_and_put_back_under_new_names() -> None:
    raw = mail(
        Quernby_docx=files.word(), b_xlsx=files.excel(), c_txt=f"{NAME} came.\n".encode(), d_zip=HIDDEN.encode(),
        e_eml=mail(f_html=files.page()), g_docx=HIDDEN.encode(), h_rtf=b"{\\rtf1 Mr Quernby}",
    )  # fmt: skip
    own = read("mail", raw)
    assert own.left_out["attachment"] == 2
    done = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, HIDDEN])
    found = attached(done)
    assert list(found) == [
        f"attachment-{n}.{e}" for n, e in enumerate(("docx", "xlsx", "txt", "html", "txt"), 1)
    ]
    assert found["attachment-3.txt"] == b"Grey came.\n" and found["attachment-5.txt"] == b"Mr Grey"
    for kind, name in (
        ("word", "attachment-1.docx"),
        ("excel", "attachment-2.xlsx"),
        ("html", "attachment-4.html"),
    ):
        again = read(kind, found[name])
        assert NAME not in again.text and "Grey" in again.text and not files.names_in(found[name])
    assert read("mail", done).text == own.text.replace(NAME, "Grey")


def test_mails_of_a_mailbox_keep_their_attachments() -> None:
    begin = b"From ann@example.org Mon Jan  4 10:00:00 2021\n"
    raw = begin + mail(a_docx=files.word()) + b"\n" + begin + mail() + b"\n"
    first, second = format_called("mailbox").read(raw, "a", Fields())
    assert isinstance(first, FileDocument) and isinstance(second, FileDocument)
    first = replace(first, format="mailbox", asked=Fields())
    done = rewritten(first, changes_of(first.text, NAME, "Grey"), [NAME, HIDDEN])
    assert done.startswith(b"From - ") and list(attached(done.partition(b"\n")[2])) == ["attachment-1.docx"]


OTHER_LETTERS = {
    "\u0141ukasz": "install DejaVu",
    "\u05e9\u05dc\u05d5\u05dd": "right to left",
    "a\u0301": "are joined",
}


@pytest.mark.parametrize("word", OTHER_LETTERS)
def test_letters_that_no_font_has_are_refused_in_a_pdf_made_anew(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_fonts, "_FOLDERS", ())
    own = pdf("pdf")
    with pytest.raises(DocumentError, match=OTHER_LETTERS[word]):
        rewritten(own, changes_of(own.text, "Quernby", word), ["Quernby"])


@pytest.mark.heavy
@pytest.mark.parametrize(
    "word", ["\u0141ukasz", "\u0395\u03bb\u03ad\u03bd\u03b7", "\u0418\u0432\u0430\u043d"]
)
def test_letters_of_other_scripts_are_drawn(word: str) -> None:
    own = pdf("pdf")
    raw = rewritten(own, changes_of(own.text, "Quernby", word), ["Quernby"])
    assert raw == rewritten(own, changes_of(own.text, "Quernby", word), ["Quernby"])
    assert read("pdf", raw).text == own.text.replace("Quernby", word)
    with pytest.raises(DocumentError, match="neither the standard fonts"):
        rewritten(own, changes_of(own.text, "Quernby", "\u6f22\u5b57"), ["Quernby"])


def test_a_number_that_is_hidden_may_be_the_number_of_a_row() -> None:
    book = Workbook()
    book.active.append(["Dr Ek saw 12 of them"])
    for number in range(12):
        book.active.append([f"room {number}"])
    target = io.BytesIO()
    book.save(target)
    own = read("excel", target.getvalue())
    raw = rewritten(own, changes_of(own.text, "12", "some"), ["12"])
    assert "some of them" in str(load_workbook(io.BytesIO(raw)).active["A1"].value)


@pytest.mark.parametrize(
    ("page", "text", "written"),
    [
        (f'Mr <img src="{HIDDEN}" alt="{NAME}" width="4"> went', f"Mr {NAME} went", 'alt="Grey" width="4" src="data:'),
        (f'a<img src="{HIDDEN}" srcset="{HIDDEN}">b', "ab", 'a<img src="data:image/png'),
        (f'<picture><source srcset="{HIDDEN}"><img alt="{NAME}"></picture> b', f"{NAME} b", '<picture><img alt="Grey"'),
        (f'<video src="{HIDDEN}"><track src="{HIDDEN}"></video><map><area alt="{HIDDEN}">b</map>', "b", "<body>b<p>"),
        (
            f"<svg><text>{NAME}<tspan>s</tspan></text><title>b</title><desc>c</desc><path d='{HIDDEN}'/></svg>",
            f"{NAME}s\nb\nc", "<br>b<br>c",
        ),
        (f'<input type="image" src="{HIDDEN}" alt="{NAME}"> b', f"{NAME} b", "<span>Grey</span>"),
    ],
)  # fmt: skip
def test_pictures_of_pages_become_grey_and_keep_their_words(page: str, text: str, written: str) -> None:
    own = read("html", f"<html><body>{page}<p>Mr {NAME}</p></body></html>".encode())
    assert own.text == f"{text}\n\nMr {NAME}" and own.left_out["picture, sound or film"] >= 1
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, HIDDEN, "image", "png"])
    assert written in raw.decode() and not files.names_in(raw)


_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_LOEXT = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}"


@pytest.mark.parametrize(
    ("attribute", "value", "stays"),
    [
        (f"{_TEXT}protection-key", HIDDEN, False), (f"{_TEXT}filter-name", "writer8", False),
        (f"{_LOEXT}external-data", f"{HIDDEN}.xlsx", False), ("{http://www.w3.org/1999/xhtml}about", HIDDEN, False),
        ("{http://www.w3.org/XML/1998/namespace}id", HIDDEN, False), (f"{_TEXT}id", "list405523616", True),
        (f"{_TEXT}style-name", HIDDEN, True), (f"{_TEXT}display", "none", True), (f"{_TEXT}display", HIDDEN, False),
        (f"{_TEXT}anchor-type", "paragraph", False), (f"{_LOEXT}display", "condition", True),
        (f"{_LOEXT}color", "#4f81bd", True),
        (f"{_TEXT}min-label-distance", "0.381cm", True), (f"{_TEXT}protected", "true", True),
        (f"{_TEXT}level", "3", True),
    ],
)  # fmt: skip
def test_attributes_of_open_documents_that_may_hold_words_go(attribute: str, value: str, stays: bool) -> None:
    assert may_stay(f"{_TEXT}section", attribute, value) == stays


def test_words_above_words_are_read_by_themselves() -> None:
    above = "<text:ruby-text>the man</text:ruby-text>"
    ruby = f"<text:p>Mr <text:ruby><text:ruby-base>{NAME}</text:ruby-base>{above}</text:ruby> came</text:p>"
    parts = unpack(files.open_document())
    body = parts["content.xml"].replace(b"<office:text>", f"<office:text>{ruby}".encode(), 1)
    own = read("opendocument", pack({**parts, "content.xml": body}, stored="mimetype"))
    assert own.text.startswith(f"Mr {NAME} came\n\nthe man\n\n")
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [])
    assert f"Grey</text:ruby-base>{above}".encode() in unpack(raw)["content.xml"]
