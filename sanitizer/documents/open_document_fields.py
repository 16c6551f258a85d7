"""Keep in files of OpenDocument the fields and links that lead to a place of the file itself (bookmarks, marks, notes,
counted captions), under numbers; places that nothing leads to go."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final
from urllib.parse import unquote

from sanitizer.documents.runs_of_text import Element, elements, local, remove
from sanitizer.documents.style_names import is_known

_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_FORM: Final = "{urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0}"
_NAME: Final = f"{_TEXT}name"
_REF: Final = f"{_TEXT}ref-name"
_FORMULA: Final = f"{_TEXT}formula"
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_PLACES: Final = {
    **dict.fromkeys(["bookmark", "bookmark-start", "bookmark-end"], ("bookmark", _NAME)),
    **dict.fromkeys(["reference-mark", "reference-mark-start", "reference-mark-end"], ("mark", _NAME)),
    "sequence": ("sequence", _REF),
    "note": ("note", f"{_TEXT}id"),
}
"""What fields lead to: the kind of place, and the attribute with its name."""
_TO: Final = {
    "bookmark-ref": "bookmark",
    "reference-ref": "mark",
    "sequence-ref": "sequence",
    "note-ref": "note",
}
"""The fields that lead to a place, by its kind."""
_ALWAYS: Final = frozenset(["note", "sequence"])
"""Places that are more than places, and stay where nothing leads to them."""
_COUNTED: Final = re.compile(r"(_{1,2}(?:RefHeading_{2,3}(?:Toc)?|RefNumPara_{2,3}|Toc|Ref|Hlk))\d[\d_]*")
"""A bookmark that a program made for itself; what it is for is told by its beginning."""
_ANY: Final = re.compile(".*", re.DOTALL)
_REFERENCE: Final = re.compile(
    "page|chapter|direction|text|number|number-all-superior|number-no-superior|category-and-value|caption|value"
)
"""What a reference may show of the place that it leads to."""
_OF_REFERENCES: Final = {
    _REF: _ANY,
    f"{_TEXT}reference-format": _REFERENCE,
    f"{_TEXT}note-class": re.compile("footnote|endnote"),
}
_NEXT: Final = re.compile(r"(?:ooow:)?(.+)\+1")
_KEPT_OF_LINKS: Final = frozenset([_HREF, f"{_TEXT}style-name", f"{_TEXT}visited-style-name"])


def settle_references(trees: Iterable[Element], counts: Counter[str]) -> None:
    """Give numbers to the places of all trees of a file that a field or link of it leads to, and to what is counted;
    take out the other places. A field or link that leads to no place of the file loses its target, and is left to the
    reader."""
    parts = list(chain.from_iterable(map(elements, trees)))
    own = [e for e in parts if str(e.tag).startswith(_TEXT)]
    there = {(kind, e.get(key, "")) for e in own for kind, key in [_PLACES.get(local(e), ("", ""))] if key}
    names: dict[tuple[str, str], str] = {}
    for element in own:
        kind = "bookmark" if local(element) == "a" else _TO.get(local(element), "")
        if not kind:
            continue
        key = _HREF if local(element) == "a" else _REF
        told = element.get(key, "")
        place = (kind, unquote(told[1:]) if told.startswith("#") else told)
        if key == _REF:
            _settle_attributes(element, _OF_REFERENCES)
        if place in there and (key == _REF or told.startswith("#")):
            new = names.setdefault(place, _numbered(place, len(names) + 1))
            element.set(key, f"#{new}" if key == _HREF else new)
        elif key in element.attrib:
            del element.attrib[key]
    _number_places(own, names, counts)
    _number_sequences(own)


def _settle_attributes(element: Element, kept: Mapping[str, re.Pattern[str]]) -> None:
    """Take out all attributes but those of which the values are as they may be."""
    for key, value in element.attrib.items():
        if str(key) not in kept or not kept[str(key)].fullmatch(str(value)):
            del element.attrib[key]


def _numbered(place: tuple[str, str], number: int) -> str:
    kind, name = place
    counted = _COUNTED.fullmatch(name)
    return f"{counted[1] if counted else kind}{number}"


def _number_places(
    found: Iterable[Element], names: Mapping[tuple[str, str], str], counts: Counter[str]
) -> None:
    for element in found:
        kind, key = _PLACES.get(local(element), ("", ""))
        if not kind:
            continue
        new = names.get((kind, element.get(key, "")))
        if kind not in _ALWAYS:
            _settle_attributes(element, {key: _ANY})
        if new is not None:
            element.set(key, new)
        elif kind not in _ALWAYS:
            counts["bookmark"] += not local(element).endswith("-end")
            remove(element)
        elif key in element.attrib:
            del element.attrib[key]


def _number_sequences(found: Iterable[Element]) -> None:
    """Let what is counted (figures, tables) have a number for a name, but where its name is a program's."""
    numbers: dict[str, str] = {}
    for element in found:
        if local(element) in ("sequence", "sequence-decl"):
            name = element.get(_NAME, "")
            if not (name.isalpha() and is_known(name)):
                name = numbers.setdefault(name, f"Sequence{len(numbers) + 1}")
                element.set(_NAME, name)
            told = _NEXT.fullmatch(element.get(_FORMULA, ""))
            if told is not None:
                element.set(_FORMULA, f"ooow:{name}+1")
            elif _FORMULA in element.attrib:
                del element.attrib[_FORMULA]
    for element in found:
        name = element.get(f"{_TEXT}caption-sequence-name", "")
        if name and not (name.isalpha() and is_known(name)):
            new = numbers.setdefault(name, f"Sequence{len(numbers) + 1}")
            element.set(f"{_TEXT}caption-sequence-name", new)


_PRESENTATION: Final = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_DECLARED: Final = {"header-decl": "hdr", "footer-decl": "ftr", "date-time-decl": "dtd"}
"""What stands at the top and the foot of slides, and how programs number it."""


def number_declared(trees: Iterable[Element]) -> None:
    """Give numbers to what stands at the top and the foot of slides, by which slides call it."""
    parts = list(chain.from_iterable(map(elements, trees)))
    numbers: dict[tuple[str, str], str] = {}
    for element in parts:
        kind = local(element).removesuffix("-decl")
        if local(element) in _DECLARED:
            name = element.get(f"{_PRESENTATION}name", "")
            new = numbers.setdefault((kind, name), f"{_DECLARED[local(element)]}{len(numbers) + 1}")
            element.set(f"{_PRESENTATION}name", new)
    for element in parts:
        for declared in _DECLARED:
            kind = declared.removesuffix("-decl")
            key = f"{_PRESENTATION}use-{kind}-name"
            if key in element.attrib:
                element.set(key, numbers.get((kind, element.get(key, "")), ""))


def leads_within(element: Element) -> bool:
    """Return whether a link, or a field that leads somewhere, leads to a place of the file; a link keeps no words."""
    if local(element) != "a":
        return local(element) not in _TO or _REF in element.attrib
    if not element.get(_HREF, "").startswith("#"):
        return False
    for key in set(element.attrib).difference(_KEPT_OF_LINKS):
        del element.attrib[key]
    return True


def settle_forms(trees: Iterable[Element], counts: Counter[str]) -> None:
    """Let what a person typed, checked or chose in a form (as LibreOffice writes those of Word) be words."""
    for element in [e for root in trees for e in root.iter(f"{_FORM}*")]:
        counts["field"] += local(element) in ("fieldmark", "fieldmark-start")
        chosen = _chosen(element) if local(element) == "fieldmark" else ""
        if chosen:
            element.tag = f"{_TEXT}span"
            element.attrib.clear()
            del element[:]
            element.text = chosen
        elif element.getparent() is not None:
            remove(element)


def _chosen(form: Element) -> str:
    """Return what was chosen from a list, or whether a box is checked; nothing of any other form."""
    told = [(e.get(f"{_FORM}name", ""), e.get(f"{_FORM}value", "")) for e in form]
    if form.get(f"{_FORM}type", "").endswith("FORMCHECKBOX"):
        return "\u2612" if ("Checkbox_Checked", "true") in told else "\u2610"
    said = [value for name, value in told if name == "Dropdown_ListEntry"]
    number = dict(told).get("Dropdown_Selected", "")
    return said[int(number)] if number.isdigit() and int(number[:4]) < len(said) else ""
