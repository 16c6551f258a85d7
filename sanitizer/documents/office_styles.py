"""Give numbers to the styles and drawn shapes of people in files of Office, whose names are anybody's words."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from lxml import etree

from sanitizer.documents.office_names import GUID, set_value, space_of, value_of
from sanitizer.documents.runs_of_text import Element, elements, local, parent_of, remove
from sanitizer.documents.style_names import is_known
from sanitizer.text.fold import words as word_set

_TO_STYLES: Final = word_set(
    "pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle clickAndTypeStyle"
)
_DRAWN: Final = "urn:schemas-microsoft-com"


def rename_styles(trees: Iterable[Element]) -> dict[str, str]:
    """Give numbers to the styles whose names are no program's but anybody's words, and take names away from
    numberings. Returns the new names of styles by the old ones."""
    parts = list(trees)
    numbers: dict[str, str] = {}
    called: dict[str, str] = {}
    for root in parts:
        for style in elements(root):
            if local(style) == "style" and not (_is_program(style) and is_known(value_of(style, "styleId"))):
                numbers.setdefault(value_of(style, "styleId"), f"S{len(numbers) + 1}")
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
            elif name == "tblStyle" and value_of(element, "styleName"):
                set_value(element, "styleName", "Table")
            elif name in _TO_STYLES and value_of(element, "val") in numbers:
                set_value(element, "val", numbers[value_of(element, "val")])
            elif name == "name" and local(parent_of(element)) == "abstractNum":
                remove(element)
    return called


def _is_program(style: Element) -> bool:
    """Return whether a program gave a style its name."""
    told = "".join(value_of(part, "val") for part in style if local(part) == "name")
    return value_of(style, "customStyle") not in ("1", "true", "on") and is_known(told)


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
