"""Tell whether a name looks like a person's: by given names and surnames, by what is known of it, by its words."""

import re
from typing import Final

from sanitizer.common.knowledge import remembered
from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.types import EntityClass

_INITIAL: Final = re.compile(r"(?:[^\W\d_]\.?){1,3}$")
_SUFFIX: Final = words("Jr Jr. Sr Sr. II III IV")
_LONGEST: Final = 6  # words


@remembered
def is_full_name(name: str) -> bool:
    """Return whether a name is made as those of persons are, and is known as nothing else: a given name or
    initials, then words with capitals ("J. K. Simmons", "Benicio del Toro"); or a person is known by it."""
    known = known_classes(name)
    if known:
        return known == {EntityClass.PERSON}
    spoken = name.split()
    while len(spoken) > 2 and spoken[-1].rstrip(",") in _SUFFIX:
        spoken.pop()
    if not 2 <= len(spoken) <= _LONGEST or any(c.isdigit() for c in name):
        return False
    if not all(w[0].isupper() or w in PARTICLES for w in spoken) or "the" in spoken:
        return False
    first = next((w for w in spoken[:-1] if not _INITIAL.match(w)), "")
    if not first:  # initials alone before the surname
        return "." in spoken[0] and spoken[-1].lower() not in shipped.common_words()
    return first in shipped.given_names() or first.partition("-")[0] in shipped.given_names()


@remembered
def is_part_of_names(word: str) -> bool:
    """Return whether a single word is a given name or a surname that several persons bear."""
    return word in shipped.given_names() or word in shipped.surnames()
