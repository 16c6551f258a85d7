"""Give numbers to the styles and drawn shapes of people in files of Office, whose names are anybody's words."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from lxml import etree

from sanitizer.documents.attribute_values import is_allowed
from sanitizer.documents.office_names import DIAGRAM, GUID, WORD, set_value, space_of, value_of
from sanitizer.documents.runs_of_text import Element, elements, local, parent_of, remove
from sanitizer.documents.style_names import is_known
from sanitizer.text.fold import words as word_set

_TO_STYLES: Final = word_set(
    "pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle clickAndTypeStyle"
)
_DRAWN: Final = "urn:schemas-microsoft-com"
_PARTS_OF_DIAGRAMS: Final = word_set("name forName refForName presName")


def rename_styles(trees: Iterable[Element]) -> dict[str, str]:
    """Give numbers to the styles whose names are no program's but anybody's words, and take names away from
    numberings. Returns the new names of styles by the old ones."""
    parts = list(trees)
    numbers = _numbers_of_styles(parts)
    called: dict[str, str] = {}
    for root in parts:
        for element in elements(root):
            name = local(element)
            if name == "style" and value_of(element, "styleId") in numbers:
                kept = _is_program(element)
                set_value(element, "styleId", numbers[value_of(element, "styleId")])
                for part in element:
                    if local(part) == "aliases" or (local(part) == "name" and not kept):
                        called[value_of(part, "val")] = value_of(element, "styleId")
                        set_value(part, "val", value_of(element, "styleId"))
            elif name == "aliases":
                remove(element)
            elif name == "tblStyle" and value_of(element, "styleName"):
                set_value(element, "styleName", "Table")
            elif name in _TO_STYLES and value_of(element, "val") in numbers:
                set_value(element, "val", numbers[value_of(element, "val")])
            elif (
                name == "name"
                and space_of(element) in WORD
                and local(parent_of(element)) not in ("style", "ffData")
            ):
                remove(element)
    return called


def _numbers_of_styles(parts: Iterable[Element]) -> dict[str, str]:
    """Return numbers for the styles of people by their names, those that are not there but asked for too."""
    every = list(chain.from_iterable(map(elements, parts)))
    styles = [e for e in every if local(e) == "style"]
    kept = {value_of(e, "styleId") for e in styles if _is_program(e) and is_known(value_of(e, "styleId"))}
    names = [name for e in styles if (name := value_of(e, "styleId")) not in kept]
    asked = [value_of(e, "val") for e in every if local(e) in _TO_STYLES and space_of(e) in WORD]
    names += [name for name in asked if name and name not in kept and not is_known(name)]
    return {name: f"S{number}" for number, name in enumerate(dict.fromkeys(names), 1)}


def _is_program(style: Element) -> bool:
    """Return whether a program gave a style its name."""
    told = "".join(value_of(part, "val") for part in style if local(part) == "name")
    return value_of(style, "customStyle") not in ("1", "true", "on") and is_known(told)


def number_diagrams(trees: Iterable[Element]) -> None:
    """Give numbers to the parts of the layouts of diagrams, which people may name."""
    numbers: dict[str, str] = {}
    for element in chain.from_iterable(map(elements, trees)):
        if space_of(element) not in DIAGRAM:
            continue
        for key, value in element.attrib.items():
            named = key in _PARTS_OF_DIAGRAMS and local(element) != "styleLbl"
            calls = (local(element), key) == ("param", "val") and not is_allowed(
                str(element.tag), str(key), str(value)
            )
            if value and (named or (calls and any(map(str.isalpha, str(value))))):
                element.set(key, numbers.setdefault(str(value), f"Name{len(numbers)}"))


def rename_shapes(trees: Iterable[Element]) -> None:
    """Give numbers to the shapes of the old language of drawings (VML)."""
    numbers: dict[str, str] = {}
    for root in trees:
        shapes = [e for e in elements(root) if space_of(e).startswith(_DRAWN)]
        for shape in shapes:
            for key in [key for key in shape.attrib if key == "id" or etree.QName(key).localname == "spid"]:
                own = shape.get(key, "")
                shape.set(key, numbers.setdefault(own, f"shape{len(numbers) + 1}"))
        for shape in shapes:
            kind = shape.get("type", "")
            if kind.startswith("#"):
                shape.set("type", f"#{numbers.get(kind[1:], 'shape')}")


def drop_names_of_tables(trees: Iterable[Element]) -> None:
    """Take away what is to name the style of a table of a presentation, and is no identifier."""
    for element in chain.from_iterable(map(elements, trees)):
        if local(element) == "tableStyleId" and not GUID.fullmatch(element.text or ""):
            element.text = None
