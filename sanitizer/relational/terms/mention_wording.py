"""What becomes of a mention: words, with what sentences ask of them, as whoever chooses the words knows it; nothing
reads them again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kb.calendar import PREFIX
from kb.ladders import Rung
from kb.values.types import Range
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
_AMOUNT: Final = re.compile(r"(?:(?P<low>[\w.,]+) to )?(?P<number>[\w.,–-]+) (?P<unit>[a-z]+)\Z")
BARE_NUMBER: Final = re.compile(r"\d[\d.,]*\Z")
ARTICLE: Final = re.compile(r"(?:an?|the)\s+", re.IGNORECASE)
_OR: Final = " or "
_OF_AGE: Final = "years old"


@dataclass(frozen=True, slots=True)
class Wording:
    """Words for a mention.

    Attributes:
        words: by themselves.
        bare: behind an article of the text.
        modifier: before a noun, where units in words are singular and hyphenated.
        the: whether they begin with the definite article, as decades and centuries do.
        years: both ends, where they are a window of years.
        alternatives: whether they are a list of which one is meant; ``counts``, whether that begins with a number.
        of_age: whether they are an age, which stands before no noun.
    """

    words: str = field(repr=False)
    bare: str = field(repr=False)
    modifier: str = field(repr=False)
    the: bool = False
    years: tuple[str, str] | None = None
    alternatives: bool = False
    counts: bool = False
    of_age: bool = False


def as_written(words: str) -> Wording:
    """Return the wording of words that stand in the text or the table, or name a type."""
    bare = ARTICLE.sub("", words, count=1) if ARTICLE.match(words) else words
    counts = _COUNT.match(words) is not None
    return Wording(words, bare, words, the=words.startswith("the "), alternatives=_OR in words, counts=counts)


def of_list(items: Sequence[str]) -> Wording:
    """Return the wording of things of which one is meant, with "or" before the last."""
    made = as_written(_joined(items))
    modifier = _joined([_hyphened(item) for item in items])
    return replace(made, modifier=modifier, of_age=items[-1].endswith(_OF_AGE))


def of_years(low: str, high: str) -> Wording:
    """Return the wording of a window of years."""
    return replace(as_written(f"{low} to {high}"), years=(low, high))


def of_range(said: Range, before: str = "", after: str | None = None) -> Wording:
    """Return the wording of a range of numbers, within a phrase: what stands ``before`` it and, where that is not
    the unit alone, ``after`` it."""
    words = said.words if after is None else f"{said.low} to {said.high}{after}"
    made = as_written(before + words)
    return replace(made, modifier=_before_noun(said, before) or made.words, of_age=said.unit == _OF_AGE)


def of_rung(rung: Rung) -> Wording:
    """Return the wording of a generalization."""
    if rung.range is not None:
        return of_range(rung.range)
    kind, _, id_ = rung.id.partition(":")
    first, between, last = id_.partition("/")
    if kind == PREFIX and between:  # a window of years that is no period
        return of_years(first.lstrip("0"), last.lstrip("0"))
    return as_written(rung.label)


def _joined(words: Sequence[str]) -> str:
    """Return words with "or" before the last."""
    return _OR.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _before_noun(said: Range, before: str) -> str:
    """Return a range as it stands before a noun, "" where that is no other than by itself."""
    unit = UNITS.get(said.unit, said.unit)
    if unit not in UNITS.values() or " " in said.high:
        return ""
    low = before + said.low
    if said.low_unit:
        low = f"{low}-{UNITS.get(said.low_unit, said.low_unit)}"
    elif BARE_NUMBER.match(low):  # the unit stands behind the second number alone
        low = f"{low}-"
    return f"{low} to {said.high}-{unit}"


def _hyphened(item: str) -> str:
    """Return a thing of a list as it stands before a noun."""
    found = _AMOUNT.match(item)
    if found is None or found["unit"] not in (*UNITS, *UNITS.values()):
        return item
    low = f"{found['low']}- to " if found["low"] else ""
    return f"{low}{found['number']}-{UNITS.get(found['unit'], found['unit'])}"


@dataclass(frozen=True, slots=True)
class Saying:
    """What becomes of a mention: its ``kind`` (kept, generalized, redundant, suppressed, direct) and the wording, which
    is final (``fixed``) or still has to be made to fit the sentence. ``exact`` ones are not even capitalized;
    ``untold`` is the word of its type, where nothing else is told."""

    kind: str
    wording: Wording
    fixed: bool
    exact: bool = False
    untold: str = ""

    @property
    def words(self) -> str:
        """The words by themselves."""
        return self.wording.words

    @property
    def shared(self) -> bool:
        """Whether it shows a term of the class."""
        return self.kind in SHARED


def untold(word: str, kind: str = "suppressed") -> Saying:
    """Return what becomes of a mention of which nothing but the word of its type is told."""
    return Saying(kind, as_written(word), False, untold=word)
