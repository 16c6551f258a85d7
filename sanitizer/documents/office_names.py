"""Namespaces and attributes of files of Office (Office Open XML, ECMA-376)."""

import re
from typing import Final

from lxml import etree

from sanitizer.documents.runs_of_text import Element

WORD: Final = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
DRAWING: Final = (
    "http://schemas.openxmlformats.org/drawingml/2006/main",
    "http://purl.oclc.org/ooxml/drawingml/main",
)
DIAGRAM: Final = (
    "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "http://purl.oclc.org/ooxml/drawingml/diagram",
)
CHART: Final = (
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://purl.oclc.org/ooxml/drawingml/chart",
)
MATH: Final = "http://schemas.openxmlformats.org/officeDocument/2006/math"
GUID: Final = re.compile(r"\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}")
REFUSED: Final = {
    "vbaProject": "macros: save it as .docx or .pptx",
    "oleObject": "an embedded object: put its text into the document",
    "package": "an embedded file: put its text into the document",
    "control": "ActiveX controls: remove them",
    "aFChunk": "parts of other files: open and save it anew",
    "subDocument": "parts of other files: put them into the document",
    "chartEx": "a chart of a new kind (waterfall, map, ...): make it a picture, or a chart of another kind",
    "origin": "a signature, which no change would survive: remove it first",
}


def value_of(element: Element, name: str) -> str:
    """Return an attribute, whatever its namespace."""
    return next((str(v) for k, v in element.attrib.items() if etree.QName(k).localname == name), "")


def set_value(element: Element, name: str, value: str) -> None:
    """Change an attribute, whatever its namespace."""
    for key in element.attrib:
        if etree.QName(key).localname == name:
            element.set(key, value)


def space_of(element: Element) -> str:
    """Return the namespace of an element."""
    return etree.QName(element).namespace or ""
