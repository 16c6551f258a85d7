"""Hidden numbers that are also those of a size or a place of the layout; breaks of lines that a change keeps."""

from dataclasses import replace

import pytest

from sanitizer.documents.formats import Choices, Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.packages import strings_of_xml
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from sanitizer.text.edits import Change
from sanitizer.types import Span
from tests.contracts.document_format import changes_of
from tests.documents import files

_PLAIN = Fields()
PAGE = (
    "<!DOCTYPE html><html><head><meta charset='utf-8'><style>p { width: 72px; margin: 72% 1px }</style></head><body>"
    "<p style='font-size: 72%'>Aged 72.</p><table width='72'><tr><td colspan='72'>x</td></tr></table>"
    "<ol start='72'><li value='72'>one</li></ol></body></html>"
)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="72" viewBox="0 0 72 9"><text x="72" style="font-size: 72px">'
    'Aged 72.</text><path d="M 72 34 L 19 24"/><rect x="72" rx="72" transform="translate(72,34)"/></svg>'
)


def read(kind: str, raw: bytes, fields: Fields = _PLAIN) -> FileDocument:
    (own,) = format_called(kind).read(raw, "a", fields)
    assert isinstance(own, FileDocument)
    return replace(own, format=kind, asked=fields)


@pytest.mark.parametrize(("kind", "content"), [("html", PAGE), ("svg", DRAWING)])
def test_a_page_is_written_whose_layout_has_a_hidden_number(kind: str, content: str) -> None:
    own = read(kind, content.encode())
    written = rewritten(own, changes_of(own.text, "72", "some"), ["72"]).decode()
    assert "Aged some." in written and written.count("72") == content.count("72") - 1


@pytest.mark.parametrize(("kind", "raw"), [("word", files.word()), ("powerpoint", files.powerpoint())])
def test_a_file_of_office_is_written_whose_layout_has_a_hidden_number(kind: str, raw: bytes) -> None:
    own = read(kind, raw)
    hidden = [str(number) for number in range(13, 100) if str(number) not in own.text]
    assert rewritten(own, changes_of(own.text, files.NAME, "Grey"), [files.NAME, files.HIDDEN, *hidden])


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
TEXT = 'xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
CHART = 'xmlns:c="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"'


@pytest.mark.parametrize(
    ("element", "checked"),
    [
        (f'w:sz {W} w:val="72"', False),
        (f'w:b {W} w:val="1"', False),
        (f'a:gd {A} pos="1980.5"', False),
        (f'a:bodyPr {A} lIns="72"', False),
        (f't:p {FO} {TEXT} fo:font-size="72%"', False),
        ('path d="M 72 34 L 19 24 z"', False),
        ('pageSetup firstPageNumber="72"', False),
        (f'w:unknown {W} w:val="214"', True),
        (f'w:docVar {W} w:val="214"', True),
        ('cfvo type="num" val="1961"', True),
        ('filter val="214"', True),
        ('cfRule rank="72"', True),
        ('sheetProtection password="7391"', True),
        (f'p:anim {P} from="214"', True),
        (f'a:hlinkClick {A} tooltip="214"', True),
        (f'c:axis {CHART} c:minimum="1961"', True),
        (f't:p {TEXT} t:room="214"', True),
        ('patient room="214"', True),
        ('patient birth="1961"', True),
        ('c value="72"', True),
        ('c name="72"', True),
        ('c own="72 34"', True),
        ('c own="19-02-72"', True),
        ('c own="12345"', True),
        ('path d="born 1972"', True),
    ],
)
def test_attributes_that_are_no_number_of_the_layout_are_searched(element: str, checked: bool) -> None:
    strings = [s for s in strings_of_xml(f"<{element}/>".encode()) if any(c in "12367" for c in s)]
    assert bool(strings) is checked


def test_a_style_sheet_with_a_long_number_is_not_written() -> None:
    page = (
        "<html><head><meta charset='utf-8'></head><body><p style='width: 72px'>Nr. 4711723.</p></body></html>"
    )
    own = read("html", page.encode())
    raw = rewritten(own, changes_of(own.text, "4711723", "one"), ["4711723", "72"])
    strings = list(format_called("html").strings(raw.replace(b"72", b"4711723")))
    assert any("4711723" in s for s in strings)


ADDRESS = "<p>Grey<br>14 Mill Lane<br>London<br>Kent</p>"


def test_breaks_of_lines_that_a_change_keeps_are_those_of_the_page() -> None:
    own = read("html", f"<html><head><meta charset='utf-8'></head><body>{ADDRESS}</body></html>".encode())
    start = own.text.index("14")
    change = Change(Span(start, own.text.index("\nKent")), "[address]\n", "sensitive", 0)
    assert b"Grey<br>[address]<br><br>Kent" in rewritten(own, [change], ["Mill"])


_DRAWN = (
    b"BT /F1 12 Tf 20 150 Td (Grey) Tj 0 -20 Td (14 Mill Lane) Tj 0 -20 Td (London) Tj 0 -20 Td (Kent) Tj ET"
)
LINES = (
    b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj"
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n4 0 obj"
    b"<</Length %d>>stream\n%s\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
    b"trailer<</Root 1 0 R>>\n" % (len(_DRAWN), _DRAWN)
)


def test_breaks_of_lines_that_a_change_keeps_are_those_of_a_pdf() -> None:
    fields = Fields(choices=Choices(pdf="pdf"))
    own = read("pdf", LINES, fields)
    start = own.text.index("14")
    change = Change(Span(start, own.text.index("\n\nKent")), "[address]\n\n", "sensitive", 0)
    raw = rewritten(own, [change], ["Mill"])
    assert read("pdf", raw, fields).text.split() == ["Grey", "[address]", "Kent"]


def test_a_change_that_joins_lines_stands_once() -> None:
    own = read("html", f"<html><head><meta charset='utf-8'></head><body>{ADDRESS}</body></html>".encode())
    change = Change(Span(own.text.index("14"), own.text.index("\nKent")), "[address]", "sensitive", 0)
    assert rewritten(own, [change], ["Mill"]).count(b"[address]") == 1
    with pytest.raises(DocumentError, match="not read as text"):
        rewritten(own, [], ["charset", "utf"])
