"""Settle tracked changes and comments of parts of Office files before they are read, as the user chose."""

from typing import Final

from sanitizer.documents.formats import Choices
from sanitizer.documents.open_document_cells import CHANGES, reject_cells
from sanitizer.documents.open_document_changes import reject_changes
from sanitizer.documents.runs_of_text import Element, elements, local, remove, unwrap
from sanitizer.errors import DocumentError

_INSERTED: Final = frozenset(["ins", "moveTo"])
_DELETED: Final = frozenset(["del", "moveFrom"])
_OF_PROPERTIES: Final = frozenset(["rPr", "trPr"])
COMMENT_MARKS: Final = frozenset(["commentReference", "commentRangeStart", "commentRangeEnd"])
"""What ties a comment to words of the text."""


def settle_office(root: Element, choices: Choices) -> None:
    """Undo the tracked changes of a part of an Office file where they are to be rejected; what is accepted is left to
    the reader. Raises DocumentError for what the choices refuse."""
    found = {local(element) for element in elements(root)}
    if choices.tracked == "refuse" and found & (_INSERTED | _DELETED):
        raise DocumentError(
            "holds tracked changes: accept or reject them in it, or by --tracked-changes accept or reject"
        )
    if choices.comments == "refuse" and found & COMMENT_MARKS:
        raise DocumentError("holds comments: remove them, or choose --comments drop or read")
    if choices.tracked == "reject":
        _reject(root)


def settle_open_document(root: Element, choices: Choices) -> None:
    """Undo the tracked changes of a part of a file of OpenDocument where they are to be rejected; what is accepted is
    left to the reader. Raises DocumentError for what the choices refuse."""
    found = {local(element) for element in elements(root)}
    of_sheets = any(len(element) for element in root.iter(CHANGES))
    if choices.tracked == "refuse" and (of_sheets or "changed-region" in found):
        raise DocumentError(
            "holds tracked changes: accept or reject them in it, or by --tracked-changes accept or reject"
        )
    if choices.comments == "refuse" and "annotation" in found:
        raise DocumentError("holds comments: remove them, or choose --comments drop or read")
    if choices.tracked == "reject":
        reject_cells(root)
        reject_changes(root)


def _reject(root: Element) -> None:
    """Take out what was inserted, and put back what was deleted; formats stay as they are now."""
    for element in elements(root):
        parent = element.getparent()
        if parent is None:
            continue
        name, above = local(element), local(parent)
        if above in _OF_PROPERTIES:
            row = parent.getparent()
            if name in _INSERTED and above == "trPr" and row is not None:
                remove(row)
            elif name in _DELETED:
                remove(element)
        elif name in _INSERTED:
            remove(element)
        elif name in _DELETED:
            for text in elements(element):
                if local(text) == "delText":
                    text.tag = str(text.tag).replace("delText", "t")
            unwrap(element)
