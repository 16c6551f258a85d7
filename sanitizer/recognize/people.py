"""Tell whether a name looks like a person's: by given names and surnames, by what is known of it, by its words."""

import re
from typing import Final

from sanitizer.known import remembered
from sanitizer.recognize.gazetteers import known_classes
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.types import EntityClass

_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*\.?")
_INITIAL: Final = re.compile(r"(?:[^\W\d_]\.?){1,3}$")
_SUFFIX: Final = words("Jr Jr. Sr Sr. II III IV")
_PARTICLES: Final = words(
    "de da do dos das di del della der den des du van von zu la le el al bin ibn y e ter ten af of the"
)
_LONGEST: Final = 6  # words
_LONG_HEAD: Final = 7
"""Letters of a common noun from which on no unlisted surname is spelled so: "Shortcuts"."""


@remembered
def is_full_name(name: str) -> bool:
    """Whether a name is made as those of persons are, and is known as nothing else: a given name or initials, then
    words with capitals ("J. K. Simmons", "Benicio del Toro"); or a person is known by it.
    """
    known = known_classes(name)
    if known:
        return known == {EntityClass.PERSON}
    spoken = name.split()
    while len(spoken) > 2 and spoken[-1].rstrip(",") in _SUFFIX:
        spoken.pop()
    if not 2 <= len(spoken) <= _LONGEST or any(c.isdigit() for c in name):
        return False
    if not all(w[0].isupper() or w in _PARTICLES for w in spoken) or "the" in spoken:
        return False
    first = next((w for w in spoken[:-1] if not _INITIAL.match(w)), "")
    if not first:  # initials alone before the surname
        return "." in spoken[0] and spoken[-1].lower() not in shipped.common_words()
    return first in shipped.given_names() or first.partition("-")[0] in shipped.given_names()


@remembered
def is_part_of_names(word: str) -> bool:
    """Whether a single word is a given name or a surname that several persons bear."""
    return word in shipped.given_names() or word in shipped.surnames()


@remembered
def cannot_be_person(name: str) -> bool:
    """Whether a name can be nobody's: it has digits in a word ("Aston Martin DB5", "5C") or marks of files, or it has
    no given name and ends in a common noun ("Independent Feature Project"), or it is spelled as products are ("iMac").
    """
    if EntityClass.PERSON in known_classes(name):
        return False
    if any(c.isdigit() or c in "|=/@" for c in name) or _MODEL.search(name):
        return True
    spoken = _WORD.findall(name)
    if not spoken:
        return True
    if is_spelled_as_product(spoken[0]):
        return True
    if len(spoken) < 2 or any(is_part_of_names(w) or _INITIAL.match(w) for w in spoken):
        return False
    common, last = shipped.common_words(), spoken[-1].lower()
    return last in common and (len(last) >= _LONG_HEAD or all(w.lower() in common for w in spoken))


_MODEL: Final = re.compile(r"\bI{2,3}[a-z]{1,2}\b")
"""As in "Macintosh IIsi"; "II" alone stands behind names of persons, too."""
_CAMEL: Final = re.compile(r"i[A-Z][a-z]*\w*$")


def is_spelled_as_product(word: str) -> bool:
    """Whether a word begins with a small "i" before a capital: "iMac", "iPods"."""
    return bool(_CAMEL.match(word))
