"""Workbooks, as bench/documents_trees.py compares them: what each cell, row, column and sheet looks like, whatever
numbers the two programs that wrote them give to looks."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final

from lxml import etree
from openpyxl.utils import get_column_letter, range_boundaries

from sanitizer.text.fold import words

Element = etree._Element
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LEFT: Final = {
    "words, targets, rules of validation, data of programs": "dataValidations hyperlinks extLst legacyDrawing "
    "legacyDrawingHF legacyDrawingHeader customSheetViews webPublishItems smartTags scenarios sheetCalcPr "
    "ignoredErrors phoneticPr controls oleObjects picture customProperties cellWatches dataConsolidate protectedRanges",
    "where the window stood": "selection dimension",
}  # fmt: skip
"""Elements of a sheet that are left out, by the reason."""
_WINDOW: Final = re.compile(
    r"tabSelected|outlineLevelCol|outlineLevelRow|topLeftCell|workbookViewId|activeCell|sqref|codeName|id|uid|spans|dyDescent|view"
)
_USUAL_MARGINS: Final = "pageMargins(bottom=0.75 footer=0.3 header=0.3 left=0.7 right=0.7 top=0.75)"
"""The margins of a page where none are said."""
_SETTINGS: Final = words("sheetPr sheetViews sheetFormatPr pageSetup printOptions pageMargins")
_PLAIN: Final = re.compile(r"(?:\$?[A-Z]{1,3}\$?\d+|\d+(?:\.\d+)?|TRUE|FALSE|[-+*/^<>=(),:&%\s])*")
_BUILT_IN: Final = {0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
                    14: "mm-dd-yy", 22: "m/d/yy h:mm", 49: "@"}  # fmt: skip
_OF_LISTS: Final = ("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "dxfs")


_NOTHING: Final = frozenset(
    [
        "family()",
        "charset()",
        "charset(val=1)",
        "alignment()",
        "protection()",
        "protection(locked=1)",
        "extLst()",
    ]
)


def _plain(code: str) -> str:
    """Return a format of numbers without its words."""
    return "General" if code.lower() in ("general", "") else re.sub(r'"[^"]*[^\W\d_][^"]*"', "", code)


def lines_of_workbook(parts: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the looks of a workbook, a line for each thing that has one."""
    book = etree.fromstring(parts["xl/workbook.xml"])
    links = _links(parts, "xl/workbook.xml")
    looks = _Looks(next((parts[target] for kind, target in links.values() if kind == "styles"), b"<none/>"))
    for own in book.iter(f"{_MAIN}workbookPr"):
        yield from ["book date1904"] if _is_on(own.get("date1904", "0")) else []
    for number, sheet in enumerate(book.iter(f"{_MAIN}sheet")):
        part = links[next(str(v) for k, v in sheet.attrib.items() if str(k).endswith("}id"))][1]
        tree = etree.fromstring(parts[part])
        if etree.QName(tree).localname == "worksheet":
            yield f"sheet{number} state={sheet.get('state', 'visible')}"
            yield from (f"sheet{number} {line}" for line in _lines_of_sheet(tree, looks))
            yield from (f"sheet{number} {line}" for line in _lines_of_parts(parts, part))


def _links(parts: Mapping[str, bytes], part: str) -> dict[str, tuple[str, str]]:
    place = posixpath.join(posixpath.dirname(part), "_rels", posixpath.basename(part) + ".rels")
    found = {}
    for link in etree.fromstring(parts[place]) if place in parts else ():
        target = posixpath.normpath(posixpath.join("/", posixpath.dirname(part), link.get("Target", "")))[1:]
        found[link.get("Id", "")] = (link.get("Type", "").rpartition("/")[2], target)
    return found


class _Looks:
    """The looks of the cells of a workbook, in words."""

    def __init__(self, raw: bytes) -> None:
        tree = etree.fromstring(raw)
        self._lists = {name: [e for own in tree.iter(f"{_MAIN}{name}") for e in own] for name in _OF_LISTS}
        self._formats = {int(e.get("numFmtId", "0")): e.get("formatCode", "") for e in self._lists["numFmts"]}

    def of(self, number: str) -> str:
        """Return the look of a cell."""
        found = self._lists["cellXfs"]
        return self._told(found[int(number)]) if int(number) < len(found) else ""

    def rule(self, number: str | None) -> str:
        """Return the look of a rule."""
        return said(self._lists["dxfs"][int(number)]) if number is not None else ""

    def _told(self, own: Element) -> str:
        number = int(own.get("numFmtId", "0"))
        parts = [_plain(self._formats.get(number, _BUILT_IN.get(number, str(number))))]
        for name in ("font", "fill", "border"):
            found, at = self._lists[f"{name}s"], int(own.get(f"{name}Id", "0"))
            parts.append(said(found[at]) if at < len(found) else "")
        return " ".join([*parts, *(said(e) for e in own if said(e) not in _NOTHING)])


_USUAL: Final = frozenset(
    [("baseColWidth", "8"), ("summaryBelow", "1"), ("summaryRight", "1"), ("activePane", "topLeft"),
     ("pane", "topLeft"), ("horizontal", "general"), ("charset", "1"), ("showOutlineSymbols", "1"), ("val", "single"),
     ("val", "1"), ("defaultRowHeight", "15")]
)  # fmt: skip
"""What holds where nothing is said."""


def said(element: Element) -> str:
    """Return an element in words, without what is the same where it is not said."""
    name = etree.QName(element).localname
    own = {etree.QName(k).localname: str(v) for k, v in element.attrib.items()}
    told = " ".join(f"{k}={_number(v)}" for k, v in sorted(own.items()) if _is_said(k, v))
    inner = sorted(said(e) for e in element if isinstance(e.tag, str) and e.get("val") not in _OFF)
    inner = [
        e
        for e in inner
        if not re.fullmatch(r"(left|right|top|bottom|diagonal|horizontal|vertical|start|end)\(\)", e)
    ]
    inner = [e for e in inner if e not in _NOTHING]
    return f"{name}({' '.join([told, *inner]).strip()})"


_OFF: Final = frozenset(["0", "false", "none"])


def _is_said(key: str, value: str) -> bool:
    return key != "count" and value not in _OFF | {"bottom"} and (key, _number(value)) not in _USUAL


def _number(value: str) -> str:
    try:
        return f"{float(value):g}"
    except ValueError:
        return {"true": "1"}.get(value, value)


def _is_on(value: str) -> bool:
    return value in ("1", "true")


def _lines_of_sheet(tree: Element, looks: _Looks) -> Iterator[str]:
    left = words(" ".join(_LEFT.values()))
    for own in tree:
        name = etree.QName(own).localname
        if name in left or name == "drawing":
            continue
        if name == "sheetData":
            yield from _lines_of_cells(own, looks, _covered(tree))
        elif name == "cols":
            yield from _lines_of_columns(own, looks)
        elif name == "conditionalFormatting":
            yield from _lines_of_rules(own, looks)
        elif name in _SETTINGS:
            yield from _lines_of_settings(own, left)
        elif name == "autoFilter":
            yield f"filter {own.get('ref')}"
        elif name == "headerFooter":
            told = sorted(etree.QName(e).localname for e in own if (e.text or "").strip())
            yield from [f"header {' '.join(told)}"] if told else []
        elif name == "tableParts":
            yield f"tables {len(own)}"
        else:
            yield said(own)


def _lines_of_rules(cells: Element, looks: _Looks) -> Iterator[str]:
    """Yield the rules of formatting that hold no words."""
    for rule in cells:
        told = [e.text or "" for e in rule.iter(f"{_MAIN}formula")] + [e.get("val", "") for e in rule.iter()]
        if all(map(_PLAIN.fullmatch, told)) and not rule.get("text"):
            yield f"rule {cells.get('sqref')} {rule.get('type')} {looks.rule(rule.get('dxfId'))}"


def _lines_of_settings(settings: Element, left: frozenset[str]) -> Iterator[str]:
    """Yield how a sheet is shown and printed, without where its window stood."""
    for part in settings.iter():
        if etree.QName(part).localname in left | {"sheetViews"}:
            continue
        alone = etree.fromstring(etree.tostring(part))
        alone[:] = []
        for key in [key for key in alone.attrib if _WINDOW.fullmatch(etree.QName(key).localname)]:
            del alone.attrib[key]
        told = said(alone).replace(_USUAL_MARGINS, "")
        yield from [told] if "=" in told else []


def _lines_of_columns(columns: Element, looks: _Looks) -> Iterator[str]:
    for own in columns:
        told = {
            k: _number(v)
            for k, v in own.attrib.items()
            if k not in ("min", "max", "style", "customWidth", "bestFit")
        }
        for number in range(int(own.get("min", "1")), min(int(own.get("max", "1")), 200) + 1):
            shown = " ".join(f"{k}={v}" for k, v in sorted(told.items()) if v not in ("0", "false"))
            yield f"column {number} {shown} {looks.of(own.get('style', '0'))}"


def _lines_of_cells(data: Element, looks: _Looks, covered: frozenset[str]) -> Iterator[str]:
    for row in data:
        told = {
            k: _number(v)
            for k, v in row.attrib.items()
            if etree.QName(k).localname in ("ht", "hidden", "outlineLevel")
        }
        shown = " ".join(f"{k}={v}" for k, v in sorted(told.items()) if v not in ("0", "false"))
        if shown:
            yield f"row {row.get('r')} {shown}"
        for number, cell in enumerate(row, 1):
            place = cell.get("r") or f"{get_column_letter(number)}{row.get('r')}"
            look = looks.of(cell.get("s", "0"))
            shows = any((e.text or "") for e in cell.iter(f"{_MAIN}v", f"{_MAIN}t"))
            if (look != looks.of("0") or shows) and place not in covered:
                yield f"cell {place} {look}"


def _covered(tree: Element) -> frozenset[str]:
    """Return the cells that a merged one covers: they are not drawn."""
    found = [e.get("ref", "") for e in tree.iter(f"{_MAIN}mergeCell")]
    return frozenset(
        f"{get_column_letter(column)}{row}"
        for ref in found
        for left, top, right, bottom in [range_boundaries(ref)]
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
        if (row, column) != (top, left)
    )


def _lines_of_parts(parts: Mapping[str, bytes], part: str) -> Iterator[str]:
    """Tables, and what is drawn."""
    for kind, target in sorted(_links(parts, part).values()):
        if kind == "table" and target in parts:
            table = etree.fromstring(parts[target])
            yield f"table {table.get('ref')} {' '.join(said(e) for e in table.iter(f'{_MAIN}tableStyleInfo'))}"
        elif kind == "drawing" and target in parts:
            tree = etree.fromstring(parts[target])
            for anchor in tree:
                yield f"drawn {etree.QName(anchor).localname} {[e.text for e in anchor.iter('{*}row', '{*}col')]}"
                for element in anchor.iter(
                    "{*}sp", "{*}cxnSp", "{*}pic", "{*}graphicFrame", "{*}prstGeom", "{*}xfrm"
                ):
                    if not any(True for _ in element.iterancestors("{*}Fallback")):  # an older form of it
                        yield f"drawn {etree.QName(element).localname} {element.get('prst', '')}"
