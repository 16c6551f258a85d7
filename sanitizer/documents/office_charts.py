"""Keep the charts of files of Office (Office Open XML, part 1, 21.2): titles, names and values as the file shows them.

A chart shows what is stored in it; the workbook behind it, from which a program would make it anew, is left out, and so
are the names of its sheets.
"""

import re
from collections import Counter
from typing import Final

from sanitizer.documents.office_names import set_value, space_of, value_of
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

CHART: Final = (
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://purl.oclc.org/ooxml/drawingml/chart",
)
NUMBER: Final = "number"
"""The role of a number that is drawn; one that is no number any more is drawn no more."""
_LEFT_OUT: Final = {
    "externalData": "", "pivotSource": "name", "printSettings": "setting", "protection": "setting",
    "AlternateContent": "",
}  # fmt: skip
_CELLS: Final = re.compile(r".*!\s*(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)", re.DOTALL)
_FORMAT: Final = re.compile(r"(?:General|AM/PM|A/P|[dmyhsDMYHSE0#?.,:;/%()+\-_ $\u20ac\xa3\xa5@*])*")
_QUOTED: Final = re.compile(r'"[^"]*"?|\[[^\]]*\]?|\\.')
_SIGNS: Final = re.compile(
    r"\[(?:[hms]+|black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2}|[<>=]{1,2}-?\d+(?:\.\d+)?"
    r"|\$[^\w\]]{0,2}(?:-[0-9a-f]{1,8})?|\$(?:eur|usd|gbp|chf|jpy)(?:-[0-9a-f]{1,8})?)\]|\\[^\w\s]|\\ |\"[^\"\w]*\"",
    re.IGNORECASE,
)
"""What stands in brackets, in quotes or behind a stroke in the format of a number, and is no word."""


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


def _keep_style(choice: Element) -> None:
    """Put the number of the style of a chart in the place of the choice between two ways to say it."""
    told = [e for e in elements(choice) if local(e) == "style" and space_of(e) in CHART]
    if told and value_of(told[0], "val").isdigit():
        choice.addprevious(told[0])


def plain_format(code: str) -> str:
    """Return the format of a number without words beside it."""
    plain = _QUOTED.sub(lambda part: part[0] if _SIGNS.fullmatch(part[0]) else "", code)
    return plain if plain and _FORMAT.fullmatch(_SIGNS.sub("", plain)) else "General"


def read_points(element: Element, found: list[Stretch]) -> bool:
    """Read the points of a chart's series as a row; whether the element holds such points."""
    name = local(element)
    if space_of(element) not in CHART or name not in ("strCache", "strLit", "lvl", "numCache", "numLit"):
        return False
    role = NUMBER if name.startswith("num") else "cell"
    values = [e for e in elements(element) if local(e) == "v"]
    points = [Stretch(role, [Node(value)]) for value in values]
    join_row([point] for point in points)
    found += points
    return True


def is_word(element: Element) -> bool:
    """Return whether an element of a chart holds words: the name of a series or of a line through its points."""
    return space_of(element) in CHART and local(element) in ("v", "name")


def drop_words(root: Element) -> None:
    """Take out of the numbers of a chart what is none any more."""
    for element in elements(root):
        if local(element) in ("numCache", "numLit"):
            for value in [e for e in elements(element) if local(e) == "v"]:
                try:
                    float(value.text or "")
                except ValueError:
                    remove(parent_of(value))
