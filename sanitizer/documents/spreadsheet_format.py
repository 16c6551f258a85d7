"""Excel workbooks (.xlsx) as a format: the cells of all sheets, hidden ones too, and the names of sheets.

Numbers and dates are read as they are stored (dates as in ISO 8601); a cell that is changed becomes text. Formulas give
way to the values that were last computed. Headers of pages, charts of cells, text boxes and shapes are kept, and so are
tables, under numbers, and rules of formatting that hold no words. Comments, links, names, properties, rules of
validation and whatever else is no cell are left out and counted. Macros are refused.
"""

import datetime
import io
import posixpath
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any, Final

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.comments import Comment
from openpyxl.packaging.core import DocumentProperties
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.utils.indexed_list import IndexedList
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.page import PageMargins

from sanitizer.documents.font_names import is_known_font, rename_fonts
from sanitizer.documents.formats import (
    BETWEEN,
    Choices,
    DocumentFormat,
    Edit,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
    edited_parts,
)
from sanitizer.documents.numbered_characters import characters
from sanitizer.documents.office_charts import NUMBER, is_chart, plain_format
from sanitizer.documents.office_clean import clean
from sanitizer.documents.packages import pack, parse, serialize, strings_of_package, unpack
from sanitizer.documents.runs_of_text import NOT_IN_TITLES, Stretch, blank_rest, edit_all
from sanitizer.documents.spreadsheet_drawings import (
    SheetDrawing,
    drawings_of,
    sheets_of,
    version_of,
    with_drawings,
)
from sanitizer.documents.spreadsheet_headers import PageHeader, headers_of
from sanitizer.documents.spreadsheet_rules import heads_of, name_tables, number_table_styles, settle_rules
from sanitizer.documents.structure import CELL
from sanitizer.documents.style_names import is_brought_along
from sanitizer.errors import DocumentError
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Document

warnings.filterwarnings("ignore", module="openpyxl")  # what it finds strange may be private text

_MOST_CELLS: Final = 5_000_000
_WIDEST: Final = 256
_LEFT_OUT: Final = {
    "comments": "comments", "media": "picture", "docProps": "properties",
    "externalLinks": "external link", "customXml": "custom data", "pivotTables": "pivot table",
    "pivotCache": "pivot table",
    "printerSettings": "setting", "threadedComments": "comments", "persons": "comments",
    "queryTables": "query", "ctrlProps": "control", "slicers": "slicer", "slicerCaches": "slicer",
}  # fmt: skip
"""Folders of parts that are left out, and what is in them."""
_NEVER: Final = datetime.datetime(1980, 1, 1)
_APP: Final = "docProps/app.xml"
_CORE: Final = "docProps/core.xml"
_PROGRAM: Final = re.compile(rb"<Application>[^<]*</Application>")
_TIME: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
"""When a workbook was made and changed, which the library says whatever its properties are."""
_TITLE: Final = 31
_UNREAD: Final = (InvalidFileException, OSError, ValueError, LookupError, TypeError, AttributeError)
"""What the library raises for a workbook that it cannot read."""
HEAD: Final = "head"
"""The role of a cell that names a column of a table."""
_MARGINS: Final = {"left": 0.7, "right": 0.7, "top": 0.75, "bottom": 0.75, "header": 0.3, "footer": 0.3}
"""Of a page of which a workbook does not say it, in inches, as Excel has it."""
_FONT: Final = re.compile(rb'(?:<(?:name|rFont) val|typeface)="([^"]*)"')
"""Where a part names a font."""


class Excel(DocumentFormat):
    """one text in a workbook (.xlsx)"""

    suffixes: tuple[str, ...] = (".xlsx",)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a piece a sheet's name and a piece a cell, row by row. Raises DocumentError."""
        own = _workbook(raw, fields.choices)
        pieces = [piece for piece, _ in _places(own.book)] + [s.piece for s in own.stretches]
        yield FileDocument.of_pieces(name, pieces, raw, own.left_out)

    def may_differ(self, role: str) -> bool:
        """Return whether a part may differ: names of sheets are short; they and heads of tables are told apart by
        numbers. A number of a chart that is no number any more is not drawn."""
        return role in ("sheet", HEAD, NUMBER)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the workbook with its cells and their formats."""
        for document in documents:
            own = _workbook(document.source, fields.choices)
            book = own.book
            before = [sheet.title for sheet in book.worksheets]
            places = list(_places(book))
            for (piece, place), text, edits in zip(places, document.texts, document.edits, strict=False):
                if text != piece.text:
                    _put(book, place, text, edits)
            name_tables(book)
            edit_all(own.stretches, document.edits[len(places) :])
            for header in own.headers:
                header.settle()
            titles = dict(zip(before, (sheet.title for sheet in book.worksheets), strict=True))
            parts = with_drawings(unpack(saved(book)), own.drawings, titles, own.version)
            yield pack(_renamed(parts, document.forms))

    def strings(self, raw: bytes) -> Iterator[str]:
        """Return all strings of all parts."""
        return strings_of_package(raw)


def saved(book: Workbook) -> bytes:
    """Return the bytes of a workbook, without times."""
    target = io.BytesIO()
    book.save(target)
    parts = unpack(target.getvalue())
    parts[_APP] = _PROGRAM.sub(b"", parts[_APP])
    parts[_CORE] = _TIME.sub(f"{_NEVER:%Y-%m-%dT%H:%M:%SZ}".encode(), parts[_CORE])
    return pack(parts)


def _renamed(parts: dict[str, bytes], forms: Forms) -> dict[str, bytes]:
    """Return the parts of a workbook, with numbers for the fonts in whose names a form stands."""
    told = {
        name: {own.decode("utf-8", "replace") for own in _FONT.findall(content)}
        for name, content in parts.items()
    }
    trees = {
        name: parse(parts[name], name)
        for name, fonts in told.items()
        if any(not is_known_font(own) and forms.stand_in(own) for own in fonts)
    }
    rename_fonts(trees.values(), forms)
    return parts | {name: serialize(tree) for name, tree in trees.items()}


@dataclass(frozen=True, slots=True)
class _Book:
    """A workbook without what is left out, the headers of its pages, what is drawn in it, the version of the program
    that wrote it, and what is left out by kind."""

    book: Workbook
    headers: list[PageHeader]
    drawings: list[SheetDrawing]
    version: bytes
    left_out: dict[str, int]

    @property
    def stretches(self) -> list[Stretch]:
        """What is read beside the cells."""
        told = [own.stretches for own in self.headers] + [own.stretches for own in self.drawings]
        return [stretch for own in told for stretch in own]


def _workbook(raw: bytes, choices: Choices) -> _Book:
    """Return the workbook of these bytes. Raises DocumentError."""
    parts = unpack(raw)
    if "xl/workbook.xml" not in parts:
        raise DocumentError("is no workbook: it has no part xl/workbook.xml")
    counts: Counter[str] = Counter()
    for name, content in parts.items():
        lower = name.lower()
        if "vbaproject" in lower or "activex" in lower or "macrosheets" in lower:
            raise DocumentError("holds macros: save it as .xlsx without them")
        if "/embeddings/" in lower:
            raise DocumentError("holds an embedded object: put its text into cells")
        if "_xmlsignatures" in lower:
            raise DocumentError("holds a signature, which no change would survive: remove it first")
        if lower.endswith((".xml", ".rels")):
            tree = parse(content, name)  # refuses entities
            counts["chart"] += is_chart(tree)
        if "/worksheets/" in lower:
            counts["formula"] += content.count(b"<f>") + content.count(b"<f ")
        folder = next((f for f in posixpath.dirname(name).split("/")[::-1] if f in _LEFT_OUT), "")
        if folder and not name.endswith(".rels"):
            counts[_LEFT_OUT[folder]] += 1
    book = _loaded(raw, parts)
    if sum(len(sheet._cells) for sheet in book.worksheets) > _MOST_CELLS:
        raise DocumentError(f"has more than {_MOST_CELLS} cells: split it")
    _clean(book, counts, choices)
    sheets = sheets_of(book, parts)
    _say_margins(book, sheets, parts)
    headers, drawings = headers_of(book, sheets, parts), drawings_of(book, sheets, parts, counts)
    _check_shown(book)
    left_out = {kind: number for kind, number in sorted(counts.items()) if kind and number}
    return _Book(book, headers, drawings, version_of(parts), left_out)


def _loaded(raw: bytes, parts: Mapping[str, bytes]) -> Workbook:
    """Return what the library reads of a workbook; where it does not know all that is drawn on sheets, without that,
    which is read by itself. Raises DocumentError."""
    try:
        return _load(raw)
    except _UNREAD:
        try:
            return _load(pack({name: _without_drawings(name, content) for name, content in parts.items()}))
        except _UNREAD as error:
            raise DocumentError(
                "is damaged: it cannot be read as a workbook; open and save it anew"
            ) from error


def _load(raw: bytes) -> Workbook:
    return load_workbook(io.BytesIO(raw), data_only=True, keep_links=False, keep_vba=False, rich_text=True)


def _without_drawings(name: str, content: bytes) -> bytes:
    """Return a part of a workbook; links of a sheet without those to what is drawn on it."""
    if "/worksheets/_rels/" not in name:
        return content
    links = parse(content, name)
    for link in [link for link in links if str(link.get("Type", "")).endswith("/drawing")]:
        links.remove(link)
    return serialize(links)


def _say_margins(book: Any, sheets: Iterable[tuple[int, str]], parts: Mapping[str, bytes]) -> None:
    """Let pages whose margins a workbook does not say have those of Excel, not those of the library."""
    for number, part in sheets:
        if b"pageMargins" not in parts[part]:
            book.worksheets[number].page_margins = PageMargins(**_MARGINS)


def _check_shown(book: Any) -> None:
    """Raise DocumentError for what no program opens: a workbook that shows no sheet of cells."""
    if not any(sheet.sheet_state == "visible" for sheet in book.worksheets):
        raise DocumentError("shows no sheet of cells: show one and save it anew")


def _clean(book: Any, counts: Counter[str], choices: Choices) -> None:
    """Take away what is no cell."""
    for sheet in list(book.chartsheets):
        book.remove(sheet)
    counts["name"] += len(book.defined_names)
    book.defined_names.clear()
    book.properties = DocumentProperties(creator="", created=_NEVER, modified=_NEVER)
    book.custom_doc_props.props.clear()
    _settle_looks(book)
    book.code_name = None
    book.loaded_theme = _theme(book.loaded_theme)
    for sheet in book.worksheets:
        sheet.sheet_properties.codeName = None
        counts["name"] += len(sheet.defined_names)
        sheet.defined_names.clear()
        counts["rule"] += len(sheet.data_validations.dataValidation)
        sheet.data_validations.dataValidation = []
        settle_rules(sheet, counts)
        sheet._charts, sheet._images, sheet._pivots = [], [], []
        for part in ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"):
            setattr(sheet, part, HeaderFooterItem())
        for row in _rows(sheet):
            for cell in row:
                if isinstance(cell, Cell):
                    counts["target of a link"] += cell.hyperlink is not None
                    if cell.comment is not None:
                        cell.comment = _comment(characters(cell.comment.text), choices)
                    cell.hyperlink = None
                    _settle_characters(cell)


def _rows(sheet: Any) -> Iterator[list[Any]]:
    """Yield the cells that a sheet holds, row by row."""
    for _, row in groupby(sorted(sheet._cells.items()), key=lambda held: held[0][0]):
        yield [cell for _, cell in row]


def _settle_characters(cell: Any) -> None:
    """Let the words of a cell be as they are shown."""
    if isinstance(cell.value, CellRichText):
        for number, run in enumerate(cell.value):
            if isinstance(run, TextBlock):
                run.text = characters(run.text)
            else:
                cell.value[number] = characters(run)
    elif isinstance(cell.value, str) and (told := characters(cell.value)) != cell.value:
        cell.value = told
        cell.data_type = "s"


def _settle_looks(book: Any) -> None:
    """Take words out of the formats of numbers and the names of styles; columns without a look of their own have that
    of the workbook, which the library forgets."""
    book._number_formats = IndexedList(map(plain_format, book._number_formats))
    for number, style in enumerate(book._named_styles):
        style.number_format = plain_format(style.number_format)
        if style.builtinId is None or not is_brought_along(style.name):
            style.name = f"Style {number}"
    number_table_styles(book)
    for look in book._differential_styles.styles:
        if look.numFmt is not None:
            look.numFmt.formatCode = plain_format(look.numFmt.formatCode)
    for sheet in book.worksheets:
        for column in sheet.column_dimensions.values():
            column._style = column._style or copy(book._cell_styles[0])


def _theme(raw: bytes | None) -> bytes | None:
    """Return the colours and fonts of a workbook without names of people."""
    if not raw:
        return raw
    theme = parse(raw, "the theme")
    clean(theme, Counter(), set(), frozenset())
    blank_rest([theme], [])
    return serialize(theme)


def _comment(text: str, choices: Choices) -> Comment | None:
    """Return a comment without its author, where comments are read. Raises DocumentError where they are refused."""
    if choices.comments == "refuse":
        raise DocumentError("holds comments: remove them, or choose --comments drop or read")
    return Comment(text, "") if choices.comments == "read" else None


def _places(book: Workbook) -> Iterator[tuple[Piece, tuple[int, int, int]]]:
    """Yield what is read, and where: number of the sheet, row, column (row 0: its name; of a comment the column is
    negative)."""
    for number, sheet in enumerate(book.worksheets):
        heads = set(heads_of(sheet))
        rows = [row for row in map(_told, _rows(sheet)) if row]
        begins = [_gap((row[0][0].column or 1) - 1) for row in rows]
        yield Piece(sheet.title, "sheet", BETWEEN + "".join(begins[:1])), (number, 0, 0)
        for row, begin in zip(rows, [*begins[1:], ""], strict=False):
            for (cell, text), following in zip_longest(row, row[1:]):
                gap = _gap(following[0].column - cell.column) if following else f"\n{begin}"
                place = (cell.row or 1, cell.column or 1)
                yield Piece(text, HEAD if place in heads else "cell", gap), (number, *place)
        for row in _rows(sheet):
            for cell in row:
                if isinstance(cell, Cell) and cell.comment is not None and cell.comment.text.strip():
                    yield Piece(cell.comment.text, "comment"), (number, cell.row, -cell.column)


def _gap(columns: int) -> str:
    """Return what stands between two cells, or before one, by how many columns are there, up to some hundred."""
    return CELL * min(columns, _WIDEST)


def _told(row: Iterable[Any]) -> list[tuple[Any, str]]:
    """Return the cells of a row that say something, and what."""
    return [(cell, text) for cell in row if (text := _shown(cell.value)).strip()]


def _shown(value: Any) -> str:
    """Return a value as text."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time()
        return value.date().isoformat() if is_day else value.isoformat(" ", "seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _put(book: Workbook, place: tuple[int, int, int], text: str, edits: Sequence[Edit]) -> None:
    """Let a cell, or the name of a sheet, be another text; what would be a formula is none."""
    number, row, column = place
    sheet = book.worksheets[number]
    if row == 0:
        sheet.title = text.translate(NOT_IN_TITLES).strip()[:_TITLE] or f"Sheet{number + 1}"
        return
    cell = sheet.cell(row, abs(column))
    if column < 0:
        cell.comment = Comment(text, "") if text.strip() else None
        return
    if isinstance(cell.value, CellRichText):
        cell.value = _edited_runs(cell.value, edits)
        return
    cell.value = text
    if cell.data_type != "s" and text:
        cell.data_type = "s"


def _edited_runs(runs: CellRichText, edits: Sequence[Edit]) -> CellRichText | None:
    """Return the words of a cell, each of which has its own look, after edits; None where nothing is left."""
    told = zip(runs, edited_parts([str(run) for run in runs], edits), strict=True)
    kept = [TextBlock(run.font, text) if isinstance(run, TextBlock) else text for run, text in told if text]
    return CellRichText(kept) if kept else None
