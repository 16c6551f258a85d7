"""Tell given names that are cut short ("Benj.") or drawn together ("Thos.", "Wm.") from other abbreviations."""

from collections import defaultdict
from functools import cache

from sanitizer.text import lexicon


def shortens_given_name(word: str) -> bool:
    """Return whether a word before a full stop is a given name made shorter by two letters or more: the letters of
    a listed one in their order, from its first to its last or to where it breaks off; no word of English."""
    low = word.lower()
    if not 2 <= len(low) <= 6 or not word.istitle() or low in lexicon.common_words():
        return False
    longer = [name for name in _given_names().get(low[0], ()) if len(name) > len(low) + 1]
    cut = len(low) > 2 and any(name.startswith(low) for name in longer)
    return cut or any(name[-1] == low[-1] and _in_order(low, name) for name in longer)


def draws_together(word: str) -> bool:
    """Return whether a word that begins like a name is surely a given name drawn together ("Thos", "Wm"): the last
    letter is that of the name, one vowel is left at most, and it is no name as it stands. A sentence may end behind
    others that :func:`shortens_given_name` takes ("in Bern.")."""
    low = word.lower()
    names = _given_names().get(low[:1], ())
    if sum(c in "aeiouy" for c in low) > 1 or low in names or not shortens_given_name(word):
        return False
    return not any(name.startswith(low) for name in names) and low not in lexicon.surnames()


def _in_order(letters: str, name: str) -> bool:
    rest = iter(name)
    return all(letter in rest for letter in letters)


@cache
def _given_names() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(lexicon.given_names()):
        found[name[0].lower()].append(name.lower())
    return found
