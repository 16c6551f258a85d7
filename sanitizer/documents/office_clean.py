"""Take out of the parts of a file of Office what is not read: marks, instructions, names of people."""

from collections import Counter
from typing import Final

from lxml import etree

from sanitizer.documents.office_names import REFUSED, WORD, space_of
from sanitizer.documents.runs_of_text import Element, elements, local, parent_of, remove, unwrap
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set

_REFERENCES: Final = (
    "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}",
    "{http://purl.oclc.org/ooxml/officeDocument/relationships}",
)
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
        "setting": "rsid nsid tmpl docId latentStyles custShowLst embeddedFontLst",
        "font": "embedRegular embedBold embedItalic embedBoldItalic",
        "sound or film": "videoFile audioFile wavAudioFile quickTimeFile audioCd",
        "target of a link": "hlinkClick hlinkHover hlinkMouseOver",
        "field": "ffData",
        "": "Fallback proofErr lastRenderedPageBreak documentProtection writeProtection webHidden",
    }.items()
    for name in names.split()
}
"""Elements that go with all that is in them, and what they are called when they are counted."""
_UNWRAPPED: Final = {
    "ins": "mark of a change", "moveTo": "mark of a change", "hyperlink": "target of a link", "smartTag": "custom data",
    "customXml": "custom data", "sdt": "", "sdtContent": "", "fldSimple": "field", "AlternateContent": "", "Choice": "",
    "dir": "", "bdo": "",
}  # fmt: skip
_TELLING: Final = word_set("author initials date name href tooltip userId userName")
"""Attributes that hold words of people and are not read; where a file must have one, an empty one stays."""
_ALTERNATIVE: Final = frozenset(["title", "descr"])
"""Attributes that are read out for a drawing."""
_SESSION: Final = word_set("paraId textId anchorId editId tplc")
"""Attributes with numbers that programs draw, by which copies of a file are known."""
_SETTINGS: Final = word_set(
    "zoom view mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop "
    "defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps evenAndOddHeaders "
    "bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing "
    "drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery "
    "displayBackgroundShape characterSpacingControl strictFirstAndLastChars printTwoOnOne footnotePr "
    "endnotePr compat mathPr themeFontLang clrSchemeMapping decimalSymbol listSeparator noPunctuationKerning "
    "defaultTableStyle AlternateContent Choice Fallback"
)
"""Settings by which a document is laid out; all others go."""
_THEMES: Final = frozenset(["theme", "themeOverride", "clrScheme", "fontScheme", "fmtScheme", "custClr"])
"""Elements that people give names to."""
_DIAGRAM: Final = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_DRAWN: Final = "http://schemas.microsoft.com/office/drawing/2008/diagram"
"""The extension of a diagram that names its drawing."""
_FILLS: Final = frozenset(["noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill"])
_TITLES: Final = frozenset(["title", "desc"])
"""Elements of the layout of a diagram that people give words to."""
_PAGE_FIELDS: Final = frozenset(["PAGE", "NUMPAGES", "SECTIONPAGES"])
_PAGE_WORDS: Final = word_set("\\* MERGEFORMAT Arabic ARABIC arabic roman ROMAN Roman alphabetic ALPHABETIC")


def clean(root: Element, counts: Counter[str], dropped: set[str], kept: frozenset[str]) -> None:
    """Take out of a part all that is not read, and count it; ``dropped`` are ids of links that are gone, ``kept`` the
    elements that stay although they are marks only."""
    _drop_fields(root, counts)
    _drop_settings(root, counts)
    for element in elements(root):
        name = local(element)
        if element.getparent() is None and element is not root:
            continue
        if name in ("altChunk", "subDoc"):
            raise DocumentError(f"holds {REFUSED['aFChunk']}")
        if name == "tr" and any(
            local(mark) == "del" for part in element if local(part) == "trPr" for mark in part
        ):
            counts["deleted text"] += 1
            remove(element)
            continue
        if name in kept or (name == "extLst" and _leads_to_drawing(element)):
            _clean_attributes(element)
        elif name in _DROPPED or (name == "object" and space_of(element) in WORD):
            counts[_DROPPED.get(name, "embedded object")] += 1
            if name == "hlinkClick" and local(parent_of(element)) == "rPr":
                _look_linked(parent_of(element))
            remove(element)
        elif name in _UNWRAPPED and not (name == "ins" and local(parent_of(element)) in ("rPr", "trPr")):
            counts[_UNWRAPPED[name]] += 1
            unwrap(element)
        elif name == "ins":
            remove(element)
        else:
            _clean_attributes(element)
    for element in elements(root):
        if any(
            str(key).startswith(_REFERENCES) and value in dropped for key, value in element.attrib.items()
        ):
            remove(_holder(element))


def _drop_settings(root: Element, counts: Counter[str]) -> None:
    """Take out the settings of a document that do not lay it out."""
    for setting in list(root) if local(root) == "settings" else ():
        if local(setting) not in _SETTINGS:
            counts["setting"] += 1
            remove(setting)


def _look_linked(run: Element) -> None:
    """Write down the look of a link of a presentation (underlined, coloured), so that it stays without a target."""
    run.set("u", run.get("u", "sng"))
    if not any(local(e) in _FILLS for e in run):
        fill = etree.Element(f"{{{space_of(run)}}}solidFill")
        etree.SubElement(fill, f"{{{space_of(run)}}}schemeClr").set("val", "hlink")
        run.insert(sum(local(e) == "ln" for e in run), fill)


def _leads_to_drawing(extensions: Element) -> bool:
    """Remove all extensions of a diagram but the one that names its drawing. Returns whether there is one."""
    if space_of(extensions) != _DIAGRAM:
        return False
    for own in list(extensions):
        if [local(part) for part in own] == ["dataModelExt"]:
            own.set("uri", _DRAWN)
        else:
            remove(own)
    return len(extensions) > 0


def _clean_attributes(element: Element) -> None:
    """Empty the attributes that hold words of people, and take away marks of sessions."""
    for key in list(element.attrib):
        own = etree.QName(key).localname
        if local(element) == "fld" and own == "type" and element.get(key) != "slidenum":
            del element.attrib[key]  # a date would become that of today
        elif own.startswith("rsid") or own in _SESSION:
            del element.attrib[key]
        elif own in _ALTERNATIVE and local(element) == "cNvPr" and element.get(key) in _told_above(element):
            element.set(key, "")
        elif space_of(element) == _DIAGRAM:
            if own == "phldrT" or (own == "val" and local(element) in _TITLES):
                element.set(key, "")
        elif own == "name" and local(element) in _THEMES:
            element.set(key, "Theme")
        elif own in _TELLING and local(element) in ("docPr", "cNvPr", "cNvGraphicFramePr", "cSld"):
            element.set(key, "")
        elif own in _TELLING and space_of(element).startswith("urn:schemas-microsoft-com"):
            del element.attrib[key]
        elif own == "author" and local(element) == "comment":
            element.set(key, "")  # which each comment has
        elif own in ("author", "initials", "userId", "userName") or (
            own == "date" and space_of(element) in WORD
        ):
            del element.attrib[key]


def _told_above(element: Element) -> list[str]:
    """What is read out for the drawing in a text that a picture is in: a picture says it again."""
    drawing = next((e for e in element.iterancestors() if local(e) in ("inline", "anchor")), None)
    above = [] if drawing is None else [e for e in drawing if local(e) == "docPr"]
    return [e.get(key, "") for e in above for key in _ALTERNATIVE]


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
                if not words or words[0] not in _PAGE_FIELDS or not _PAGE_WORDS.issuperset(words[1:]):
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
