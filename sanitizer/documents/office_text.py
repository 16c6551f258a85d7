"""Find the paragraphs of a part of a file of Office, in the order in which they are read."""

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from sanitizer.documents.office_charts import is_word, read_points
from sanitizer.documents.office_names import DIAGRAM, DRAWING, MATH, WORD, space_of, value_of
from sanitizer.documents.runs_of_text import (
    Element,
    Node,
    Stretch,
    join_row,
    labels_of,
    local,
    parent_of,
    upwards,
)

_FIXED: Final = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad",
                 "sym": " "}  # fmt: skip
_ROLES: Final = {
    "hdr": "header", "ftr": "footer", "footnotes": "footnote", "endnotes": "footnote", "notes": "notes",
    "comments": "comment", "cmLst": "comment", "chartSpace": "chart",
}  # fmt: skip
_DRAWN_DIAGRAM: Final = "http://schemas.microsoft.com/office/drawing/2008/diagram"


def role_of(root: Element) -> str:
    """Return what the words of a part are in the file, by its root."""
    if space_of(root) in (*DIAGRAM, _DRAWN_DIAGRAM):
        return "diagram"
    return _ROLES.get(local(root), "body")


def stretches_of(root: Element, role: str) -> list[Stretch]:
    """Return the paragraphs of a part, in order; a text box comes after the paragraph that it hangs on."""
    found: list[Stretch] = []
    _walk(root, None, role, found)
    return [s for s in found if s.piece.text.strip()]


_ALTERNATIVE: Final = {
    "docPr": ("title", "descr"), "cNvPr": ("title", "descr"), "tblCaption": ("val",), "tblDescription": ("val",)
}  # fmt: skip
"""Attributes with words that stand for a drawing or a table, by element."""
_HEADING: Final = re.compile(r"(?:heading|title|subtitle)", re.IGNORECASE)
_DRAWN: Final = ("title", "alt", "string")
_LABELS: Final = {"lvlText": "val", "buChar": "char"}
"""Elements that say what stands before each item of a list, by the attribute that holds it."""


def _beside(element: Element, role: str) -> list[Stretch]:
    """Return words that stand in no paragraph: a comment of a presentation, drawn letters, what is read out for a
    picture."""
    name = local(element)
    if (name == "text" and local(parent_of(element)) == "cm") or is_word(element):
        return [Stretch("comment" if name == "text" else role, [Node(element)])]
    if name in _LABELS:
        return labels_of(element, [_LABELS[name]])
    drawn = space_of(element).startswith("urn:schemas-microsoft-com")
    wanted = _DRAWN if drawn else _ALTERNATIVE.get(name, ())
    keys = [key for own in wanted for key in element.attrib if etree.QName(key).localname == own]
    return [Stretch("attribute", [Node(element, str(key))]) for key in keys]


def _is_heading(paragraph: Element) -> bool:
    """Return whether a paragraph is a heading, by the style that it has or the place on the slide that it stands in."""
    styles = [
        value_of(e, "val") for part in paragraph if local(part) == "pPr" for e in part if local(e) == "pStyle"
    ]
    if any(_HEADING.match(style) for style in styles):
        return True
    shape = next((e for e in paragraph.iterancestors() if local(e) == "sp"), None)
    places = [] if shape is None else [e for e in shape.iter() if local(e) == "ph"]
    return any(value_of(place, "type") in ("title", "ctrTitle", "subTitle") for place in places)


def _cells_of(row: Element) -> Iterator[Element]:
    """Yield what lies in a row, cells in content controls too."""
    for child in row:
        if local(child) in ("sdt", "sdtContent"):
            yield from _cells_of(child)
        else:
            yield child


def _walk(element: Element, current: Stretch | None, role: str, found: list[Stretch]) -> None:
    inner: list[Element] = []
    for child in element:
        if not isinstance(child.tag, str):
            continue
        space, name = space_of(child), local(child)
        if name == "p" and space in (*WORD, *DRAWING):
            own = Stretch("heading" if role == "body" and _is_heading(child) else role)
            if current is None:
                found.append(own)
                _walk(child, own, role, found)
            else:
                inner.append(child)
            continue
        if name == "t" and space in (*WORD, *DRAWING, MATH):
            if current is None:
                current = Stretch(role)
                found.append(current)
            current.nodes.append(Node(child))
        elif read_points(child, found):
            continue
        elif (
            name in _FIXED
            and space in (*WORD, *DRAWING)
            and local(element) in ("r", "p")
            and current is not None
        ):
            current.nodes.append(Node(child, fixed=_FIXED[name]))
        elif name == "tr":
            cells, above = [], len(found)
            for cell in _cells_of(child):
                start = len(found)
                _walk(cell, current, "cell", found)
                cells += [found[start:]] if local(cell) == "tc" else []
            join_row(cells, upwards(found, above))
        else:
            found += _beside(child, role)
            _walk(child, current, role, found)
    for paragraph in inner:
        own = Stretch(role)
        found.append(own)
        _walk(paragraph, own, role, found)
