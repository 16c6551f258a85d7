"""Values of the cells of OpenDocument sheets: none but what a cell shows, and none behind a text that was changed."""

from typing import Final

from lxml import etree

from sanitizer.documents.stretches import (
    Element,
    Stretch,
    local,
)

_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_VALUES: Final = ("value", "date-value", "time-value", "boolean-value", "string-value", "currency")


def round_cell(cell: Element) -> None:
    """Let a cell have no other value than the one that it shows."""
    shown = "".join(str(text) for text in cell.itertext()).strip()
    value = cell.get(f"{_OFFICE}value")
    if value is not None and _as_number(shown) == _as_number(value) is not None:
        return
    if any(cell.get(f"{_OFFICE}{name}") is not None for name in _VALUES):
        _as_string(cell)


def _as_number(text: str) -> float | None:
    try:
        return float(text.replace(",", "").replace("\u00a0", ""))
    except ValueError:
        return None


def _as_string(cell: Element) -> None:
    for name in _VALUES:
        if f"{_OFFICE}{name}" in cell.attrib:
            del cell.attrib[f"{_OFFICE}{name}"]
    cell.set(f"{_OFFICE}value-type", "string")
    for key in list(cell.attrib):
        if etree.QName(key).localname == "value-type" and key != f"{_OFFICE}value-type":
            del cell.attrib[key]


def untype(stretch: Stretch) -> None:
    """Take the value away from the cell of a paragraph that was changed."""
    for node in stretch.nodes[:1]:
        cell = next((e for e in node.element.iterancestors() if local(e) == "table-cell"), None)
        if cell is not None:
            _as_string(cell)
