# ruff: noqa: E501 (a form reads best on one line)
"""How much a word speaks for a name of a person, in bits: by its spelling where no list knows it.

Lists know the names that many bear; the names of most people are in none. A linear model over hashed character n-grams
tells them from English words; ``training/person_words`` trains the weights and lists the English
words that persons are called by.
"""

import io
import re
import zlib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kb.given_names import DEFAULT_PATH
from sanitizer.common.integrity import check
from sanitizer.common.knowledge import remembered
from sanitizer.errors import ResourceError
from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.vocabulary import is_english, is_listed
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import plain, words
from sanitizer.types import Bits, EntityClass

BUCKETS: Final = 1 << 16
SCALE: Final = 12.0
"""Steps of a stored weight in a bit."""

_LEAST: Final = 1
_MOST: Final = 5
_DATA: Final = "person_words.npz"


def buckets(word: str) -> list[int]:
    """Return the buckets of the n-grams of a word (its letters without case and diacritics, between marks of its
    edges)."""
    edged = f"^{word}$"
    return [
        zlib.crc32(edged[i : i + n].encode()) & (BUCKETS - 1)
        for n in range(_LEAST, _MOST + 1)
        for i in range(len(edged) - n + 1)
    ]


class _Model(NamedTuple):
    weights: npt.NDArray[np.float32]
    bias: float
    names: frozenset[str]
    words: frozenset[str]


@cache
def _model() -> _Model:
    check(f"sanitizer/text/data/{_DATA}")
    try:
        raw = (files("sanitizer.text") / "data" / _DATA).read_bytes()
        with np.load(io.BytesIO(raw)) as stored:
            weights = stored["weights"].astype(np.float32) / np.float32(SCALE)
            names, ordinary = (
                frozenset(stored[name].tobytes().decode().split()) for name in ("names", "words")
            )
            return _Model(weights, float(stored["bias"]), names, ordinary)
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError(
            f"the weights {_DATA} of sanitizer.text cannot be read: reinstall the package"
        ) from error


@remembered
def spelled_bits(word: str) -> Bits:
    """Return how much the spelling of a word tells for a name of a person: the logarithm of the odds against a word
    that English writes in small letters, where both were as likely before."""
    model = _model()
    return float(model.weights[buckets(plain(word))].sum() + model.bias)


@remembered
def is_borne(word: str) -> bool:
    """Return whether a word (in any case) is one that persons are known to be called by: "Okafor", "Grace", "Bell"."""
    key = plain(word)
    return key in _model().names or key in _listed()


def is_first_name(word: str) -> bool:
    """Return whether a word (in any case) is listed as a given name, whatever else English means by it."""
    return plain(word) in _first_names()


@cache
def _first_names() -> frozenset[str]:
    lines = DEFAULT_PATH.read_text(encoding="utf-8").splitlines()
    return frozenset(plain(n) for n in (*(line.partition("\t")[0] for line in lines), *shipped.given_names()))


@cache
def _listed() -> frozenset[str]:
    return _first_names() | {plain(name) for name in shipped.surnames()}


_FUNCTION: Final = words(
    "a an and are as at be been but by can could did do does for from had has have he her here him his how i if in is it its "
    "me my no nor not of off on or our out over she should so some than that the their them then there these they this "
    "those to too up us was we were what when where which who why will with would yes you your all any both each every "
    "one two again today tomorrow yesterday now just please thanks ok okay hi hello dear sorry also"
)
_ALSO_NAMES: Final = words("will may")
_CONTRACTED: Final = re.compile(r"['’](?:m|re|ve|ll|d|t)$", re.IGNORECASE)
_PARTS: Final = re.compile(r"['’-]")
_MOST_BITS: Final = 5.0
_ABBREVIATION: Final = 4
"""Letters up to which a word in capitals that nobody is known to be called by is an abbreviation."""
_ORDINARY: Final = -10.0
"""The bits of a word that English writes in small letters and that nobody is known to be called by."""


def _is_common(word: str) -> bool:
    low = word.lower()
    return low in shipped.common_words() or low in shipped.frequent_words()


def _by_spelling(word: str) -> Bits:
    return max(-_MOST_BITS, min(_MOST_BITS, spelled_bits(word)))


@remembered
def word_bits(word: str) -> Bits:
    """Return the odds, in bits, that a word stands for a person where nothing around it says so, but that it may be
    one: by the names that persons are known to bear, by English, by its spelling, and by its letters (a capital is
    evidence)."""
    if len(word) < 2 or _CONTRACTED.search(word):
        return -20.0
    parts = [part for part in _PARTS.split(word) if len(part) > 1]
    if len(parts) > 1:
        telling = [part for part in parts if not (_is_common(part) and not is_borne(part))]
        if is_listed(word) or len(telling) < len(parts):
            return _ORDINARY if word.islower() else -4.0
        return max(_by_spelling("".join(parts)), *map(word_bits, parts))
    small = word.islower()
    low = word.lower()
    borne = is_borne(word)
    if low in _FUNCTION:
        return -7.0 if borne and low in _ALSO_NAMES else -20.0
    if low in shipped.frequent_words():
        return (-6.0 if small else -1.0) if borne else -12.0
    if is_listed(low):
        if borne:
            return -4.0 if small else 1.0
        return (_ORDINARY if small else -6.0) if _is_common(low) else -5.0 if small else -3.0
    if borne:
        return 3.5 if small and is_english(low) else 5.0
    if word.isupper() and len(word) <= _ABBREVIATION:
        return -4.0
    if plain(low) in _model().words:
        return -8.0 if small else -2.0
    if is_english(low):
        return _ORDINARY if small else -4.0
    bits = _by_spelling(word)
    known = known_classes(word.title() if small else word)
    return bits - 2.0 if known and EntityClass.PERSON not in known else bits
