"""Number the styles of people in files of Office, whose names are anybody's words."""

import re
from collections.abc import Iterable
from typing import Final

from sanitizer.documents.office_names import parent_of, set_value, value_of
from sanitizer.documents.stretches import Element, elements, local, remove
from sanitizer.text.fold import words as word_set

_TO_STYLES: Final = word_set("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink")
_LEVEL: Final = re.compile(r"(?:%\d|[^\w%])+")


def rename_styles(trees: Iterable[Element]) -> None:
    """Number the styles that are no program's, whose names are anybody's words, and take words out of numberings."""
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
            elif name == "lvlText" and not _LEVEL.fullmatch(value_of(element, "val")):
                set_value(element, "val", "".join(re.findall(r"%\d", value_of(element, "val"))) or "\u2022")
            elif name == "name" and local(parent_of(element)) == "abstractNum":
                remove(element)
