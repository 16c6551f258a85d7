"""What a file looks like stays: labels of lists, looks of links, styles of charts, settings of layout, empty files."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.rewrite import rewritten
from sanitizer.documents.style_names import is_known
from sanitizer.errors import DocumentError
from tests.contracts.document_format import changes_of
from tests.documents import files
from tests.documents.calls import caller

NAME, HIDDEN = files.NAME, files.HIDDEN


def read(kind: str, raw: bytes) -> FileDocument:
    (own,) = format_called(kind).read(raw, "a", Fields())
    assert isinstance(own, FileDocument)
    return replace(own, format=kind, asked=Fields())


def changed(base: bytes, part: str, old: str, new: str) -> bytes:
    parts = unpack(base)
    assert old in parts[part].decode()
    return pack({**parts, part: parts[part].replace(old.encode(), new.encode(), 1)}, stored="mimetype")


def part_after(kind: str, raw: bytes, part: str, new: str = "Grey") -> str:
    """Return a part of a file after the name in it was changed."""
    own = read(kind, raw)
    return unpack(rewritten(own, changes_of(own.text, NAME, new), [NAME, HIDDEN]))[part].decode()


def with_numbering(*labels: str) -> bytes:
    levels = "".join(
        f'<w:lvl w:ilvl="{n}"><w:lvlText w:val="{text}"/></w:lvl>' for n, text in enumerate(labels)
    )
    own = files._part(
        "numbering", f'<w:abstractNum w:abstractNumId="0"><w:name w:val="{HIDDEN}"/>{levels}</w:abstractNum>'
    )
    link = f'<Relationship Id="rId77" Type="{files._LINK}/numbering" Target="numbering.xml"/></Relationships>'
    base = changed(files.word(), "word/_rels/document.xml.rels", "</Relationships>", link)
    return pack({**unpack(base), "word/numbering.xml": own})


def test_signs_before_items_stay_and_words_there_are_read() -> None:
    raw = with_numbering("1.%2", "o", "\u2022", "(%3)", f"Case {NAME} %4:")
    own = read("word", raw)
    assert [p.text for p in own.pieces if p.role == "numbering"] == [f"Case {NAME} %4:"]
    told = part_after("word", raw, "word/numbering.xml")
    for label in ("1.%2", "o", "\u2022", "(%3)", "Case Grey %4:"):
        assert f'w:val="{label}"' in told
    assert HIDDEN not in told


def test_a_bullet_of_words_is_read() -> None:
    bullet = f'<a:p><a:pPr><a:buChar char="{NAME}"/></a:pPr><a:r><a:t>one</a:t></a:r></a:p><a:p>'
    raw = changed(files.powerpoint(), "ppt/slides/slide1.xml", "<a:p>", bullet)
    assert '<a:buChar char="Grey"/>' in part_after("powerpoint", raw, "ppt/slides/slide1.xml")


def test_pictures_of_the_old_language_of_drawings_keep_their_link() -> None:
    shape = (
        f'<w:p><w:r><w:pict><v:shape id="{HIDDEN}"><v:imagedata r:id="rId5"/></v:shape></w:pict></w:r></w:p>'
    )
    raw = changed(files.word(), "word/document.xml", "<w:body>", f"<w:body>{shape}")
    told = part_after("word", raw, "word/document.xml")
    assert '<v:imagedata r:id="rId5"/>' in told and '<v:shape id="shape1">' in told


def test_pictures_from_elsewhere_become_grey_ones_of_the_file() -> None:
    shape = "<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill>"
    shape += '<a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>'
    shape += "</wp:inline></w:drawing></w:r></w:p>"
    raw = changed(files.word(), "word/document.xml", "<w:body>", f"<w:body>{shape}")
    raw = changed(raw, "word/_rels/document.xml.rels", 'relationships/hyperlink"', 'relationships/image"')
    assert '<a:blip r:embed="rId9"/>' in part_after("word", raw, "word/document.xml")
    links = part_after("word", raw, "word/_rels/document.xml.rels")
    assert 'Target="/media/linked.blank.png"' in links and "External" not in links and HIDDEN not in links


def test_numbers_of_pages_of_a_table_of_contents_are_shown_everywhere() -> None:
    run = f"<w:p><w:r><w:rPr><w:webHidden/></w:rPr><w:t>{NAME} 12</w:t></w:r></w:p>"
    raw = changed(files.word(), "word/document.xml", "<w:body>", f"<w:body>{run}")
    assert "<w:r><w:rPr/><w:t>Grey 12</w:t></w:r>" in part_after("word", raw, "word/document.xml")


def test_a_link_of_a_presentation_looks_like_one_without_its_target() -> None:
    run = '<a:p><a:r><a:rPr><a:latin typeface="Arial"/><a:hlinkClick r:id="rId7"/></a:rPr><a:t>a</a:t></a:r></a:p><a:p>'
    raw = changed(files.powerpoint(), "ppt/slides/slide1.xml", "<a:p>", run)
    told = part_after("powerpoint", raw, "ppt/slides/slide1.xml")
    fill = '<a:solidFill><a:schemeClr val="hlink"/></a:solidFill>'
    assert f'<a:rPr u="sng">{fill}<a:latin typeface="Arial"/></a:rPr>' in told and "rId7" not in told


def test_a_link_of_open_document_looks_like_one_without_its_target() -> None:
    told = part_after("opendocument", files.open_document(), "content.xml")
    assert '<text:span text:style-name="Internet_20_link">there</text:span>' in told


def test_settings_of_layout_stay_and_all_others_go() -> None:
    def item(name: str, value: str, kind: str = "boolean") -> str:
        return f'<config:config-item config:name="{name}" config:type="{kind}">{value}</config:config-item>'

    own = f'<config:config-item-set config:name="{{}}">{item("TabOverflow", "true")}'
    own += item("PrinterName", HIDDEN, "string") + item("TabOverMargin", HIDDEN) + item(HIDDEN, "true")
    own += "</config:config-item-set>"
    spaces = " ".join(
        f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "config")
    )
    inner = own.format("ooo:configuration-settings") + own.format("ooo:view-settings")
    raw = f"<office:document-settings {spaces}><office:settings>{inner}</office:settings></office:document-settings>"
    parts = {**unpack(files.open_document()), "settings.xml": raw.encode()}
    told = part_after("opendocument", pack(parts, stored="mimetype"), "settings.xml")
    assert told.count("<config:config-item ") == 1 and "TabOverflow" in told and HIDDEN not in told


def test_the_style_of_a_chart_stays() -> None:
    choice = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice '
        'Requires="c14"><x val="126"/></mc:Choice><mc:Fallback><c:style val="26"/></mc:Fallback></mc:AlternateContent>'
    )
    own = files.chart().replace(b"<c:chart>", f"{choice}<c:chart>".encode(), 1)
    told = part_after("word", files.with_chart(files.word(), own=own), "word/charts/chart1.xml")
    assert '<c:style val="26"/><c:chart>' in told and "Alternate" not in told


def without_words(kind: str) -> bytes:
    """Return a file with no word in it."""
    if kind == "word":
        own = {"word/document.xml": files._part("document", "<w:body><w:p/></w:body>")}
        kept = ("[Content_Types].xml", "_rels/.rels")
        return pack({name: part for name, part in unpack(files.word()).items() if name in kept} | own)
    text = unpack(files.open_document())
    space = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    return pack(
        {"mimetype": text["mimetype"], "content.xml": f"<office:document-content {space}/>".encode()},
        "mimetype",
    )


@pytest.mark.parametrize("kind", ["word", "opendocument"])
def test_a_file_without_words_is_written(kind: str) -> None:
    own = read(kind, without_words(kind))
    assert own.text == "" and read(kind, rewritten(own, [], [])).text == ""


@pytest.mark.parametrize(("kind", "make"), [("word", files.word), ("powerpoint", files.powerpoint)])
def test_the_main_part_may_have_any_name(kind: str, make: Callable[[], bytes]) -> None:
    old, new = {"word": ("word/document", "word/one"), "powerpoint": ("ppt/presentation", "ppt/one")}[kind]
    folder, _, name = old.partition("/")
    raw = pack({
        part.replace(old, new).replace(f"{folder}/_rels/{name}.", f"{folder}/_rels/one."): content.replace(
            old.encode(), new.encode()
        )
        for part, content in unpack(make()).items()
    })  # fmt: skip
    assert read(kind, raw).text == read(kind, make()).text


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(DocumentError, match="has no document"):
        read("word", files.powerpoint())


def test_of_a_refused_file_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.docx").write_bytes(files.powerpoint())
    done = caller(capsys)("sanitize", tmp_path / "a.docx", "-o", tmp_path / "b.docx")
    assert done.status and not (tmp_path / "b.docx").exists() and len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("heading 1", True), ("Text_20_body", True), ("BodyText2Char", True), ("P12", True), ("Table1.A1", True),
        ("List Bullet 3", True), ("HTML Code", True), (HIDDEN, False), (f"Heading {HIDDEN}", False), ("Green", False),
        (f"{HIDDEN}.A1", False), ("PageStyle_5f_Ann", False),
    ],
)  # fmt: skip
def test_names_of_styles_are_told_from_those_that_people_give(name: str, known: bool) -> None:
    assert is_known(name) == known


def test_styles_of_word_are_numbered_but_those_of_programs() -> None:
    def style(id: str, name: str) -> str:
        based = f'<w:basedOn w:val="{id}"/>'
        return f'<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/>{based}</w:style>'

    inner = style("Heading1", "heading 1") + style("Vasterling1", "heading 2") + style("X", HIDDEN)
    inner += f'<w:latentStyles><w:lsdException w:name="{HIDDEN}"/></w:latentStyles>'
    link = f'<Relationship Id="rId77" Type="{files._LINK}/styles" Target="styles.xml"/></Relationships>'
    base = changed(files.word(), "word/_rels/document.xml.rels", "</Relationships>", link)
    told = part_after(
        "word", pack({**unpack(base), "word/styles.xml": files._part("styles", inner)}), "word/styles.xml"
    )
    assert HIDDEN not in told and 'w:styleId="Heading1"><w:name w:val="heading 1"/>' in told
    assert 'w:styleId="S1"><w:name w:val="heading 2"/><w:basedOn w:val="S1"/>' in told
    assert 'w:styleId="S2"><w:name w:val="S2"/>' in told


def test_settings_of_word_stay_where_they_lay_out() -> None:
    inner = f'<w:evenAndOddHeaders/><w:captions><w:caption w:name="{HIDDEN}"/></w:captions>'
    inner += '<w14:docId w14:val="35FF7762"/>'
    raw = pack({**unpack(files.word()), "word/settings.xml": files._part("settings", inner)})
    told = part_after("word", raw, "word/settings.xml")
    assert "evenAndOddHeaders" in told and HIDDEN not in told and "35FF7762" not in told


def test_names_of_looks_of_open_document_become_numbers() -> None:
    base = unpack(files.open_document())
    looks = (
        f'<office:styles><style:style style:name="{HIDDEN}" style:display-name="{HIDDEN}"/>'
        f'<style:style style:name="P1" style:parent-style-name="{HIDDEN}" text:rsid="0020b5a"/></office:styles>'
        f'<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-number '
        f'style:num-prefix="Case {NAME} " style:num-suffix="."/></text:list-style></office:automatic-styles>'
    )
    content = base["content.xml"].decode().replace("<office:body>", looks + "<office:body>")
    content = content.replace("<text:p>Mr Que", f'<text:p text:style-name="{HIDDEN}">Mr Que')
    raw = pack({**base, "content.xml": content.encode()}, stored="mimetype")
    told = part_after("opendocument", raw, "content.xml")
    assert HIDDEN not in told and "0020b5a" not in told and 'style:num-prefix="Case Grey "' in told
    assert 'parent-style-name="Numbered1"' in told and '<text:p text:style-name="Numbered1">' in told


def test_what_follows_a_place_to_break_a_word_is_read() -> None:
    raw = f"<html><body><p>Mr Quern<wbr>by came.<wbr>{NAME}<br>a</p></body></html>".encode()
    own = read("html", raw)
    assert own.text.split("\n\n")[-1] == f"Mr Quernby came.{NAME}\na"
    assert NAME.encode() not in rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME])


@pytest.mark.parametrize("how", ["gone", "other"])
@pytest.mark.parametrize(("kind", "make"), [("word", files.word), ("excel", files.excel)])
def test_a_package_that_does_not_tell_its_parts_is_refused(
    kind: str, make: Callable[[], bytes], how: str
) -> None:
    parts = {**unpack(make()), "[Content_Types].xml": b"<x/>"}
    if how == "gone":
        del parts["[Content_Types].xml"]
    if kind == "word" and how == "other":
        assert read(kind, pack(parts)).text
    else:
        with pytest.raises(DocumentError):
            read(kind, pack(parts))
