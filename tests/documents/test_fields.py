"""Fields, links within a file, content controls and forms of parts stay where they hold no words of people."""

import io
import re
from copy import copy

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat

from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from tests.contracts.document_format import changes_of
from tests.documents import files
from tests.documents.test_looks import changed, part_after, read

NAME, HIDDEN = files.NAME, files.HIDDEN


def body_after(inner: str) -> str:
    """Return what is in the body of a text of Word after it was sanitized, of what was put at its beginning."""
    raw = changed(files.word(), "word/document.xml", "<w:body>", f"<w:body>{inner}<w:p/>")
    return part_after("word", raw, "word/document.xml").partition("<w:body>")[2].partition("<w:p/>")[0]


def place(name: str, number: int = 50) -> str:
    mark = f'<w:bookmarkStart w:id="{number}" w:name="{name}"/>'
    return f'<w:p>{mark}{files._run("A chapter")}<w:bookmarkEnd w:id="{number}"/></w:p>'


def codes(told: str) -> list[str]:
    """Return the instructions of fields."""
    return [code.strip() for code in re.findall(r"<w:instrText[^>]*>([^<]*)", told)]


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("PAGE \\* MERGEFORMAT", "PAGE \\* MERGEFORMAT"), ("REF Who \\h", "REF _B1 \\h"),
        ("pageref _Toc12345 \\h", "PAGEREF _Toc1 \\h"), ('SEQ Figure \\* ARABIC', "SEQ Figure \\* ARABIC"),
        (f"SEQ {HIDDEN} \\r 2", 'SEQ S1 \\r "2"'), (f'HYPERLINK \\l "Who" \\o "{HIDDEN}"', "HYPERLINK \\l _B1"),
        ('TOC \\o "1-3" \\h \\z \\u', 'TOC \\o "1-3" \\h \\z \\u'),
        (f'TOC \\t "{HIDDEN},1,Heading 2,2"', 'TOC \\t "Heading 2,2"'),
        ('STYLEREF "Heading 1"', 'STYLEREF "Heading 1"'),
        (f'STYLEREF "{HIDDEN}"', None), ('STYLEREF "Otis1961"', None), ("REF nowhere", None),
        (f'HYPERLINK "http://{HIDDEN}/"', None),
        (f"PAGE {HIDDEN}", None), (f'TOC \\o "{HIDDEN}"', "TOC"), ("DATE \\@ yyyy", None), (f"AUTHOR {HIDDEN}", None),
        ("REF", None), ("", None),
    ],
)  # fmt: skip
def test_fields_stay_that_look_up_nothing_but_the_file(code: str, kept: str | None) -> None:
    told = body_after(place("Who", 50) + place("_Toc12345", 51) + f"<w:p>{files._field(code, NAME)}</w:p>")
    assert codes(told) == ([] if kept is None else [kept])
    assert ("fldChar" in told) is (kept is not None) and "Grey" in told and HIDDEN not in told


def test_links_within_a_text_stay_with_the_bookmarks_that_they_lead_to() -> None:
    link = f'<w:hyperlink w:anchor="Who" w:tooltip="{HIDDEN}" w:history="1">{files._run(NAME)}</w:hyperlink>'
    told = body_after(place("Who") + place(HIDDEN, 51) + f"<w:p>{link}</w:p>")
    assert '<w:hyperlink w:anchor="_B1" w:history="1">' in told
    assert re.findall(r"<w:bookmark\w+ [^>]*>", told) == [
        '<w:bookmarkStart w:id="50" w:name="_B1"/>', '<w:bookmarkEnd w:id="50"/>',
    ]  # fmt: skip
    told = body_after(f'<w:p><w:hyperlink w:anchor="nowhere">{files._run(NAME)}</w:hyperlink></w:p>')
    assert "hyperlink" not in told and "Grey" in told


def test_a_field_that_is_made_of_another_one_becomes_its_words() -> None:
    inner = files._field("AUTHOR", "Who")
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF </w:instrText></w:r>'
    rest = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    rest += f'{files._run("told")}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    told = body_after(place("Who") + f"<w:p>{begin}{inner}{rest}</w:p>")
    assert "fldChar" not in told and "told" in told and "bookmark" not in told


def form(kind: str, inner: str, result: str = "") -> str:
    data = f'<w:ffData><w:name w:val="{HIDDEN}"/><w:helpText w:val="{HIDDEN}"/>{inner}</w:ffData>'
    return (
        f'<w:p><w:r><w:fldChar w:fldCharType="begin">{data}</w:fldChar></w:r><w:r><w:instrText>{kind}</w:instrText>'
        f'</w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


def test_a_box_to_check_stays_and_what_was_chosen_from_a_list_is_read() -> None:
    told = body_after(form("FORMCHECKBOX", '<w:checkBox><w:sizeAuto/><w:checked w:val="1"/></w:checkBox>'))
    assert '<w:ffData><w:checkBox><w:sizeAuto/><w:checked w:val="1"/></w:checkBox></w:ffData>' in told
    names = "".join(f'<w:listEntry w:val="{name}"/>' for name in (HIDDEN, NAME))
    told = body_after(form("FORMDROPDOWN", f'<w:ddList><w:result w:val="1"/>{names}</w:ddList>'))
    assert re.findall("<w:t[^>]*>([^<]*)", told) == ["Grey"] and "ffData" not in told


def test_content_controls_stay_without_their_words() -> None:
    box = '<w14:checkbox><w14:checked w14:val="1"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/>'
    box += "</w14:checkbox>"
    words = f'<w:alias w:val="{HIDDEN}"/><w:tag w:val="{HIDDEN}"/>'
    words += f'<w:dropDownList><w:listItem w:value="{HIDDEN}"/></w:dropDownList>'
    words += f'<w14:appearance w14:val="{HIDDEN}"/><w:lock w:val="{HIDDEN}"/>'
    gallery = f'<w:docPartObj><w:docPartGallery w:val="{HIDDEN}"/></w:docPartObj>'
    control = f"<w:sdt><w:sdtPr><w:rPr><w:b/></w:rPr>{words}{gallery}{box}</w:sdtPr><w:sdtContent>"
    told = body_after(f"<w:p>{control}{files._run(NAME)}</w:sdtContent></w:sdt></w:p>")
    kept = f"<w14:appearance/><w:lock/><w:docPartObj/>{box}"
    assert f"<w:sdtPr><w:rPr><w:b/></w:rPr>{kept}</w:sdtPr>" in told and HIDDEN not in told
    cell = f"<w:tc><w:p>{files._run(NAME)}</w:p></w:tc>"
    table = f"<w:tbl><w:tr>{cell}<w:sdt><w:sdtPr/><w:sdtContent>{cell}</w:sdtContent></w:sdt></w:tr></w:tbl>"
    raw = changed(files.word(), "word/document.xml", "<w:body>", f"<w:body>{table}")
    assert [(p.role, p.after) for p in read("word", raw).pieces[:2]] == [("cell", " | "), ("cell", "\n")]


def test_of_a_part_in_several_forms_the_newest_stays_that_is_read() -> None:
    space = 'xmlns:new="http://schemas.microsoft.com/office/drawing/2099/unknown"'
    forms = (
        f'<mc:AlternateContent {space}><mc:Choice Requires="new">{files._run(HIDDEN)}</mc:Choice>'
        f'<mc:Choice Requires="w14">{files._run(NAME)}</mc:Choice><mc:Fallback>{files._run(HIDDEN)}</mc:Fallback>'
        "</mc:AlternateContent>"
    )
    told = body_after(f"<w:p>{forms}</w:p>")
    assert "Grey" in told and HIDDEN not in told and "Alternate" not in told


def test_a_chart_of_a_new_kind_is_refused() -> None:
    raw = changed(
        files.word(), "word/_rels/document.xml.rels", "</Relationships>",
        '<Relationship Id="rId90" Type="http://schemas.microsoft.com/office/2014/relationships/chartEx" '
        'Target="charts/chartEx1.xml"/></Relationships>',
    )  # fmt: skip
    with pytest.raises(DocumentError, match="a chart of a new kind"):
        read("word", raw)


def test_links_to_other_slides_stay() -> None:
    link = f'<a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=nextslide" tooltip="{HIDDEN}"/>'
    run = f"<a:p><a:r><a:rPr>{link}</a:rPr><a:t>on</a:t></a:r></a:p><a:p>"
    raw = changed(files.powerpoint(), "ppt/slides/slide1.xml", "<a:p>", run)
    told = part_after("powerpoint", raw, "ppt/slides/slide1.xml")
    assert '<a:rPr><a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=nextslide"/></a:rPr>' in told


def text_after(inner: str) -> str:
    raw = changed(files.open_document(), "content.xml", "<office:text>", f"<office:text>{inner}<text:p/>")
    return (
        part_after("opendocument", raw, "content.xml").partition("<office:text>")[2].partition("<text:p/>")[0]
    )


def test_references_of_open_document_stay_under_numbers() -> None:
    told = text_after(
        f"<text:sequence-decls><text:sequence-decl text:name='{HIDDEN}'/><text:sequence-decl text:name='Table'/>"
        "</text:sequence-decls>"
        f"<text:h><text:bookmark-start text:name='{HIDDEN}' office:name='{HIDDEN}'/>{NAME}"
        f"<text:bookmark-end text:name='{HIDDEN}'/></text:h>"
        f"<text:p><text:bookmark text:name='{HIDDEN} again'/><text:reference-mark text:name='{HIDDEN}'/>"
        f"<text:bookmark-ref text:ref-name='{HIDDEN}' text:reference-format='text' xlink:href='{HIDDEN}'>"
        f"{NAME}</text:bookmark-ref>"
        f"<text:a xlink:href='#{HIDDEN}' office:title='{HIDDEN}'>there</text:a>"
        f"<text:a xlink:href='#nowhere'>nowhere</text:a>"
        f"<text:bookmark-ref text:ref-name='{HIDDEN} no more'>lost</text:bookmark-ref>"
        f"<text:sequence text:ref-name='{HIDDEN}' text:name='{HIDDEN}' text:formula='ooow:{HIDDEN}+1'>1</text:sequence>"
        "<text:chapter text:display='name'>A chapter</text:chapter></text:p>"
    )
    assert '<text:sequence-decl text:name="Sequence1"/><text:sequence-decl text:name="Table"/>' in told
    assert (
        '<text:bookmark-start text:name="bookmark1"/>Grey<text:bookmark-end text:name="bookmark1"/>' in told
    )
    assert (
        '<text:bookmark-ref text:ref-name="bookmark1" text:reference-format="text">Grey</text:bookmark-ref>'
        in told
    )
    assert '<text:a xlink:href="#bookmark1">there</text:a>' in told and "nowhere</text:span>lost" in told
    assert '<text:sequence text:name="Sequence1" text:formula="ooow:Sequence1+1">1</text:sequence>' in told
    assert '<text:chapter text:display="name">A chapter</text:chapter>' in told
    assert "reference-mark" not in told and HIDDEN not in told


def test_names_that_nothing_calls_go_and_styles_that_are_not_there_become_numbers() -> None:
    told = text_after(
        f"<text:illustration-index text:name='{HIDDEN}'><text:index-source-style text:style-name='{HIDDEN}'/>"
        f"</text:illustration-index><text:p><draw:custom-shape draw:name='{HIDDEN}'/></text:p>"
    )
    assert '<text:illustration-index text:name="">' in told and '<draw:custom-shape draw:name=""/>' in told
    assert (
        re.search('<text:index-source-style text:style-name="Numbered[0-9]+"/>', told) and HIDDEN not in told
    )


def test_what_was_chosen_in_a_form_of_open_document_is_read() -> None:
    space = 'xmlns:f="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"'
    kind = "vnd.oasis.opendocument.field."
    entries = "".join(f"<f:param f:name='Dropdown_ListEntry' f:value='{name}'/>" for name in (HIDDEN, NAME))
    told = text_after(
        f"<text:p {space}>Mr <f:fieldmark text:name='{HIDDEN}' f:type='{kind}FORMDROPDOWN'>{entries}"
        "<f:param f:name='Dropdown_Selected' f:value='1'/></f:fieldmark> and "
        f"<f:fieldmark f:type='{kind}FORMCHECKBOX'><f:param f:name='Checkbox_Checked' f:value='true'/></f:fieldmark>"
        f"<f:fieldmark-start text:name='{HIDDEN}' f:type='{kind}FORMTEXT'/>typed<f:fieldmark-end/></text:p>"
    )
    words = re.sub("<[^>]*>", "", told)
    assert words == "Mr Grey and \u2612typed" and HIDDEN not in told and "fieldmark" not in told


def test_rows_and_columns_of_a_sheet_that_stay_in_sight_do_so_under_its_new_name() -> None:
    def item(name: str, value: str) -> str:
        return f'<config:config-item config:name="{name}" config:type="int">{value}</config:config-item>'

    sheet = "".join(map(item, ("HorizontalSplitMode", "CursorPositionX", "ActiveTable"), ("2", "9", HIDDEN)))
    entries = "".join(
        f'<config:config-item-map-entry config:name="{name}">{sheet}</config:config-item-map-entry>'
        for name in (NAME, HIDDEN)
    )
    view = (
        '<config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed config:name="Views">'
        f"<config:config-item-map-entry>{item('ActiveTable', HIDDEN)}"
        '<config:config-item-map-named config:name="Tables">'
        f"{entries}</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed>"
        "</config:config-item-set>"
    )
    space = " ".join(
        f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("config", "office")
    )
    settings = f"<office:document-settings {space}><office:settings>{view}</office:settings></office:document-settings>"
    base = changed(
        files.open_document("spreadsheet"), "content.xml", f"table:name='{HIDDEN}'", f"table:name='{NAME}'"
    )
    told = part_after(
        "opendocument", pack({**unpack(base), "settings.xml": settings.encode()}, "mimetype"), "settings.xml"
    )
    kept = '<config:config-item-map-entry config:name="Grey"><config:config-item config:name="HorizontalSplitMode"'
    assert kept in told and "Cursor" not in told and "ActiveTable" not in told and HIDDEN not in told


def test_looks_of_columns_covered_cells_rules_and_pages_of_workbooks_stay() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    book._cell_styles[0].alignmentId = book._alignments.add(Alignment(vertical="center"))
    sheet.column_dimensions["B"].width = 30
    sheet.column_dimensions["B"]._style = copy(book._cell_styles[0])
    sheet.append([NAME, 4.5])
    sheet["A2"].number_format = sheet["B2"].number_format = f'0.000" {HIDDEN}"'
    sheet.merge_cells("A2:B2")
    sheet["B2"]._style = copy(sheet["A2"]._style)
    rule = CellIsRule(operator="equal", formula=["1"])
    rule.dxf = DifferentialStyle(numFmt=NumberFormat(numFmtId=170, formatCode=f'0.0" {HIDDEN}"'))
    sheet.conditional_formatting.add("B1", rule)
    target = io.BytesIO()
    book.save(target)
    parts = unpack(target.getvalue())
    parts["xl/worksheets/sheet1.xml"] = re.sub(b"<pageMargins[^>]*>", b"", parts["xl/worksheets/sheet1.xml"])
    own = read("excel", pack(parts))
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, HIDDEN])
    assert not files.names_in(raw) and HIDDEN.encode() not in b"".join(unpack(raw).values())
    again = load_workbook(io.BytesIO(raw)).worksheets[0]
    assert again["A2"].number_format == "0.000" and again.page_margins.left == 0.7
    assert (
        again.column_dimensions["B"].alignment.vertical == "center"
        and again.column_dimensions["B"].width == 30
    )
    (told,) = [rule for cells in again.conditional_formatting for rule in cells.rules]
    assert told.dxf is not None and told.dxf.numFmt is not None and told.dxf.numFmt.formatCode == "0.0"


def test_an_object_of_open_document_that_is_not_there_is_left_out() -> None:
    told = text_after("<text:p><draw:frame><draw:object/></draw:frame></text:p>")
    assert "<draw:frame/>" in told
    inline = changed(
        files.open_document(), "content.xml", "<office:text>",
        f"<office:text><draw:frame><draw:object><x>{NAME}</x></draw:object></draw:frame>",
    )  # fmt: skip
    with pytest.raises(DocumentError, match="embedded object"):
        read("opendocument", inline)
