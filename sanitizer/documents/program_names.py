"""Tell attributes of packed files that hold a name which a program gave (of a font, a style, a language, a kind of
part) from those in which people write."""

import re
from typing import Final

from sanitizer.documents.attribute_values import is_enumerated
from sanitizer.documents.font_names import is_known_font, names_font
from sanitizer.documents.style_names import is_known
from sanitizer.documents.style_sheets import foreign
from sanitizer.text.fold import words as word_set

_LANGUAGE: Final = re.compile(r"x-none|[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?")
_PART_OF_LANGUAGE: Final = re.compile(r"[a-z]{2,3}|[A-Z]{2}|[A-Z][a-z]{3}|none")
_PARTS_OF_LANGUAGE: Final = re.compile(
    r"(?:country|language|script|rfc-language-tag)(?:-asian|-complex)?|lang|altLang"
)
_STYLED: Final = word_set(
    "style pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle clickAndTypeStyle name "
    "cellStyle tableStyleInfo lsdException"
)
"""Elements of Office that name a style."""
_STYLE: Final = word_set("val styleId styleName name")
"""The attributes by which they do."""
_KINDS: Final = word_set(
    "a app application authors bmp chart charts chartshape chartsheet chartuserShapes colors com comments content "
    "core data default diagram diagramcolors diagramdata diagramdrawing diagramlayout diagramml diagramquickstyle "
    "diagramstyle document drawing drawingml drawingshape endnotes excel extended fonttable footer footnotes "
    "header http image layout main master metadata microsoft ms notesmaster notesslide numbering oasis office "
    "officedocument officetheme opendocument openxmlformats org package persons picture png presentation "
    "presentationml presprops processed properties purl relationship relationships schemas settings shared "
    "sharedstrings sheet slide slidelayout slidemaster spreadsheet spreadsheetml style styles table tablestyles "
    "text theme themeoverride usershapes viewprops vnd websettings word wordprocessingml worksheet xml odf "
    "chartcolorstyle chartstyle openxmlpackage vml vmldrawing template graphics formula oooxml ooxml "
    "relationshipmetadata gif jpeg jpg tiff emf wmf svg chartshapes commentauthors handoutmaster powerpoint slideshow"
)
"""Words of the names of kinds of parts and of relations between them."""
_USUAL_PART: Final = re.compile(
    r"(?:(?:word|ppt|xl|docProps|META-INF|_rels|theme|charts|drawings|worksheets|slides|slideLayouts|"
    r"slideMasters|notesSlides|notesMasters|handoutMasters|comments|"
    r"diagrams|tables|media|Object \d+)/)*\.?(?:\[Content_Types\]|document|"
    r"styles|settings|fontTable|theme|numbering|header|footer|footnotes|endnotes|comments|presentation|slide|"
    r"slideLayout|slideMaster|notesSlide|notesMaster|handoutMaster|"
    r"themeOverride|commentAuthors|comment|tableStyles|chart|drawing|workbook|sheet|sharedStrings|"
    r"table|content|meta|manifest|mimetype|app|core|data|layout|colors|quickStyle|rels|image)?\d*"
    r"(?:\.xml|(?:\.blank)?\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf))?(?:\.rels)?"
)
"""Names of parts as programs give them."""
_OF_PART: Final = word_set("full-path Target PartName")
_COUNTED: Final = word_set("sequence-decl sequence")
"""Elements of OpenDocument that name what is counted: tables, figures."""
_WORD: Final = re.compile(r"[A-Za-z]+")
_PLAIN: Final = re.compile(r"[A-Za-z/.:+-]*")
_YEAR: Final = re.compile(r"/20(?:0[5-9]|1\d)/")
_OF_KIND: Final = word_set("Type ContentType uri media-type")
_COLOURS: Final = word_set("prstClr highlight color fgColor bgColor")
_GENERAL: Final = word_set("General general")
_FORMATS: Final = word_set("formatCode format horizontal")


def gave_program(element: str, attribute: str, value: str) -> bool:
    """Return whether a program, not a person, wrote the value of an attribute of an element, both with their
    vocabularies ("{...}name")."""
    of, key = element.rpartition("}")[2], attribute.rpartition("}")[2]
    if (names_font(of, key) or (of == "name" and key == "val")) and is_known_font(value):
        return True
    if (
        (of in _STYLED and key in _STYLE)
        or (of in _COUNTED and key == "name")
        or key.endswith("-name")
        or attribute.endswith("style:1.0}name")
    ):
        return is_known(value)
    if of in ("lang", "themeFontLang") or _PARTS_OF_LANGUAGE.fullmatch(key):
        return bool(_LANGUAGE.fullmatch(value) or _PART_OF_LANGUAGE.fullmatch(value))
    if key in _OF_KIND:
        kind = _YEAR.sub("/", value)
        return bool(_PLAIN.fullmatch(kind)) and all(word.lower() in _KINDS for word in _WORD.findall(kind))
    if key in _OF_PART:
        return is_usual_part(value.removeprefix("/").replace("../", ""))
    if (of, key) in _TO_PLACES:
        return _PLACE.fullmatch(value) is not None
    if (of, key) == ("fldSimple", "instr"):
        return _is_instruction(value)
    if of in _COLOURS and key == "val":
        return not foreign(value).strip()
    return (key in _FORMATS and value in _GENERAL) or is_enumerated(element, attribute, value)


def is_usual_part(name: str) -> bool:
    """Return whether a part of a packed file has a name as programs give them."""
    return _USUAL_PART.fullmatch(name) is not None


_PLACE: Final = re.compile(r"_(?:Toc|Ref|Hlk|B)\d{1,5}")
"""A bookmark that was numbered."""
_TO_PLACES: Final = frozenset([("bookmarkStart", "name"), ("hyperlink", "anchor")])
_INSTRUCTIONS: Final = word_set(
    "PAGE NUMPAGES SECTION SECTIONPAGES PAGEREF REF NOTEREF HYPERLINK SEQ STYLEREF TOC FORMCHECKBOX MERGEFORMAT "
    "CHARFORMAT Arabic ARABIC arabic roman ROMAN Roman alphabetic ALPHABETIC Upper Lower Caps FirstCap Ordinal OrdText "
    "CardText Hex General"
)
_ARGUMENT: Final = re.compile(r"\\[a-z*]|_(?:Toc|Ref|Hlk|B)\d{1,5}|S\d{1,4}|\d|\d-\d")
"""What follows the name of a field, but names of styles and of what is counted."""


def _is_instruction(text: str) -> bool:
    """Return whether a field was told nothing but what a program says."""
    words = text.replace('"', " ").replace(",", " ").split()
    return all(
        word in _INSTRUCTIONS or _ARGUMENT.fullmatch(word) or (word.isalpha() and is_known(word))
        for word in words
    )


def instructs(element: str, text: str) -> bool:
    """Return whether the text of an element is an instruction for a program: the number of a page, a format of
    numbers."""
    return element.rpartition("}")[2] in ("instrText", "formatCode") and _is_instruction(text)
