"""Find the paragraphs of a part of a file of Office, in the order in which they are read."""

import posixpath
from typing import Final

from sanitizer.documents.office_names import DRAWING, MATH, WORD, parent_of, space_of
from sanitizer.documents.stretches import Element, Node, Stretch, join_row, local

_FIXED: Final = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad",
                 "sym": " "}  # fmt: skip
_ROLES: Final = {
    "header": "header", "footer": "footer", "footnotes": "footnote", "endnotes": "footnote", "notesSlide": "notes",
    "comments": "comment", "comment": "comment", "modernComment": "comment",
}  # fmt: skip


def role_of(part: str) -> str:
    """What the words of a part are in the file, by its name."""
    base = posixpath.basename(part).partition(".")[0].partition("_")[0].rstrip("0123456789")
    return _ROLES.get(base, "body")


def stretches_of(root: Element, role: str) -> list[Stretch]:
    """The paragraphs of a part, in order; a text box comes after the paragraph that it hangs on."""
    found: list[Stretch] = []
    _walk(root, None, role, found)
    return [s for s in found if s.piece.text.strip()]


def _alone(element: Element, role: str) -> Stretch | None:
    """Words that stand in no paragraph: a comment of a presentation, drawn letters."""
    if local(element) == "text" and local(parent_of(element)) == "cm":
        return Stretch("comment", [Node(element)])
    if local(element) == "textpath" and element.get("string"):
        return Stretch(role, [Node(element, "string")])
    return None


def _walk(element: Element, current: Stretch | None, role: str, found: list[Stretch]) -> None:
    inner: list[Element] = []
    for child in element:
        if not isinstance(child.tag, str):
            continue
        space, name = space_of(child), local(child)
        if name == "p" and space in (*WORD, *DRAWING):
            own = Stretch(role)
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
        elif (alone := _alone(child, role)) is not None:
            found.append(alone)
        elif (
            name in _FIXED
            and space in (*WORD, *DRAWING)
            and local(element) in ("r", "p")
            and current is not None
        ):
            current.nodes.append(Node(child, fixed=_FIXED[name]))
        elif name == "tr":
            cells = []
            for cell in child:
                start = len(found)
                _walk(cell, current, "cell", found)
                cells += [found[start:]] if local(cell) == "tc" else []
            join_row(cells)
        else:
            _walk(child, current, role, found)
    for paragraph in inner:
        own = Stretch(role)
        found.append(own)
        _walk(paragraph, own, role, found)
