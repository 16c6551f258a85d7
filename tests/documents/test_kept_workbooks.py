"""What a workbook looks like stays, without words that people put there; what cannot be kept is counted."""

import html
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.table import Table, TableStyleInfo

from sanitizer.documents.office_charts import plain_format
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.pictures import BLANK
from sanitizer.documents.rewrite import rewritten
from sanitizer.documents.spreadsheet_rules import told_apart
from sanitizer.errors import DocumentError
from sanitizer.text.edits import Change
from sanitizer.types import Span
from tests.contracts.document_format import changes_of
from tests.documents import files
from tests.documents.drawn_files import BOX, drawn_beside
from tests.documents.test_looks import changed, part_after, read

NAME, HIDDEN = files.NAME, files.HIDDEN


@pytest.mark.parametrize(
    ("code", "plain"),
    [
        ("General", "General"), ("[$-409]mmmm d, yyyy", "[$-409]mmmm d, yyyy"), ("[h]:mm:ss AM/PM", "[h]:mm:ss AM/PM"),
        ('#,##0.00\\ "\u20ac";[Red]-0', '#,##0.00\\ "\u20ac";[Red]-0'), ("0 [$EUR-407]", "0 [$EUR-407]"),
        ("_-* #,##0\\ _\u20ac_-", "_-* #,##0\\ _\u20ac_-"), (f'0" {HIDDEN}"', "0"), (f"[${HIDDEN}-409]0.0", "0.0"),
        ("\\V\\a\\s0", "0"), (f"{HIDDEN}0", "General"),
    ],
)  # fmt: skip
def test_formats_of_numbers_stay_without_words(code: str, plain: str) -> None:
    assert plain_format(code) == plain


def test_a_workbook_keeps_its_colours_without_the_name_of_the_theme() -> None:
    part = "xl/theme/theme1.xml"
    raw = changed(files.excel(), part, 'name="Office Theme"', f'name="{HIDDEN}"')
    told = part_after("excel", raw, part)
    assert 'name="Theme"' in told and HIDDEN not in told and "clrScheme" in told


def test_a_workbook_that_shows_no_sheet_is_refused() -> None:
    raw = changed(files.excel(), "xl/workbook.xml", 'state="visible"', 'state="hidden"')
    with pytest.raises(DocumentError, match="shows no sheet"):
        read("excel", raw)


def test_cells_keep_the_looks_of_their_words() -> None:
    book = Workbook()
    bold = TextBlock(InlineFont(b=True), "Quern")
    book.active["A1"] = CellRichText("Mr ", bold, "by came ", TextBlock(InlineFont(i=True), "late"))
    book.active["A2"] = CellRichText(TextBlock(InlineFont(b=True), "one"), " two")
    target = io.BytesIO()
    book.save(target)
    own = read("excel", target.getvalue())
    assert [p.text for p in own.pieces][1:] == ["Mr Quernby came late", "one two"]
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME])
    sheet = load_workbook(io.BytesIO(raw), rich_text=True).active
    told = [
        [(str(run), getattr(run, "font", None) is not None) for run in sheet[cell].value]
        for cell in ("A1", "A2")
    ]
    assert told == [
        [("Mr ", False), ("Grey", True), (" came ", False), ("late", True)],
        [("one", True), (" two", False)],
    ]


def test_a_chart_that_cannot_be_kept_is_counted() -> None:
    parts = unpack(files.drawn_workbook())
    own = read(
        "excel", pack({**parts, "xl/charts/chart1.xml": files.chart().replace(b"barChart", b"someChart")})
    )
    assert own.left_out["chart"] == 1 and "chart" not in read("excel", files.drawn_workbook()).left_out


def test_libraries_say_nothing_of_what_they_find_strange(tmp_path: Path) -> None:
    parts = unpack(files.drawn_workbook())
    chart = files.chart(HIDDEN).replace(b"barChart", HIDDEN.encode())
    (tmp_path / "a.xlsx").write_bytes(pack({**parts, "xl/charts/chart1.xml": chart}))
    call = [
        sys.executable,
        "-m",
        "sanitizer",
        "sanitize",
        str(tmp_path / "a.xlsx"),
        "-o",
        str(tmp_path / "b.xlsx"),
    ]
    done = subprocess.run([*call, "--any-language"], capture_output=True, text=True, check=True)
    assert "warn" not in done.stderr.lower() and HIDDEN not in done.stderr and "1 chart" in done.stderr


def test_text_boxes_of_sheets_are_read_and_stay() -> None:
    own = read("excel", drawn_beside(BOX, ("rId7", "hyperlink", f"http://{HIDDEN}/")))
    assert [p.text for p in own.pieces][-3:] == [f"Box of {NAME}", f"Mr {NAME} came", f"Visits of {NAME}"]
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, HIDDEN])
    told = unpack(raw)["xl/drawings/drawing1.xml"].decode()
    assert "<a:t>Mr Grey</a:t>" in told and "> came</a:t>" in told and 'descr="Box of Grey"' in told
    assert (
        not files.names_in(raw)
        and "rId7" not in told
        and len(load_workbook(io.BytesIO(raw)).active._charts) == 1
    )


def test_pictures_of_sheets_become_grey_wherever_they_are() -> None:
    shape = (
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="9" name=""/></xdr:nvPicPr><xdr:blipFill><a:blip r:{}="rId7"/>'
        "</xdr:blipFill><xdr:spPr/></xdr:pic>"
    )
    for how, target in (("embed", "/xl/media/image1.png"), ("link", f"http://{HIDDEN}/a.png")):
        raw = drawn_beside(shape.format(how), ("rId7", "image", target))
        own = read("excel", raw)
        parts = unpack(rewritten(own, [], [HIDDEN]))
        assert (
            b'r:embed="link2"' in parts["xl/drawings/drawing1.xml"] and parts["xl/media/blank.png"] == BLANK
        )


def test_a_chart_of_a_sheet_stays_as_it_was_drawn() -> None:
    raw = files.drawn_workbook()
    old = changed(raw, "xl/charts/chart1.xml", "<grouping", '<varyColors val="0"/><!-- --><grouping')
    told = part_after("excel", old, "xl/charts/chart1.xml")
    before = unpack(old)["xl/charts/chart1.xml"].decode()
    assert before.count("<") - told.count("<") < 12 and '<varyColors val="0"/><grouping' in told


def test_headers_of_pages_of_sheets_are_read_and_keep_their_fields() -> None:
    text = f'&L&"{HIDDEN},Bold"&14Mr Quern&Bby&C&"Arial,Bold"Page &P &Z&G&R&8 2019 R&&D'.replace("&", "&amp;")
    raw = changed(files.excel(), "xl/worksheets/sheet1.xml", "&amp;CPage &amp;P of Mr Quernby", text)
    own = read("excel", raw)
    assert [p.text for p in own.pieces if p.role == "header"] == ["Mr Quernby", "Page # ", "2019 R&D"]
    again = rewritten(own, changes_of(own.text, NAME, "Grey & Co"), [NAME, HIDDEN])
    told = html.unescape(unpack(again)["xl/worksheets/sheet1.xml"].decode())
    assert '>&L&14Mr Grey && Co&B&C&"Arial,Bold"Page &P &R&8 2019 R&&D<' in told


@pytest.mark.parametrize(("version", "told"), [("12.0000", "12.0000"), (HIDDEN, "")])
def test_a_workbook_keeps_the_version_by_which_its_charts_are_drawn(version: str, told: str) -> None:
    part = "docProps/app.xml"
    kept = unpack(files.drawn_workbook())[part].decode().partition("<AppVersion>")[2].partition("<")[0]
    raw = changed(files.drawn_workbook(), part, f">{kept}<", f">{version}<")
    assert (f"<AppVersion>{told}<" in part_after("excel", raw, part)) is bool(told)


@pytest.mark.parametrize(
    ("heads", "told"),
    [
        (["Name", "Age"], ["Name", "Age"]), (["A", "a", "A"], ["A", "a 2", "A 3"]),
        (["A", "A", "A 2"], ["A", "A 3", "A 2"]), (["A", "", " "], ["A", "Column 2", "Column 3"]),
        (["", "Column 1"], ["Column 2", "Column 1"]), ([], []),
    ],
)  # fmt: skip
def test_heads_of_a_table_are_told_apart(heads: list[str], told: list[str]) -> None:
    assert told_apart(heads) == told


def _table(*heads: str | CellRichText) -> bytes:
    """Make a workbook with a table of one row below these heads."""
    book = Workbook()
    sheet = book.active
    sheet.append(heads)
    sheet.append([f"Mr {NAME}"] * len(heads))
    table = Table(displayName=HIDDEN, ref=f"A1:{get_column_letter(len(heads))}2")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium9", showRowStripes=True)
    sheet.add_table(table)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def test_a_table_whose_heads_became_equal_stays_one() -> None:
    own = read(
        "excel", _table(NAME, "Ashdown", CellRichText(TextBlock(InlineFont(b=True), "Tarporley")), "Notes")
    )
    assert [p.text for p in own.pieces if p.role == "head"] == [NAME, "Ashdown", "Tarporley", "Notes"]
    words = [m.span() for m in re.finditer(f"{NAME}|Ashdown|Tarporley", own.text)]
    changes = [Change(Span(*span), "[name]", "sensitive", n) for n, span in enumerate(words)]
    raw = rewritten(own, changes, [NAME, "Ashdown", "Tarporley", HIDDEN])
    sheet = load_workbook(io.BytesIO(raw)).active
    told = ["[name]", "[name] 2", "[name] 3", "Notes"]
    assert [cell.value for cell in sheet[1]] == told and [
        c.name for c in sheet.tables["Table1"].tableColumns
    ] == told
    assert sheet.tables["Table1"].ref == "A1:D2"


def test_a_cell_of_which_nothing_is_left_says_so() -> None:
    own = read("excel", _table("One", "Two"))
    start = own.text.index("Mr")
    across = [Change(Span(start, len(own.text)), "Grey", "sensitive", 0)]
    assert read("excel", rewritten(own, across, [NAME, HIDDEN])).text.endswith("Grey | [...]")


def _of_another_file(sheet: str, chart: bytes = files.chart()) -> bytes:
    """Make a workbook whose chart shows cells of another file."""
    told = chart.replace(f"'{HIDDEN}'".encode(), sheet.encode())
    return pack({**unpack(files.drawn_workbook()), "xl/charts/chart1.xml": told})


@pytest.mark.parametrize("sheet", ["[1]Data", f"'C:\\[{HIDDEN}.xlsx]Data'", "Nowhere"])
def test_a_chart_of_another_file_holds_its_values(sheet: str) -> None:
    own = read("excel", _of_another_file(sheet))
    assert "chart" not in own.left_out
    told = [p for p in own.pieces if p.role in ("chart", "number")] + [
        p for p in own.pieces if p.text == "others"
    ]
    assert [p.text for p in told] == [f"Visits of {NAME}", NAME, "4.5", "2", "others", "others"]
    at = own.text.index("4.5")
    few = Change(Span(at, at + 3), "few", "sensitive", 99)
    changes = sorted([*changes_of(own.text, NAME, "Grey"), few], key=lambda change: change.span.start)
    raw = rewritten(own, changes, [NAME, HIDDEN])
    part = unpack(raw)["xl/charts/chart1.xml"].decode()
    assert "Ref>" not in part and "f>" not in part and "numLit>" in part and "strLit>" in part
    assert ">Grey<" in part and ">Mr Grey<" in part and ">2<" in part and "few" not in part
    assert len(load_workbook(io.BytesIO(raw)).active._charts) == 1


def test_a_title_from_another_file_becomes_its_words() -> None:
    title = files.chart().replace(
        b"<c:title><c:tx><c:rich>", b"<c:title><c:tx><c:strRef><c:f>[1]A!$A$1</c:f><c:strCache>", 1
    )
    title = title.replace(
        f"<a:bodyPr/><a:p><a:r><a:t>Visits of {NAME}</a:t></a:r></a:p></c:rich>".encode(),
        f'<c:ptCount val="1"/><c:pt idx="0"><c:v>Visits of {NAME}</c:v></c:pt></c:strCache></c:strRef>'.encode(),
    )
    own = read("excel", _of_another_file("[1]Data", title))
    raw = rewritten(own, changes_of(own.text, NAME, "Grey"), [NAME, HIDDEN])
    assert "<a:t>Visits of Grey</a:t>" in unpack(raw)["xl/charts/chart1.xml"].decode()


def test_a_chart_of_another_file_without_values_is_counted() -> None:
    bare = re.sub(rb"<c:numCache>.*?</c:numCache>", b"", files.chart())
    assert read("excel", _of_another_file("[1]Data", bare)).left_out["chart"] == 1


def test_looks_of_tables_and_cells_have_numbers_for_names() -> None:
    part, usual = (
        "xl/styles.xml",
        'defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/>',
    )
    own = f'defaultTableStyle="{HIDDEN}"><tableStyle name="{HIDDEN}" pivot="0" count="0"/></tableStyles>'
    raw = changed(_table("One", "Two"), part, usual, own)
    raw = changed(
        raw, part, 'name="Normal"', f'name="{HIDDEN}" xfId="0" builtinId="20"/><cellStyle name="Normal"'
    )
    raw = changed(raw, "xl/tables/table1.xml", 'name="TableStyleMedium9"', f'name="{HIDDEN}"')
    parts = unpack(rewritten(read("excel", raw), [], [HIDDEN]))
    assert b'defaultTableStyle="Table style 1"' in parts[part] and HIDDEN.encode() not in parts[part]
    assert b'tableStyleInfo name="Table style 1"' in parts["xl/tables/table1.xml"]


def test_a_chart_without_a_plot_refuses_no_workbook() -> None:
    parts = unpack(files.drawn_workbook())
    name = "xl/charts/chart1.xml"
    plot = re.compile(rb"<plotArea>.*</plotArea>", re.DOTALL)
    assert plot.search(parts[name])
    own = read("excel", pack({**parts, name: plot.sub(b"<plotArea/>", parts[name])}))
    assert f"Visits of {files.NAME}" in [p.text for p in own.pieces if p.role == "chart"]
    raw = rewritten(own, changes_of(own.text, files.NAME, "Grey"), [files.NAME])
    assert b"Visits of Grey" in unpack(raw)[name]
