"""Rarer places of files: kinds of parts, parts that people named, ink, what slides call, values that nobody sees."""

import re

import pytest

from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.program_names import gave_program
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from tests.contracts.document_format import changes_of
from tests.documents import files
from tests.documents.test_looks import changed, part_after, read

NAME, HIDDEN = files.NAME, files.HIDDEN
_PRESENTATION = "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"


def written(kind: str, raw: bytes) -> bytes:
    """Return a file after the name in it was changed; nobody says that the other name is to go."""
    own = read(kind, raw)
    return rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME])


def test_kinds_of_parts_that_no_program_gave_go() -> None:
    told = (
        f'<Default Extension="{HIDDEN}" ContentType="application/{HIDDEN}"/>'
        f'<Override PartName="/{HIDDEN}.xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/header1.xml" ContentType="application/{HIDDEN}+xml"/></Types>'
    )
    raw = written("word", changed(files.word(), "[Content_Types].xml", "</Types>", told))
    types = unpack(raw)["[Content_Types].xml"].decode()
    assert HIDDEN not in types and "wordprocessingml.document.main+xml" in types


@pytest.mark.parametrize(
    ("vocabulary", "kinds"),
    [
        ("openxmlformats-officedocument.wordprocessingml", "document.main template.main styles numbering settings "
         "fontTable header footer footnotes endnotes comments"),
        ("openxmlformats-officedocument.presentationml", "presentation.main template.main slideshow.main slide "
         "slideLayout slideMaster notesSlide notesMaster handoutMaster tableStyles comments commentAuthors"),
        ("openxmlformats-officedocument.drawingml", "chart chartshapes "
         "diagramData diagramLayout diagramStyle diagramColors"),
        ("openxmlformats-officedocument", "theme themeOverride"), ("ms-office.drawingml", "diagramDrawing"),
        ("ms-powerpoint", "comments authors"), ("openxmlformats-package", "relationships"),
    ],
)  # fmt: skip
def test_kinds_of_parts_that_are_kept_are_known(vocabulary: str, kinds: str) -> None:
    override = "{http://schemas.openxmlformats.org/package/2006/content-types}Override"
    for kind in kinds.split():
        assert gave_program(override, "ContentType", f"application/vnd.{vocabulary}.{kind}+xml"), kind


def test_a_slide_that_a_person_named_keeps_its_notes() -> None:
    parts = dict(unpack(files.powerpoint()))
    for place in ("ppt/slides/{}.xml", "ppt/slides/_rels/{}.xml.rels"):
        parts[place.format(HIDDEN)] = parts.pop(place.format("slide1"))
    links = "ppt/_rels/presentation.xml.rels"
    parts[links] = parts[links].replace(b"slide1.xml", f"{HIDDEN}.xml".encode())
    raw = written("powerpoint", pack(parts))
    own = read("powerpoint", raw)
    assert ("notes", "Say that Grey came.") in [(p.role, p.text) for p in own.pieces]
    assert not any(HIDDEN in name or HIDDEN.encode() in content for name, content in unpack(raw).items())


def test_where_a_form_is_ink_the_other_is_read() -> None:
    box = "<p:sp><p:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></p:txBody></p:sp>"
    spaces = (
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
    )
    forms = (
        f'<mc:AlternateContent {spaces}><mc:Choice Requires="p14"><p:contentPart r:id="rId5"/></mc:Choice>'
        f"<mc:Fallback>{box.format(f'Drawn by {NAME}')}</mc:Fallback></mc:AlternateContent>"
    )
    raw = changed(files.powerpoint(), "ppt/slides/slide1.xml", "<p:spTree>", f"<p:spTree>{forms}")
    assert "Drawn by Grey" in part_after("powerpoint", raw, "ppt/slides/slide1.xml")


def test_what_stands_at_the_top_and_the_foot_of_slides_is_read() -> None:
    own = (
        f'<office:presentation xmlns:presentation="{_PRESENTATION}">'
        f'<presentation:header-decl presentation:name="{HIDDEN}">Ward of {NAME}</presentation:header-decl>'
        f'<presentation:footer-decl presentation:name="{HIDDEN}">For {NAME}</presentation:footer-decl>'
        f'<draw:page presentation:use-header-name="{HIDDEN}" presentation:use-footer-name="{HIDDEN}" '
        f'presentation:use-date-time-name="{HIDDEN}" draw:master-page-name="{HIDDEN}"/>'
    )
    raw = changed(files.open_document("presentation"), "content.xml", "<office:presentation>", own)
    told = [(p.role, p.text) for p in read("opendocument", raw).pieces]
    assert told[:2] == [("header", f"Ward of {NAME}"), ("footer", f"For {NAME}")]
    content = unpack(written("opendocument", raw))["content.xml"].decode()
    assert 'header-decl presentation:name="hdr1">Ward of Grey<' in content
    assert (
        'use-header-name="hdr1"' in content and 'use-footer-name="ftr2"' in content and HIDDEN not in content
    )


@pytest.mark.parametrize(
    ("inner", "kept"),
    [
        (f'<input type="checkbox" value="{HIDDEN}">', '<input type="checkbox">'),
        (f'<input type="Radio" value="{HIDDEN}">', '<input type="Radio">'),
        (f'<button value="{HIDDEN}">a</button>', "<button>a</button>"),
        (f'<data value="{HIDDEN}">a</data>', "<data>a</data>"),
        (f'<option value="{HIDDEN}" label="{NAME}">a</option>', '<option label="Grey">a</option>'),
        (f'<p placeholder="{HIDDEN}" label="{HIDDEN}" alt="{HIDDEN}" summary="{HIDDEN}">a</p>', "<p>a</p>"),
        (f'<noembed>{HIDDEN}</noembed><p hidden>{NAME}</p>', '<p hidden="">Grey</p>'),
        ('<meter value="0.6">a</meter>', '<meter value="0.6">a</meter>'),
        ('<meter value="1961-05-03">a</meter>', "<meter>a</meter>"),
        (f'<input value="{NAME}" placeholder="{NAME}">', '<input value="Grey" placeholder="Grey">'),
    ],
)  # fmt: skip
def test_values_that_no_browser_shows_go(inner: str, kept: str) -> None:
    raw = written("html", f"<html><body><p>{NAME}</p><div>{inner}</div></body></html>".encode())
    assert re.search(r"<div>(.*)</div>", raw.decode(), re.DOTALL)[1] == kept  # type: ignore[index]


def test_characters_that_no_browser_shows_part_no_word_of_a_page() -> None:
    raw = f"<html><body><p>\x04Mr {NAME[:4]}\x07{NAME[4:]}\r\x05</p></body></html>".encode()
    assert [p.text.strip() for p in read("html", raw).pieces] == [f"Mr {NAME}"]
    assert b"<p>Mr Grey" in written("html", raw)
    with pytest.raises(DocumentError, match="is binary"):
        read("html", raw.replace(b"\x04", b"\0"))


def test_a_script_in_a_text_of_open_document_is_no_word() -> None:
    script = f"<office:text><text:p>a<text:script>{HIDDEN}</text:script>b</text:p>"
    raw = written("opendocument", changed(files.open_document(), "content.xml", "<office:text>", script))
    assert "<text:p>ab</text:p>" in unpack(raw)["content.xml"].decode()


def test_small_and_capital_letters_are_one_in_names_of_parts() -> None:
    parts = unpack(files.word())
    raw = pack({name.replace("word/header1", "Word/Header1"): content for name, content in parts.items()})
    own = read("word", raw)
    assert ("header", f"Mr {NAME}") in [(p.role, p.text) for p in own.pieces]
    again = read("word", written("word", raw))
    assert ("header", "Mr Grey") in [(p.role, p.text) for p in again.pieces]
    with pytest.raises(DocumentError, match="two parts of one name"):
        read("word", pack({**parts, "Word/Header1.xml": parts["word/header1.xml"]}))


def sheet_with(*cells: str) -> bytes:
    parts = unpack(files.excel())
    part = "xl/worksheets/sheet1.xml"
    return pack(
        {**parts, part: parts[part].replace(b"</sheetData>", f"{''.join(cells)}</sheetData>".encode())}
    )


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("Mr _x0051_uernby", "Mr Quernby"), ("Quernby_x000D_\ncame", "Quernby\ncame"), ("a_x000D_b", "a\nb"),
        ("_x0007_a", " a"), ("_xD83D__xDE00_", "\N{GRINNING FACE}"), ("_xD83D_", "\N{REPLACEMENT CHARACTER}"),
        ("a_x1_b", "a_x1_b"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["<t>{}</t>", "<r><rPr><b/></rPr><t>{}</t></r>"])
def test_characters_that_cells_write_as_numbers_are_read(stored: str, shown: str, kind: str) -> None:
    cell = f'<row r="20"><c r="A20" t="inlineStr"><is>{kind.format(stored)}</is></c></row>'
    own = read("excel", sheet_with(cell))
    assert [p.text for p in own.pieces if p.role == "cell"][-2] == shown
    assert "_x0051_" not in "".join(
        c.decode("utf-8", "replace") for c in unpack(rewritten(own, [], [])).values()
    )


def test_characters_that_slides_and_charts_write_as_numbers_are_read() -> None:
    raw = changed(files.powerpoint(), "ppt/slides/slide1.xml", "Mr Quer</a:t>", "Mr_x000B_Quer</a:t>")
    own = files.chart().decode().replace(f">Mr {NAME}<", f">Mr_x000D_{NAME}<")
    told = [p.text for p in read("powerpoint", files.with_chart(raw, own=own.encode())).pieces]
    assert f"Mr {NAME}" in told and f"Mr\n{NAME}" in told


def test_cells_far_away_are_read_and_no_cell_between_is_counted() -> None:
    row = f'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>{NAME}</t></is></c></row>'
    own = read("excel", sheet_with(row))
    assert [p.text for p in own.pieces if p.role == "cell"][-2] == NAME and len(own.text) < 2_000
    assert b'r="XFD1048576"' in unpack(written("excel", sheet_with(row)))["xl/worksheets/sheet1.xml"]
