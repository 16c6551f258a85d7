"""Derive what attributes of packed files may hold: `python training/attributes/build.py SCHEMAS attributes.tsv`.

SCHEMAS is the folder of the package openxml-audit (0.8.0) with its data: the schemas of Office as JSON (those of the
Open XML SDK) and the grammars of OpenDocument 1.2 and 1.3 (RELAX NG). Written are, for each attribute of each element,
the words that its standard enumerates, and whether it may hold a number, a switch, a measure, a colour, a GUID
("<number>", ...), or several of these ("<list>"). What may hold any text is not written.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from lxml import etree

from sanitizer.text.fold import words as word_set

_RNG: Final = "{http://relaxng.org/ns/structure/1.0}"
_NUMBERS: Final = ("Int", "UInt", "Byte", "SByte", "Double", "Single", "Decimal", "Integer")
_SWITCHES: Final = ("Boolean", "OnOff", "TrueFalse", "TrueFalseBlank")
_PATTERNS: Final = {
    r"\{[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\}": "<guid>",
    "[0-9a-fA-F]*": "<hex>",
    r"[0-9]+(\.[0-9]+)?(mm|cm|in|pt|pc|pi)": "<measure>",
    r"-?[0-9]+(\.[0-9]+)?(mm|cm|in|pt|pc|pi)": "<measure>",
    r"-?[0-9]+(\.[0-9]+)?%": "<measure>",
    "[01]*": "<number>",
}
"""Patterns of strings of Office that leave no room for words."""
_MEASURES: Final = word_set(
    "angle color length nonNegativeLength nonNegativePixelLength percent positiveLength relativeLength vector3D "
    "point3D points signedZeroToHundredPercent zeroToHundredPercent clipShape borderWidths"
)
"""Strings of OpenDocument, by their names, whose patterns leave no room for words."""
_DATA: Final = dict.fromkeys(
    ["double", "decimal", "integer", "nonNegativeInteger", "positiveInteger"], "<number>"
)
_DATA |= {"duration": "<measure>"}
_LEFT_OUT: Final = word_set(
    "customui www_w3_org_2003 _ink activeX coverPage customDocument metadata docPropsVTypes extended-properties "
    "custom-properties bibliography mipLabel"
)
"""Vocabularies of parts that are never kept."""
Found = dict[tuple[str, str], set[str]]
"""What is allowed, by the element and the attribute, both as "prefix:name"."""


def office(folder: Path) -> tuple[Found, dict[str, str]]:
    """Return what the schemas of Office allow, and their vocabularies by prefixes."""
    spaces = {own["Prefix"]: own["Uri"] for own in json.loads((folder / "namespaces.json").read_text())}
    schemas = [
        json.loads(path.read_text())
        for path in sorted((folder / "schemas").glob("*.json"))
        if not any(mark in path.name for mark in _LEFT_OUT)
    ]
    words = {
        own["Type"]: [facet["Value"] for facet in own["Facets"]]
        for s in schemas
        for own in s.get("Enums", ())
    }
    called = _called(schemas)
    found: Found = defaultdict(set)
    for schema in schemas:
        types = {own["ClassName"]: own for own in schema.get("Types", ())}
        for own in types.values():
            element = own["Name"].rpartition("/")[2]
            for attribute in _attributes(own, types) if element else ():
                space, _, key = attribute["QName"].rpartition(":")
                found[element, f"{space}:{key}" if space else key] |= set(_allowed(attribute, words, called))
    return found, spaces


def _called(schemas: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the words of enumerations by what attributes call them: the name of a module of the SDK, and their own. A
    module is that of the schema which defines most of the enumerations that are said to be in it."""
    defined = {
        s["TargetNamespace"]: {
            own["Name"]: [f["Value"] for f in own["Facets"]] for own in s.get("Enums", ()) if "Name" in own
        }
        for s in schemas
    }
    asked: dict[str, set[str]] = defaultdict(set)
    for schema in schemas:
        for own in schema.get("Types", ()):
            for attribute in own.get("Attributes", ()):
                name = attribute["Type"].removeprefix("ListValue<").removeprefix("EnumValue<").rstrip(">")
                if "EnumValue<" in attribute["Type"]:
                    asked[name.rpartition(".")[0]].add(name.rpartition(".")[2])
    found = {}
    for module, names in asked.items():
        best = max(sorted(defined), key=lambda space: len(names & defined[space].keys()))
        for name in names:
            if name in defined[best]:
                found[f"{module}.{name}"] = defined[best][name]
    return found


def _attributes(
    own: Mapping[str, Any], types: Mapping[str, Mapping[str, Any]]
) -> Iterator[Mapping[str, Any]]:
    """Yield the attributes of a type, those of the types that it is derived from too."""
    at: Mapping[str, Any] | None = own
    while at is not None:
        yield from at.get("Attributes", ())
        at = types.get(at.get("BaseClass", ""))


def _allowed(
    attribute: Mapping[str, Any], words: Mapping[str, list[str]], called: Mapping[str, list[str]]
) -> Iterator[str]:
    kind = attribute["Type"]
    if kind.startswith("ListValue<"):
        yield "<list>"
        kind = kind.removeprefix("ListValue<")[:-1]
    if kind.startswith("EnumValue<"):
        yield from called.get(kind.removeprefix("EnumValue<")[:-1], ())
    base = kind.removesuffix("Value").rstrip("0123456789")
    if base in _NUMBERS:
        yield "<number>"
    elif base in _SWITCHES:
        yield "<switch>"
    elif base == "HexBinary":
        yield "<hex>"
    for validator in attribute.get("Validators", ()):
        if validator["Name"] == "EnumValidator":
            yield from words.get(validator.get("Type", ""), ())
        if validator["Name"] == "NumberValidator":
            yield "<number>"
        if validator.get("Type") == "w:ST_HexColorRGB":
            yield "<hex>"
        for argument in validator.get("Arguments", ()):
            if argument.get("Name") == "Pattern" and argument["Value"] in _PATTERNS:
                yield _PATTERNS[argument["Value"]]


def open_document(path: Path) -> tuple[Found, dict[str, str]]:
    """Return what a grammar of OpenDocument allows, and its vocabularies by prefixes."""
    root = etree.parse(str(path)).getroot()
    defined: dict[str, list[Any]] = defaultdict(list)
    for own in root.iter(f"{_RNG}define"):
        defined[own.get("name", "")].append(own)
    found: Found = defaultdict(set)
    for element in root.iter(f"{_RNG}element"):
        for attribute in _within(element, defined, set(), f"{_RNG}attribute"):
            allowed = set(_values(attribute, defined, set()))
            for name in _names(element):
                for key in _names(attribute):
                    found[name, key] |= allowed
    return found, {str(k): str(v) for k, v in root.nsmap.items() if k}


def _names(own: Any) -> list[str]:
    """Return how an element or attribute may be called."""
    first = own[0] if len(own) and own.get("name") is None else None
    told = [own.get("name")] if first is None else [n.text for n in first.iter(f"{_RNG}name")]
    return [name for name in told if name]


def _within(own: Any, defined: Mapping[str, list[Any]], met: set[str], wanted: str) -> Iterator[Any]:
    """Yield what is wanted of a pattern, through its references, but not of elements within it."""
    for child in own:
        if child.tag == wanted:
            yield child
        elif child.tag == f"{_RNG}ref" and child.get("name") not in met:
            met.add(child.get("name"))
            for target in defined[child.get("name")]:
                yield from _within(target, defined, met, wanted)
        elif child.tag != f"{_RNG}element":
            yield from _within(child, defined, met, wanted)


def _values(own: Any, defined: Mapping[str, list[Any]], met: set[str]) -> Iterator[str]:
    """Yield what an attribute may hold."""
    for child in own:
        name = child.get("name", "")
        if child.tag == f"{_RNG}value":
            yield child.text or ""
        elif child.tag == f"{_RNG}data":
            yield from filter(None, [_DATA.get(child.get("type", ""))])
        elif child.tag == f"{_RNG}ref" and name in _MEASURES:
            yield "<measure>"
        elif child.tag == f"{_RNG}ref" and name not in met:
            for target in defined[name]:
                yield from _values(target, defined, met | {name})
        else:
            if child.tag == f"{_RNG}list":
                yield "<list>"
            yield from _values(child, defined, met)


def main() -> None:
    """Write the table."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, out = map(Path, sys.argv[1:])
    sources = [office(folder / "data" / "openxml")]
    sources += [
        open_document(path)
        for path in sorted((folder / "odf" / "schemas").glob("*/*.rng"))
        if "dsig" not in path.name
    ]
    spaces: dict[str, str] = {}
    found: Found = defaultdict(set)
    for own, vocabularies in sources:
        for prefix, space in vocabularies.items():
            if spaces.setdefault(prefix, space) != space:
                sys.exit(f"two vocabularies are called {prefix}")
        for place, values in own.items():
            found[place] |= values
    by_values: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for (element, attribute), values in found.items():
        if {"on", "off"} <= values:
            values.add("<switch>")
        if values - {"<list>"}:
            by_values[tuple(sorted(values))].append(f"{element}@{attribute}")
    used = {
        n.partition(":")[0] for places in by_values.values() for p in places for n in p.split("@") if ":" in n
    }
    lines = [f"{prefix}={spaces[prefix]}" for prefix in sorted(used)]
    lines += [
        "|".join(values) + "\t" + " ".join(sorted(places)) for values, places in sorted(by_values.items())
    ]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    count = sum(map(len, by_values.values()))
    print(f"{count} attributes of elements, {len(by_values)} sets of values, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
