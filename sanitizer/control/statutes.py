"""Find the laws that a text names by what they are about: "the Road Traffic Act 1988".

A law is public, and says of whom a text is about no more than its subject does. One that is named after a country, a
place or a person ("the Turkish Criminal Code", "Megan's Law") tells more, and is none of these.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sanitizer.control.covered_text import Cover
from sanitizer.recognize.spelling import is_first_name
from sanitizer.text.fold import words
from sanitizer.text.lexicon import common_words
from sanitizer.text.patterns import LETTERS
from sanitizer.types import EntityClass, Mention, Span

_LAWS: Final = words(
    "act acts law laws code codes convention treaty statute ordinance regulation regulations directive rules"
)
_LINKS: Final = words("of for to and in on the with against by")
_CODES: Final = frozenset(("code", "codes"))
"""Nouns for laws and for what opens doors: the number behind or before one may be its secret ("Door Code 1987")."""
_YEAR: Final = r"(?:1[5-9]|20)\d\d"
_NAME: Final = r"[A-Z][\w’'-]*"
_LINK: Final = f"(?:{'|'.join(sorted(_LINKS))})"
_LAW: Final = f"(?:{'|'.join(word.title() for word in sorted(_LAWS, reverse=True))})"
_STATUTE: Final = re.compile(
    rf"\b(?:{_YEAR} )?(?P<name>(?:{_NAME} (?:{_LINK} ){{0,2}}){{0,8}}{_LAW}\b"
    rf"(?: (?:of|on|for|against|to) (?:the )?{_NAME}(?:(?: {_LINK}){{0,2}} {_NAME}){{0,8}})?)(?:,? (?:of )?{_YEAR}\b)?"
    rf"(?! {_NAME})"
)
_CITED: Final = re.compile(r"\b\d{1,2} (?:U\.?S\.?C\.?|C\.?F\.?R\.?)(?: §{1,2})? ?\d[\w.-]*\w")


def statutes(text: str, found: Iterable[Mention]) -> Iterator[Span]:
    """Yield the laws that a text names by what they are about, with their years, and places in the codes of the United
    States ("29 U.S.C. § 2601"); none that what was ``found`` takes for a person."""
    persons = Cover(m.span for m in found if m.entity_class is EntityClass.PERSON)
    for match in (*_STATUTE.finditer(text), *_CITED.finditer(text)):
        named = match.re is _CITED or is_statute(match["name"])
        coded = match.re is _STATUTE and match["name"].rpartition(" ")[2].lower() in _CODES
        span = Span(*match.span("name" if coded else 0))
        if named and not persons.touches(span):
            yield span


def is_statute(name: str) -> bool:
    """Return whether a name is that of a law by what it is about: a noun for laws opens or ends it, and its other
    words are common ones that nobody is called by."""
    said = [word.lower() for word in LETTERS.findall(name) if word.lower() not in _LINKS]
    subject = [word for word in said if word not in _LAWS]
    if not subject or not {said[0], said[-1]} & _LAWS:
        return False
    return all(word in common_words() for word in subject) and not (
        len(said) == 2 and is_first_name(subject[0])
    )
