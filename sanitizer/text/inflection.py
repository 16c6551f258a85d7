"""Number of English noun phrases, by the inflect library and a few lists of words it does not know."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from sanitizer.common.knowledge import remembered

WORDS: Final = {
    name: frozenset(words.split())
    for name, words in tomllib.loads((Path(__file__).parent / "english.toml").read_text("utf-8")).items()
}
"""Lists of English words by name; the file says what each is for."""

_MASS_HEADS: Final = WORDS["mass"]
_MASS_WITH_PLURAL: Final = WORDS["mass_with_plural"]
_PLURAL_ONLY: Final = WORDS["plural_only"]

_FIXED: Final = re.compile(
    r"(?:the|a|an|another|some|several|many|few|no|each|every|about|around|between|over|under|less|more|at|up|before|"
    r"after|early|mid|late|two|three|four|five|six|seven|eight|nine|ten)\b|[\d$€£¥<>\[*#]",
    re.IGNORECASE,
)

_OF_A_PERIOD: Final = re.compile(r"(?:\d{1,2}(?:st|nd|rd|th)-century|\d{3}0s) [A-Za-z]")
"""A kind of thing with its period ("17th-century Dutch painter"): as countable as without."""

_CHOICE: Final = re.compile(r"[a-z][\w\s-]*(?:, [a-z][\w\s-]*)* or [a-z][\w\s-]*")
_POSTMODIFIER: Final = re.compile(r"\s+(?:of|from|in|for|at|on|with|to|by|who|that|which)\b|,")


@cache
def word_forms() -> Any:
    """Return the engine of the inflect library, with words that it does not know."""
    import inflect

    engine = inflect.engine()
    for one, many in (("person", "people"), ("thief", "thieves")):
        engine.defnoun(one, many)
    return engine


def is_fixed(label: str) -> bool:
    """Return whether a label is a whole phrase that takes neither article nor plural ("the 1990s", "about 40",
    "[CITY]").
    """
    return bool(_FIXED.match(label)) and not _OF_A_PERIOD.match(label)


def head_of(label: str) -> tuple[str, str, str]:
    """Return a label as (words before its head, head, words after it): ("", "member", " of the armed forces")."""
    cut = _POSTMODIFIER.search(label, 1)
    phrase, after = (label[: cut.start()], label[cut.start() :]) if cut else (label, "")
    before, blank, head = phrase.rpartition(" ")
    return before + blank, head, after


def is_mass(label: str) -> bool:
    """Return whether a label is a mass noun: no article, no plural ("equipment", "chamber music")."""
    return head_of(label)[1].lower() in _MASS_HEADS


def is_plural_label(label: str) -> bool:
    """Return whether a label is plural in itself ("goods")."""
    return head_of(label)[1].lower() in _PLURAL_ONLY


@remembered
def plural(label: str) -> str:
    """Return the plural of a singular label; mass nouns and plurals stay.

    >>> plural("member of the armed forces"), plural("businessperson"), plural("disorder of eyes or ears")
    ('members of the armed forces', 'businesspeople', 'disorders of eyes or ears')
    """
    has_none = is_mass(label) and head_of(label)[1].lower() not in _MASS_WITH_PLURAL
    if has_none or is_plural_label(label) or is_fixed(label):
        return label
    if " of " not in label and (choice := _CHOICE.fullmatch(label)):  # each choice has its own plural
        return re.sub(r"[^,]+?(?=, | or |$)", lambda m: _plural_of_part(m[0]), choice[0])
    before, head, after = head_of(label)
    if re.search(r"person$", head, re.IGNORECASE):
        return f"{before}{head[:-6]}{'P' if head[-6] == 'P' else 'p'}eople{after}"
    if re.search(r"(?:[a-z]ese|ish|craft|^Swiss|^species|^series)$", head):
        return label
    if re.search(r"[^aeiou]man$|women$|woman$", head) and head[:1].islower():
        return f"{before}{head[:-3]}men{after}"
    return f"{before}{word_forms().plural_noun(head) or head}{after}"


def _plural_of_part(part: str) -> str:
    link = re.match(r"(?:, | or )?", part)
    start = link.end() if link else 0
    return part[:start] + plural(part[start:])


@remembered
def singular(word: str) -> str | None:
    """Return the singular of a plural word, None when the word does not look plural.

    >>> singular("melanomas"), singular("physics"), singular("women"), singular("diagnosis")
    ('melanoma', None, 'woman', None)
    """
    lower = word.lower()
    if (
        len(word.strip()) < 3
        or lower in _NOT_PLURAL
        or lower.endswith(("ss", "us", "itis", "osis", "asis", "ysis"))
    ):
        return None
    if lower.endswith("ics") and lower not in {
        "critics",
        "mechanics",
        "clinics",
        "topics",
        "fabrics",
        "comics",
    }:
        return None
    found = word_forms().singular_noun(word)
    return str(found) if found and found != word else None


_NOT_PLURAL: Final = WORDS["not_plural"]


def hyphened(words: str) -> str:
    """Return words as a part of a word with hyphens.

    >>> hyphened("health problem")
    'health-problem'
    """
    return words.replace(" ", "-")


def capitalized(words: str) -> str:
    """Return words with a capital at their beginning, else as they are.

    >>> capitalized("a man of the BBC")
    'A man of the BBC'
    """
    return words[:1].upper() + words[1:]


def possessive(phrase: str) -> str:
    """Return the possessive of a phrase: 's, or ' alone after a plural in s.

    >>> possessive("a city"), possessive("cities"), possessive("businesspeople")
    ("a city's", "cities'", "businesspeople's")
    """
    last = phrase.rsplit(" ", 1)[-1]
    return phrase + ("'" if last.endswith("s") and singular(last) else "'s")
