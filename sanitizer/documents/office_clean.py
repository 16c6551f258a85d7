"""Take out of the parts of a file of Office what is not read: marks, instructions, names of people."""

import re
from collections import Counter
from typing import Final

from lxml import etree

from sanitizer.documents.font_names import is_known_font
from sanitizer.documents.numbered_characters import characters
from sanitizer.documents.office_names import CHART, DIAGRAM, DRAWING, REFUSED, WORD, space_of, value_of
from sanitizer.documents.packages import is_published
from sanitizer.documents.runs_of_text import Element, elements, local, parent_of, remove, unwrap
from sanitizer.documents.style_names import is_brought_along
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
        "bookmark": "permStart permEnd",
        "mark of a change": "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tcPrChange trPrChange "
        "tblGridChange numberingChange cellIns cellDel cellMerge moveFromRangeStart moveFromRangeEnd moveToRangeStart "
        "moveToRangeEnd customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd "
        "customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd",
        "custom data": "extLst custDataLst customXmlPr smartTagPr",
        "setting": "rsid nsid tmpl docId latentStyles custShowLst embeddedFontLst",
        "font": "embedRegular embedBold embedItalic embedBoldItalic",
        "sound or film": "videoFile audioFile wavAudioFile quickTimeFile audioCd",
        "target of a link": "hlinkClick hlinkHover hlinkMouseOver",
        "": "proofErr lastRenderedPageBreak documentProtection writeProtection webHidden",
    }.items()
    for name in names.split()
}
"""Elements that go with all that is in them, and what they are called when they are counted."""
_UNWRAPPED: Final = {
    "ins": "mark of a change", "moveTo": "mark of a change", "smartTag": "custom data", "customXml": "custom data",
    "AlternateContent": "", "Choice": "", "Fallback": "",
}  # fmt: skip
_NUMBERED: Final = frozenset(["t", "v"])
"""Elements of slides and charts whose characters may be written as numbers."""
_DIRECTIONS: Final = frozenset(["dir", "bdo"])
"""What words of a direction of their own lie in."""
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
    "defaultTableStyle hideSpellingErrors hideGrammaticalErrors doNotUseMarginsForDrawingGridOrigin "
    "printFractionalCharacterWidth AlternateContent Choice Fallback"
)
"""Settings by which a document is laid out; all others go."""
_THEMES: Final = frozenset(["theme", "themeOverride", "clrScheme", "fontScheme", "fmtScheme", "custClr"])
"""Elements that people give names to."""
_DRAWN: Final = "http://schemas.microsoft.com/office/drawing/2008/diagram"
"""The extension of a diagram that names its drawing."""
_FILLS: Final = frozenset(["noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill"])
_TITLES: Final = frozenset(["title", "desc"])
"""Elements of the layout of a diagram that people give words to."""
_CONTROL: Final = word_set(
    "lock showingPlcHdr temporary text richText picture group docPartObj docPartGallery docPartUnique checkbox checked "
    "checkedState uncheckedState appearance color repeatingSection repeatingSectionItem"
)
"""What stays of the properties of a content control, beside the look of its words."""
_SETTING: Final = re.compile(
    r"\d{1,6}|(?=.*\d)[0-9A-Fa-f]{4}|[0-9A-F]{6}|true|false|on|off|auto|(?:sdt|content|sdtContent)Locked|unlocked"
    r"|boundingBox|tags|hidden"
)
"""What the properties of a content control may say: a number, a sign, a colour, a word that programs know."""
_UNDERSTOOD: Final = (
    "http://schemas.microsoft.com/office/word/20", "http://schemas.microsoft.com/office/powerpoint/20",
    "http://schemas.microsoft.com/office/drawing/2007/8/2/chart", "http://schemas.microsoft.com/office/drawing/2010/main",
    "http://schemas.microsoft.com/office/drawing/2012/chart", "http://schemas.microsoft.com/office/mac/drawingml/2011/main",
    "http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "urn:schemas-microsoft-com:",
)  # fmt: skip
"""How the vocabularies begin of the newer forms of a part that are read; of others the older form is taken."""
_WITHIN: Final = re.compile(
    r"ppaction://(?:hlinksldjump|hlinkshowjump\?jump=(?:(?:next|previous|first|last)slide|lastslideviewed|endshow))"
)
"""What links do that go on to another slide of the file."""


def clean(root: Element, counts: Counter[str], dropped: set[str], kept: frozenset[str]) -> None:
    """Take out of a part all that is not read, and count it; ``dropped`` are ids of links that are gone, ``kept`` the
    elements that stay although they are marks only."""
    _drop_settings(root, counts)
    _choose_forms(root)
    for element in elements(root):
        if element.getparent() is not None or element is root:
            _clean_element(element, counts, dropped, kept)
        if local(element) in _NUMBERED and space_of(element) in (*DRAWING, *CHART):
            element.text = characters(element.text or "")
    for element in elements(root):
        if any(
            str(key).startswith(_REFERENCES) and value in dropped for key, value in element.attrib.items()
        ):
            remove(_holder(element))


def _clean_element(element: Element, counts: Counter[str], dropped: set[str], kept: frozenset[str]) -> None:
    """Keep an element without words of people, or take it out, or put in its place what is in it."""
    name = local(element)
    if not is_published(space_of(element)):
        counts["custom data"] += 1
        remove(element)
        return
    if name in ("altChunk", "subDoc"):
        raise DocumentError(f"holds {REFUSED['aFChunk']}")
    if name == "tr" and _is_deleted(element):
        counts["deleted text"] += 1
        remove(element)
    elif name in kept or (name == "extLst" and _leads_to_drawing(element)):
        _clean_attributes(element)
    elif name == "hlinkClick" and _leads_within(element, dropped):
        pass
    elif name in _DROPPED or (name == "object" and space_of(element) in WORD):
        counts[_DROPPED.get(name, "embedded object")] += 1
        if name == "hlinkClick" and local(parent_of(element)) == "rPr":
            _look_linked(parent_of(element))
        remove(element)
    elif name == "sdtPr":
        _settle_control(element)
    elif name == "ins" and local(parent_of(element)) in ("rPr", "trPr"):
        remove(element)
    elif name == "hyperlink" and value_of(element, "id"):
        counts["target of a link"] += 1
        unwrap(element)
    elif name in _UNWRAPPED or (name in _DIRECTIONS and space_of(element) in WORD):
        counts[_UNWRAPPED.get(name, "")] += 1
        unwrap(element)
    else:
        _clean_attributes(element)


def _is_deleted(row: Element) -> bool:
    """Return whether a row of a table is marked as deleted."""
    return any(local(mark) == "del" for part in row if local(part) == "trPr" for mark in part)


def _drop_settings(root: Element, counts: Counter[str]) -> None:
    """Take out the settings of a document that do not lay it out."""
    for setting in list(root) if local(root) == "settings" else ():
        if local(setting) not in _SETTINGS:
            counts["setting"] += 1
            remove(setting)


def _choose_forms(root: Element) -> None:
    """Of parts that stand in several forms keep the newest that is read, as programs do."""
    for element in elements(root):
        if local(element) != "AlternateContent" or (element.getparent() is None and element is not root):
            continue
        told = [form for form in element if local(form) == "Fallback" or _is_understood(form)]
        for form in [form for form in element if form not in told[:1]]:
            remove(form)


def _is_understood(form: Element) -> bool:
    """Return whether the vocabularies that a form of a part requires are read; ink is not."""
    if any(local(part) == "contentPart" for part in elements(form)):
        return False
    spaces = [str(form.nsmap.get(prefix, "")) for prefix in str(form.get("Requires", "")).split()]
    return all(not space or space.startswith(_UNDERSTOOD) for space in spaces)


def _settle_control(properties: Element) -> None:
    """Keep of the properties of a content control what kind it is and how it looks."""
    for own in list(properties):
        for part in elements(own) if local(own) != "rPr" else ():
            if local(part) not in _CONTROL or (
                local(part) == "docPartGallery" and not is_brought_along(value_of(part, "val"))
            ):
                remove(part)
                continue
            for key, value in part.attrib.items():
                font = etree.QName(key).localname == "font" and is_known_font(str(value))
                if local(part) != "docPartGallery" and not font and not _SETTING.fullmatch(str(value)):
                    del part.attrib[key]


def _leads_within(link: Element, dropped: set[str]) -> bool:
    """Return whether a link goes on to another slide; its words and sounds are taken out."""
    told = {etree.QName(key).localname: str(value) for key, value in link.attrib.items()}
    if not _WITHIN.fullmatch(told.get("action", "")) or told.get("id", "") in dropped:
        return False
    for part in list(link):
        remove(part)
    for key in list(link.attrib):
        if etree.QName(key).localname not in ("id", "action", "history"):
            del link.attrib[key]
    return True


def _look_linked(run: Element) -> None:
    """Write down the look of a link of a presentation (underlined, coloured), so that it stays without a target."""
    run.set("u", run.get("u", "sng"))
    if not any(local(e) in _FILLS for e in run):
        fill = etree.Element(f"{{{space_of(run)}}}solidFill")
        etree.SubElement(fill, f"{{{space_of(run)}}}schemeClr").set("val", "hlink")
        run.insert(sum(local(e) == "ln" for e in run), fill)


def _leads_to_drawing(extensions: Element) -> bool:
    """Remove all extensions of a diagram but the one that names its drawing. Returns whether there is one."""
    if space_of(extensions) not in DIAGRAM:
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
        elif space_of(element) in DIAGRAM:
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
    """Return what is read out for the drawing in a text that a picture is in: a picture says it again."""
    drawing = next((e for e in element.iterancestors() if local(e) in ("inline", "anchor")), None)
    above = [] if drawing is None else [e for e in drawing if local(e) == "docPr"]
    return [e.get(key, "") for e in above for key in _ALTERNATIVE]


def _holder(element: Element) -> Element:
    """Return the drawing that an element with a broken link belongs to, else the element."""
    above = [element, *element.iterancestors()]
    return next((e for e in above if local(e) in ("drawing", "pict", "graphicFrame", "pic")), element)
