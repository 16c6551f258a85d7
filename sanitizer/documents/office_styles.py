"""Number the styles and drawn shapes of people in files of Office, whose names are anybody's words."""

from collections.abc import Iterable
from typing import Final

from lxml import etree

from sanitizer.documents.office_names import set_value, space_of, value_of
from sanitizer.documents.stretches import Element, elements, local, parent_of, remove
from sanitizer.text.fold import words as word_set

_TO_STYLES: Final = word_set("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink")
_DRAWN: Final = "urn:schemas-microsoft-com"


def rename_styles(trees: Iterable[Element]) -> None:
    """Number the styles that are no program's, whose names are anybody's words, and take names away from numberings."""
    parts = list(trees)
    numbers: dict[str, str] = {}
    for root in parts:
        for style in elements(root):
            if local(style) == "style" and value_of(style, "customStyle") in ("1", "true", "on"):
                numbers.setdefault(value_of(style, "styleId"), f"S{len(numbers) + 1}")
    for root in parts:
        for element in elements(root):
            name = local(element)
            if name == "style" and value_of(element, "styleId") in numbers:
                set_value(element, "styleId", numbers[value_of(element, "styleId")])
                for part in element:
                    if local(part) in ("name", "aliases"):
                        set_value(part, "val", value_of(element, "styleId"))
            elif name in _TO_STYLES and value_of(element, "val") in numbers:
                set_value(element, "val", numbers[value_of(element, "val")])
            elif name == "name" and local(parent_of(element)) == "abstractNum":
                remove(element)


def rename_shapes(trees: Iterable[Element]) -> None:
    """Number the shapes of the old language of drawings (VML)."""
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
