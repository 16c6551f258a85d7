"""Word documents and PowerPoint presentations (Office Open XML, ECMA-376) as formats.

All text that a reader sees is read: body, tables, text boxes, headers, footers, notes, slides and their notes. Changes
that are tracked are accepted, and comments are left out, unless the user chose otherwise (`tracked.py`). What else may
tell something is left out and counted: properties, fields,
targets of links, bookmarks, pictures (a grey one stands in their place), charts, custom data, times and authors of
changes. What could not be taken out safely is refused: macros, embedded objects, signatures, parts of other files.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from lxml import etree

from sanitizer.documents.formats import Choices, DocumentFormat, Fields, FileDocument, Unreadable, Written
from sanitizer.documents.packages import pack, parse, serialize, strings_of_package, unpack
from sanitizer.documents.pictures import BLANK
from sanitizer.documents.stretches import (
    Element,
    Node,
    Stretch,
    edit_all,
    elements,
    join_row,
    local,
    remove,
    unwrap,
)
from sanitizer.documents.tracked import COMMENT_MARKS, settle_office
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set
from sanitizer.types import Document

_TYPES: Final = "[Content_Types].xml"
_TYPES_SPACE: Final = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_REFERENCES: Final = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}",
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}",
)
_W: Final = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_A: Final = (
    "http://schemas.openxmlformats.org/drawingml/2006/main",
    "http://purl.oclc.org/ooxml/drawingml/main",
)
_MATH: Final = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_MAIN_PART: Final = {"word/": "word/document.xml", "ppt/": "ppt/presentation.xml"}

_KEPT_LINKS: Final = word_set(
    "officeDocument styles numbering settings fontTable theme header footer footnotes endnotes image slide slideLayout "
    "slideMaster notesSlide notesMaster tableStyles"
)
"""What a part may go on to; other parts are left out."""
_REFUSED_LINKS: Final = {
    "vbaProject": "macros: save it as .docx or .pptx",
    "oleObject": "an embedded object: put its text into the document",
    "package": "an embedded file: put its text into the document",
    "control": "ActiveX controls: remove them",
    "aFChunk": "parts of other files: open and save it anew",
    "subDocument": "parts of other files: put them into the document",
    "origin": "a signature, which no change would survive: remove it first",
}
_DROPPED: Final = {
    name: kind
    for kind, names in {
        "deleted text": "del moveFrom",
        "comment mark": "commentReference annotationRef commentRangeStart commentRangeEnd",
        "bookmark": "bookmarkStart bookmarkEnd permStart permEnd",
        "mark of a change": "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tcPrChange trPrChange "
        "tblGridChange numberingChange cellIns cellDel cellMerge moveFromRangeStart moveFromRangeEnd moveToRangeStart "
        "moveToRangeEnd customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd "
        "customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd",
        "custom data": "extLst custDataLst sdtPr sdtEndPr customXmlPr smartTagPr",
        "alternative text": "tblCaption tblDescription",
        "setting": "rsids docVars mailMerge attachedTemplate embeddedFontLst custShowLst",
        "font": "embedRegular embedBold embedItalic embedBoldItalic",
        "sound or film": "videoFile audioFile wavAudioFile quickTimeFile audioCd",
        "target of a link": "hlinkClick hlinkHover hlinkMouseOver",
        "field": "ffData",
        "": "Fallback proofErr lastRenderedPageBreak documentProtection writeProtection",
    }.items()
    for name in names.split()
}
"""Elements that go with all that is in them, and what they are called when they are counted."""
_UNWRAPPED: Final = {
    "ins": "mark of a change", "moveTo": "mark of a change", "hyperlink": "target of a link", "smartTag": "custom data",
    "customXml": "custom data", "sdt": "", "sdtContent": "", "fldSimple": "field", "AlternateContent": "", "Choice": "",
    "dir": "", "bdo": "",
}  # fmt: skip
_TELLING: Final = word_set("author initials date name descr title alt href tooltip userId userName string")
"""Attributes that hold words of people; where a file must have one, an empty one stays."""
_FIXED: Final = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad",
                 "sym": " "}  # fmt: skip
_PAGE_FIELDS: Final = frozenset(["PAGE", "NUMPAGES", "SECTIONPAGES"])
_ROLES: Final = {"header": "header", "footer": "footer", "footnotes": "footnote", "endnotes": "footnote",
                 "notesSlide": "notes", "comments": "comment"}  # fmt: skip


class OfficeFile(DocumentFormat):
    """one text in a Word document or a presentation"""

    suffixes: tuple[str, ...]
    folder: str
    """The folder of the main part ("word/")."""

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """The paragraphs of all parts that are read. Raises DocumentError for what cannot be read or left out."""
        file = _Package(raw, self.folder, fields.choices)
        yield FileDocument.of_pieces(name, [s.piece for s in file.stretches], raw, file.left_out)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """The file with its edits, without what was left out."""
        for document in documents:
            file = _Package(document.source, self.folder, fields.choices)
            edit_all(file.stretches, document.edits)
            yield file.packed()

    def strings(self, raw: bytes) -> Iterator[str]:
        """All strings of all parts."""
        return strings_of_package(raw)


class Word(OfficeFile):
    """one text in a Word document (.docx)"""

    suffixes: tuple[str, ...] = (".docx",)
    folder = "word/"


class PowerPoint(OfficeFile):
    """one text in a presentation (.pptx)"""

    suffixes: tuple[str, ...] = (".pptx",)
    folder = "ppt/"


class _Package:
    """The parts of a file that are kept, cleaned, in the order in which they are read."""

    def __init__(self, raw: bytes, folder: str, choices: Choices) -> None:
        self._source = unpack(raw)
        self._choices = choices
        self._reads_comments = choices.comments == "read" and folder == "word/"
        self._counts: Counter[str] = Counter()
        self.trees: dict[str, Element] = {}
        self._pictures: set[str] = set()
        self._links: dict[str, Element] = {}
        main = _MAIN_PART[folder]
        if main not in self._source:
            raise DocumentError(f"is no such file: it has no part {main}")
        self._refuse()
        if (
            choices.comments != "drop"
            and folder == "ppt/"
            and any("/comments/" in name for name in self._source)
        ):
            raise DocumentError(
                "holds comments, which cannot be kept in presentations: choose --comments drop"
            )
        self._visit("", [f"{folder}"])
        _rename_styles(self.trees.values())
        self.stretches = [s for name, tree in self.trees.items() for s in _stretches(tree, _role(name))]
        dropped = set(self._source).difference(self.trees, self._pictures, [_TYPES])
        for name in dropped:
            if not name.endswith(".rels"):
                self._counts[_kind_of_part(name)] += 1

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many parts and marks of which kind are not read."""
        return {kind: count for kind, count in sorted(self._counts.items()) if kind}

    def _refuse(self) -> None:
        for name in self._source:
            lower = name.lower()
            kind = next(
                (
                    reason
                    for mark, reason in (
                        ("vbaproject", _REFUSED_LINKS["vbaProject"]), ("activex", _REFUSED_LINKS["control"]),
                        ("/embeddings/", _REFUSED_LINKS["oleObject"]), ("_xmlsignatures", _REFUSED_LINKS["origin"]),
                    )
                    if mark in lower and not ("/embeddings/" in lower and lower.endswith(".xlsx"))
                ),
                None,
            )  # fmt: skip
            if kind:
                raise DocumentError(f"holds {kind}")

    def _visit(self, name: str, roots: list[str]) -> None:
        """Take a part and, in the order of its links, those that it goes on to."""
        links_name = posixpath.join(posixpath.dirname(name), "_rels", posixpath.basename(name) + ".rels")
        dropped: set[str] = set()
        after: list[str] = []
        pictures: list[tuple[Element, str]] = []
        if links_name in self._source:
            links = parse(self._source[links_name], links_name)
            for link in list(links):
                kind = str(link.get("Type", "")).rsplit("/", 1)[-1]
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), link.get("Target", "")))
                target = (
                    target.lstrip("/")
                    if not link.get("Target", "").startswith("/")
                    else link.get("Target", "")[1:]
                )
                if kind in _REFUSED_LINKS and not (kind == "package" and target.endswith(".xlsx")):
                    raise DocumentError(f"holds {_REFUSED_LINKS[kind]}")
                if (
                    not (kind in _KEPT_LINKS or (kind == "comments" and self._reads_comments))
                    or link.get("TargetMode") == "External"
                    or target not in self._source
                ):
                    dropped.add(link.get("Id", ""))
                    if link.get("TargetMode") == "External":
                        self._counts["target of a link"] += 1
                    links.remove(link)
                elif kind == "image":
                    pictures.append((link, target))
                else:
                    after.append(target)
            self._links[links_name] = links
        if name:
            self.trees[name] = parse(self._source[name], name)
            settle_office(self.trees[name], self._choices)
            _clean(
                self.trees[name],
                self._counts,
                dropped,
                COMMENT_MARKS if self._reads_comments else frozenset(),
            )
        for link, target in pictures:
            self._pictures.add(target)
            self._counts["picture"] += 1
            blank = posixpath.splitext(target)[0] + ".blank.png"
            link.set("Target", "/" + blank)
        for target in after:
            if target not in self.trees:
                self._visit(target, roots)

    def packed(self) -> bytes:
        """The file."""
        types = parse(self._source[_TYPES], _TYPES)
        for entry in list(types):
            part, ending = entry.get("PartName", "").lstrip("/"), entry.get("Extension", "xml").lower()
            if (part and part not in self.trees) or ending not in ("rels", "xml"):
                types.remove(entry)
        if self._pictures:
            png = etree.SubElement(types, f"{_TYPES_SPACE}Default")
            png.set("Extension", "png")
            png.set("ContentType", "image/png")
        parts = {_TYPES: serialize(types)}
        parts |= {name: serialize(tree) for name, tree in self._links.items()}
        parts |= {name: serialize(tree) for name, tree in self.trees.items()}
        for name in sorted(self._pictures):
            parts[posixpath.splitext(name)[0] + ".blank.png"] = BLANK
        return pack(parts)


_TO_STYLES: Final = word_set("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink")
_LEVEL: Final = re.compile(r"(?:%\d|[^\w%])+")


def _rename_styles(trees: Iterable[Element]) -> None:
    """Number the styles that are no program's, whose names are anybody's words, and take words out of numberings."""
    parts = list(trees)
    numbers: dict[str, str] = {}
    for root in parts:
        for style in elements(root):
            if local(style) == "style" and _value(style, "customStyle") in ("1", "true", "on"):
                numbers.setdefault(_value(style, "styleId"), f"S{len(numbers) + 1}")
    for root in parts:
        for element in elements(root):
            name = local(element)
            if name == "style" and _value(element, "styleId") in numbers:
                _set_value(element, "styleId", numbers[_value(element, "styleId")])
                for part in element:
                    if local(part) in ("name", "aliases"):
                        _set_value(part, "val", _value(element, "styleId"))
            elif name in _TO_STYLES and _value(element, "val") in numbers:
                _set_value(element, "val", numbers[_value(element, "val")])
            elif name == "lvlText" and not _LEVEL.fullmatch(_value(element, "val")):
                _set_value(element, "val", "".join(re.findall(r"%\d", _value(element, "val"))) or "\u2022")
            elif name == "name" and local(_parent(element)) == "abstractNum":
                remove(element)


def _value(element: Element, name: str) -> str:
    """An attribute, whatever its namespace."""
    return next((str(v) for k, v in element.attrib.items() if etree.QName(k).localname == name), "")


def _set_value(element: Element, name: str, value: str) -> None:
    for key in element.attrib:
        if etree.QName(key).localname == name:
            element.set(key, value)


def _role(name: str) -> str:
    base = posixpath.basename(name).rstrip("0123456789.xml")
    return _ROLES.get(base, "body")


def _kind_of_part(name: str) -> str:
    """What a part that is left out is called."""
    lower = name.lower()
    kinds = {
        "docprops/thumbnail": "thumbnail", "docprops/": "properties", "comment": "comments", "people": "comments",
        "customxml/": "custom data", "chart": "chart", "diagram": "diagram", "embeddings/": "chart",
        "media/": "sound or film", "glossary/": "building blocks", "font": "font",
    }  # fmt: skip
    return next((kind for mark, kind in kinds.items() if mark in lower), "other part")


def _clean(root: Element, counts: Counter[str], dropped: set[str], kept: frozenset[str]) -> None:
    """Take out of a part all that is not read, and count it; ``dropped`` are ids of links that are gone, ``kept`` the
    elements that stay although they are marks only."""
    _drop_fields(root, counts)
    for element in elements(root):
        name = local(element)
        if element.getparent() is None and element is not root:
            continue
        if name in ("altChunk", "subDoc"):
            raise DocumentError(f"holds {_REFUSED_LINKS['aFChunk']}")
        if name == "tr" and any(
            local(mark) == "del" for part in element if local(part) == "trPr" for mark in part
        ):
            counts["deleted text"] += 1
            remove(element)
            continue
        if name in kept:
            _clean_attributes(element, dropped)
        elif name in _DROPPED or (name == "object" and _space(element) in _W):
            counts[_DROPPED.get(name, "embedded object")] += 1
            remove(element)
        elif name in _UNWRAPPED and not (name == "ins" and local(_parent(element)) in ("rPr", "trPr")):
            counts[_UNWRAPPED[name]] += 1
            unwrap(element)
        elif name == "ins":
            remove(element)
        else:
            _clean_attributes(element, dropped)
    for element in elements(root):
        if any(
            str(key).startswith(_REFERENCES) and value in dropped for key, value in element.attrib.items()
        ):
            remove(_holder(element))


def _clean_attributes(element: Element, dropped: set[str]) -> None:
    """Empty the attributes that hold words of people, and take away marks of sessions."""
    for key in list(element.attrib):
        own = etree.QName(key).localname
        if own.startswith("rsid") or own in ("paraId", "textId"):
            del element.attrib[key]
        elif own in _TELLING and local(element) in ("docPr", "cNvPr", "cNvGraphicFramePr", "cSld"):
            element.set(key, "")
        elif own in _TELLING and _space(element).startswith("urn:schemas-microsoft-com"):
            if own != "string":
                del element.attrib[key]
        elif own == "author" and local(element) == "comment":
            element.set(key, "")  # which each comment has
        elif own in ("author", "initials", "userId", "userName") or (own == "date" and _space(element) in _W):
            del element.attrib[key]


def _space(element: Element) -> str:
    return etree.QName(element).namespace or ""


def _parent(element: Element) -> Element:
    parent = element.getparent()
    return element if parent is None else parent


def _holder(element: Element) -> Element:
    """The drawing that an element with a broken link belongs to, else the element."""
    above = [element, *element.iterancestors()]
    return next((e for e in above if local(e) in ("drawing", "pict", "graphicFrame", "pic")), element)


def _drop_fields(root: Element, counts: Counter[str]) -> None:
    """Take away the instructions of fields ("AUTHOR", "HYPERLINK ..."), whose results stay; numbers of pages stay."""
    open_fields: list[list[Element]] = []
    told: list[str] = []
    for element in elements(root):
        name = local(element)
        if name == "fldChar":
            kind = next(
                (v for k, v in element.attrib.items() if etree.QName(k).localname == "fldCharType"), ""
            )
            if kind == "begin":
                open_fields.append([])
                told.append("")
            if open_fields:
                open_fields[-1].append(element)
            if kind == "end" and open_fields:
                marks, words = open_fields.pop(), told.pop().split()
                if not words or words[0] not in _PAGE_FIELDS or len(words) > 3:
                    counts["field"] += 1
                    for mark in marks:
                        remove(mark)
        elif name in ("instrText", "delInstrText"):
            if open_fields:
                open_fields[-1].append(element)
                told[-1] += element.text or ""
            else:
                remove(element)
    for marks in open_fields:
        for mark in marks:
            remove(mark)


def _stretches(root: Element, role: str) -> list[Stretch]:
    """The paragraphs of a part, in order; a text box comes after the paragraph that it hangs on."""
    found: list[Stretch] = []
    _walk(root, None, role, found)
    return [s for s in found if s.piece.text.strip()]


def _walk(element: Element, current: Stretch | None, role: str, found: list[Stretch]) -> None:
    inner: list[Element] = []
    for child in element:
        if not isinstance(child.tag, str):
            continue
        space, name = _space(child), local(child)
        if name == "p" and space in (*_W, *_A):
            own = Stretch(role)
            if current is None:
                found.append(own)
                _walk(child, own, role, found)
            else:
                inner.append(child)
            continue
        if name == "t" and space in (*_W, *_A, _MATH):
            if current is None:
                current = Stretch(role)
                found.append(current)
            current.nodes.append(Node(child))
        elif name == "textpath" and child.get("string"):
            found.append(Stretch(role, [Node(child, "string")]))
        elif name in _FIXED and space in (*_W, *_A) and local(element) in ("r", "p") and current is not None:
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
