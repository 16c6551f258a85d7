"""Files of OpenDocument, as bench/documents_trees.py compares them: what is left out of them on purpose, and why."""

import re
from typing import Final
from urllib.parse import unquote

from lxml import etree

from sanitizer.text.fold import words

Element = etree._Element
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_PLAIN: Final = words(
    "span ruby ruby-base ruby-text p h s tab line-break note note-citation note-body list list-item section number a "
    "page-number page-count sheet-name chapter sequence bookmark-ref reference-ref sequence-ref note-ref bookmark "
    "bookmark-start bookmark-end reference-mark reference-mark-start reference-mark-end"
)
"""What may lie in a paragraph; everything else there is a field that looks something up elsewhere, and becomes what it
shows."""
_GONE: Final = {
    "formulas and rules, for their words": re.compile(r"formula|condition|content-validation-name|print-ranges"),
    "a cell has no other value than it shows": re.compile(r"value|.*-value|value-type|currency"),
    "names that programs alone see": re.compile(r"display-name|label|title|target-frame-name|notify-.*"),
}  # fmt: skip
"""Attributes that are left out, by the reason."""
_CALLED: Final = words("sequence sequence-decl equation font-face")
"""Elements that others call by their names, beside places; names of those that define no look are left out."""
_HOLDERS: Final = words("styles automatic-styles master-styles layer-set")
_PLACES: Final = words(
    "bookmark bookmark-start bookmark-end reference-mark reference-mark-start reference-mark-end"
)


def settle_open(tree: Element) -> None:
    """Take out of a part what is left out on purpose."""
    named = {e.get(f"{_TEXT}name", "") for e in tree.iter(*(f"{_TEXT}{name}" for name in _PLACES))}
    led = {e.get(f"{_TEXT}ref-name", "") for e in tree.iter(f"{_TEXT}bookmark-ref", f"{_TEXT}reference-ref")}
    led |= {unquote(e.get(_HREF, "")[1:]) for e in tree.iter(f"{_TEXT}a") if e.get(_HREF, "").startswith("#")}
    numbered = {e.get(f"{_TEXT}ref-name") for e in tree.iter(f"{_TEXT}sequence-ref")}
    noted = {e.get(f"{_TEXT}ref-name") for e in tree.iter(f"{_TEXT}note-ref")}
    for element in list(tree.iter()):
        name = etree.QName(element).localname
        parent = element.getparent()
        if parent is None:
            continue
        if name in _PLACES and str(element.tag).startswith(_TEXT) and element.get(f"{_TEXT}name") not in led:
            parent.remove(element)
        elif element.tag == f"{_TEXT}a":
            _settle_link(element, named)
        elif _is_field(element, parent, name):
            at = parent.index(element)
            parent[at : at + 1] = list(element)
        else:
            _settle_attributes(element, name)
            if name == "sequence" and element.get(f"{_TEXT}ref-name") not in numbered:
                element.attrib.pop(f"{_TEXT}ref-name", None)
            if name == "note" and element.get(f"{_TEXT}id") not in noted:
                element.attrib.pop(f"{_TEXT}id", None)


def _is_field(element: Element, parent: Element, name: str) -> bool:
    above = (f"{_TEXT}p", f"{_TEXT}h", f"{_TEXT}span", f"{_TEXT}a")
    return str(element.tag).startswith(_TEXT) and parent.tag in above and name not in _PLAIN


def _settle_link(link: Element, named: set[str]) -> None:
    """Links lead to a place of the file, or nowhere, and look as they did."""
    target = link.get(_HREF, "")
    stays = target.startswith("#") and unquote(target[1:]) in named
    look = link.get(f"{_TEXT}style-name", "" if stays else "Internet_20_link")
    visited = link.get(f"{_TEXT}visited-style-name", "") if stays else ""
    link.attrib.clear()
    if stays:
        link.set(_HREF, unquote(target[1:]))
    else:
        link.tag = f"{_TEXT}span"
    for key, value in (("style-name", look), ("visited-style-name", visited)):
        if value:
            link.set(f"{_TEXT}{key}", value)


def _settle_attributes(element: Element, name: str) -> None:
    for key in list(element.attrib):
        own = etree.QName(key).localname
        if any(rule.fullmatch(own) for rule in _GONE.values()) and not (own == "condition" and name == "map"):
            del element.attrib[key]
        elif own == "name" and name not in _CALLED | _PLACES and _above(element) not in _HOLDERS:
            element.set(key, "")
        elif key == _HREF and name not in ("image", "object", "fill-image"):
            del element.attrib[key]


def _above(element: Element) -> str:
    parent = element.getparent()
    return "" if parent is None else str(etree.QName(parent).localname)
