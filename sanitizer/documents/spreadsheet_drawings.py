"""Keep what is drawn on the sheets of workbooks: charts of their cells, text boxes and shapes; pictures become grey.

The library that reads the cells knows charts only in part, and no shapes: their parts are taken from the file itself,
cleaned, and put into what the library writes. A chart stores no values but those of cells of another file.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree
from openpyxl.utils import quote_sheetname

from sanitizer.documents.chart_numbers import store_numbers
from sanitizer.documents.office_attributes import settle_attributes
from sanitizer.documents.office_charts import is_chart, is_known, settle_chart, store_values
from sanitizer.documents.office_clean import clean
from sanitizer.documents.office_names import CHART, space_of
from sanitizer.documents.office_text import stretches_of
from sanitizer.documents.packages import parse, serialize
from sanitizer.documents.pictures import BLANK, embed
from sanitizer.documents.runs_of_text import Element, Stretch, blank_rest, elements, local, remove

_CELLS: Final = re.compile(
    r"(?:'((?:[^']|'')+)'|([^'!()\[\]]+))!(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"
)
_CACHES: Final = frozenset(["strCache", "numCache", "multiLvlStrCache", "userShapes"])
_LAYOUT: Final = frozenset(["f", "formatCode", "row", "col", "rowOff", "colOff"])
_DRAWN: Final = frozenset(["sp", "cxnSp", "pic", "graphicFrame"])
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KINDS: Final = "application/vnd.openxmlformats-officedocument.draw"
_LINKS: Final = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)
_AFTER: Final = (b"<legacyDrawing", b"<tableParts", b"<extLst", b"</worksheet>")
"""What may follow the drawing in the part of a sheet."""
_PROPERTIES: Final = "docProps/app.xml"
_VERSION: Final = re.compile(rb"<AppVersion>\d{1,2}\.\d{1,4}</AppVersion>")
_PICTURE: Final = "xl/media/blank.png"


@dataclass(frozen=True, slots=True)
class SheetDrawing:
    """What is drawn on a sheet (by its number): its tree, the charts by the names of their links, the links to
    pictures, and what is read."""

    sheet: int
    tree: Element
    charts: Mapping[str, Element]
    pictures: tuple[str, ...]
    stretches: list[Stretch]


def sheets_of(book: Any, parts: Mapping[str, bytes]) -> list[tuple[int, str]]:
    """Return the numbers of the sheets of cells of a workbook, and the parts that hold them."""
    numbers = {sheet.title: number for number, sheet in enumerate(book.worksheets)}
    links = _links(parts, "xl/workbook.xml")
    found = []
    for sheet in elements(parse(parts["xl/workbook.xml"], "xl/workbook.xml")):
        own = next((str(v) for k, v in sheet.attrib.items() if str(k).endswith("}id")), "")
        if local(sheet) == "sheet" and sheet.get("name") in numbers and links.get(own, ("", ""))[1] in parts:
            found.append((numbers[str(sheet.get("name"))], links[own][1]))
    return found


def drawings_of(
    book: Any, sheets: Iterable[tuple[int, str]], parts: Mapping[str, bytes], counts: Counter[str]
) -> list[SheetDrawing]:
    """Return what is drawn on sheets, of which the numbers and parts are given; charts that show cells of another file
    hold their values; those in which these are not stored are taken out."""
    titles = frozenset(sheet.title for sheet in book.worksheets)
    found = [
        _drawing(number, own, parts, titles, counts)
        for number, part in sheets
        for kind, own in _links(parts, part).values()
        if kind == "drawing" and own in parts
    ]
    return [own for own in found if len(own.tree)]


def _links(parts: Mapping[str, bytes], name: str) -> dict[str, tuple[str, str]]:
    """Return the kinds of the links of a part, and what they lead to (nothing in the file: an empty name), by their
    names."""
    place = posixpath.join(posixpath.dirname(name), "_rels", posixpath.basename(name) + ".rels")
    found = {}
    for link in parse(parts[place], place) if place in parts else ():
        target = posixpath.normpath(posixpath.join(posixpath.dirname(f"/{name}"), link.get("Target", "")))
        inside = link.get("TargetMode") != "External"
        kind = link.get("Type", "").rpartition("/")[2]
        found[link.get("Id", "")] = (kind, target.lstrip("/") if inside else "")
    return found


def _drawing(
    sheet: int, part: str, parts: Mapping[str, bytes], titles: frozenset[str], counts: Counter[str]
) -> SheetDrawing:
    """Return a drawing without what is not read; links are called by numbers."""
    tree = parse(parts[part], part)
    charts: dict[str, Element] = {}
    pictures: list[str] = []
    dropped = {"none"}
    links = _links(parts, part)
    numbers = {id: f"link{number}" for number, id in enumerate(links, 1)}
    for own, (kind, target) in links.items():
        if kind == "image":
            pictures.append(numbers[own])
        elif kind == "chart" and (chart := _chart(target, parts, titles, counts)) is not None:
            charts[numbers[own]] = chart
        else:
            dropped.add(numbers[own])
    _clean(tree, numbers, counts, dropped, pictures)
    stretches = stretches_of(tree, "body")
    counts["attribute"] += settle_attributes([tree], stretches)
    counts["other text"] += blank_rest([tree], stretches, _LAYOUT)
    for chart in charts.values():
        words = stretches_of(chart, "chart")
        counts["attribute"] += settle_attributes([chart], words)
        counts["other text"] += blank_rest([chart], words, _LAYOUT)
        stretches += words
    return SheetDrawing(sheet, tree, charts, tuple(pictures), stretches)


def _clean(
    tree: Element,
    numbers: Mapping[str, str],
    counts: Counter[str],
    dropped: set[str],
    pictures: Collection[str],
) -> None:
    """Take out of a drawing what is not read, and number its links."""
    for element in elements(tree):
        for key, value in element.attrib.items():
            if str(key).startswith(f"{{{_OFFICE}}}"):
                element.set(key, numbers.get(str(value), "none"))
    embed(tree, pictures)
    clean(tree, counts, dropped, frozenset())
    for element in elements(tree):
        for key in {"textlink", "macro"}.intersection(map(str, element.attrib)):
            del element.attrib[key]
        if local(element) == "graphicFrame" and not any(map(is_chart, elements(element))):
            counts["chart or diagram"] += 1
            remove(element)
    for anchor in list(tree):
        if not any(local(element) in _DRAWN for element in elements(anchor)):
            remove(anchor)


def _chart(
    part: str, parts: Mapping[str, bytes], titles: frozenset[str], counts: Counter[str]
) -> Element | None:
    """Return a chart without what is not read; None where it shows anything but cells of the sheets of these titles,
    and values that are stored in it."""
    if part not in parts:
        return None
    tree = parse(parts[part], part)
    counts["chart"] -= 1
    settle_chart(tree, counts, with_cells=True)
    stored = store_values(tree, lambda formula: _divided(formula)[0] in titles)
    for element in elements(tree):
        if local(element) in _CACHES:
            remove(element)
        elif (
            local(element) == "trendline" and "name" in element.attrib
        ):  # as a library has it, other than the format
            name = etree.Element(f"{{{CHART[0]}}}name")
            name.text = str(element.attrib.pop("name"))
            element.insert(0, name)
    clean(tree, counts, set(_links(parts, part)), frozenset())
    if (
        is_chart(tree)
        and is_known(tree)
        and stored
        and all(_divided(formula.text or "")[0] in titles for formula in _formulas(tree))
    ):
        return tree
    counts["chart"] += 1
    return None


def version_of(parts: Mapping[str, bytes]) -> bytes:
    """Return the version of the program that wrote a workbook: what a chart does not say is drawn as that program
    does."""
    told = _VERSION.search(parts.get(_PROPERTIES, b""))
    return told.group() if told else b""


def with_drawings(
    parts: Mapping[str, bytes], drawings: Iterable[SheetDrawing], titles: Mapping[str, str], version: bytes
) -> dict[str, bytes]:
    """Return the parts of a workbook that was saved without drawings, with them; sheets have new ``titles`` (by the old
    ones)."""
    all_parts, types, charts = dict(parts), b"", 0
    all_parts[_PROPERTIES] = _VERSION.sub(version, parts[_PROPERTIES])
    for number, own in enumerate(drawings, 1):
        place = f"xl/drawings/drawing{number}.xml"
        links = b""
        for id, chart in own.charts.items():
            for formula in _formulas(chart):
                sheet, cells = _divided(formula.text or "")
                formula.text = f"{quote_sheetname(titles[sheet])}!{cells}"
            charts += 1
            store_numbers(chart)
            all_parts[f"xl/charts/chart{charts}.xml"] = serialize(chart)
            types += _type(f"xl/charts/chart{charts}.xml", f"{_KINDS}ingml.chart+xml")
            links += _link(id, "chart", f"xl/charts/chart{charts}.xml")
        for id in own.pictures:
            all_parts[_PICTURE] = BLANK
            links += _link(id, "image", _PICTURE)
        all_parts[place] = serialize(own.tree)
        all_parts[f"xl/drawings/_rels/drawing{number}.xml.rels"] = _before(_LINKS, links, b"</Relationships>")
        types += _type(place, f"{_KINDS}ing+xml")
        part = f"xl/worksheets/sheet{own.sheet + 1}.xml"
        links_of_sheet = f"xl/worksheets/_rels/sheet{own.sheet + 1}.xml.rels"
        link = _link("drawing1", "drawing", place)
        all_parts[links_of_sheet] = _before(parts.get(links_of_sheet, _LINKS), link, b"</Relationships>")
        mark = f'<drawing xmlns:r="{_OFFICE}" r:id="drawing1"/>'.encode()
        all_parts[part] = _before(parts[part], mark, *_AFTER)
    if _PICTURE in all_parts and b'Extension="png"' not in parts["[Content_Types].xml"]:
        types += b'<Default Extension="png" ContentType="image/png"/>'
    all_parts["[Content_Types].xml"] = _before(parts["[Content_Types].xml"], types, b"</Types>")
    return all_parts


def _before(content: bytes, added: bytes, *marks: bytes) -> bytes:
    """Return a part with something added before the first of the marks that is in its end."""
    at = next(at for at in (content.rfind(mark) for mark in marks) if at >= 0)
    return content[:at] + added + content[at:]


def _link(id: str, kind: str, target: str) -> bytes:
    return f'<Relationship Id="{id}" Type="{_OFFICE}/{kind}" Target="/{target}"/>'.encode()


def _type(part: str, kind: str) -> bytes:
    return f'<Override PartName="/{part}" ContentType="{kind}"/>'.encode()


def _formulas(tree: Element) -> Iterator[Element]:
    return (e for e in elements(tree) if local(e) == "f" and space_of(e) in CHART)


def _divided(formula: str) -> tuple[str, str]:
    """Return the sheet and the cells that a formula names; none of any other formula."""
    told = _CELLS.fullmatch(formula)
    if told is None:
        return "", ""
    quoted, plain, cells = told.groups()
    return (quoted.replace("''", "'") if quoted else plain), cells
