"""Keep the charts of files of OpenDocument (ISO/IEC 26300-3, 11): titles, names and values, as they are stored in them.

A chart lies in a folder of its own. One of a spreadsheet shows cells of its sheets, which are called by their new
names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final

from sanitizer.documents.packages import parse
from sanitizer.documents.runs_of_text import Element, elements, local, parent_of, remove
from sanitizer.errors import DocumentError

_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OWN: Final = "local-table"
"""The sheet in a chart that holds its values."""
_ADDRESSES: Final = ("-address", "error-lower-range", "error-upper-range")
_ADDRESS: Final = re.compile(
    r"(?:\$?(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^\s.':]+)))?\.(?P<cell>\$?[A-Z]{1,3}\$?\d{1,7})(?P<rest>:|\s|$)"
)
_TELLING: Final = frozenset(["notify-on-update-of-ranges", "regression-name", "textlink"])


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: the folder that it is written to, and its tree."""

    folder: str
    tree: Element

    @property
    def part(self) -> str:
        """The name of its part."""
        return f"{self.folder}/content.xml"


def call_sheets(trees: Iterable[Element], names: Mapping[str, str]) -> None:
    """Let cells that are shown elsewhere be of sheets of other names; those of no sheet are not shown any more."""
    for element in chain.from_iterable(map(elements, trees)):
        for key in [key for key in element.attrib if str(key).rpartition("}")[2].endswith(_ADDRESSES)]:
            told = _renamed(element.get(key, ""), {**names, _OWN: _OWN})
            if told is None:
                del element.attrib[key]
            else:
                element.set(key, told)


def take_charts(root: Element, parts: Mapping[str, bytes], before: int) -> Iterator[Chart]:
    """Yield the charts that a part shows, which are numbered from ``before`` on. Raises DocumentError for other
    objects."""
    number = before
    for element in elements(root):
        if local(element) not in ("object", "object-ole", "applet") or "drawing" not in str(element.tag):
            continue
        if _HREF not in element.attrib and not any(map(str.strip, map(str, element.itertext()))):
            remove(element)  # an object that is not there
            continue
        part = f"{element.get(_HREF, '').removeprefix('./').rstrip('/')}/content.xml"
        tree = parse(parts[part], part) if local(element) == "object" and part in parts else None
        if (
            tree is None
            or tree.find(f"{_OFFICE}body/{_OFFICE}chart") is None
            or len(element.findall(f"{_OFFICE}*"))
        ):
            raise DocumentError("holds an embedded object: put its text into the document")
        number += 1
        for key in [key for key in element.attrib if str(key).rpartition("}")[2] in _TELLING]:
            del element.attrib[key]
        element.set(_HREF, f"./Object {number}")
        _settle(tree)
        yield Chart(f"Object {number}", tree)


def _settle(tree: Element) -> None:
    """Take out of a chart what is no word of it: from which cells a value came, names that programs see."""
    for element in elements(tree):
        for key in [key for key in element.attrib if str(key).rpartition("}")[2] in _TELLING]:
            del element.attrib[key]
        if local(element) == "g" and local(parent_of(element)) == "table-cell":
            remove(element)
        elif local(element) == "table":
            element.set(f"{_TABLE}name", _OWN)
        elif local(element) == "object":
            raise DocumentError("holds an embedded object: put its text into the document")


def _renamed(addresses: str, names: Mapping[str, str]) -> str | None:
    """Return addresses of cells with other names of sheets; None where they are no such addresses."""
    told, at = [], 0
    while at < len(addresses):
        found = _ADDRESS.match(addresses, at)
        if found is None:
            return None
        sheet = (found["quoted"] or "").replace("''", "'") or found["plain"] or ""
        if sheet and sheet not in names:
            return None
        new = names.get(sheet, "").replace("'", "''")
        shown = new if new.replace("-", "").isalnum() and new.isascii() else f"'{new}'"
        told.append(f"{shown if sheet else ''}.{found['cell']}{found['rest']}")
        at = found.end()
    return "".join(told)
