# ruff: noqa: E501 (a list reads best in few lines)
"""The words that a name in a field, a cell or a label has, and those that are nobody's name there."""

import re
from typing import Final

from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.known_names import type_of_kind
from sanitizer.recognize.spelling import is_borne
from sanitizer.text.fold import words
from sanitizer.text.titles import TITLES
from sanitizer.types import EntityClass

NAME_WORD: Final = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
KIN: Final = r"(?:wife|husband|partner|spouse|fianc[eé]e?|girlfriend|boyfriend|mother|father|mum|mom|dad|parents?|son|daughter|sons|daughters|child|children|kids?|twins|boys|girls|brothers?|sisters?|siblings?|uncle|aunt|auntie|cousins?|niece|nephew|grandmother|grandfather|grandson|granddaughter|nan|grandad|friends?|flatmate|housemate|neighbou?rs?|colleagues?|ex|stepfather|stepmother|carer|landlord|landlady|roommate|godmother|godfather|(?:mother|father|brother|sister|son|daughter)s?-in-law|step-?(?:brother|sister|son|daughter))"
"""Relatives and others who are somebody's."""
_WORDS: Final = re.compile(rf"[^\W\d_]\.(?!\w)|{NAME_WORD}")
NO_NAME: Final = words(
    "unknown none n/a na nil see same self not known redacted deceased confidential null true false yes no all everyone everybody "
    "team both folks guys there sir madam colleague colleagues customer visitor agent bot system admin support user staff "
    "me you him her them us it we they he she mate buddy bro dude sis hun babe friends friend mum dad mom daddy mummy nan "
    "gran grandad again lot lots very so much for doctor nurse officer teacher judge counsel clerk chair interviewer interviewee "
    "father mother parents wife husband son daughter brother sister child children kids baby boy girl man woman uncle aunt "
    "question answer note update edit plan re subject date time place from to cc"
)
_ROLES: Final = frozenset((EntityClass.PERSON, EntityClass.ORG))


def is_role(word: str) -> bool:
    """Return whether a word says what somebody is and is nobody's name: "Visitor", "Team"."""
    low = word.lower()
    if low in NO_NAME or (low in TITLES and not is_borne(word)):
        return True
    kind = type_of_kind(low)
    return bool(kind) and entity_class(kind) in _ROLES and not is_borne(word)


def spoken_words(text: str, start: int, end: int) -> list[str]:
    """Return the words of a part of a text that a name may have."""
    return _WORDS.findall(text, start, end)
