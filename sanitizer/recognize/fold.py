"""Foldings of text for comparison. Those that promise it keep the length, so that offsets stay exact."""

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"\w+")
_APOSTROPHES = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "`": "'", "‑": "-", "‐": "-", "–": "-", "\u00a0": " "}
)


def lower_same_length(text: str) -> str:
    """``text`` in lower case, typographic apostrophes, dashes and spaces made plain; as long as ``text``.

    The few characters whose lower case is longer (İ) are kept as they are.
    """
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := c.lower()) == 1 else c for c in text)
    return lowered.translate(_APOSTROPHES)


@lru_cache(maxsize=65536)
def plain(word: str) -> str:
    """``word`` without case and diacritics ("Doğan" -> "dogan"); may change the length."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return bare.replace("ı", "i").replace("ł", "l").replace("ø", "o").replace("đ", "d")


def at_boundaries(text: str, start: int, end: int) -> bool:
    """Whether neither edge of ``start..end`` cuts a word of ``text`` in two (an underscore cuts no word)."""
    if start and text[start].isalnum() and text[start - 1].isalnum():
        return False
    return not (end < len(text) and text[end - 1].isalnum() and text[end].isalnum())


def words(text: str) -> frozenset[str]:
    """The set of the words of ``text``: for tables of words in the code."""
    return frozenset(text.split())
