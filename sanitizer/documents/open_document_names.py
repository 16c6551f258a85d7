"""Number the names of styles and of drawn looks in files of OpenDocument that people may have given."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from sanitizer.documents.stretches import Element, elements, local
from sanitizer.documents.style_names import is_known

_OASIS: Final = "{urn:oasis:names:tc:opendocument:xmlns:"
_NAMED: Final = (f"{_OASIS}style:1.0}}name", f"{_OASIS}drawing:1.0}}name")
_HOLDERS: Final = frozenset(["styles", "automatic-styles", "master-styles", "layer-set", "theme"])
"""What the elements that define a look lie in."""
_DIRECT: Final = frozenset(["marker-start", "marker-end", "stroke-dash", "layer"])
"""Attributes that name a look and do not end in "-name"."""
_OTHER: Final = frozenset(["font-name", "font-name-asian", "font-name-complex", "display-name", "table-name"])
"""Attributes that end in "-name" and name no look."""


def number_styles(trees: Iterable[Element]) -> None:
    """Give numbers to the looks whose names are no program's, in all trees of a file."""
    parts = list(trees)
    numbers: dict[str, str] = {}
    for element in chain.from_iterable(map(elements, parts)):
        parent = element.getparent()
        if parent is None or local(parent) not in _HOLDERS:
            continue
        for own in _NAMED:
            name = str(element.get(own, ""))
            if name and not is_known(name):
                numbers.setdefault(name, f"Numbered{len(numbers) + 1}")
    for element in chain.from_iterable(map(elements, parts)):
        for key in list(element.attrib):
            last, value = str(key).rpartition("}")[2], str(element.get(key))
            if last == "display-name":
                del element.attrib[key]  # the name is shown then
            elif value in numbers and (
                (key in _NAMED and local(element.getparent()) in _HOLDERS)  # type: ignore[arg-type]
                or last in _DIRECT
                or (last.endswith("-name") and last not in _OTHER)
            ):
                element.set(key, numbers[value])
