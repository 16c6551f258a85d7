"""Undo the tracked changes of a text of OpenDocument (ISO/IEC 26300-1, 5.5): what was inserted goes, what was deleted
comes back."""

from copy import deepcopy
from typing import Final

from lxml import etree

from sanitizer.documents.runs_of_text import Element, elements, local, remove
from sanitizer.errors import DocumentError

_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_PARAGRAPHS: Final = (f"{_TEXT}p", f"{_TEXT}h")
_ID: Final = "{http://www.w3.org/XML/1998/namespace}id"
_INFO: Final = "change-info"


def reject_changes(root: Element) -> None:
    """Undo all changes of a part. Raises DocumentError for marks that do not belong together."""
    regions = [element for element in elements(root) if element.tag == f"{_TEXT}changed-region"]
    for region in regions:
        kinds = {local(part): part for part in region}
        number = region.get(f"{_TEXT}id") or region.get(_ID) or ""
        marks = [e for e in elements(root) if e.get(f"{_TEXT}change-id") == number and _is_mark(e)]
        if "insertion" in kinds and "deletion" not in kinds:
            _take_out(marks)
        elif "deletion" in kinds and "insertion" not in kinds:
            blocks = [part for part in kinds["deletion"] if local(part) != _INFO]
            for mark in marks[:1]:
                _put_back(mark, [deepcopy(block) for block in blocks])
        for mark in marks:
            remove(mark)
    for element in elements(root):
        if element.tag == f"{_TEXT}tracked-changes":
            remove(element)


def _is_mark(element: Element) -> bool:
    return local(element) in ("change", "change-start", "change-end")


def _take_out(marks: list[Element]) -> None:
    """Take away all that stands between two marks; paragraphs that were parted are one again."""
    if not marks:
        return  # it lay in what another change took away
    if [local(mark) for mark in marks] != ["change-start", "change-end"]:
        raise DocumentError("holds tracked changes that overlap: accept or reject them in it")
    start, end = marks
    above = set(end.iterancestors())
    common = next(element for element in start.iterancestors() if element in above)
    first, last = _paragraph(start), _paragraph(end)
    start.tail = None
    node = start
    while (parent := _parent(node)) is not common:
        for sibling in list(node.itersiblings()):
            parent.remove(sibling)
        node, node_tail = parent, None
        node.tail = node_tail
    ending = end
    while (parent := _parent(ending)) is not common:
        for sibling in list(ending.itersiblings(preceding=True)):
            parent.remove(sibling)
        parent.text, ending = None, parent
    for sibling in list(node.itersiblings()):
        if sibling is ending:
            break
        common.remove(sibling)
    if first is not None and last is not None and first is not last:
        _append(first, last)
        _remove_empty(last, common)


def _parent(element: Element) -> Element:
    parent = element.getparent()
    if parent is None:
        raise DocumentError("holds tracked changes that overlap: accept or reject them in it")
    return parent


def _paragraph(element: Element) -> Element | None:
    return next((e for e in element.iterancestors() if e.tag in _PARAGRAPHS), None)


def _append(paragraph: Element, other: Element) -> None:
    """Let a paragraph go on with what another holds."""
    _add_text(paragraph, other.text)
    for child in list(other):
        paragraph.append(child)
    other.text = None


def _add_text(element: Element, text: str | None) -> None:
    if not text:
        return
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _remove_empty(element: Element, common: Element) -> None:
    """Take out an element, and what lies above it and is empty then."""
    while element is not common and not len(element) and not (element.text or "").strip():
        parent = _parent(element)
        remove(element)
        element = parent


def _put_back(mark: Element, blocks: list[Element]) -> None:
    """Put paragraphs in the place of a mark: the first and the last are parts of the one that it stands in."""
    paragraph = _paragraph(mark)
    if not blocks:
        return
    if paragraph is None:
        for block in blocks:
            block.tail = None
            mark.addprevious(block)
        return
    if len(blocks) == 1 and blocks[0].tag in _PARAGRAPHS:
        _inline(mark, blocks[0])
        return
    rest = _split(paragraph, mark)
    paragraph.addnext(rest)
    if blocks[0].tag in _PARAGRAPHS:
        _inline(mark, blocks.pop(0))
    if blocks and blocks[-1].tag in _PARAGRAPHS:
        last = blocks.pop()
        _append(last, rest)
        rest.text = None
        rest.getparent().replace(rest, last)  # type: ignore[union-attr]
        rest = last
    for block in blocks:
        block.tail = None
        rest.addprevious(block)


def _inline(mark: Element, block: Element) -> None:
    """Move the content of a paragraph in front of a mark."""
    before = mark.getprevious()
    if before is not None:
        before.tail = (before.tail or "") + (block.text or "")
    else:
        parent = _parent(mark)
        parent.text = (parent.text or "") + (block.text or "")
    for child in list(block):
        mark.addprevious(child)


def _split(paragraph: Element, mark: Element) -> Element:
    """Take what follows a mark out of its paragraph, as a paragraph of its own."""
    node, carried, tail = mark, None, mark.tail
    mark.tail = None
    while True:
        parent = _parent(node)
        clone = etree.SubElement(parent, parent.tag)
        parent.remove(clone)
        for key, value in parent.attrib.items():
            if key != _ID:
                clone.set(key, value)
        if carried is None:
            clone.text = tail
        else:
            clone.append(carried)
            carried.tail, node.tail = node.tail, None
        for sibling in list(node.itersiblings()):
            clone.append(sibling)
        if parent is paragraph:
            return clone
        node, carried = parent, clone
