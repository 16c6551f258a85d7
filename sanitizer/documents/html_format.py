"""Web pages as a format: the text that a reader sees, and that of attributes which browsers show or read out.

Scripts, data, comments, forms' hidden values, targets of links and whatever else is no text are left out, and counted;
pictures become grey, of drawings the words stay. Elements, attributes of layout and style sheets stay, without the
words and names of people in them.
"""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from typing import Final

from lxml import etree, html
from lxml.html import defs

from sanitizer.documents.decode import check_characters, decode_rows
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, PartText, Unreadable, Written
from sanitizer.documents.html_attributes import clean_attributes, lays_out, names_of_styles, shown_by
from sanitizer.documents.pictures import BLANK
from sanitizer.documents.runs_of_text import (
    Element,
    Node,
    Stretch,
    edit_all,
    elements,
    join_row,
    remove,
    unwrap,
    upwards,
)
from sanitizer.documents.style_sheets import told_by_layout
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set
from sanitizer.types import Document

_DECLARED: Final = re.compile(
    rb"<meta[^>]+charset\s*=\s*[\"']?([\w.:-]+)|<\?xml[^>]+encoding=[\"']([\w.:-]+)", re.I
)
_CONTROLS: Final = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f]")
"""Characters for which no browser shows anything; LibreOffice writes some around forms."""
_TAG: Final = re.compile(r"<(?:!doctype\s+html|html|head|body|div|p|table|span|h[1-6]|ul|ol|br|a)\b", re.I)
_HEAD: Final = 4096
_DROPPED: Final = {
    name: kind
    for kind, names in {
        "script": "script noscript template",
        "embedded object": "iframe object embed noembed applet frame frameset portal",
        "picture, sound or film": "source audio video track canvas svg map area",
        "property": "meta link base",
        "hidden value": "datalist param",
    }.items()
    for name in names.split()
}
_INLINE: Final = word_set(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span "
    "strike strong sub sup time tt u var wbr img picture"
)
_KNOWN: Final = defs.tags | word_set("main math figure figcaption picture rt rp ruby") | _INLINE
"""Elements that stay; others become plain blocks, for a name may be anything."""
_EMPTY: Final = ("br", "hr", "wbr", "input", "col", "img")
_TRANSPARENT: Final = frozenset(["map", "source", "track", "area", "param", "embed", "meta", "link", "base"])
"""Elements whose content is shown, or without content, into some of which the parser puts what follows."""
_GREY: Final = f"data:image/png;base64,{b64encode(BLANK).decode()}"
"""What stands for each picture: what is in one is not read."""
_SAID: Final = frozenset(["text", "title", "desc"])
"""Elements of a drawing that hold words."""


class WebPage(DocumentFormat):
    """one text in a web page (.html)"""

    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield the paragraphs of a page, and the words of attributes. Raises DocumentError for what is no page."""
        counts: Counter[str] = Counter()
        root = _page(raw, counts)
        left_out = {kind: number for kind, number in sorted(counts.items()) if kind and number}
        yield FileDocument.of_pieces(name, [s.piece for s in _stretches(root)], raw, left_out)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the page with its edits, in UTF-8."""
        for document in documents:
            root = _page(document.source, Counter())
            edit_all(_stretches(root), document.edits)
            head = root.find("head")
            if head is None:
                head = etree.Element("head")
                root.insert(0, head)
            head.insert(0, etree.Element("meta", charset="utf-8"))
            yield (
                bytes(etree.tostring(root, method="html", encoding="utf-8", doctype="<!DOCTYPE html>"))
                + b"\n"
            )

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield texts, attributes, comments and declarations, and all text in a row."""
        parser = _Strings()
        parser.feed(_decode(raw))
        parser.close()
        yield from parser.found
        yield PartText("".join(parser.texts), "the texts in a row")


class _Strings(HTMLParser):
    """All that is written in a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.texts: list[str] = []
        self.in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.in_style = tag == "style"
        self._find(tag, "a tag")
        for key, value in attrs:
            if value != _GREY:
                self._find(
                    told_by_layout(value or "") if lays_out(tag, key) else value or key, "an attribute"
                )

    def _find(self, text: str, kind: str) -> None:
        self.found.append(PartText(text, f"line {self.getpos()[0]}, {kind}"))

    def handle_data(self, data: str) -> None:
        if self.in_style:
            self._find(told_by_layout(data), "a style sheet")
        else:
            self._find(data, "a text")
            self.texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.in_style = False

    def handle_comment(self, data: str) -> None:
        self._find(data, "a comment")

    def handle_decl(self, decl: str) -> None:
        self._find(decl, "a declaration")

    def unknown_decl(self, data: str) -> None:
        self._find(data, "a declaration")

    def handle_pi(self, data: str) -> None:
        self._find(data, "an instruction")


def _decode(raw: bytes) -> str:
    """Return the characters of a page, by its own word for their encoding where it says one."""
    declared = _DECLARED.search(raw, 0, _HEAD)
    if declared and not raw.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        name = (declared.group(1) or declared.group(2)).decode("ascii")
        try:
            return raw.decode(name)
        except (LookupError, UnicodeDecodeError) as error:
            raise DocumentError(f"says that it is {name}, but is not throughout: save it as UTF-8") from error
    return decode_rows(raw)


def _page(raw: bytes, counts: Counter[str]) -> Element:
    """Return the tree of a page, cleaned."""
    text = _CONTROLS.sub("", _decode(raw))
    check_characters(text)
    if not _TAG.search(text, 0, 1 << 16):
        raise DocumentError("is no web page: it has no elements")
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        root = html.document_fromstring(text.encode("utf-8"), parser=parser, ensure_head_body=True)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError("is no web page that can be read: open and save it anew") from error
    counts["comment"] += text.count("<!--")
    try:
        _clean(root, counts)
    except ValueError as error:  # names of elements or attributes that cannot be written
        raise DocumentError("is no web page that can be written again: open and save it anew") from error
    check_characters("".join(str(part) for part in root.itertext()))
    return root


def _clean(root: Element, counts: Counter[str]) -> None:
    """Take out of a page all that is not read, and count it."""
    names = names_of_styles(root, _KNOWN, counts)
    for element in elements(root):
        if element is not root and element.getparent() is None:
            continue
        name = str(element.tag).lower()
        words = _words_of(element, name)
        if words:  # they stay, where it stood
            counts["picture, sound or film"] += 1
            _say(element, words)
        elif name in _DROPPED:
            counts[_DROPPED[name]] += 1
            (unwrap if name in _TRANSPARENT else remove)(element)
        elif name in _EMPTY and (name == "wbr" or element.text or len(element)):
            unwrap(element)  # the parser put what follows into it
        elif name == "input" and element.get("type", "").lower() in ("hidden", "password", "file", "image"):
            counts["hidden value"] += 1
            remove(element)
        else:
            if name not in _KNOWN:
                element.tag = "div"
            if name == "img":
                _blank(element, counts)
            clean_attributes(element, names, counts)
            if name == "img":
                element.set("src", _GREY)


def _blank(picture: Element, counts: Counter[str]) -> None:
    """Let a picture show nothing; its words and its size stay."""
    counts["picture, sound or film"] += 1
    for key in [key for key in picture.attrib if str(key) in ("src", "srcset", "sizes")]:
        del picture.attrib[key]


def _words_of(element: Element, name: str) -> list[str]:
    """Return what a drawing, or a picture that is a button, says in words."""
    told: list[str] = []
    if name == "svg":
        told = ["".join(map(str, e.itertext())) for e in elements(element) if str(e.tag).lower() in _SAID]
    elif name == "input" and element.get("type", "").lower() == "image":
        told = [element.get(key, "") for key in ("alt", "title")]
    return [" ".join(words.split()) for words in told if words.strip()]


def _say(drawing: Element, words: Sequence[str]) -> None:
    """Put the words of a drawing in its place, a line each."""
    span = etree.Element("span")
    span.text, span.tail = words[0], drawing.tail
    for more in words[1:]:
        etree.SubElement(span, "br").tail = more
    parent = drawing.getparent()
    if parent is not None:
        parent.replace(drawing, span)


def _stretches(root: Element) -> list[Stretch]:
    """Return the paragraphs of a page, in order; words of attributes come before those of their element."""
    found: list[Stretch] = [Stretch()]
    _walk(root, "body", found)
    return [s for s in found if s.piece.text.strip()]


_HEADING: Final = re.compile(r"h[1-6]")


def _walk(element: Element, role: str, found: list[Stretch]) -> None:
    name = str(element.tag).lower()
    if name == "style":
        return
    for key in shown_by(element):
        if element.get(key, "").strip() and (key, name) != ("alt", "img"):
            found += [Stretch("attribute", [Node(element, key)]), Stretch(role)]
    if name == "br":
        found[-1].nodes.append(Node(element, fixed="\n"))
        return
    if name == "img":  # it reads as its words
        found[-1].nodes.append(Node(element, "alt"))
        return
    block = name not in _INLINE
    inner = "cell" if name in ("td", "th") else "heading" if _HEADING.fullmatch(name) else role
    if block:
        found.append(Stretch(inner))
    if name not in _EMPTY:
        found[-1].nodes.append(Node(element))
    cells, above = [], len(found)
    for child in element:
        if isinstance(child.tag, str):
            start = len(found)
            _walk(child, inner, found)
            cells += [found[start:]] if child.tag in ("td", "th") else []
            found[-1].nodes.append(Node(child, "tail"))
    if name == "tr":
        join_row(cells, upwards(found, above))
    if block:
        found.append(Stretch(role))
