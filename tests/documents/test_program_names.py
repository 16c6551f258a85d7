"""Names that programs give (fonts, styles, languages, kinds of parts) refuse no file; where a form is left, its place
is told."""

import io
from pathlib import Path

import pikepdf
import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from sanitizer.documents.font_names import is_known_font
from sanitizer.documents.formats import Choices, Fields, PartText
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.program_names import gave_program
from sanitizer.documents.rewrite import check_strings, rewritten
from sanitizer.errors import DocumentError
from sanitizer.text.surface_forms import Forms
from tests.contracts.document_format import changes_of
from tests.documents import files
from tests.documents.calls import Call
from tests.documents.files import NAME
from tests.documents.test_numbers_of_layout import read

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
S = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Arial", True), ("Arial-BoldMT", True), ("TimesNewRomanPS-BoldItalicMT", True), ("ABCDEF+Calibri", True),
        ("Calibri Light", True), ("DejaVu Sans Condensed", True), ("ＭＳ 明朝", True), ("Georgia, serif", True),
        (f"Georgia, {NAME}", False), ("Plantagenet Cherokee", True), ("Helena", False), ("Arial Helena", False),
        ("Bold", False), ("", False), (NAME, False), (f"Arial, {NAME}", False),
    ],
)  # fmt: skip
def test_fonts_of_systems_are_told_from_those_of_a_house(name: str, known: bool) -> None:
    assert is_known_font(name) == known


@pytest.mark.parametrize(
    ("element", "attribute", "value", "gave"),
    [
        (f"{W}rFonts", f"{W}ascii", "Cambria", True),
        (f"{W}rFonts", f"{W}ascii", NAME, False),
        (f"{W}pStyle", f"{W}val", "Heading1", True),
        (f"{W}pStyle", f"{W}val", NAME, False),
        (f"{W}lang", f"{W}val", "en-US", True),
        (f"{W}lang", f"{W}val", "Roman", False),
        (f"{S}style", f"{S}name", "Text_20_body", True),
        (f"{S}style", f"{S}parent-style-name", NAME, False),
        ("Relationship", "Type", f"{files._LINK}/styles", True),
        ("Relationship", "Type", f"http://example.org/{NAME}/styles", False),
        ("Relationship", "Type", "http://schemas.org/4711723/styles", False),
        ("numFmt", "formatCode", "General", True),
        ("numFmt", "formatCode", NAME, False),
        (f"{W}docVar", f"{W}val", "Cambria", False),
        ("patient", "room", "Heading1", False),
        ("prstClr", "val", "black", True),
        (f"{S}style", f"{S}family", "text", True),
        (f"{S}style", f"{S}family", "table-row", True),
        (f"{S}style", f"{S}family", "TEXT", False),
        (f"{S}style", f"{S}family", NAME, False),
        (f"{S}style", f"{S}family", f"text-{NAME}", False),
        ("style", "family", "text", False),
        (f"{T}bookmark-ref", f"{T}reference-format", "text", True),
        (f"{T}sequence-decl", f"{T}name", "Table", True),
        (f"{T}sequence-decl", f"{T}name", NAME, False),
        (f"{T}variable-set", f"{T}name", "text", False),
        (f"{W}style", f"{W}type", "paragraph", True),
        (f"{W}br", f"{W}type", "page", True),
        (f"{W}docVar", f"{W}val", "page", False),
        (f"{W}docVar", f"{W}name", "page", False),
        ("file-entry", "full-path", "content.xml", True),
        ("file-entry", "full-path", f"{NAME}.xml", False),
        ("Relationship", "Target", "../charts/chart1.xml", True),
        ("Relationship", "Target", f"http://{NAME}", False),
        ("prstClr", "val", NAME.lower(), False),
    ],
)
def test_what_programs_wrote_is_told_from_what_people_did(
    element: str, attribute: str, value: str, gave: bool
) -> None:
    assert gave_program(element, attribute, value) == gave


_PDF = Fields(choices=Choices(pdf="pdf"))
_USUAL = [
    "Calibri",
    "Cambria",
    "Arial",
    "Roman",
    "Times",
    "US",
    "Cherokee",
    "Mongolian",
    "Normal",
    "Heading",
    "Office",
    "Microsoft",
    "Adobe",
    "Helvetica",
    "Page",
    "Type",
    "Font",
    "Identity",
    "Sans",
    "Serif",
    "Bitstream",
    "DejaVu",
    "Book",
    "Georgia",
    "Courier",
    "General",
    "Excel",
    "Word",
    "Symbol",
    "Title",
    "Table",
    "Content",
    "Text",
    "Paragraph",
    "Character",
    "Section",
    "Center",
    "Simple",
]


def _drawn(text: str) -> bytes:
    with pikepdf.new() as file:
        page = file.add_blank_page(page_size=(300, 200))
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=file.make_indirect(font)))
        page.Contents = pikepdf.Stream(file, f"BT /F1 12 Tf 20 150 Td ({text}) Tj ET".encode())
        target = io.BytesIO()
        file.save(target)
    return target.getvalue()


@pytest.mark.parametrize("letters", ["Grey", "Грей"])
def test_words_of_the_format_and_of_its_fonts_refuse_no_pdf(letters: str) -> None:
    own = read("pdf", _drawn(f"Mr {NAME} went."), _PDF)
    raw = rewritten(own, changes_of(own.text, NAME, letters), [NAME, "150", "12", *_USUAL])
    assert letters in read("pdf", raw, _PDF).text


def test_what_is_drawn_or_named_in_a_pdf_is_searched() -> None:
    with pikepdf.open(io.BytesIO(_drawn("Mr Grey went."))) as file:
        file.pages[0].obj["/Quernby"] = pikepdf.Name("/Sutcliffe")
        file.pages[0].obj["/Name"] = pikepdf.String("Tarporley")
        file.pages[0].obj["/More"] = file.make_stream(b"Ashdown")
        target = io.BytesIO()
        file.save(target)
    told = {str(s).strip("/"): s.where for s in format_called("pdf").strings(target.getvalue())}  # type: ignore[attr-defined]
    assert told["Mr Grey went."].endswith(("its text", "what is drawn"))
    assert told["Quernby"].endswith("a name") and told["Tarporley"].endswith("Name")
    assert {"Sutcliffe", "Ashdown"} <= told.keys()
    assert not any("Helvetica" in one for one in told)


@pytest.mark.parametrize(
    ("kind", "raw"),
    [("word", files.word()), ("powerpoint", files.powerpoint()), ("excel", files.excel()),
     ("opendocument", files.open_document())],
)  # fmt: skip
def test_words_of_programs_refuse_no_file(kind: str, raw: bytes) -> None:
    own = read(kind, raw)
    hidden = [form for form in _USUAL if form not in own.text]
    assert rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, files.HIDDEN, *hidden])


def _with_font(kind: str, name: str) -> bytes:
    """Return a file in which words stand in a font."""
    if kind == "excel":
        book = Workbook()
        book.active["A1"] = f"Mr {NAME}"
        book.active["A1"].font = Font(name=name)
        target = io.BytesIO()
        book.save(target)
        return target.getvalue()
    space = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    face = f'<office:font-face-decls><style:font-face {space} style:name="{name}"/></office:font-face-decls>'
    make, part, old, new = {
        "word": (files.word, "word/header1.xml", "<w:rPr>", f'<w:rPr><w:rFonts w:ascii="{name}"/>'),
        "powerpoint": (
            files.powerpoint, "ppt/slides/slide1.xml", "<a:r>", f'<a:r><a:rPr><a:latin typeface="{name}"/></a:rPr>',
        ),
        "opendocument": (files.open_document, "content.xml", "<office:body>", f"{face}<office:body>"),
    }[kind]  # fmt: skip
    parts = unpack(make())
    assert old.encode() in parts[part]
    parts[part] = parts[part].replace(old.encode(), new.encode(), 1)
    return pack(parts, stored="mimetype")


def test_a_form_of_several_words_may_be_parted_otherwise_where_texts_are_joined() -> None:
    parts = unpack(files.open_document())
    parts["content.xml"] = parts["content.xml"].replace(
        b"</office:text>", b"<text:p>To Ashdown,</text:p><text:p>Quernby</text:p></office:text>"
    )
    own = read("opendocument", pack(parts, stored="mimetype"))
    assert rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, files.HIDDEN, "Ashdown Quernby"])


@pytest.mark.parametrize("kind", ["word", "powerpoint", "excel", "opendocument"])
def test_a_font_of_a_house_is_numbered_where_a_form_is_in_its_name(kind: str) -> None:
    for name, told in ((f"{NAME} Sans", "Font 1"), ("House Sans", "House Sans"), ("Arial", "Arial")):
        own = read(kind, _with_font(kind, name))
        raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, "Arial"])
        parts = b"".join(unpack(raw).values())
        assert f'="{told}"'.encode() in parts and NAME.encode() not in parts


def test_a_folder_of_files_in_usual_fonts_is_written(tmp_path: Path, call: Call) -> None:
    (tmp_path / "in").mkdir()
    for name, raw in (
        ("a.docx", _with_font("word", "Times New Roman")), ("b.pptx", _with_font("powerpoint", "Cambria")),
        ("c.xlsx", _with_font("excel", "Georgia")), ("d.odt", _with_font("opendocument", "Arial")),
        ("e.pdf", _drawn(f"Mr {NAME} went to Georgia in the US with Mr Roman.")),
    ):  # fmt: skip
        (tmp_path / "in" / name).write_bytes(raw)
    rules = tmp_path / "rules.toml"
    phrases = [NAME, "Roman", "Georgia", "Cambria", "Calibri", "Arial", "Helvetica", "Normal", "US"]
    rules.write_text(f'[[deny]]\nphrases = {phrases}\ntype = "PERSON"\ngeneralization = "somebody"\n')
    how = ("--profile", rules, "--pdf", "pdf", "--keep-ids", "--any-language")
    done = call("sanitize", tmp_path / "in", "-o", tmp_path / "out", *how)
    assert done.status == 0, done.err
    assert len(list((tmp_path / "out").iterdir())) == 5


_GRAPHIC = f'<a:graphicData xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" uri="{NAME}"/>'


def test_a_refusal_says_where_a_form_is_left_and_not_which(tmp_path: Path, call: Call) -> None:
    parts = unpack(files.word())
    parts["word/document.xml"] = parts["word/document.xml"].replace(
        b"</w:p>", f"<w:r><w:drawing>{_GRAPHIC}</w:drawing></w:r></w:p>".encode(), 1
    )
    (tmp_path / "a.docx").write_bytes(pack(parts))
    rules = tmp_path / "rules.toml"
    rules.write_text(f'[[deny]]\nphrases = ["{NAME}"]\ntype = "PERSON"\n')
    done = call("sanitize", tmp_path / "a.docx", "-o", tmp_path / "b.docx", "--profile", rules)
    assert done.status == 1 and not (tmp_path / "b.docx").exists()
    assert (
        "word/document.xml, attribute uri of graphicData, which is not read as text, holds a sensitive form"
        in done.err
    )
    assert NAME not in done.err


def test_a_place_that_is_itself_a_form_is_not_told() -> None:
    string = PartText(NAME, f"the part, attribute {NAME} of p")
    with pytest.raises(DocumentError, match="a part of the file, which is not read as text"):
        check_strings([string], "", Forms([NAME]))
