"""Find the paragraphs of a part of a file of OpenDocument, in the order of the file."""

from typing import Final

from sanitizer.documents.runs_of_text import Element, Node, Stretch, join_row, labels_of, local, upwards

_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ALTERNATIVE: Final = tuple(
    f"{{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}}{n}" for n in ("title", "desc")
)
FIELDS: Final = frozenset(
    ["page-number", "page-count", "sheet-name", "chapter", "sequence", "bookmark-ref", "reference-ref", "sequence-ref",
     "note-ref"]
)  # fmt: skip
"""Fields that say nothing but what the file itself says: where they stand, or what stands elsewhere."""


def is_sheet(table: Element) -> bool:
    """Return whether a table is a sheet of a workbook, whose name a reader sees."""
    parent = table.getparent()
    return parent is not None and local(parent) == "spreadsheet"


def stretches_of(root: Element, role: str = "body") -> list[Stretch]:
    """Return the paragraphs of a part, and the names of its sheets."""
    found: list[Stretch] = []
    _walk(root, role, found)
    return found


_ROLES: Final = {
    "table-cell": "cell",
    "note-body": "footnote",
    "header": "header",
    "footer": "footer",
    "notes": "notes",
    "annotation": "comment",
}
_DECLARED: Final = {"header-decl": "header", "footer-decl": "footer", "date-time-decl": "footer"}
"""What stands at the top and the foot of slides, which they name."""
_NUMBERED: Final = frozenset(
    ["list-level-style-number", "list-level-style-bullet", "outline-level-style", "notes-configuration",
     "bibliography-configuration"]
)  # fmt: skip
_LABELS: Final = frozenset(["num-prefix", "num-suffix", "num-list-format", "bullet-char", "prefix", "suffix"])
"""Attributes with what stands before and behind numbers."""


def _walk(element: Element, role: str, found: list[Stretch]) -> None:
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag in (f"{_TEXT}p", f"{_TEXT}h"):
            own = Stretch("heading" if role == "body" and local(child) == "h" else role)
            found.append(own)
            own.nodes.append(Node(child))
            later: list[Element] = []
            _inline(child, own, later)
            for part in later:  # a list that grows: words above words may hold notes
                if part.tag == f"{_TEXT}ruby-text":
                    found.append(Stretch(role, [Node(part)]))
                    _inline(part, found[-1], later)
                else:
                    _walk(part, _ROLES.get(local(part), role), found)
        elif local(child) in _NUMBERED:
            found += labels_of(child, _LABELS)
            _walk(child, role, found)
        elif child.tag in _ALTERNATIVE:
            found.append(Stretch("attribute", [Node(child)]))
        elif local(child) in _DECLARED:
            found.append(Stretch(_DECLARED[local(child)], [Node(child)]))
        elif local(child) == "table-row":
            cells, above = [], len(found)
            for cell in child:
                start = len(found)
                _walk(cell, "cell", found)
                cells.append(found[start:])
            join_row(cells, upwards(found, above))
        else:
            if local(child) == "table" and is_sheet(child):
                found.append(Stretch("sheet", [Node(child, f"{_TABLE}name")]))
            _walk(child, _ROLES.get(local(child), role), found)


def _inline(element: Element, own: Stretch, later: list[Element]) -> None:
    """Take the words of a paragraph; notes, frames and the like come after it."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        name = local(child)
        if child.tag == f"{_TEXT}s":
            count = child.get(f"{_TEXT}c", "1")
            own.nodes.append(
                Node(child, fixed=" " * (int(count) if count.isdigit() and len(count) < 4 else 1))
            )
        elif child.tag in (f"{_TEXT}tab", f"{_TEXT}line-break"):
            own.nodes.append(Node(child, fixed="\t" if name == "tab" else "\n"))
        elif child.tag.startswith(_TEXT) and name in (
            "span",
            "ruby",
            "ruby-base",
            "a",
            *FIELDS,
        ):
            own.nodes.append(Node(child))
            _inline(child, own, later)
        else:
            later.append(child)
        own.nodes.append(Node(child, "tail"))
