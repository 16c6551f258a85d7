"""What the place of a name says of its class: a noun is set beside it, somebody works there, it is greeted.

"The insurer, Zurich, ..." is a body, whatever else bears the name; "Charlene, a nurse" is a person, and so is "Tunde,
34,", but not "an Epipen", nor the "Whitby" of "Ann Marsh of Whitby"; what follows an address behind a comma is a place.
"""

import re
from collections.abc import Sequence
from typing import Final

from sanitizer.read.cues import defined_as, head_of
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.known_names import is_word, type_of_kind
from sanitizer.text import lexicon
from sanitizer.text.fold import words
from sanitizer.text.patterns import WORD
from sanitizer.types import Bits, EntityClass, Mention, Span

_C: Final = EntityClass
_NEAR: Final = 60
"""Characters before a name in which the noun set beside it stands, with its determiner."""
_PHRASE: Final = 4
"""Words of such a phrase at most."""
_DETERMINERS: Final = words("the a an my his her our their its your whose")
_WHERE: Final = words("in at from to near outside inside on")
"""Prepositions of a place in which something is said to happen: nothing is set beside it."""
_WORK: Final = words("work works worked working")
_GREETINGS: Final = words("dear dearest hi hiya hello")
_AS: Final = re.compile(r"\s\w+(?:s|ed) as an? ")
_AGED: Final = re.compile(r",\s(?:1[01]|[1-9])?\d,\s")
_COUNTED: Final = re.compile(r"\b[Aa]n?\s(?P<between>(?:[a-z-]+\s){0,2})$")
_SET_BESIDE: Final[Bits] = 12.0
_UNCOUNTED: Final[Bits] = -6.0
"""Against a person, right behind an indefinite article; half of it where small words stand between."""
_WORKS: Final[Bits] = 8.0
_BEHIND_ADDRESS: Final[Bits] = 8.0
_WHENCE: Final[Bits] = -8.0
_NAMED: Final = frozenset((_C.PERSON, _C.ORG, _C.LOC))


def slot_of(text: str, mentions: Sequence[Mention], at: int) -> tuple[EntityClass, Bits] | None:
    """Return the class that the place of a mention among others speaks for, or (bits below 0) against."""
    mention = mentions[at]
    if at and text[mentions[at - 1].span.end : mention.span.start] == ", ":
        if mentions[at - 1].type in ("ADDRESS", "FACILITY"):
            return _C.LOC, _BEHIND_ADDRESS
    elif at and text[mentions[at - 1].span.end : mention.span.start] == " of ":
        before = mentions[at - 1]
        if before.entity_class is _C.PERSON and " " in before.span.of(text):
            return _C.PERSON, _WHENCE  # "Ann Marsh *of Whitby*"
    return slot_class(text, mention.span)


def slot_class(text: str, span: Span) -> tuple[EntityClass, Bits] | None:
    """Return the class that the place of a name speaks for, and with how many bits; None where it speaks for none."""
    line = text[max(0, span.start - _NEAR) : span.start].rpartition("\n")[2]
    if line.strip(" >*").lower() in _GREETINGS:
        return _C.PERSON, _SET_BESIDE
    spoken = WORD.findall(line)
    if spoken and line.endswith(" ") and spoken[-1].islower():
        if line[-2:-1].isalpha() and (found := _in_sentence(spoken)):
            return found, _WORKS
        if line.endswith(", ") and text[span.end : span.end + 1] in (",", ";", ")", "."):
            found = _beside(spoken)
            return (found, _SET_BESIDE) if found else None
    if (work := _AS.match(text, span.end)) and _class_of(head_of(text, work.end())) is _C.PERSON:
        return _C.PERSON, _SET_BESIDE
    if _AGED.match(text, span.end):
        return _C.PERSON, _WORKS
    noun = defined_as(text, span.end)
    found = _class_of(noun) if noun else None
    if found:
        return found, _SET_BESIDE
    counted = _COUNTED.search(line) if " " not in span.of(text) else None
    return (_C.PERSON, _UNCOUNTED / (2 if counted["between"] else 1)) if counted else None


def _in_sentence(spoken: list[str]) -> EntityClass | None:
    """Return what the words right before a name say: "worked for", "a geologist with", "his cousin"."""
    last, before = spoken[-1], spoken[-2].lower() if len(spoken) > 1 else ""
    if last in ("for", "with", "at"):
        works = before in _WORK or (
            last != "at" and before in lexicon.job_heads() and not before.endswith("s")
        )
        return _C.ORG if works else None
    return _C.PERSON if before in _DETERMINERS and _class_of(last) is _C.PERSON else None


def _beside(spoken: list[str]) -> EntityClass | None:
    phrase = [word.lower() for word in spoken[-_PHRASE:-1]]
    found = _class_of(spoken[-1]) if not _DETERMINERS.isdisjoint(phrase) else None
    return found if found is _C.PERSON or _WHERE.isdisjoint(phrase) else None


def _class_of(noun: str) -> EntityClass | None:
    kind = type_of_kind(noun)
    found = entity_class(kind) if kind else None
    if found in _NAMED:
        return found
    work = noun in lexicon.job_heads() and (found is _C.MISC or not is_word(noun))
    return _C.PERSON if work else None  # of a driver or a cleaner that is a thing nobody says the name
