"""Keep the fields of files of Word that look up nothing but the file itself (contents, numbers, words at a bookmark),
with the bookmarks that they and links within the file lead to, under numbers. All others become the words they show."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple

from lxml import etree

from sanitizer.documents.office_names import set_value, space_of, value_of
from sanitizer.documents.runs_of_text import Element, elements, local, remove, unwrap
from sanitizer.documents.style_names import is_brought_along, is_known
from sanitizer.text.fold import words as word_set

_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_PART: Final = re.compile(r'"[^"]*"|[^\s"]+')
_FORMATS: Final = word_set(
    "MERGEFORMAT CHARFORMAT Arabic ARABIC arabic roman ROMAN Roman alphabetic ALPHABETIC Upper Lower Caps FirstCap "
    "Ordinal OrdText CardText Hex"
)
_COUNTED: Final = re.compile(r"_(Toc|Ref|Hlk)\d+")
"""A bookmark that Word made for itself; what it is for is told by its beginning."""
_SHAPES: Final = {
    "range": re.compile(r"\d-\d"),
    "number": re.compile(r"\d{1,3}"),
    "letter": re.compile(r"[A-Za-z]"),
}


class _Kind(NamedTuple):
    """What may follow the name of a field: what it is about, switches, and switches with what follows each."""

    about: tuple[str, ...] = ()
    switches: frozenset[str] = frozenset()
    more: Mapping[str, str] = {}


_KINDS: Final = {
    **dict.fromkeys(["PAGE", "NUMPAGES", "SECTION", "SECTIONPAGES", "FORMCHECKBOX"], _Kind()),
    "PAGEREF": _Kind(("place",), word_set(r"\h \p")),
    "REF": _Kind(("place",), word_set(r"\f \h \n \p \r \t \w")),
    "NOTEREF": _Kind(("place",), word_set(r"\f \h \p")),
    "HYPERLINK": _Kind((), frozenset(), {r"\l": "place", r"\o": "dropped", r"\t": "dropped"}),
    "SEQ": _Kind(("sequence",), word_set(r"\c \h \n"), {r"\r": "number", r"\s": "number"}),
    "STYLEREF": _Kind(("style",), word_set(r"\l \n \p \r \t \w")),
    "TOC": _Kind(
        (),
        word_set(r"\h \u \w \x \z"),
        {
            r"\o": "range", r"\n": "range", r"\l": "range", r"\b": "place", r"\c": "sequence", r"\a": "sequence",
            r"\s": "sequence", r"\t": "styles", r"\f": "letter", r"\p": "dropped", r"\d": "dropped",
        },
    ),
}  # fmt: skip
"""The fields that stay, by their names."""
_WITHOUT: Final = frozenset([(r"TOC", r"\o"), ("TOC", r"\n"), ("TOC", r"\f")])
"""Switches that may stand without what else follows them."""
_BOX: Final = word_set("enabled checkBox size sizeAuto default checked")
"""What stays of a box to check."""


@dataclass(slots=True)
class _Names:
    """What fields are about: bookmarks of the file, sequences (figures, tables) and styles, by their new names."""

    places: Mapping[str, str]
    styles: Mapping[str, str]
    used: dict[str, str] = field(default_factory=dict)
    sequences: dict[str, str] = field(default_factory=dict)

    def place(self, name: str) -> str | None:
        """Return a bookmark; None where the file has none of this name."""
        kind = self.places.get(name.lower())
        return None if kind is None else self.used.setdefault(name.lower(), f"_{kind}{len(self.used) + 1}")

    def sequence(self, name: str) -> str | None:
        """Return what is counted."""
        return (
            name
            if name.isalpha() and is_known(name)
            else self.sequences.setdefault(name, f"S{len(self.sequences) + 1}")
        )

    def style(self, name: str) -> str | None:
        """Return a style, or the level of a heading."""
        if name in self.styles:
            return f'"{self.styles[name]}"'
        return f'"{name}"' if name.isdigit() or is_brought_along(name) else None

    def told_styles(self, names: str) -> str | None:
        """Styles, each with its level."""
        parts = re.split("[,;]", names)
        told = [f"{own.strip(chr(34))},{level}" for own, level in self._levels(parts) if own]
        return f'"{",".join(told)}"' if told else None

    def _levels(self, parts: Sequence[str]) -> Iterator[tuple[str | None, str]]:
        for name, level in zip(parts[::2], parts[1::2], strict=False):
            yield self.style(name.strip()), level.strip() if level.strip().isdigit() else "1"

    def of(self, kind: str, told: str) -> str | None:
        """Return what a field is about, by its kind, as it is to be written; None where it cannot stay."""
        makers: dict[str, Callable[[str], str | None]] = {
            "place": self.place, "sequence": self.sequence, "style": self.style, "styles": self.told_styles,
        }  # fmt: skip
        if kind in makers:
            return makers[kind](told)
        return f'"{told}"' if _SHAPES[kind].fullmatch(told) else None

    def instruction(self, code: str) -> str | None:
        """Return the instruction of a field as it is to be written; None where it may not stay."""
        parts = _PART.findall(code)
        own = _KINDS.get(parts[0].upper()) if parts else None
        if own is None:
            return None
        name, about, told, at = parts[0].upper(), list(own.about), [parts[0].upper()], 1
        while at < len(parts):
            part, after = parts[at], parts[at + 1] if at + 1 < len(parts) else ""
            at += 1
            kind = own.more.get(part.lower())
            if part == r"\*" and after in _FORMATS:
                told, at = [*told, part, after], at + 1
            elif kind and after and not after.startswith("\\"):
                new = None if kind == "dropped" else self.of(kind, after.strip('"').strip())
                told, at = [*told, *([] if new is None else [part, new])], at + 1
                if new is None and kind == "place":
                    return None
            elif part.lower() in own.switches or (name, part.lower()) in _WITHOUT:
                told.append(part)
            elif about and (new := self.of(about.pop(0), part.strip('"'))) is not None:
                told.append(new)
            else:
                return None
        return None if about or (name == "HYPERLINK" and len(told) == 1) else " ".join(told)


@dataclass(slots=True)
class _Field:
    """A field that is being read: its marks and the elements of its instruction."""

    marks: list[Element]
    codes: list[Element] = field(default_factory=list)
    shows: bool = False
    is_plain: bool = True
    words: str = ""


def settle_fields(trees: Iterable[Element], styles: Mapping[str, str], counts: Counter[str]) -> None:
    """Keep in the parts of a file the fields that may stay, links within it, and the bookmarks that these lead to;
    ``styles`` are the new names of styles by the old ones."""
    parts = list(trees)
    named = [
        value_of(e, "name") for e in chain.from_iterable(map(elements, parts)) if local(e) == "bookmarkStart"
    ]
    kinds = {name.lower(): own[1] if (own := _COUNTED.fullmatch(name)) else "B" for name in named}
    names = _Names(kinds, styles)
    for root in parts:
        _settle(root, names, counts)
        for element in elements(root):
            if local(element) == "hyperlink":
                _settle_link(element, names, counts)
            elif local(element) == "fldSimple":
                told = names.instruction(value_of(element, "instr"))
                counts["field"] += told is None
                set_value(element, "instr", told or "")
                if told is None:
                    unwrap(element)
    kept: set[str] = set()
    for element in chain.from_iterable(map(elements, parts)):
        if local(element) == "bookmarkStart":
            new = names.used.pop(value_of(element, "name").lower(), None)
            if new is None:
                counts["bookmark"] += 1
                remove(element)
            else:
                kept.add(value_of(element, "id"))
                set_value(element, "name", new)
    for element in chain.from_iterable(map(elements, parts)):
        if local(element) == "bookmarkEnd" and value_of(element, "id") not in kept:
            remove(element)


def _settle_link(link: Element, names: _Names, counts: Counter[str]) -> None:
    """Keep a link to a bookmark of the file, without words of its own."""
    new = names.place(value_of(link, "anchor"))
    if new is None:
        counts["target of a link"] += 1
        unwrap(link)
        return
    for key in list(link.attrib):
        if etree.QName(key).localname not in ("anchor", "history"):
            del link.attrib[key]
    set_value(link, "anchor", new)


def _settle(root: Element, names: _Names, counts: Counter[str]) -> None:
    """Keep or take away the fields of a part that are made of several marks."""
    still_open: list[_Field] = []
    for element in elements(root):
        name = local(element)
        if name == "fldChar":
            _mark(element, value_of(element, "fldCharType"), still_open, names, counts)
        elif name in ("instrText", "delInstrText"):
            if still_open:
                still_open[-1].codes.append(element)
            else:
                remove(element)
        elif name == "t" and still_open and still_open[-1].shows:
            still_open[-1].words += element.text or ""
    for own in still_open:
        _drop(own)


def _mark(mark: Element, kind: str, still_open: list[_Field], names: _Names, counts: Counter[str]) -> None:
    """Take a mark of a field in: where it begins, shows its words, or ends."""
    if kind == "begin":
        if still_open and not still_open[-1].shows:
            still_open[-1].is_plain = False  # its instruction is put together by another field
        still_open.append(_Field([mark]))
    elif not still_open:
        remove(mark)
    else:
        own = still_open[-1]
        own.marks.append(mark)
        own.shows = kind != "end"
        if kind == "end":
            _finish(still_open.pop(), names, counts)


def _finish(own: _Field, names: _Names, counts: Counter[str]) -> None:
    """Write the instruction of a field anew, or take the field away, whose words stay."""
    code = "".join(part.text or "" for part in own.codes)
    told = names.instruction(code) if own.is_plain else None
    boxes = [part for part in own.marks[0] if local(part) == "ffData"]
    if told is None:
        counts["field"] += 1
        if code.split()[:1] == ["FORMDROPDOWN"] and not own.words.strip():
            _say_chosen(own.marks[-1], boxes)
        _drop(own)
        return
    own.codes[0].text = f" {told} "
    own.codes[0].set(_SPACE, "preserve")
    for part in own.codes[1:]:
        remove(part)
    for box in boxes:
        for part in elements(box):
            if told != "FORMCHECKBOX" or (part is not box and local(part) not in _BOX):
                remove(part)


def _say_chosen(end: Element, boxes: Iterable[Element]) -> None:
    """Write down, behind a list to choose from, what was chosen in it: no other element holds it."""
    for choice in (e for box in boxes for e in elements(box) if local(e) == "ddList"):
        said = [value_of(e, "val") for e in choice if local(e) == "listEntry"]
        numbers = [value_of(e, "val") for name in ("result", "default") for e in choice if local(e) == name]
        at = int(numbers[0]) if numbers and numbers[0].isdigit() and len(numbers[0]) < 4 else 0
        run = end.getparent()
        if at < len(said) and run is not None:
            text = etree.SubElement(run, f"{{{space_of(end)}}}t")
            text.text = said[at]
            text.set(_SPACE, "preserve")


def _drop(own: _Field) -> None:
    for mark in [*own.marks, *own.codes]:
        remove(mark)
