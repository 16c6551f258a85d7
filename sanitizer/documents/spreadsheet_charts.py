"""Keep the charts of workbooks: their words are read, and what they show is taken from the cells anew."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from xml.etree.ElementTree import tostring

from lxml import etree
from openpyxl.utils import quote_sheetname

from sanitizer.documents.office_charts import CHART, settle_chart
from sanitizer.documents.office_names import space_of
from sanitizer.documents.office_text import stretches_of
from sanitizer.documents.packages import serialize
from sanitizer.documents.stretches import Element, Stretch, blank_rest, elements, local, parent_of, remove

_CELLS: Final = re.compile(
    r"(?:'((?:[^']|'')+)'|([^'!()\[\]]+))!(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"
)
_CACHES: Final = frozenset(["strCache", "numCache", "multiLvlStrCache"])
_LAYOUT: Final = frozenset(["f", "formatCode"])


@dataclass(frozen=True, slots=True)
class SheetChart:
    """A chart of openpyxl, the tree that is written for it, and what is read in it."""

    chart: Any
    tree: Element
    stretches: list[Stretch]

    def part(self, titles: Mapping[str, str]) -> tuple[str, bytes]:
        """Its part in the workbook that was saved, where sheets have new ``titles`` (by the old ones)."""
        for formula in _formulas(self.tree):
            sheet, cells = _divided(formula.text or "")
            formula.text = f"{quote_sheetname(titles[sheet])}!{cells}"
        drop_empty_runs(self.tree)
        return str(self.chart.path).lstrip("/"), serialize(self.tree)


def charts_of(book: Any, counts: Counter[str]) -> list[SheetChart]:
    """The charts of the sheets of a workbook; those that show anything but cells of its sheets are taken out."""
    titles = {sheet.title for sheet in book.worksheets}
    found = []
    for sheet in book.worksheets:
        for chart in list(sheet._charts):
            tree = etree.fromstring(tostring(chart._write()))
            settle_chart(tree, counts, with_cells=True)
            for element in elements(tree):
                if local(element) == "trendline" and "name" in element.attrib:
                    _put_name(element)
                elif local(element) in _CACHES or local(element) == "extLst":
                    remove(element)
            drop_empty_runs(tree)
            if all(_divided(formula.text or "")[0] in titles for formula in _formulas(tree)):
                stretches = stretches_of(tree, "chart")
                counts["other text"] += blank_rest([tree], stretches, _LAYOUT)
                found.append(SheetChart(chart, tree, stretches))
            else:
                sheet._charts.remove(chart)
    return found


def drop_empty_runs(tree: Element) -> None:
    """Take out runs without words, which the library would read as the word "None"."""
    for element in elements(tree):
        if local(element) == "t" and not element.text and local(parent_of(element)) == "r":
            remove(parent_of(element))


def _put_name(line: Element) -> None:
    """Let the name of a line through points be an element, as the format has it; the library makes it an attribute."""
    name = etree.Element(f"{{{CHART[0]}}}name")
    name.text = str(line.attrib.pop("name"))
    line.insert(0, name)


def _formulas(tree: Element) -> Iterator[Element]:
    return (e for e in elements(tree) if local(e) == "f" and space_of(e) in CHART)


def _divided(formula: str) -> tuple[str, str]:
    """The sheet and the cells that a formula names; none of any other formula."""
    told = _CELLS.fullmatch(formula)
    if told is None:
        return "", ""
    quoted, plain, cells = told.groups()
    return (quoted.replace("''", "'") if quoted else plain), cells
