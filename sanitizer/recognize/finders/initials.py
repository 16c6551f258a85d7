"""Initials that stand where somebody is named: "notes of WJ", "seen by P.K. today", "JDL, 45, has asthma"."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.finders.abbreviations import entries_of
from sanitizer.recognize.finders.beside_persons import ACTING, CALLED, DOING, OWNING, TOLD_OF
from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.spelling import word_bits
from sanitizer.types import Bits, EntityClass
from sanitizer.values.found_values import Found

_NEAR: Final = 40
_INITIALS: Final = re.compile(
    r"(?<![\w.&/@'’#-])"
    r"(?:(?P<dotted>(?:[A-Z]\.[ -]?){1,3}(?P<clan>Ma?c)?[A-Z](?:\.(?!\w))?)|[A-Z]{2,3})(?![\w&/-]|\.\w)"
)
_ARTICLE: Final = re.compile(
    r"\b(?:the|an?|this|that|these|those|any|each|every|no|some|another|my|your|our|their|its)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_ANYBODY: Final = ("?count", "?the")
"""Marks of abbreviations that are somebody's initials where they have no article."""
_SMALL_WORD: Final[Bits] = -20.0
_LEADING: Final = re.compile(r"\b(?:from|to)\s$", re.IGNORECASE)
_TO_DO: Final = re.compile(r"\sto\s[a-z]")
_VALUE: Final = re.compile(r"\s\d")
_SHOUTED: Final = re.compile(r"[A-Z]{4}")


def initials(text: str) -> Iterator[Found]:
    """Letters in capitals where a person is named; with points everywhere but behind an article, unless they are known
    to stand for something else."""
    for match in _INITIALS.finditer(text):
        letters = "".join(filter(str.isalpha, match.group()))
        before = text[max(0, match.start() - _NEAR) : match.start()]
        behind = text[match.end() : match.end() + _NEAR]
        if (
            _ARTICLE.search(before)
            or (not match["clan"] and _is_something_else(letters, match.group()))
            or _is_shouted(before, behind)
        ):
            continue
        dotted = bool(match["dotted"]) and not entries_of(letters)
        if dotted or _is_beside_person(before, behind):
            yield Found(*match.span(), "PERSON", 0.7)


def _is_beside_person(before: str, behind: str) -> bool:
    if TOLD_OF.search(before) or (CALLED.search(before) and not _LEADING.search(before)):
        return True
    if _TO_DO.match(behind) and before.endswith("for "):
        return True
    if OWNING.match(behind):
        return not _VALUE.match(behind)
    return any(p.match(behind) for p in (ACTING, DOING))


def _is_something_else(letters: str, surface: str) -> bool:
    """Return whether letters are a word, a known place, body or thing, or an abbreviation that is nobody's initials."""
    if any(entry.mark not in _ANYBODY for entry in entries_of(letters)):
        return True
    known = known_classes(letters) | known_classes(surface)
    return word_bits(letters) <= _SMALL_WORD or bool(known - {EntityClass.PERSON})


def _is_shouted(before: str, behind: str) -> bool:
    """Return whether the words beside are in capitals too."""
    line = before.rpartition("\n")[2], behind.partition("\n")[0]
    return any(_SHOUTED.search(side) is not None for side in line)
