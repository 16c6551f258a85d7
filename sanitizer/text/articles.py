"""Choose "a" or "an", or no article, for an English noun phrase."""

import re
from typing import Final

from sanitizer.common.knowledge import remembered
from sanitizer.text.inflection import is_fixed, is_mass, is_plural_label, word_forms

_VOWEL_LETTER: Final = re.compile(r"[AEFHILMNORSX]$|[AEFHILMNORSX](?![a-z])")


@remembered
def article(phrase: str) -> str:
    """Return ``a`` or ``an``, by the sound of the phrase.

    >>> article("hour"), article("university"), article("MP"), article("European city")
    ('an', 'a', 'an', 'a')
    """
    first = phrase.split(" ", 1)[0]
    if first[:1].isdigit():
        return "an" if re.match(r"8|1[18](?!\d)|1[18]\d{3}(?!\d)", first) else "a"
    if first.isupper() and len(first) <= 3 and first.isalpha():
        return "an" if _VOWEL_LETTER.match(first) else "a"
    return str(word_forms().a(phrase)).split(" ", 1)[0]


def indefinite(label: str) -> str:
    """Return a singular label with its article, none for mass nouns, plurals and whole phrases.

    >>> indefinite("engineer"), indefinite("equipment"), indefinite("the 1990s")
    ('an engineer', 'equipment', 'the 1990s')
    """
    if is_fixed(label) or is_mass(label) or is_plural_label(label):
        return label
    return f"{article(label)} {label}"
