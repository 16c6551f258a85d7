"""Keep the charts of files of Office (Office Open XML, part 1, 21.2): titles, names and values as the file shows them.

A chart shows what is stored in it; the workbook behind it, from which a program would make it anew, is left out, and so
are the names of its sheets.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from lxml import etree

from sanitizer.documents.chart_numbers import is_date, is_label, is_numbers, show_numbers
from sanitizer.documents.office_names import CHART, set_value, space_of, value_of
from sanitizer.documents.runs_of_text import (
    Element,
    Node,
    Stretch,
    elements,
    join_row,
    local,
    parent_of,
    remove,
)
from sanitizer.text.fold import words as word_set

NUMBER: Final = "number"
"""The role of a number that is drawn; one that is no number any more is drawn no more."""
_LEFT_OUT: Final = {
    "externalData": "", "pivotSource": "name", "printSettings": "setting", "protection": "setting",
    "AlternateContent": "",
}  # fmt: skip
_LITERAL: Final = {"strRef": "strLit", "multiLvlStrRef": "strLit", "numRef": "numLit"}
"""What shows values of cells, and what holds them itself."""
_DRAWING: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_CELLS: Final = re.compile(r".*!\s*(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)", re.DOTALL)
_DAY: Final = "yyyy-mm-dd"
_FORMAT: Final = re.compile(r"(?:General|AM/PM|A/P|[dmyhsDMYHSE0#?.,:;/%()+\-_ $\u20ac\xa3\xa5@*])*")
_QUOTED: Final = re.compile(r'"[^"]*"?|\[[^\]]*\]?|\\.')
_SIGNS: Final = re.compile(
    r"\[(?:[hms]+|black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2}|[<>=]{1,2}-?\d+(?:\.\d+)?"
    r"|\$[^\w\]]{0,2}(?:-[0-9a-f]{1,8})?|\$(?:eur|usd|gbp|chf|jpy)(?:-[0-9a-f]{1,8})?)\]|\\[^\w\s]|\\ |\"[^\"\w]*\"",
    re.IGNORECASE,
)
"""What stands in brackets, in quotes or behind a stroke in the format of a number, and is no word."""


_PLOTS: Final = word_set(
    "areaChart area3DChart lineChart line3DChart stockChart radarChart scatterChart pieChart pie3DChart doughnutChart "
    "barChart bar3DChart ofPieChart surfaceChart surface3DChart bubbleChart valAx catAx dateAx serAx layout dTable "
    "spPr extLst"
)
"""What stands in the area of a chart."""


def is_known(root: Element) -> bool:
    """Return whether a chart is drawn in the ways that the standard knows."""
    return all(local(e) in _PLOTS for area in elements(root) if local(area) == "plotArea" for e in area)


def is_chart(root: Element) -> bool:
    """Return whether a part is a chart."""
    return space_of(root) in CHART


def settle_chart(root: Element, counts: Counter[str], with_cells: bool = False) -> None:
    """Take out of a chart what is not shown, and the names of the sheets that it was made from, unless it is shown
    ``with_cells``."""
    for element in elements(root):
        name = local(element)
        if name == "AlternateContent":
            _keep_style(element)
        if name in _LEFT_OUT:
            counts[_LEFT_OUT[name]] += 1
            remove(element)
        elif name == "f" and space_of(element) in CHART and not with_cells:
            cells = _CELLS.fullmatch(element.text or "")
            element.text = f"Sheet1!{cells.group(1) if cells else '$A$1'}"
        elif name == "formatCode":
            element.text = plain_format(element.text or "")
        elif value_of(element, "formatCode"):
            set_value(element, "formatCode", plain_format(value_of(element, "formatCode")))
        for key in [key for key in element.attrib if key in ("textlink", "macro")]:
            del element.attrib[key]
    show_numbers(root)


def _keep_style(choice: Element) -> None:
    """Put the number of the style of a chart in the place of the choice between two ways to say it."""
    told = [e for e in elements(choice) if local(e) == "style" and space_of(e) in CHART]
    if told and value_of(told[0], "val").isdigit():
        choice.addprevious(told[0])


def plain_format(code: str) -> str:
    """Return the format of a number without words beside it; one of dates stays one."""
    plain = _QUOTED.sub(lambda part: part[0] if _SIGNS.fullmatch(part[0]) else "", code)
    if plain and _FORMAT.fullmatch(_SIGNS.sub("", plain)):
        return plain
    return _DAY if is_date(code) else "General"


def read_points(element: Element, found: list[Stretch]) -> bool:
    """Read the points of a chart's series as a row; whether the element holds such points."""
    name = local(element)
    if space_of(element) not in CHART or not (name in ("strCache", "strLit", "lvl") or is_numbers(element)):
        return False
    role = NUMBER if is_numbers(element) and not is_label(element) else "cell"
    values = [e for e in elements(element) if local(e) == "v"]
    points = [Stretch(role, [Node(value)]) for value in values]
    join_row([point] for point in points)
    found += points
    return True


def store_values(root: Element, shows: Callable[[str], bool]) -> bool:
    """Let a chart hold by itself the values of cells that it cannot show any more, as they are stored in it; ``shows``
    says of a formula whether its cells are there. Whether all such values were stored."""
    for place in [e for e in elements(root) if local(e) in _LITERAL and space_of(e) in CHART]:
        formula = next((e for e in place if local(e) == "f"), None)
        if formula is not None and shows(formula.text or ""):
            continue
        cache = next((e for e in place if local(e).endswith("Cache")), None)
        levels = [] if cache is None else [e for e in cache if local(e) == "lvl"]
        values = levels[0] if levels else cache
        if values is None:
            return False
        space = f"{{{space_of(place)}}}"
        if local(parent_of(place)) == "tx":
            _say_words(place, " ".join(e.text or "" for e in elements(values) if local(e) == "v"))
            continue
        place.tag = f"{space}{_LITERAL[local(place)]}"
        count = (
            next((e for e in cache if local(e) == "ptCount"), None) if levels and cache is not None else None
        )
        place[:] = [*([count] if count is not None else []), *values]
    return True


def _say_words(place: Element, words: str) -> None:
    """Let a series, or a title, be called by words instead of by a cell."""
    parent, space = parent_of(place), f"{{{space_of(place)}}}"
    if local(parent_of(parent)) == "ser":
        place.tag, place[:], place.text = f"{space}v", [], words
        return
    place.tag = f"{space}rich"
    place[:] = [etree.Element(f"{_DRAWING}bodyPr"), etree.Element(f"{_DRAWING}p")]
    etree.SubElement(etree.SubElement(place[1], f"{_DRAWING}r"), f"{_DRAWING}t").text = words


def is_word(element: Element) -> bool:
    """Return whether an element of a chart holds words: the name of a series or of a line through its points."""
    return space_of(element) in CHART and local(element) in ("v", "name")
