"""Bring a phrase into one spelling for lookups: case, diacritics, hyphens, possessives and number of English noun
phrases."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Final

_SEPARATORS: Final = re.compile(r"[\s_\-‐‑‒–—]+")
_QUOTES: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'"})
_LINKS: Final = frozenset({"of", "in", "at", "for", "to", "on", "with", "by", "from", "de", "and"})
_ARTICLES: Final = ("the ", "a ", "an ")

# WordNet's rules of detachment for nouns (morphy(7WN)), longest ending first.
_ENDINGS: Final = (
    ("ches", "ch"),
    ("shes", "sh"),
    ("sses", "ss"),
    ("ies", "y"),
    ("ies", "ie"),
    ("men", "man"),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ves", "f"),
    ("ves", "fe"),
    ("s", ""),
)


def normalize(phrase: str) -> str:
    """Return the key of a phrase: case folded, no diacritics, hyphens and underscores as spaces, plain apostrophes.

    >>> normalize("  Mother-in-law’s_Café ")
    "mother in law's cafe"
    """
    if not phrase.isascii():
        phrase = unicodedata.normalize("NFKD", phrase.translate(_QUOTES))
        phrase = "".join(c for c in phrase if not unicodedata.combining(c))
    return _SEPARATORS.sub(" ", phrase.casefold()).strip()


def singulars(key: str, exceptions: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the normalized phrases that ``key`` may be the plural of, irregular ones (``exceptions``) first.

    The head of a phrase is its last word, or the word before a preposition ("heads of state").

    >>> singulars("heads of state", {})
    ['head of state']
    >>> singulars("white mice", {"mice": ("mouse",)})
    ['white mouse']"""
    found = list(exceptions.get(key, ()))
    if " " not in key:
        return [*found, *(w for w in _singular_words(key, exceptions) if w not in found)]
    words = key.split(" ")
    heads = [len(words) - 1]
    heads += [i - 1 for i in range(1, len(words) - 1) if words[i] in _LINKS][:1]
    for head in heads:
        for word in _singular_words(words[head], exceptions):
            changed = " ".join([*words[:head], word, *words[head + 1 :]])
            if changed not in found:
                found.append(changed)
    return found


def _singular_words(word: str, exceptions: Mapping[str, tuple[str, ...]]) -> list[str]:
    found = list(exceptions.get(word, ()))
    if len(word) > 2 and word[-1] in "sn" and not word.endswith("ss"):
        for ending, replacement in _ENDINGS:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                candidate = word[: -len(ending)] + replacement
                if candidate not in found:
                    found.append(candidate)
    return found


def variants(key: str, exceptions: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield other keys under which a phrase may be listed, surest first: singular, without possessive, article or
    dots, in one word."""
    yield from singulars(key, exceptions)
    if key.endswith(("'s", "s'")):
        bare = key[:-2] if key.endswith("'s") else key[:-1]
        yield from (bare, *singulars(bare, exceptions))
    for article in _ARTICLES:
        if key.startswith(article):
            yield from (key[len(article) :], *singulars(key[len(article) :], exceptions))
    if "." in key:
        yield from (key.replace(".", ""), _SEPARATORS.sub(" ", key.replace(".", ". ")).strip())
    if " " in key:
        yield key.replace(" ", "")


def first_known(
    key: str, known: Callable[[str], bool], exceptions: Mapping[str, tuple[str, ...]]
) -> list[str]:
    """Return the keys to look up for a phrase: itself when known, else its first known variant, else none."""
    if known(key):
        return [key]
    return next(([v] for v in variants(key, exceptions) if known(v)), [])
