"""Names that end in a common noun ("Watergate scandal") or begin with a number ("25th Amendment")."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.entity_types import TYPES
from sanitizer.recognize.institution_words import INSTITUTIONS, LINKS, TEXT_PARTS
from sanitizer.text import lexicon as shipped
from sanitizer.text.patterns import LETTERS
from sanitizer.values.found_values import Found

_UPPER: Final = r"[^\W\d_a-zß-öø-ÿ]"
_CAPITAL: Final = rf"{_UPPER}[\w'’.-]{{0,40}}\w"
_TAILS: Final = {
    "EVENT": r"scandals?|controvers(?:y|ies)|affair|match(?:es)?|tournaments?|championships?|wars?|crisis|massacre"
    r"|bombings?|murders?|attacks?|elections?|riots?|protests?|referendum|uprising|rebellion|disaster|hurricane"
    r"|earthquake|festival|campaign|expedition|marathon|derby|playoffs?|regatta",
    "AWARD": r"awards?|prizes?|medals?|cup|trophy|scholarship|fellowship",
    "LAW": r"agreements?|accords?|treat(?:y|ies)|act|bill|amendment",
    "PRODUCT": r"virus|vaccine|missiles?|aircraft|engines?|rifles?|tanks?|telescope|satellites?|rockets?",
    "MISC": r"movement|operation|programme|project|scheme|fund|syndrome|series",
}
# "the HBO television series" is HBO's, and no name of a series
_OF_WORKS: Final = r"(?:television|web|film|book|drama|comedy|anthology|limited)\s"
_TAIL: Final = re.compile(
    rf"(?<![\w@#/.-])({_CAPITAL}(?:[ ](?:(?:of|the|and|de)[ ]){{0,2}}{_CAPITAL}){{0,4}})[ ]"
    rf"(?:(?!{_OF_WORKS})[a-z-]{{3,25}}[ ])?"
    rf"(?:{'|'.join(f'(?P<{kind}>{words})' for kind, words in _TAILS.items())})\b"
)
_NUMBERED: Final = re.compile(
    rf"(?<![\w.,/-])\d{{1,3}}(?:st|nd|rd|th)[ ](?:(?:congressional|electoral|infantry|armoured|mounted|parachute)[ ])?"
    rf"(?:{_CAPITAL}|district|division|regiment|battalion|army|brigade|squadron)"
    rf"(?:[ ](?:{_CAPITAL}|district|division|regiment|battalion|brigade|squadron)){{0,4}}"
)


def _telling(names: str, common: frozenset[str]) -> bool:
    """Return whether a capitalized run holds a word that is no common word, or two that are none of institutions or
    parts of texts: "Watergate", "Davis Cup", not "After", "The Court" or "Civil Code"."""
    words = [word.lower() for word in LETTERS.findall(names) if word[0].isupper()]
    plain = [w for w in words if w not in INSTITUTIONS and w not in TEXT_PARTS and w not in LINKS]
    return any(len(word) > 2 and word not in common for word in plain) or len(plain) > 1


def scan(text: str) -> Iterator[Found]:
    """Yield all events and awards; they may overlap."""
    common = shipped.common_words()
    for match in _TAIL.finditer(text):
        if _telling(match.group(1), common):
            kind = match.lastgroup or "MISC"
            yield Found(match.start(), match.end(), kind if kind in TYPES else "MISC", 0.6)
    for match in _NUMBERED.finditer(text):
        words = [word.lower() for word in LETTERS.findall(match.group())[1:]]
        if not all(
            word in ("chamber", "section", "instance", "century", "centuries", "edition") for word in words
        ):
            yield Found(match.start(), match.end(), "MISC", 0.6)
