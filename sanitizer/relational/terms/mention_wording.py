"""What becomes of a mention: its words, and what the sentence asks of them; no other part of the texts of tables reads
them."""

import re
from dataclasses import dataclass, field
from typing import Final

from kb.values.words import NUMBER_WORDS

SHARED: Final = frozenset({"kept", "generalized"})
"""Kinds of spans that show a term of the class."""
OCCUPATION: Final = "occupation"
"""The word of an occupation of which nothing is told."""
UNITS: Final = {
    **{f"{u}s": u for u in ("second", "minute", "hour", "night", "day", "week", "fortnight", "month", "year", "decade",
                            "mile", "metre", "meter", "gram", "pound", "ounce", "dollar", "euro")},
    "centuries": "century", "feet": "foot", "inches": "inch",
}  # fmt: skip
"""Units in words, and the form that stands before a noun; symbols ("mg", "%") stand there as they are."""
NUMBER: Final = r"\d[\d.,]*|" + "|".join(sorted(NUMBER_WORDS, key=lambda w: (-len(w), w)))
_COUNT: Final = re.compile(rf"(?:{NUMBER})\b", re.IGNORECASE)
_LISTED: Final = re.compile(r"(?:(?P<low>[\w.,]+) to )?(?P<number>[\w.,–-]+) (?P<unit>[a-z]+)\Z")
BARE_NUMBER: Final = re.compile(r"\d[\d.,]*\Z")
_YEARS: Final = re.compile(r"([12]\d{3}) to ([12]\d{3})")
ARTICLE: Final = re.compile(r"(?:an?|the)\s+", re.IGNORECASE)
_OR: Final = " or "
_TO: Final = " to "


@dataclass(frozen=True, slots=True)
class Saying:
    """What becomes of a mention: its ``kind`` (kept, generalized, redundant, suppressed, direct) and the words, which
    are final (``fixed``) or still have to be made to fit the sentence. ``exact`` ones are not even capitalized."""

    kind: str
    words: str = field(repr=False)
    fixed: bool
    exact: bool = False

    @property
    def shared(self) -> bool:
        """Whether it shows a term of the class."""
        return self.kind in SHARED

    @property
    def alternatives(self) -> bool:
        """Whether it is a list of which one is meant."""
        return _OR in self.words

    @property
    def years(self) -> tuple[str, str] | None:
        """Both ends of a window of years."""
        found = _YEARS.fullmatch(self.words)
        return (found[1], found[2]) if found else None

    @property
    def of_age(self) -> bool:
        """Whether it is an age in words."""
        return self.words.endswith("years old")

    @property
    def the(self) -> bool:
        """Whether it begins with the definite article, as decades and centuries do."""
        return self.words.startswith("the ")

    @property
    def without_article(self) -> str:
        """The words behind their article."""
        return ARTICLE.sub("", self.words, count=1) if ARTICLE.match(self.words) else self.words

    @property
    def begins_with_number(self) -> bool:
        """Whether it says first how many."""
        return _COUNT.match(self.words) is not None

    @property
    def as_modifier(self) -> str:
        """A window or list as it stands before a noun: units in words are singular and hyphenated."""
        if self.alternatives:
            head, last = self.words.rsplit(_OR, 1)
            return _OR.join([", ".join(_hyphened(item) for item in head.split(", ")), _hyphened(last)])
        low, to, high = self.words.partition(_TO)
        if not to:
            return self.words
        hyphened = _hyphened(high)
        if BARE_NUMBER.match(low) and hyphened != high:  # the unit stands behind the second number alone
            return f"{low}- to {hyphened}"
        return f"{_hyphened(low)} to {hyphened}"


def of_column(surface: str, words: str) -> Saying:
    """What becomes of a mention that repeats a value of a column: lists, numbers and what stays are final."""
    made = Saying("redundant", words, False)
    fixed = words == surface or made.alternatives or not words[:1].isalpha()
    return Saying("redundant", words, fixed)


def _hyphened(words: str) -> str:
    found = _LISTED.match(words)
    if found is None or found["unit"] not in (*UNITS, *UNITS.values()):
        return words
    low = f"{found['low']}- to " if found["low"] else ""
    return f"{low}{found['number']}-{UNITS.get(found['unit'], found['unit'])}"
