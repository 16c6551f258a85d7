"""Judge what ids, names of files and folders, and kept fields may tell, by their words
(:mod:`sanitizer.recognize.telling_ids`) and by what the first pass finds in them: a name that may tell something
becomes a number.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import unquote

from sanitizer.control.apply_rules import first_pass
from sanitizer.documents.known_formats import PACKED, suffixes
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.telling_ids import (
    EXTRA,
    has_date_or_place,
    has_initials,
    has_name,
    has_telling_number,
    may_tell,
    names_somebody,
    words_of_id,
)
from sanitizer.text.fold import words as word_set
from sanitizer.types import EntityClass

_ENDINGS: Final = word_set(".log .rst .tex .tsv")
"""Endings of files that tell nothing, beside those of formats."""
_DATE: Final = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ][\d:.]+Z?)?")
_CODE: Final = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{6,}")
_LONGEST: Final = 20_000  # characters of a kept field that are read
_SHORT: Final = 3  # words of a kept field that is read as an id is
_REMEMBERED: Final = 8192
_NO_NAMES: Final = (EntityClass.QUANTITY, EntityClass.MISC)
"""What words of plain English may be to the model, and tell nothing of anybody."""
_SEPARATORS: Final = re.compile(r"[_+]|(?<=[^\W\d_])-(?=[^\W\d_])")
_PATTERNS: Final = Patterns()


def plain_endings() -> frozenset[str]:
    """Return endings of names of files that tell nothing."""
    return _ENDINGS.union(PACKED, suffixes())


class NameReader:
    """Reads names with the recognizers of a sanitizer, but for those that ask for counts, or are about given texts."""

    def __init__(self, sanitizer: Sanitizer) -> None:
        self.sanitizer = sanitizer
        self._recognizers = [
            r for r in sanitizer.recognizers if r.name.partition(":")[0] not in ("ic", "ic-of", "given")
        ]
        self._known: dict[tuple[str, bool], frozenset[EntityClass]] = {}

    def telling(self, name: str, is_path: bool) -> tuple[int, ...]:
        """Return which parts of an id tell something: of a path each component by its number, else 0 for all of it."""
        parts = PurePath(name).parts if is_path else (name,)
        return tuple(number for number, part in enumerate(parts) if self._tells(part, is_path))

    def identifying(self, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the fields that hold a person or an identifier, as far as that can be seen without a
        text; those whose own name, or that of a field within, is one too."""
        return tuple(
            name
            for name, value in fields.items()
            if any(map(names_somebody, (name, *_inner_names(value))))
            or any(map(self._identifies, _strings(value)))
        )

    def _tells(self, name: str, is_path: bool) -> bool:
        """Return whether a name, or a component of a path, may tell of somebody."""
        plain = _without_endings(name) if is_path else name
        plain = unicodedata.normalize("NFKC", unquote(plain))
        if not plain.isprintable() or may_tell(plain, is_path):
            return True
        spoken = " ".join(words_of_id(plain) or ())
        if not spoken:
            return False
        if self._own_rules(plain) or _has_form(plain):
            return True
        return bool(self._found(spoken))

    def _own_rules(self, plain: str) -> bool:
        """Return whether patterns and lists of the settings find something in a name as it is written."""
        control = self.sanitizer.control
        if not (control.patterns or control.deny or control.decisions):
            return False
        spoken = re.sub(r"_", " ", plain)
        return bool(self._found(plain, own=True) or self._found(spoken, own=True))

    def _found(self, text: str, own: bool = False) -> frozenset[EntityClass]:
        """Return the classes of what the first pass finds in a name; occupations are no more than words there."""
        key = (text, own)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            doc = self.sanitizer.parse(text)
            with self.sanitizer.known.in_use():
                mentions = first_pass(self.sanitizer.control, doc, [] if own else self._recognizers)
            self._known[key] = frozenset(
                m.entity_class
                for m in mentions
                if own or not (m.type == "JOB" or m.entity_class in _NO_NAMES or m.span.of(text) in EXTRA)
            )
        return self._known[key]

    def _identifies(self, value: str) -> bool:
        if _DATE.fullmatch(value.strip()):
            return True
        if len(value.split()) <= _SHORT and (has_initials(value) or has_date_or_place(value)):
            return True
        if "@" in value or has_telling_number(value, with_years=False):
            return True
        spoken = value.strip()[:_LONGEST]
        if not any(map(str.isalpha, spoken)):
            return False
        if any(_CODE.fullmatch(word) for word in spoken.split()):
            return True
        if len(spoken.split()) == 1 and ((words := words_of_id(spoken)) is None or has_name(words)):
            return self._found(f"{spoken} was seen.") != {EntityClass.LOC}  # a place alone is nobody
        if (spoken.islower() or spoken.isupper()) and words_of_id(spoken) is None:
            spoken = spoken.title()
        return not self._found(f"{spoken} was seen.").isdisjoint((EntityClass.PERSON, EntityClass.CODE))


def _has_form(name: str) -> bool:
    """Return whether a name, its separators read as blanks, holds what has the form of a code or an address."""
    found = _PATTERNS.find_in(_SEPARATORS.sub(" ", name))
    return any(m.entity_class in (EntityClass.CODE, EntityClass.LOC) for m in found)


def _without_endings(name: str) -> str:
    """Return a name of a file without the endings that tell nothing."""
    endings = plain_endings()
    while (suffix := PurePath(name).suffix).lower() in endings:
        name = name.removesuffix(suffix)
    return name


def _strings(value: Any) -> Iterable[str]:
    """Yield the texts and numbers in a value of JSON."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)


def _inner_names(value: Any) -> Iterable[str]:
    """Yield the names of the fields within a value of JSON."""
    if isinstance(value, Mapping):
        yield from map(str, value)
    for inner in (
        value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    ):
        yield from _inner_names(inner)
