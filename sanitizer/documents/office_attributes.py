"""Take out of files of Office the attributes whose values are not read, and are nothing that a standard or a program
says: any such value may be somebody's word."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Final

from sanitizer.documents.attribute_values import is_allowed
from sanitizer.documents.font_names import names_font
from sanitizer.documents.layout_attributes import lays_out
from sanitizer.documents.packages import is_published
from sanitizer.documents.program_names import gave_program
from sanitizer.documents.runs_of_text import Element, Stretch, elements, remove
from sanitizer.documents.style_sheets import Names, declarations_kept, told_by_layout
from sanitizer.text.fold import words as word_set

_LINKED: Final = re.compile(
    r"\{http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org)/[^}]*/relationships\}"
)
"""Vocabularies of links between parts."""
_IGNORABLE: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable"
_LINK: Final = re.compile(r"(?:[rR]?[iI][dD]|link)\d{1,6}|none|")
_DRAWN: Final = "{urn:schemas-microsoft-com:"
_PLAIN: Final = re.compile(r"#[0-9a-fA-F]{6}\b|\b(?:fill|darken|lighten|[eft])\b")
"""Colours, and how they are made of others, in the old language of drawings."""
_WORDLESS: Final = re.compile(r"(?!(?:\D*\d){8})(?:\W|\d|[A-Za-z](?![A-Za-z]))*")
"""Signs, letters that stand alone, up to seven digits."""
_SETTLED: Final = word_set(
    "theme@name themeOverride@name clrScheme@name fontScheme@name fmtScheme@name custClr@name fld@type "
    "hlinkClick@action lvlText@val buChar@char numFmt@formatCode pt@formatCode "
    "cmAuthor@name author@name graphicData@uri ext@uri docPartGallery@val layoutNode@name forEach@name "
    "choose@name if@name else@name constr@forName constr@refForName rule@forName prSet@presName param@val"
)
"""Attributes that other rules have read, numbered or emptied, as "element@attribute"."""
_OLD_STYLE: Final = word_set(
    "mso fit shape to text layout flow alt position horizontal vertical relative rotate scale wrap distance edited "
    "mode style percent direction char page line margin area absolute square tight through topandbottom inner outer "
    "ignore left right top bottom both none auto center"
)
_UNITS: Final = frozenset(["pt", "in", "cm", "mm", "px", "f"])


def settle_attributes(trees: Iterable[Element], stretches: Iterable[Stretch]) -> int:
    """Take out of trees the attributes that no stretch reads and that may hold somebody's words; how many there
    were. What can be said in one attribute alone ("val") goes with it."""
    read = {(node.element, node.place) for stretch in stretches for node in stretch.nodes}
    found = 0
    for element in chain.from_iterable(map(elements, trees)):
        if _IGNORABLE in element.attrib:
            element.set(_IGNORABLE, _ignorable(element))
        for key, value in list(element.attrib.items()):
            own, told = str(key), str(value)
            if (element, own) in read or may_stay(str(element.tag), own, told):
                continue
            found += 1
            kept = _look(told) if own == "style" and str(element.tag).startswith(_DRAWN) else ""
            if kept:
                element.set(key, kept)
                continue
            del element.attrib[key]
            if own.rpartition("}")[2] == "val" and not len(element) and not element.attrib:
                remove(element)
    return found


def _ignorable(element: Element) -> str:
    """Return the published ones of the vocabularies that a program need not know."""
    told = element.get(_IGNORABLE, "").split()
    return " ".join(own for own in told if is_published(str(element.nsmap.get(own, ""))))


def number_links(links: Element) -> dict[str, str]:
    """Give numbers to the links of a part whose names are not what programs give. Returns the new names by the old
    ones."""
    taken = {link.get("Id", "") for link in links}
    free = (own for own in (f"rId{number}" for number in count(1)) if own not in taken)
    numbers = {own: next(free) for own in sorted(taken) if own and not _LINK.fullmatch(own)}
    for link in links:
        if link.get("Id") in numbers:
            link.set("Id", numbers[link.get("Id", "")])
    return numbers


def call_links(root: Element, numbers: Mapping[str, str]) -> None:
    """Let a part call its links by their new names."""
    for element in elements(root) if numbers else ():
        for key, value in element.attrib.items():
            if value in numbers and (
                _LINKED.match(str(key)) or str(key).rpartition("}")[2].lower() == "relid"
            ):
                element.set(key, numbers[str(value)])


def may_stay(element: str, attribute: str, value: str) -> bool:
    """Return whether an attribute of an element, both with their vocabularies ("{...}name"), may stay with this
    value."""
    of, key = element.rpartition("}")[2], attribute.rpartition("}")[2]
    if (
        is_allowed(element, attribute, value)
        or _WORDLESS.fullmatch(value)
        or lays_out(element, attribute, value)
        or gave_program(element, attribute, value)
        or ((_LINKED.match(attribute) or key == "relId") and _LINK.fullmatch(value))
        or attribute == _IGNORABLE
        or f"{of}@{key}" in _SETTLED
        or names_font(of, key)
    ):
        return True
    return element.startswith(_DRAWN) and (
        key in ("id", "spid") or (key == "type" and value.startswith("#")) or not _worded(value)
    )


def _worded(value: str) -> bool:
    """Return whether an attribute of layout holds words of people."""
    return any(map(str.isalpha, _PLAIN.sub("", told_by_layout(value))))


def _look(style: str) -> str:
    """Return what stays of how a drawing of the old language looks."""
    return ";".join(own for own in style.split(";") if _is_look(own.strip()))


def _is_look(declared: str) -> bool:
    """Return whether one declaration of such a look holds words of the language and measures alone."""
    if declared.startswith("mso-"):
        return set(re.findall(r"[^\W\d_]+", declared.lower())) <= _OLD_STYLE | _UNITS
    return bool(declarations_kept(declared, Names(), Counter()))
