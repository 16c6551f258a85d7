# ruff: noqa: E501 (a form reads best on one line)
"""Who speaks in a chat: whose labels begin its lines, where the network takes one of the labels for a name.

Whoever is beside a name in such labels is a person too, in small letters ("mags", "big steve") and by a word that
English has ("sunday"). What says what somebody is ("agent", "visitor") is nobody's name.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize.finders.abbreviations import listed
from sanitizer.recognize.finders.name_words import NAME_WORD, is_role
from sanitizer.recognize.institution_words import is_generic, may_be_somebody
from sanitizer.text.fold import words
from sanitizer.text.reader import name_chance
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

_SPEAKER: Final = re.compile(
    r"(?m)^[ \t]{0,4}(?:\[[\d:., /APMapm-]{3,24}\][ ]?|(?:\d{1,2}/\d{1,2}/\d{2,4},?[ ])?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ ]?[AaPp][Mm])?[ ](?:-[ ])?)?"
    rf"(?P<name>{NAME_WORD}(?:[ ](?:{NAME_WORD}|[^\W\d_]\.?)){{0,2}})(?:[ ]?\([^()\n]{{1,30}}\))?[ ]?:[ ](?=\S)"
)
_INITIALS: Final = re.compile(r"(?m)^[ \t]{0,4}(?P<name>[A-Z]{2}):[ ](?=[\"'“‘]?[^\W\d_])")
_OFTEN: Final = 2
"""Lines that one speaker begins."""
_NAMED: Final = 0.5
"""The chance from which on a label is a name."""
_POSSIBLE: Final = 0.08
"""The same of initials before a colon."""
_TALKERS: Final = words(
    "agent bot system admin support operator rep user me you q a staff team assistant visitor"
)
"""Labels of those who speak that say nothing of a person."""


def speakers(doc: Doc) -> Iterator[Found]:
    """Yield the labels of a chat that name persons, and initials that begin a line before a colon."""
    text = text_of(doc)
    for match in _INITIALS.finditer(text):
        if match["name"] not in listed() and name_chance(doc, *match.span("name")) >= _POSSIBLE:
            yield Found(*match.span("name"), "PERSON", 0.7)
    lines = list(_SPEAKER.finditer(text))
    often = Counter(match["name"].lower() for match in lines)
    repeated = {name for name, count in often.items() if count >= _OFTEN}
    whole = len(lines) == sum(map(bool, map(str.strip, text.splitlines())))
    if len(repeated) < _OFTEN and not (whole and len(often) >= _OFTEN):
        return
    named = {m["name"].lower() for m in lines if name_chance(doc, *m.span("name")) >= _NAMED}
    if not named or not (whole or named & repeated):
        return
    for match in lines:
        name = match["name"]
        if (name.lower() in repeated or whole) and _is_somebody(text, match):
            yield Found(*match.span("name"), "PERSON", 0.7)


def _is_somebody(text: str, match: re.Match[str]) -> bool:
    """Return whether a label says who, and not what, somebody is."""
    said = match["name"].split()
    if any(is_role(word) or word.lower() in _TALKERS for word in said):
        return False
    return not is_generic(match["name"]) or may_be_somebody(text, *match.span("name"))
