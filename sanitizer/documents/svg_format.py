"""Drawings (SVG) as a format: their texts, titles and descriptions.

Elements that draw stay with the attributes that say where and how; scripts, style sheets, pictures, links, foreign
content, data of programs, comments and every other attribute are left out and counted. Names of parts become numbers.
Words that are drawn as curves are no text, and stay.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from lxml import etree

from sanitizer.documents.formats import Choices
from sanitizer.documents.packages import parse, serialize, strings_of_xml
from sanitizer.documents.stretches import Element, Node, Stretch, blank_rest, elements, local, remove, unwrap
from sanitizer.documents.tree_format import TreeFormat
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set

_SVG: Final = "http://www.w3.org/2000/svg"
_DRAWN: Final = word_set(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc "
    "clipPath mask linearGradient radialGradient stop pattern marker switch"
)
_LINKS: Final = frozenset(["a"])
_LAYOUT: Final = word_set(
    "x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points width height viewBox transform gradientTransform "
    "fill stroke opacity fill-opacity stroke-opacity stroke-width stroke-linecap stroke-linejoin "
    "stroke-dasharray stroke-miterlimit fill-rule clip-rule font-size font-weight font-style text-anchor "
    "dominant-baseline letter-spacing rotate offset stop-color stop-opacity gradientUnits patternUnits "
    "clipPathUnits maskUnits markerWidth markerHeight refX refY orient preserveAspectRatio version "
    "textLength lengthAdjust startOffset visibility display id href clip-path mask marker-start "
    "marker-mid marker-end pathLength spreadMethod"
)
_VALUE: Final = re.compile(r"[-+\d.,%\s#()eE]*|#[0-9a-fA-F]{3,8}")
_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_KNOWN_WORDS: Final = word_set(
    "none currentcolor inherit black white red green blue gray grey yellow orange purple pink brown navy "
    "teal silver maroon olive lime aqua fuchsia cyan magenta gold bold normal italic oblique start middle "
    "end evenodd nonzero round butt bevel square miter auto hidden visible inline block translate scale "
    "rotate matrix skewx skewy userspaceonuse objectboundingbox rgb rgba hsl xmidymid xminymin xmaxymax "
    "meet slice spacing spacingandglyphs central hanging pad repeat reflect transparent alphabetic"
)
_REFERENCE: Final = re.compile(r"#([^)\"'\s]+)")


class Drawing(TreeFormat):
    """one text in a drawing (.svg)"""

    suffixes: tuple[str, ...] = (".svg",)

    def opened(self, raw: bytes, choices: Choices) -> "_Tree":
        """The drawing with nothing but what is drawn. Raises DocumentError for what is no drawing."""
        root, counts = _drawing(raw)
        stretches = _stretches(root)
        counts["other text"] += blank_rest([root], stretches)
        return _Tree(root, {kind: count for kind, count in sorted(counts.items()) if count}, stretches)

    def strings(self, raw: bytes) -> Iterator[str]:
        """Texts, attributes, and all text in a row."""
        return strings_of_xml(raw)


@dataclass(frozen=True)
class _Tree:
    root: Element
    left_out: Mapping[str, int]
    stretches: list[Stretch]

    def packed(self) -> bytes:
        return serialize(self.root)


def _drawing(raw: bytes) -> tuple[Element, Counter[str]]:
    """The tree of a drawing with nothing but what is drawn, and what was left out by kind."""
    root = parse(raw, "the drawing", declared=True)
    if local(root) != "svg":
        raise DocumentError("is no drawing: it has no root svg")
    counts: Counter[str] = Counter()
    numbers: dict[str, str] = {}
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
            _clean_attributes(element, numbers, counts)
    etree.cleanup_namespaces(root)
    return root, counts


def _kind(name: str) -> str:
    kinds = {
        "script": "script",
        "style": "style sheet",
        "image": "picture",
        "foreignObject": "foreign content",
    }
    return kinds.get(name, "other part")


def _clean_attributes(element: Element, numbers: dict[str, str], counts: Counter[str]) -> None:
    """Keep the attributes of layout whose values are numbers or known words; names of parts become numbers."""
    for key, value in list(element.attrib.items()):
        own = etree.QName(key).localname
        text = str(value)
        if own == "id":
            element.set(key, _number(text, numbers))
        elif own in _LAYOUT and _REFERENCE.search(text):
            if text.startswith(("#", "url(#")) and (text.startswith("url(#") or own == "href"):
                part = _REFERENCE.search(text)
                assert part is not None
                wrapped = "url(#{})" if text.startswith("url") else "#{}"
                element.set(key, wrapped.format(_number(part.group(1), numbers)))
            elif not _VALUE.fullmatch(text):
                counts["attribute"] += 1
                del element.attrib[key]
        elif own not in _LAYOUT or not _is_plain(own, text):
            counts["attribute"] += 1
            del element.attrib[key]


def _number(name: str, numbers: dict[str, str]) -> str:
    return numbers.setdefault(name, f"part{len(numbers) + 1}")


def _is_plain(name: str, text: str) -> bool:
    """Whether the value of an attribute holds no word that may be anybody's."""
    if name in ("d", "points", "transform") and len(text) > 40:
        return not set(_WORD.findall(text.lower())) - _KNOWN_WORDS
    return all(word in _KNOWN_WORDS for word in _WORD.findall(text.lower()))


def _stretches(root: Element) -> list[Stretch]:
    found: list[Stretch] = []
    for element in elements(root):
        name = local(element)
        if name in ("text", "title", "desc"):
            own = Stretch("body" if name == "text" else "attribute")
            _inline(element, own)
            found.append(own)
    return [stretch for stretch in found if stretch.piece.text.strip()]


def _inline(element: Element, own: Stretch) -> None:
    own.nodes.append(Node(element))
    for child in element:
        if local(child) not in ("title", "desc"):
            _inline(child, own)
        own.nodes.append(Node(child, "tail"))
