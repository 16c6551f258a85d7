"""Judge what a short name of a thing may tell (an id, the name of a file, a field, a column, an index) by its words and
numbers alone.

It is plain only where every word is a common English one that nobody need be called by, and its numbers are those of a
counter: an id is no place for information. Whatever else is in it may be somebody.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from sanitizer.recognize.person_names import is_full_name
from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.recognize.vocabulary import is_english
from sanitizer.text.fold import words as word_set
from sanitizer.text.lexicon import common_words, given_names, surnames
from sanitizer.text.patterns import ALPHANUMERIC, LETTERS_OR_DIGITS

EXTRA: Final = word_set(
    "anon admin app cv demo dev doc docs english eval faq french german id ids img info invoice italian jpg json "
    "jsonl max min msg no nr num obj pdf pg pp ref readme resp respondent rev scan sec spanish src tmp txt vol ver xml"
)
"""Words of names of files that no list of common words has."""
_ALONE: Final = word_set("page price ward file draft sales day bad good") | EXTRA
"""Words that persons are called by too, and that as the only word of a name mean a thing."""
_ROMAN: Final = re.compile(r"(?:x{0,3})(?:ix|iv|v?i{0,3})")
_CAMEL: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
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
_COUNTER: Final = 5  # digits, without zeros in front
_ALTERNATING: Final = 3  # groups of letters among the digits of one word: a code
_CODE: Final = re.compile(r"[^\W\d_]\d{3,}[^\W\d_]")
"""A number between letters: a code too."""
_LEAST: Final = 4
"""Letters of a word that is somebody's by itself."""
_LONG: Final = 6
_SURE: Final = 3.0
"""Letters and bits of one that is spelled as names are."""


def may_tell(name: str, with_years: bool = True) -> bool:
    """Return whether an id, or the name of a file without its ending, may tell of somebody by its words and numbers."""
    if "@" in name or has_telling_number(name, with_years):
        return True
    words = words_of_id(name)
    return words is None or has_name(words) or has_initials(name) or has_date_or_place(name)


def names_somebody(label: str) -> bool:
    """Return whether the name of a field or column holds a person's or an identifier, and no words for what is in
    it: a mail address, a long number, a name that English does not use otherwise, a given name with another name."""
    if "@" in label or has_telling_number(label, with_years=False):
        return True
    words = ALPHANUMERIC.findall(_CAMEL.sub(" ", label))
    spoken = [p for t in words for p in LETTERS_OR_DIGITS.findall(t) if p.isalpha()]
    strange = [w for w in spoken if len(w) >= _LEAST and not is_english(w)]
    if any(is_borne(w) or (len(w) >= _LONG and word_bits(w) >= _SURE) for w in strange):
        return True
    return len(spoken) > 1 and is_full_name(" ".join(spoken))


def has_telling_number(name: str, with_years: bool = True) -> bool:
    """Return whether a name holds digits that are more than a counter's: six or more in a row (blanks and marks
    between them do not count, nor zeros in front), or, where asked for, a year."""
    if any(len(re.sub(r"\D", "", run).lstrip("0")) > _COUNTER for run in _NUMBER.findall(name)):
        return True
    return with_years and _YEAR.search(name) is not None


def has_name(words: Iterable[str]) -> bool:
    """Return whether one of the words (lower case) is a given name, the only one is what persons are called by, or
    a surname stands beside an initial."""
    spoken = [word.title() for word in words]
    if any(word in given_names() for word in spoken):
        return True
    if len(spoken) == 1 and len(spoken[0]) > 1 and spoken[0].lower() not in _ALONE and is_borne(spoken[0]):
        return True
    return any(
        (len(a) == 1 and b in surnames()) or (len(b) == 1 and a in surnames()) for a, b in pairwise(spoken)
    )


def has_initials(name: str) -> bool:
    """Return whether letters stand alone, two or more of them, or two capitals make a word: initials, or a word
    spelt out."""
    tokens = [token for token in ALPHANUMERIC.findall(name) if not token.isdigit()]
    if sum(len(token) == 1 for token in tokens) > 1:
        return True
    return any(len(t) == 2 and t.isupper() and t.lower() not in EXTRA for t in tokens)


def has_date_or_place(name: str) -> bool:
    """Return whether numbers follow each other as in a date, a number stands beside a month, or says which room or
    house."""
    if _NUMBERS.search(name):
        return True
    spoken = [piece.casefold() for piece in LETTERS_OR_DIGITS.findall(name)]
    if not any(map(str.isdigit, spoken)):
        return False
    return not _MONTHS.isdisjoint(spoken) or any(
        a in _NUMBERED_PLACES and b.isdigit() for a, b in pairwise(spoken)
    )


def words_of_id(name: str) -> list[str] | None:
    """Return the words of a name in lower case, numbers left out; None when one of them is no common English word,
    or a word is a code of letters and digits."""
    words = []
    for token in ALPHANUMERIC.findall(_CAMEL.sub(" ", name)):
        letters = [piece.casefold() for piece in LETTERS_OR_DIGITS.findall(token) if not piece.isdigit()]
        if len(letters) >= _ALTERNATING or _CODE.search(token):
            return None
        for word in letters:
            if not _is_plain(word):
                return None
            words.append(word)
    return words


def _is_plain(word: str) -> bool:
    if len(word) == 1:
        return word.isascii()
    return word in common_words() or word in EXTRA or bool(_ROMAN.fullmatch(word))
