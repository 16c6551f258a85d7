"""Drawings (SVG) as a format: their texts, titles and descriptions.

Elements that draw stay with the attributes and style sheets that say where and how; scripts, pictures, links, foreign
content, data of programs, comments and every other attribute are left out and counted. Names of parts become numbers.
Words that are drawn as curves are no text, and stay.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from defusedxml.ElementTree import fromstring
from lxml import etree

from sanitizer.documents.formats import Choices, PartText
from sanitizer.documents.packages import parse, serialize
from sanitizer.documents.runs_of_text import (
    Element,
    Node,
    Stretch,
    blank_rest,
    elements,
    local,
    remove,
    unwrap,
)
from sanitizer.documents.style_sheets import Names, declarations_kept, sheet_kept, told_by_layout, value_kept
from sanitizer.documents.tree_format import TreeFormat
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set
from sanitizer.text.surface_forms import Forms

_SVG: Final = "http://www.w3.org/2000/svg"
_DRAWN: Final = word_set(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc "
    "clipPath mask linearGradient radialGradient stop pattern marker switch style"
)
_LINKS: Final = frozenset(["a"])
_LAYOUT: Final = word_set(
    "x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points width height viewBox transform gradientTransform "
    "fill stroke opacity fill-opacity stroke-opacity stroke-width stroke-linecap stroke-linejoin "
    "stroke-dasharray stroke-miterlimit fill-rule clip-rule font-size font-weight font-style text-anchor "
    "dominant-baseline letter-spacing rotate offset stop-color stop-opacity gradientUnits patternUnits "
    "clipPathUnits maskUnits markerWidth markerHeight refX refY orient preserveAspectRatio version "
    "textLength lengthAdjust startOffset visibility display id href clip-path mask marker-start "
    "marker-mid marker-end pathLength spreadMethod font-family"
)
_SHAPES: Final = frozenset(["d", "points", "transform", "gradientTransform", "viewBox", "values"])
_SHAPE: Final = re.compile(
    r"(?>(?:matrix|translate|scale|rotate|skew[XY]|[Zz]*[MmLlHhVvCcSsQqTtAaZz](?![A-Za-z])|(?<=[\d.])e(?=[-\d])|[-+.,\s()\d])*)"
)
"""Curves and their places: letters of commands, and numbers."""


class Drawing(TreeFormat):
    """one text in a drawing (.svg)"""

    suffixes: tuple[str, ...] = (".svg",)

    def opened(self, raw: bytes, choices: Choices) -> "_Tree":
        """Return the drawing with nothing but what is drawn. Raises DocumentError for what is no drawing."""
        root, counts = _drawing(raw)
        stretches = _stretches(root)
        counts["other text"] += blank_rest([root], stretches, frozenset(["style"]))
        return _Tree(root, {kind: count for kind, count in sorted(counts.items()) if count}, stretches)

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield texts, attributes, and all text in a row."""
        root = fromstring(raw)
        for number, element in enumerate(root.iter(), 1):
            is_style, own = element.tag.endswith("style"), f"element {number}"
            text = told_by_layout(element.text or "") if is_style else element.text or ""
            yield PartText(text, f"{own}, its {'style sheet' if is_style else 'text'}")
            yield PartText(element.tail or "", f"the text after {own}")
            for key, value in element.attrib.items():
                if key not in _SHAPES or not _SHAPE.fullmatch(value):
                    told = told_by_layout(value) if key == "style" or key in _LAYOUT else value
                    yield PartText(told, f"{own}, an attribute")
            element.text = None if is_style else element.text
        yield PartText("".join(root.itertext()), "the texts in a row")


@dataclass(frozen=True)
class _Tree:
    root: Element
    left_out: Mapping[str, int]
    stretches: list[Stretch]

    def rename(self, forms: Forms) -> None:
        """Do nothing: all names are numbers already."""

    def packed(self) -> bytes:
        return serialize(self.root)


def _drawing(raw: bytes) -> tuple[Element, Counter[str]]:
    """Return the tree of a drawing with nothing but what is drawn, and what was left out by kind."""
    root = parse(raw, "the drawing", declared=True)
    if local(root) != "svg":
        raise DocumentError("is no drawing: it has no root svg")
    counts: Counter[str] = Counter()
    names = Names()
    for element in elements(root):
        if local(element) == "style":
            told = sheet_kept("".join(map(str, element.itertext())), _DRAWN, names, counts)
            del element[:]
            element.text = told
    for element in elements(root):
        if element is not root and element.getparent() is None:
            continue
        name, space = local(element), etree.QName(element).namespace
        if space == _SVG and name in _LINKS:
            counts["target of a link"] += 1
            unwrap(element)
        elif space not in (_SVG, None) or name not in _DRAWN:
            counts[_kind(name)] += 1
            remove(element)
        else:
            _clean_attributes(element, names, counts)
    etree.cleanup_namespaces(root)
    return root, counts


def _kind(name: str) -> str:
    kinds = {
        "script": "script",
        "image": "picture",
        "foreignObject": "foreign content",
    }
    return kinds.get(name, "other part")


def _clean_attributes(element: Element, names: Names, counts: Counter[str]) -> None:
    """Keep the attributes of layout whose values are measures or known words; names of parts become numbers."""
    for key, value in list(element.attrib.items()):
        kept = _kept(etree.QName(key).localname, str(value), names, counts)
        if kept is None:
            counts["attribute"] += 1
            del element.attrib[key]
        else:
            element.set(key, kept)


def _kept(key: str, text: str, names: Names, counts: Counter[str]) -> str | None:
    """Return what stays of the value of an attribute; None where it goes."""
    if key == "id":
        return names.number("#", text)
    if key == "class":
        return " ".join(told for name in text.split() if (told := names.known(".", name))) or None
    if key == "style":
        return declarations_kept(text, names, counts) or None
    if key not in _LAYOUT:
        return None
    if key in _SHAPES:
        return text if _SHAPE.fullmatch(text) else None
    if key == "href":
        return f"#{names.number('#', text[1:])}" if text.startswith("#") else None
    return value_kept(key, text, names)


_ROLES: Final = {"text": "text", "title": "title", "desc": "description"}
"""What the words of an element are, by its name."""


def _stretches(root: Element) -> list[Stretch]:
    found: list[Stretch] = []
    for element in elements(root):
        name = local(element)
        if name in _ROLES:
            own = Stretch(_ROLES[name])
            _inline(element, own)
            found.append(own)
    return [stretch for stretch in found if stretch.piece.text.strip()]


def _inline(element: Element, own: Stretch) -> None:
    own.nodes.append(Node(element))
    for child in element:
        if local(child) not in ("title", "desc"):
            _inline(child, own)
        own.nodes.append(Node(child, "tail"))
