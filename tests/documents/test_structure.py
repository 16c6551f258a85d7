"""What stretches of a document are: told by its format, or read in its lines."""

import io

import pytest
from openpyxl import Workbook

from sanitizer.documents.formats import Fields
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.structure import parts_of
from sanitizer.page.structure import Structure
from sanitizer.types import Document
from tests.documents import files
from tests.documents.drawn_files import printed
from tests.page.reports import report_of


def told(document: Document) -> list[tuple[str, str]]:
    return [(role, document.text[start:end]) for start, end, role in parts_of(document)]


def of_file(kind: str, raw: bytes) -> list[tuple[str, str]]:
    (document,) = format_called(kind).read(raw, "a", Fields())
    assert isinstance(document, Document)
    return told(document)


def test_formats_tell_headings_cells_and_what_stands_beside_the_text() -> None:
    page = of_file("html", files.page())
    assert ("heading", "Mr Quernby") in page and page[-3:-1] == [("cell", "Name"), ("cell", "Quernby")]
    word = of_file("word", files.word())
    assert ("header", "Mr Quernby") in word and ("footnote", "Mr Quernby") in word
    heading = b'<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Letter</w:t></w:r></w:p>'
    parts = unpack(files.word())
    content = parts["word/document.xml"].replace(b"<w:body>", b"<w:body>" + heading)
    assert of_file("word", pack({**parts, "word/document.xml": content}))[0] == ("heading", "Letter")
    assert ("footnote", "Quernby") in of_file("opendocument", files.open_document())
    assert [role for role, _ in of_file("excel", files.excel())][:4] == ["sheet", "cell", "cell", "cell"]


def test_pages_and_headings_of_pdf_are_told() -> None:
    pages = [
        [
            (72, 720, 20, "Letter of discharge"),
            (72, 690, 11, "The patient was seen."),
            (72, 676, 11, "She is well."),
        ],
        [(72, 720, 11, "On the next page she is"), (72, 650, 14, "Plan"), (72, 620, 11, "Come again.")],
    ]
    assert of_file("pdf", printed(pages)) == [
        ("page 1 heading level-1", "Letter of discharge"), ("page 2", "On the next page she is"),
        ("page heading level-2", "Plan"),
    ]  # fmt: skip


def test_cues_are_told_with_their_times_and_speakers() -> None:
    cues = b"WEBVTT\n\n00:01.000 --> 00:02.500 line:0\n<v Ann>Hello.\n<v Bo>Yes.\n\n00:03.000 --> 00:04.000\nBye.\n"
    assert of_file("subtitles", cues) == [
        ("speaker cue 00:01.000 --> 00:02.500", "Ann"), ("speaker", "Bo"), ("cue 00:03.000 --> 00:04.000", "Bye."),
    ]  # fmt: skip
    lines = "\n\n".join(
        f"{n}\n00:00:0{n},000 --> 00:00:0{n},500\n{who}: Yes." for n, who in enumerate(["Ann", "Bo"] * 2)
    )
    assert of_file("subtitles", lines.encode())[0] == ("cue 00:00:00,000 --> 00:00:00,500 speaker", "Ann")


def test_texts_titles_and_descriptions_of_drawings_are_told() -> None:
    inner = b"<title>Ward</title><desc>A plan</desc><text>Bed <tspan>1</tspan></text>"
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg">' + inner + b"</svg>"
    assert of_file("svg", drawing) == [("title", "Ward"), ("description", "A plan"), ("text", "Bed 1")]


def test_a_role_is_told_but_what_is_seen_by_its_looks() -> None:
    parts = [
        [0, 1, "page 2 heading level-1"],
        [1, 2, "page heading level-2"],
        [2, 3, "speaker cue 0:01 --> 0:02"],
    ]
    shown = list(Structure(report_of("abc", parts=parts)).cut(0, 3))
    assert [stretch.label for stretch in shown] == ["page 2", "", "0:01 --> 0:02"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("# A letter\n\nDear all\n\n## Two\n", [("heading", "A letter"), ("heading", "Two")]),
        ("| who | when |\n|---|---|\n| Ann |", [("cell", "who"), ("cell", "when"), ("cell", "Ann")]),
        ("Ann: Hello\nBo: Yes\nAnn: Bye\nBo: Bye", [("speaker", "Ann"), ("speaker", "Bo")] * 2),
        ("Name: Ann Ek\nBorn: 1961\nJob: nurse\nCity: Leeds", []),
        ("Ann came. He said: no.\nBo: yes", []),
    ],
)  # fmt: skip
def test_lines_of_plain_text_are_read(text: str, parts: list[tuple[str, str]]) -> None:
    assert told(Document("a", text)) == parts


def test_cells_are_shown_with_the_headings_of_their_columns_as_output_and_input_have_them() -> None:
    text = "people\n\nname | Bo's note\nAnn |  | x\n | well\n\nend"
    parts = [
        [0, 6, "sheet"],
        [8, 12, "cell"],
        [15, 24, "cell"],
        [25, 28, "cell"],
        [34, 35, "cell"],
        [39, 43, "cell"],
    ]
    shown = Structure(report_of(text, (15, 17, "[name]"), (25, 28, "[name]"), parts=parts))
    assert [(text[s:e], role, label, own) for s, e, role, label, own in shown.cut(0, len(text)) if role] == [
        ("people", "sheet", "sheet", "sheet"), ("name", "column", "", ""), ("Bo's note", "column", "", ""),
        ("Ann", "cell", "name", "name"), ("x", "cell", "", ""), ("well", "cell", "[name]'s note", "Bo's note"),
    ]  # fmt: skip
    assert shown.of(15, 17) == (15, 17, "column", "", "")
    assert shown.of(43, 45) == (43, 45, "", "", "")
    assert "".join(text[part.start : part.end] for part in shown.cut(3, 30)) == text[3:30]


def test_a_workbook_is_told_by_its_cells() -> None:
    book = Workbook()
    book.active.append(["who", "note"])
    target = io.BytesIO()
    book.save(target)
    assert of_file("excel", target.getvalue()) == [("sheet", "Sheet"), ("cell", "who"), ("cell", "note")]
