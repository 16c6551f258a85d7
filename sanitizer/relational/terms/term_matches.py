"""Tell whether words in a text show a term, as whoever reads them would: up to articles, number and case."""

from typing import Final

from sanitizer.text.inflection import plural, singular

_SMALL: Final = frozenset(["the", "a", "an", "to", "and", "or", "between", "from"])


def shows(surface: str, says: str) -> bool:
    """Return whether the surface says all words of the term, in the singular or in the plural."""
    words = set(_words(surface))
    wanted = [w for w in _words(says.removesuffix(" years old")) if w not in _SMALL]
    return all(w in words or _other(w) in words for w in wanted)


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.casefold()).split()


def _other(word: str) -> str:
    return singular(word) or plural(word) if word.isalpha() else word
