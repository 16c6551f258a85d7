"""Read the headers and footers of the pages of workbooks, and write them with the codes of their fields and looks."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree

from sanitizer.documents.packages import parse
from sanitizer.documents.runs_of_text import Element, Node, Stretch, local
from sanitizer.documents.style_sheets import is_font

_CODE: Final = re.compile(
    r'&(?:"(?P<font>[^"]*)"|(?P<color>K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3}))|(?P<size>\d{1,3})(?: (?=\d))?'
    r"|(?P<letter>[A-Za-z&]))"
)
_SIZE: Final = re.compile(r"&\d+\Z")
_PLACES: Final = {"L": "left", "C": "center", "R": "right"}
_SHOWN: Final = frozenset("PNDTFA")
_FIELDS: Final = _SHOWN | frozenset("BIUESXYHO")
"""Codes of numbers of pages, dates, names that the program knows, and looks; others (pictures, folders) go."""


@dataclass(frozen=True, slots=True)
class PageHeader:
    """A place in the header or footer of a sheet: where the library holds it, its codes and words, what is read."""

    place: Any
    tree: Element
    stretches: list[Stretch]

    def settle(self) -> None:
        """Let the library hold the words as they are now."""
        told = ""
        for part in self.tree:
            text = part.text or ""
            if local(part) == "words":
                gap = " " if text[:1].isdigit() and _SIZE.search(told) else ""
                text = gap + text.replace("&", "&&")
            told += text
        self.place.text = told or None


def headers_of(book: Any, sheets: Iterable[tuple[int, str]], parts: Mapping[str, bytes]) -> list[PageHeader]:
    """Return the headers and footers of all sheets, of which the numbers and parts are given; the library reads
    them only in part."""
    return [
        own
        for number, part in sheets
        for item in parse(parts[part], part).iterfind("{*}headerFooter/*")
        if hasattr(book.worksheets[number], local(item))
        for own in _headers(getattr(book.worksheets[number], local(item)), item)
    ]


def _headers(item: Any, element: Element) -> Iterator[PageHeader]:
    text, role = element.text or "", "header" if local(element).endswith("Header") else "footer"
    trees = {place: etree.Element(place) for place in _PLACES.values()}
    tree, at = trees["center"], 0
    for code in _CODE.finditer(text):
        _add(tree, "words", text[at : code.start()])
        at = code.end()
        letter = (code["letter"] or "").upper()
        if letter == "&":
            _add(tree, "words", "&")
        elif letter in _PLACES:
            tree = trees[_PLACES[letter]]
        elif letter in _FIELDS and letter:
            _add(tree, "field" if letter in _SHOWN else "look", f"&{letter}")
        elif code["size"] or code["color"]:
            _add(tree, "look", f"&{code['size'] or code['color']}")
        elif code["font"] and is_font(re.sub(r"[,-]|Regular", " ", code["font"])):
            _add(tree, "look", code.group())
    _add(tree, "words", text[at:])
    for place, own in trees.items():
        shown = [part for part in own if local(part) != "look"]
        told = Stretch(role, [Node(part, fixed="" if local(part) == "words" else "#") for part in shown])
        yield PageHeader(getattr(item, place), own, [told] if any(map(str.isalnum, told.piece.text)) else [])


def _add(tree: Element, kind: str, text: str) -> None:
    if text:
        etree.SubElement(tree, kind).text = text
