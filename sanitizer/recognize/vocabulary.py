"""Tell whether a word is plain English, a name that many bear, or neither, whatever its letters."""

from functools import cache
from typing import Final

from sanitizer.common.knowledge import remembered
from sanitizer.recognize.known_names import is_word, known_classes
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import plain, words
from sanitizer.text.patterns import LONG_LETTERS
from sanitizer.types import EntityClass

_ENDINGS: Final = (
    ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("d", ""), ("ing", ""), ("ing", "e"), ("er", ""),
    ("ers", ""), ("r", ""), ("ly", ""), ("ally", ""), ("ness", ""), ("est", ""), ("ish", ""), ("ic", ""), ("al", ""),
)  # fmt: skip
_PREFIXES: Final = words("un non re pre post sub over under anti inter multi mis de dis")
_ROOT: Final = 3
_NAME: Final = 4


@cache
def _given() -> frozenset[str]:
    from kb.given_names import DEFAULT_PATH

    lines = DEFAULT_PATH.read_text(encoding="utf-8").splitlines()
    listed = {plain(line.partition("\t")[0]) for line in lines}
    return frozenset(listed | {plain(name) for name in shipped.given_names()})


@cache
def _surnames() -> frozenset[str]:
    return frozenset(plain(name) for name in shipped.surnames())


@remembered
def is_listed(word: str) -> bool:
    """Return whether a word (in any case) stands in the vocabulary of English as it is."""
    low = word.lower()
    return low in shipped.common_words() or low in shipped.frequent_words() or is_word(low)


@remembered
def is_english(word: str) -> bool:
    """Return whether a word (in any case) is in the vocabulary of English, also with an ending or a usual prefix."""
    low = word.lower()
    if is_listed(low):
        return True
    for ending, put in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= _ROOT:
            root = low[: len(low) - len(ending)] + put
            if root in shipped.common_words() or is_word(root):
                return True
            if len(root) > _ROOT and root[-1] == root[-2] and root[:-1] in shipped.common_words():
                return True
    return any(
        low.startswith(prefix)
        and len(low) - len(prefix) > _ROOT
        and low[len(prefix) :] in shipped.common_words()
        for prefix in _PREFIXES
    )


@remembered
def is_given_name(word: str) -> bool:
    """Return whether a word is listed as a given name and is no plain English word."""
    return plain(word) in _given() and word.lower() not in shipped.common_words()


@remembered
def is_surname(word: str) -> bool:
    """Return whether a word of four letters or more is listed as a surname and is no plain English word."""
    return len(word) >= _NAME and plain(word) in _surnames() and not is_english(word)


def is_unknown(word: str) -> bool:
    """Return whether a word of four letters or more is no English: it may be a name."""
    return len(word) >= _NAME and word.isalpha() and not is_english(word)


def may_name(word: str) -> bool:
    """Return whether a word is a given name, a surname, or no English."""
    return is_given_name(word) or is_surname(word) or is_unknown(word)


@remembered
def is_unknown_name(surface: str) -> bool:
    """Return whether a name may be a person's: nothing else is known by it, and a word of it is no English."""
    bare = surface.removeprefix("the ").removeprefix("The ")
    known = known_classes(bare) or known_classes(bare.title())
    if known:
        return EntityClass.PERSON in known
    return any(
        is_given_name(w) or is_surname(w) or not (is_listed(w) or (w.islower() and is_english(w)))
        for w in LONG_LETTERS.findall(bare)
        if not _is_public(w)
    )


def _is_public(word: str) -> bool:
    known = known_classes(word)
    return bool(known) and EntityClass.PERSON not in known and not is_given_name(word)
