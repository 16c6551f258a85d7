"""Tell what the standards of packed files (Office Open XML, OpenDocument) let an attribute hold: words that they
enumerate ("center"), numbers, measures. Anything else may be somebody's word.

The table is derived from their schemas by `training/attributes/build.py`; what their schemas leave to prose is in a
table by hand.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

_TABLE: Final = Path(__file__).parent / "data" / "attributes.tsv"
_BY_HAND: Final = Path(__file__).parent / "data" / "attributes_by_hand.tsv"
_SPACES: Final = {
    "xml": "http://www.w3.org/XML/1998/namespace",
    "loext": "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0",
    "chartooo": "http://openoffice.org/2010/chart",
}
"""Vocabularies that the derived table does not name."""
_NUMBER: Final = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?"
_KINDS: Final = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "<number>": _NUMBER,
        "<switch>": "0|1|t|f|true|false|on|off",
        "<hex>": "(?:[0-9A-Fa-f]{2}){0,32}",
        "<guid>": r"\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}",
        "<measure>": rf"#[0-9a-fA-F]{{6}}|-?P(?:T?\d+(?:\.\d+)?[A-Z])+|(?:rect)?(?:(?:{_NUMBER}|auto)"
        r"(?:mm|cm|in|pt|pc|pi|px|em|%|\*|deg|grad|rad)?|[\s,()]){0,100}",
    }.items()
}
"""What is no word, by its name in the table."""
_WORDED: Final = re.compile(r"(?!.*\d{3}).*[A-Za-z]")
_LIST: Final = "<list>"
_STRICT: Final = re.compile(r"\{http://purl\.oclc\.org/ooxml/([A-Za-z]+)/")
"""Vocabularies of the strict form of Office, which are called as those of the usual one but for this."""
_OPEN: Final = "urn:oasis:names:tc:opendocument:"
_EXTENDED: Final = re.compile(
    r"\{urn:org:documentfoundation:names:experimental:[^}]*\}|\{http://www\.w3\.org/TR/css3-text/\}"
)
"""Vocabularies in which LibreOffice says early what a later standard has."""


def is_allowed(element: str, attribute: str, value: str) -> bool:
    """Return whether the standard enumerates this value of an attribute of an element, both with their vocabularies
    ("{...}name"), or lets it hold no words, and it is of that kind (a number, a switch, a measure)."""
    values = _values(element, attribute)
    if _is_in_prose(element, attribute, value):
        return True
    told = value.split() if _LIST in values and value not in values else [value]
    return bool(values) and all(
        own in values or any(kind in values and shape.fullmatch(own) for kind, shape in _KINDS.items())
        for own in told
    )


def is_enumerated(element: str, attribute: str, value: str) -> bool:
    """Return whether the value of an attribute is one of the words, or lists of words, that the standard enumerates
    there, be it in prose; a number is no word, nor is what holds one of three digits."""
    values = _values(element, attribute)
    told = value.split() if _LIST in values and value not in values else [value]
    enumerated = bool(told) and all(own in values and not own.startswith("<") for own in told)
    return enumerated or (_WORDED.match(value) is not None and _is_in_prose(element, attribute, value))


def _is_in_prose(element: str, attribute: str, value: str) -> bool:
    """Return whether the table by hand has a value of an attribute."""
    pattern = _tables()[1].get((element, attribute))
    return pattern is not None and pattern.fullmatch(value) is not None


def _values(element: str, attribute: str) -> frozenset[str]:
    """Return what the table has for an attribute of an element; nothing for one that may hold any text."""
    table = _tables()[0]
    if _EXTENDED.match(element) or _EXTENDED.match(attribute):
        return table.get((f"*{element.rpartition('}')[2]}", attribute.rpartition("}")[2]), frozenset())
    if _STRICT.match(element) or _STRICT.match(attribute):
        element, attribute = (
            _STRICT.sub(r"{http://schemas.openxmlformats.org/\1/2006/", n) for n in (element, attribute)
        )
    return table.get((element, attribute), frozenset())


@cache
def _tables() -> tuple[Mapping[tuple[str, str], frozenset[str]], Mapping[tuple[str, str], re.Pattern[str]]]:
    """Read the tables: the derived one, what is allowed, by the element and the attribute with their vocabularies
    (those of OpenDocument without them too), and the one by hand."""
    spaces = dict(_SPACES)
    found: dict[tuple[str, str], frozenset[str]] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        told, tab, places = line.partition("\t")
        if not tab:
            prefix, _, space = told.partition("=")
            spaces[prefix] = space
            continue
        values = frozenset(told.split("|"))
        for place in places.split():
            element, attribute = place.split("@")
            found[_full(element, spaces), _full(attribute, spaces)] = values
            if spaces.get(element.partition(":")[0], "").startswith(_OPEN):
                short = (f"*{element.rpartition(':')[2]}", attribute.rpartition(":")[2])
                found[short] = found.get(short, frozenset()) | values
    patterns = {}
    for line in _BY_HAND.read_text(encoding="utf-8").splitlines():
        told, tab, places = line.partition("\t")
        for place in places.split():
            element, attribute = place.split("@")
            patterns[_full(element, spaces), _full(attribute, spaces)] = re.compile(told)
    return found, patterns


def _full(name: str, spaces: Mapping[str, str]) -> str:
    """Return a name of a table with its vocabulary."""
    prefix, colon, own = name.rpartition(":")
    return f"{{{spaces[prefix]}}}{own}" if colon else own
