"""What bench/documents_trees.py takes out of a file before it compares trees: each rule has its reason."""

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import Final

from lxml import etree

from bench.documents_tree_open import settle_open
from sanitizer.text.fold import words

Element = etree._Element

PARTS: Final = {
    "properties, thumbnails, data and settings of programs": r"docProps/.*|customXml/.*|.*/(webSettings|presProps|"
    r"viewProps|stylesWithEffects)\.xml(\.rels)?|meta\.xml|Configurations2/.*|Thumbnails/.*|manifest\.rdf|layout-cache|"
    r".*/printerSettings/.*|.*/tags/.*|.*/glossary/.*",
    "comments and who wrote them, which are read only where that is chosen": r".*/people\.xml|.*[cC]omment.*",
    "fonts, workbooks behind charts, pictures": r".*fontTable\.xml\.rels|.*/(fonts|embeddings|media)/.*|"
    r"(Pictures|Fonts|ObjectReplacements)/.*|.*/(style|colors)\d+\.xml",
}
"""Parts that are left out, by the reason."""
GONE: Final = {
    "deleted text": "del moveFrom",
    "further names of styles": "aliases",
    "comments": "commentReference annotationRef commentRangeStart commentRangeEnd annotation annotation-end",
    "places that nothing leads to, and who may edit what": "permStart permEnd toc-mark toc-mark-start toc-mark-end "
    "alphabetical-index-mark alphabetical-index-mark-start alphabetical-index-mark-end user-index-mark",
    "marks of changes": "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tcPrChange trPrChange "
    "tblGridChange numberingChange cellIns cellDel cellMerge moveFromRangeStart moveFromRangeEnd "
    "moveToRangeStart moveToRangeEnd tracked-changes change change-start change-end",
    "data of programs, by which copies are known": "custDataLst customXmlPr smartTagPr smartTagType rsid rsids "
    "nsid tmpl docId docVars latentStyles attachedTemplate proofState shapeDefaults hdrShapeDefaults custShowLst",
    "settings of programs that lay nothing out": "savePreviewPicture doNotAutoCompressPictures defaultImageDpi "
    "stylePaneFormatFilter doNotTrackMoves embedSystemFonts chartTrackingRefBased removePersonalInformation "
    "removeDateAndTime trackRevisions doNotIncludeSubdocsInStats doNotDisplayPageBoundaries discardImageEditingData "
    "documentProtection embedTrueTypeFonts saveSubsetFonts linkStyles printerSettings activeWritingStyle "
    "updateFields formsDesign revisionView saveXmlDataOnly useXSLTWhenSaving showXMLTags "
    "alwaysMergeEmptyNamespace doNotValidateAgainstSchema ignoreMixedContent saveInvalidXml "
    "attachedSchema schemaLibrary mailMerge",
    "sounds, films, embedded fonts": "videoFile audioFile wavAudioFile quickTimeFile audioCd embedRegular embedBold "
    "embedItalic embedBoldItalic embeddedFontLst plugin sound",
    "the workbook behind a chart, whose values are stored in it": "externalData",
    "where the page ended when it was last drawn; marks of spelling": "lastRenderedPageBreak proofErr soft-page-break",
    "numbers of pages are shown on the web too": "webHidden",
    "scripts, forms, declarations of values that are left out": "scripts forms variable-decls user-field-decls "
    "dde-connection-decls named-expressions database-ranges content-validations data-pilot-tables event-listeners "
    "conditional-formats label-ranges cell-range-source",
}  # fmt: skip
"""Elements that are left out with what is in them, by the reason."""
OPENED: Final = {
    "accepted insertions": "ins moveTo",
    "tags of programs around words": "smartTag customXml dir bdo AlternateContent Choice Fallback",
}
"""Elements of which what is in them stays."""
_GONE: Final = words(" ".join(GONE.values()))
_OPENED: Final = words(" ".join(OPENED.values()))
CONTROL: Final = frozenset(
    ["alias", "tag", "id", "placeholder", "dataBinding", "dropDownList", "comboBox", "date"]
)
"""Properties of content controls that hold words, or lead elsewhere."""
SILENT: Final = re.compile(
    r"rsid.*|.*-?rsid|paraId|textId|anchorId|editId|tplc|author|initials|userId|userName|tooltip|tgtFrame|docLocation|"
    r"space|display-name|data-style-name-of-field|macro-name|condition-of-text"
)
"""Attributes that are left out: marks of sessions, names of people, targets; and whether blanks of a text count."""
WORDED: Final = re.compile(
    r"title|descr|alt|string|aliases|lvlText|num-prefix|num-suffix|num-list-format|label"
)
"""Attributes that hold words: only that there are some is compared."""
_STYLED: Final = words(
    "pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle clickAndTypeStyle"
)
_KEPT_FIELDS: Final = words(
    "PAGE NUMPAGES SECTION SECTIONPAGES PAGEREF REF NOTEREF HYPERLINK SEQ STYLEREF TOC FORMCHECKBOX"
)
"""Fields that look up nothing but the file; all others become the words that they show."""
_PLACED: Final = re.compile(r'(?:PAGEREF|NOTEREF|REF|\\l)\s+"?([^\s"]+)')
_KINDS_KEPT: Final = words(
    "officeDocument styles numbering settings fontTable theme header footer footnotes endnotes image slide slideLayout "
    "slideMaster notesSlide notesMaster handoutMaster tableStyles chart chartUserShapes themeOverride diagramData "
    "diagramLayout diagramQuickStyle diagramColors diagramDrawing"
)


def local(element: Element) -> str:
    """Return the name of an element without its vocabulary."""
    return str(element.tag).rpartition("}")[2]


def value(element: Element, name: str) -> str:
    """Return an attribute, whatever its vocabulary."""
    return next((str(v) for k, v in element.attrib.items() if etree.QName(k).localname == name), "")


def kept_parts(parts: Mapping[str, bytes]) -> list[str]:
    """Return the parts of a file that are to be in the file after: those that something leads to."""
    links = {name for name in parts if name.endswith(".rels")}
    led: dict[str, set[str]] = {}
    for name in links:
        of = posixpath.join(
            posixpath.dirname(posixpath.dirname(name)), posixpath.basename(name).removesuffix(".rels")
        )
        targets = [value(link, "Target") for link in etree.fromstring(parts[name])]
        led[of] = {posixpath.normpath(posixpath.join("/", posixpath.dirname(of), t))[1:] for t in targets} | {
            name
        }
    found, after = set(), {"", "[Content_Types].xml"} if links else set(parts)
    while after:
        found |= after
        after = {t for name in after for t in led.get(name, ())} - found
    return sorted(
        name
        for name in found.intersection(parts)
        if name.endswith((".xml", ".rels")) and not any(re.fullmatch(own, name) for own in PARTS.values())
    )


class Names:
    """Names that are numbered, by kind, in the order in which they are met."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}

    def told(self, element: Element, key: str, text: str) -> str:
        """Return the value of an attribute, or the number of the name in it."""
        own, name = etree.QName(key).localname, local(element)
        kind = _kind_of_name(element, name, own)
        if (
            WORDED.fullmatch(own)
            or WORDED.fullmatch(name)
            or (name, own) in (("name", "val"), ("tblStyle", "styleName"))
        ):
            return "*" if text.strip() else ""
        if not kind:
            return text
        number = self._numbers.setdefault((kind, text), len(self._numbers) + 1)
        return f"{kind}{number}"


def _kind_of_name(element: Element, name: str, own: str) -> str:
    space = etree.QName(element).namespace or ""
    if space.startswith("urn:oasis"):
        if own in ("name", "ref-name", "formula", "href", "id", "caption-sequence-name") or own.endswith(
            "-name"
        ):
            return "name"
        return "name" if own in ("marker-start", "marker-end", "stroke-dash", "layer") else ""
    if own == "styleId" or (own == "val" and name in _STYLED):
        return "style"
    if (name, own) in (("bookmarkStart", "name"), ("hyperlink", "anchor")):
        return "place"
    if (
        space.endswith("/diagram")
        and own in ("name", "forName", "refForName", "presName")
        and name != "styleLbl"
    ):
        return "part"
    if (
        space.endswith("/diagram")
        and (name, own) == ("param", "val")
        and value(element, "type").endswith("Node")
    ):
        return "part"
    if space.startswith("urn:schemas-microsoft-com") and own in ("id", "spid", "type"):
        return "shape"
    return ""


def settled(trees: dict[str, Element], ending: str) -> None:
    """Take out of the parts of a file what is left out on purpose."""
    for part, tree in trees.items():
        if part == "[Content_Types].xml" or part.endswith("manifest.xml"):
            _list_parts(tree, trees)
        elif part.endswith(".rels"):
            _settle_links(tree)
        elif part == "settings.xml":
            for item in list(tree.iter("{*}config-item-set", "{*}config-item")):
                _remove(item)  # which of them stay is tested by itself
        else:
            _settle_tree(tree, ending)
    if ending.startswith(".od"):
        for tree in trees.values():
            settle_open(tree)
    elif ending == ".docx":
        _settle_places([tree for part, tree in trees.items() if not part.endswith(".rels")])


_NUMBERS: Final = {"numRef": "strRef", "numCache": "strCache", "numLit": "strLit"}


def without_points(tree: Element) -> None:
    """Take the points of charts away, of which those that became words are drawn no more, or are words if they are
    labels."""
    for element in list(
        tree.iter("{*}numRef", "{*}numCache", "{*}numLit", "{*}strRef", "{*}strCache", "{*}strLit")
    ):
        name = local(element)
        element.tag = str(element.tag).replace(name, _NUMBERS.get(name, name))
        for part in list(element):
            if local(part) in ("pt", "formatCode"):
                element.remove(part)
    for axis in tree.iter("{*}dateAx"):
        for chosen in list(axis.iter("{*}auto")):
            axis.remove(chosen)


def _settle_places(bodies: Sequence[Element]) -> None:
    """Links and bookmarks stay that belong together."""
    placed = {e.lower() for tree in bodies for code in _codes(tree) for e in _PLACED.findall(code)}
    placed |= {value(e, "anchor").lower() for tree in bodies for e in tree.iter("{*}hyperlink")}
    there = {value(e, "name").lower() for tree in bodies for e in tree.iter("{*}bookmarkStart")}
    for tree in bodies:
        for link in list(tree.iter("{*}hyperlink")):
            if value(link, "anchor").lower() not in there:
                _open(link)
        dropped = set()
        for mark in list(tree.iter("{*}bookmarkStart")):
            if value(mark, "name").lower() not in placed:
                dropped.add(value(mark, "id"))
                _remove(mark)
        for mark in list(tree.iter("{*}bookmarkEnd")):
            if value(mark, "id") in dropped:
                _remove(mark)


def _codes(tree: Element) -> list[str]:
    return [e.text or "" for e in tree.iter("{*}instrText")] + [
        value(e, "instr") for e in tree.iter("{*}fldSimple")
    ]


def _list_parts(tree: Element, trees: Mapping[str, Element]) -> None:
    """Make the list of the parts name those that are compared."""
    for entry in list(tree):
        own = value(entry, "PartName").lstrip("/") or value(entry, "full-path")
        if own not in trees and own != "/":
            tree.remove(entry)
    tree[:] = sorted(tree, key=lambda e: value(e, "PartName") + value(e, "full-path"))
    for entry in tree:
        for key in list(entry.attrib):
            if etree.QName(key).localname not in ("PartName", "ContentType", "full-path", "media-type"):
                del entry.attrib[key]


def _settle_links(tree: Element) -> None:
    """Links lead to no other place and no other kind of part; pictures are the grey one."""
    for link in list(tree):
        kind = value(link, "Type").rpartition("/")[2]
        if kind not in _KINDS_KEPT or (value(link, "TargetMode") == "External" and kind != "image"):
            tree.remove(link)
        elif kind == "image":
            link.attrib.pop("TargetMode", None)
            link.set("Target", "a picture")


def _settle_tree(tree: Element, ending: str) -> None:
    for element in list(tree.iter()):
        name = local(element) if isinstance(element.tag, str) else "comment"
        above = local(_above(element)) if name != "comment" else ""
        if element.getparent() is None and element is not tree:
            continue
        if name == "AlternateContent":
            is_style = above == "chartSpace" and any(local(e) == "style" for e in element.iter())
            for form in list(element)[:1] if is_style else list(element)[1:]:
                element.remove(form)  # the style of a chart is told by the number that all programs know
            _open(element)
        elif _is_gone(element, name, above):
            _remove(element)
        elif name in _OPENED or (name == "hyperlink" and value(element, "id")):
            _open(element)
        elif re.fullmatch("hlink(Click|Hover|MouseOver)", name) and ending == ".pptx":
            _settle_slide_link(element)
        else:
            _settle_attributes(element, name)
    if ending == ".docx":
        _settle_fields(tree)


def _is_gone(element: Element, name: str, above: str) -> bool:
    """Return whether an element is left out with what is in it."""
    if name == "extLst":
        return not any(local(e) == "dataModelExt" for e in element.iter())
    if name == "tr":
        return any(local(mark) == "del" for part in element if local(part) == "trPr" for mark in part)
    if name == "ins":
        return above in ("rPr", "trPr")
    return (
        name in _GONE or name == "comment" or (name == "name" and above == "abstractNum")
        or (name in CONTROL and above == "sdtPr")
    )  # fmt: skip


def _settle_attributes(element: Element, name: str) -> None:
    for key in list(element.attrib):
        own = etree.QName(key).localname
        if SILENT.fullmatch(own):
            del element.attrib[key]
        elif own == "type" and name == "fld" and element.get(key) != "slidenum":
            del element.attrib[key]  # a date that is not that of today
        elif own == "name" and name in ("docPr", "cNvPr", "cNvGraphicFramePr", "cSld"):
            element.set(key, "")
        elif own == "name" and name in (
            "theme",
            "themeOverride",
            "clrScheme",
            "fontScheme",
            "fmtScheme",
            "custClr",
        ):
            element.set(key, "Theme")
        elif own == "link" and name == "blip":
            told = element.attrib.pop(key)
            element.set(key.replace("}link", "}embed"), element.get(key.replace("}link", "}embed"), told))
        elif own == "phldrT":
            element.set(key, "")
        elif own == "date" and name in ("comment", "ins"):
            del element.attrib[key]


def _settle_slide_link(link: Element) -> None:
    """Take away a link to somewhere else, and its words look as they did."""
    if value(link, "action").startswith(("ppaction://hlinksldjump", "ppaction://hlinkshowjump")):
        for key in [k for k in link.attrib if etree.QName(k).localname not in ("id", "action", "history")]:
            del link.attrib[key]
        return
    run = _above(link)
    if local(link) == "hlinkClick" and local(run) == "rPr":
        run.set("u", run.get("u", "sng"))
        if not any(local(e).endswith("Fill") for e in run):
            fill = etree.Element(f"{{{etree.QName(run).namespace}}}solidFill")
            etree.SubElement(fill, f"{{{etree.QName(run).namespace}}}schemeClr").set("val", "hlink")
            run.insert(sum(local(e) == "ln" for e in run), fill)
    _remove(link)


def _settle_fields(tree: Element) -> None:
    """Fields that look anything up elsewhere are the words that they show."""
    stack: list[list[Element]] = []
    for element in list(tree.iter()):
        name = local(element)
        if (
            name == "fldSimple"
            and value(element, "instr").split()[:1]
            and (value(element, "instr").split()[0].upper() not in _KEPT_FIELDS)
        ):
            _open(element)
        elif name == "fldChar" and value(element, "fldCharType") == "begin":
            stack.append([element])
        elif name in ("fldChar", "instrText") and stack:
            stack[-1].append(element)
            if value(element, "fldCharType") == "end":
                marks = stack.pop()
                codes = [e for e in marks if local(e) == "instrText"]
                words = "".join(e.text or "" for e in codes).split()
                stays = bool(words) and words[0].upper() in _KEPT_FIELDS
                if stays and words[0].upper() == "HYPERLINK":
                    stays = r"\l" in words[:2]
                for mark in codes[1:] if stays else marks:
                    _remove(mark)
    for mark in [mark for marks in stack for mark in marks]:
        _remove(mark)
    for simple in tree.iter("{*}fldSimple"):
        for key in simple.attrib:
            simple.set(key, simple.get(key, "").split()[0])


def _above(element: Element) -> Element:
    parent = element.getparent()
    return element if parent is None else parent


def _remove(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _open(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        at = parent.index(element)
        parent[at : at + 1] = list(element)
