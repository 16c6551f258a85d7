"""Keep of the attributes and style sheets of a web page what lays it out, without the words and names of people."""

import re
from collections import Counter
from collections.abc import Container
from typing import Final

from sanitizer.documents.runs_of_text import Element, elements, remove
from sanitizer.documents.style_sheets import Names, declarations_kept, is_font, is_plain, sheet_kept
from sanitizer.text.fold import words as word_set

_SHOWN: Final = {
    **dict.fromkeys(["title", "aria-label", "aria-description"], frozenset[str]()),
    "alt": frozenset(["img"]),
    "placeholder": frozenset(["input", "textarea"]),
    "label": frozenset(["option", "optgroup"]),
    "value": frozenset(["input"]),
    "summary": frozenset(["table"]),
}
"""Attributes whose words browsers show or read out, in the order in which they are read, and of which elements; of none
named: of all."""
_SENT: Final = frozenset(["checkbox", "radio"])
"""Kinds of fields whose values are sent and not shown."""
_NUMBERED: Final = frozenset(["li", "meter", "progress"])
"""Elements whose value is a number that is drawn."""
LAYOUT: Final = word_set(
    "align bgcolor border cellpadding cellspacing color cols colspan dir face headers height hidden lang media "
    "multiple nowrap reversed rows rowspan scope size span start style type valign width"
)
_COUNT: Final = re.compile(r"-?\d{1,6}(?:\.\d{1,3})?")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?")


def shown_by(element: Element) -> list[str]:
    """Return the attributes of an element whose words browsers show or read out."""
    tag, kind = str(element.tag).lower(), element.get("type", "").lower()
    return [
        key
        for key, of in _SHOWN.items()
        if key in element.attrib and (not of or tag in of) and not (key == "value" and kind in _SENT)
    ]


def names_of_styles(root: Element, known: Container[str], counts: Counter[str]) -> Names:
    """Take out of the style sheets of a page the words of people; the names that are used in them, and in links within
    the page."""
    names = Names()
    for element in list(root.iter("style")):
        told = sheet_kept("".join(map(str, element.itertext())), known, names, counts)
        if told and is_plain(element.get("media") or "all"):
            del element[:]
            element.text = told
        else:
            counts["style"] += 1
            remove(element)
    parts = {key for element in elements(root) for key in (element.get("id"), element.get("name")) if key}
    for element in root.iter("a"):
        if element.get("href", "").startswith("#") and element.get("href", "")[1:] in parts:
            names.number("#", element.get("href", "")[1:])
    return names


def clean_attributes(element: Element, names: Names, counts: Counter[str]) -> None:
    """Take out of the attributes of an element what does not lay it out, and is not shown."""
    shown = shown_by(element)
    for key in [key for key in map(str, element.attrib) if key not in shown]:
        kept = _kept(str(element.tag), key, element.get(key, ""), names, counts)
        if key == "name" and kept:
            key = "id"
            del element.attrib["name"]
        if kept is None:
            del element.attrib[key]
        else:
            element.set(key, kept)


def _kept(tag: str, key: str, value: str, names: Names, counts: Counter[str]) -> str | None:
    """Return what stays of the value of an attribute; None where it goes."""
    kept: str | None = None
    if key == "style":
        return declarations_kept(value, names, counts) or None
    if key == "class":
        kept = " ".join(told for name in value.split() if (told := names.known(".", name))) or None
    elif key == "id" or (key == "name" and tag == "a"):
        kept = names.known("#", value)
    elif key == "href" and value.startswith("#"):
        kept = f"#{told}" if (told := names.known("#", value[1:])) else None
    elif lays_out(tag, key) and _is_layout(key, value):
        kept = value
    if kept is None:
        links = "target of a link" if key in ("href", "src", "action") else "attribute"
        counts["style" if key in LAYOUT else links] += 1
    return kept


def lays_out(tag: str, key: str) -> bool:
    """Return whether an attribute of an element lays it out; the value of an item of a list is its number."""
    return key in LAYOUT or (tag in _NUMBERED and key == "value")


def _is_layout(key: str, value: str) -> bool:
    """Return whether an attribute of layout holds measures and words of layout alone."""
    if not value or key == "value":
        return not value or _COUNT.fullmatch(value) is not None  # a switch, a number that is drawn
    if key == "lang":
        return _LANGUAGE.fullmatch(value) is not None
    return is_font(value.replace(",", " ")) if key == "face" else is_plain(value)
