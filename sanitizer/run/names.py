"""Judge what ids, names of files and folders, and kept fields may tell; number the names that may tell something.

A name is plain only where every word of it is a common English one that is no given name, and its numbers are those of
a counter. Whatever else is in it may be somebody: the name becomes a number.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import unquote

from sanitizer.control.apply_rules import first_pass
from sanitizer.documents.known_formats import PACKED, suffixes
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.text.fold import words as word_set
from sanitizer.text.lexicon import common_words, given_names, surnames
from sanitizer.types import EntityClass

_ENDINGS: Final = word_set(".log .rst .tex .tsv")
"""Endings of files that tell nothing, beside those of formats."""
_EXTRA: Final = word_set(
    "anon admin app cv demo dev doc docs english eval faq french german id ids img info invoice italian jpg json "
    "jsonl max min msg no nr num obj pdf pg pp ref readme resp respondent rev scan sec spanish src tmp txt vol ver xml"
)
"""Words of names of files that no list of common words has."""
_ROMAN: Final = re.compile(r"(?:x{0,3})(?:ix|iv|v?i{0,3})")
_CAMEL: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PIECE: Final = re.compile(r"[^\W\d_]+|\d+")
_TOKEN: Final = re.compile(r"[^\W_]+")
_NO_SURNAMES: Final = frozenset(("Page", "Price", "Ward"))
"""Surnames that as the only word of a name of a file or folder are none."""
_MONTHS: Final = word_set(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec"
)
_NUMBERED_PLACES: Final = word_set(
    "apartment bay bed block box building cell cubicle flat floor house room rm road street suite unit ward wing"
)
"""Words that with a number say where somebody lives or lies."""
_NUMBERS: Final = re.compile(r"\d[\W_]+\d")
_NUMBER: Final = re.compile(r"\d(?:[\W_]{0,2}\d)*")
_YEAR: Final = re.compile(r"(?<!\d)(?:18|19|20)\d\d(?!\d)")
_DATE: Final = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ][\d:.]+Z?)?")
_CODE: Final = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{6,}")
_COUNTER: Final = 5  # digits, without zeros in front
_ALTERNATING: Final = 3  # groups of letters among the digits of one word: a code
_LONGEST: Final = 20_000  # characters of a kept field that are read
_SHORT: Final = 3  # words of a kept field that is read as an id is
_REMEMBERED: Final = 20_000
_NO_NAMES: Final = (EntityClass.QUANTITY, EntityClass.MISC)
"""What words of plain English may be to the model, and tell nothing of anybody."""
_SEPARATORS: Final = re.compile(r"[_+]|(?<=[^\W\d_])-(?=[^\W\d_])")
_PATTERNS: Final = Patterns()


def plain_endings() -> frozenset[str]:
    """Endings of names of files that tell nothing."""
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
        """Which parts of an id tell something: of a path each component by its number, else 0 for all of it."""
        parts = PurePath(name).parts if is_path else (name,)
        return tuple(number for number, part in enumerate(parts) if self._tells(part, is_path))

    def identifying(self, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of the fields that hold a person or an identifier, as far as that can be seen without a text."""
        return tuple(name for name, value in fields.items() if any(map(self._identifies, _strings(value))))

    def _tells(self, name: str, is_path: bool) -> bool:
        """Whether a name, or a component of a path, may tell of somebody."""
        plain = _without_endings(name) if is_path else name
        plain = unicodedata.normalize("NFKC", unquote(plain))
        if not plain.isprintable() or "@" in plain or has_telling_number(plain, is_path):
            return True
        words = _words(plain)
        if words is None or has_name(words) or _has_initials(plain) or _has_date_or_place(plain):
            return True
        spoken = " ".join(words)
        if not spoken:
            return False
        if self._own_rules(plain) or _has_form(plain):
            return True
        return bool(self._found(spoken))

    def _own_rules(self, plain: str) -> bool:
        """Whether patterns and lists of the settings find something in a name as it is written."""
        control = self.sanitizer.control
        if not (control.patterns or control.deny or control.decisions):
            return False
        spoken = re.sub(r"_", " ", plain)
        return bool(self._found(plain, own=True) or self._found(spoken, own=True))

    def _found(self, text: str, own: bool = False) -> frozenset[EntityClass]:
        """The classes of what the first pass finds in a name; occupations are no more than words there."""
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
                if own or not (m.type == "JOB" or m.entity_class in _NO_NAMES or m.span.of(text) in _EXTRA)
            )
        return self._known[key]

    def _identifies(self, value: str) -> bool:
        if _DATE.fullmatch(value.strip()):
            return True
        if len(value.split()) <= _SHORT and (_has_initials(value) or _has_date_or_place(value)):
            return True
        if "@" in value or has_telling_number(value, with_years=False):
            return True
        spoken = value.strip()[:_LONGEST]
        if not any(map(str.isalpha, spoken)):
            return False
        if any(_CODE.fullmatch(word) for word in spoken.split()):
            return True
        if len(spoken.split()) == 1 and ((words := _words(spoken)) is None or has_name(words)):
            return self._found(f"{spoken} was seen.") != {EntityClass.LOC}  # a place alone is nobody
        if (spoken.islower() or spoken.isupper()) and _words(spoken) is None:
            spoken = spoken.title()
        return not self._found(f"{spoken} was seen.").isdisjoint((EntityClass.PERSON, EntityClass.CODE))


def _has_form(name: str) -> bool:
    """Whether a name, its separators read as blanks, holds what has the form of a code or an address."""
    found = _PATTERNS.find_in(_SEPARATORS.sub(" ", name))
    return any(m.entity_class in (EntityClass.CODE, EntityClass.LOC) for m in found)


def has_telling_number(name: str, with_years: bool = True) -> bool:
    """Whether a name holds digits that are more than a counter's: six or more in a row (blanks and marks between them
    do not count, nor zeros in front), or, where asked for, a year."""
    if any(len(re.sub(r"\D", "", run).lstrip("0")) > _COUNTER for run in _NUMBER.findall(name)):
        return True
    return with_years and _YEAR.search(name) is not None


def has_name(words: Iterable[str]) -> bool:
    """Whether one of the words (lower case) is a given name, a surname is the only one, or stands beside an initial."""
    spoken = [word.title() for word in words]
    if any(word in given_names() for word in spoken):
        return True
    if (
        len(spoken) == 1
        and spoken[0] in surnames()
        and spoken[0] not in _NO_SURNAMES
        and spoken[0].lower() not in _EXTRA
    ):
        return True
    return any(
        (len(a) == 1 and b in surnames()) or (len(b) == 1 and a in surnames()) for a, b in pairwise(spoken)
    )


def _has_initials(name: str) -> bool:
    """Whether letters stand alone, two or more of them, or two capitals make a word: initials, or a word spelt out."""
    tokens = [token for token in _TOKEN.findall(name) if not token.isdigit()]
    if sum(len(token) == 1 for token in tokens) > 1:
        return True
    return any(len(t) == 2 and t.isupper() and t.lower() not in _EXTRA for t in tokens)


def _has_date_or_place(name: str) -> bool:
    """Whether numbers follow each other as in a date, a number stands beside a month, or says which room or house."""
    if _NUMBERS.search(name):
        return True
    spoken = [piece.casefold() for piece in _PIECE.findall(name)]
    if not any(map(str.isdigit, spoken)):
        return False
    return not _MONTHS.isdisjoint(spoken) or any(
        a in _NUMBERED_PLACES and b.isdigit() for a, b in pairwise(spoken)
    )


def _words(name: str) -> list[str] | None:
    """The words of a name in lower case, numbers left out; None when one of them is no common English word, or a word
    is a code of letters and digits."""
    words = []
    for token in _TOKEN.findall(_CAMEL.sub(" ", name)):
        letters = [piece.casefold() for piece in _PIECE.findall(token) if not piece.isdigit()]
        if len(letters) >= _ALTERNATING:
            return None
        for word in letters:
            if not _is_plain(word):
                return None
            words.append(word)
    return words


def _is_plain(word: str) -> bool:
    if len(word) == 1:
        return word.isascii()
    return word in common_words() or word in _EXTRA or bool(_ROMAN.fullmatch(word))


def _without_endings(name: str) -> str:
    """A name of a file without the endings that tell nothing."""
    endings = plain_endings()
    while (suffix := PurePath(name).suffix).lower() in endings:
        name = name.removesuffix(suffix)
    return name


def _strings(value: Any) -> Iterable[str]:
    """The texts and numbers in a value of JSON."""
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
