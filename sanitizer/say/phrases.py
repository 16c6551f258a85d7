"""What is said of a mention: a phrase with its head, number and kind, built from the label of a concept or value."""

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from kb.base import Concept
from kb.quantities import ends, is_sum
from kb.values.words import MONTHS
from sanitizer.text.inflection import (
    WORDS,
    head_of,
    indefinite,
    is_fixed,
    is_mass,
    is_plural_label,
    plural,
    singular,
)
from sanitizer.text.surroundings import is_person_word, is_proper_label

Kind = Literal["noun", "name", "adjective", "period", "time", "age", "value", "unsaid", "mark"]
_PLACES: Final = (" in ", " of ", " from ")
"""Prepositions before the place that a noun is told with."""

EMPTY_PERSONS: Final = WORDS["empty_persons"] | {"fictional character"}
"""Labels of which any word for a person says more."""
EMPTY: Final = EMPTY_PERSONS | {
    "thing", "work", "location", "place", "organization", "group", "nationality or group", "attribute", "event",
    "product", "nationality", "ethnic group", "religion", "occupation", "name", "code", "identifier",
}  # fmt: skip
"""Labels that tell no more than the class of a mention."""
UNSAID: Final = frozenset({"age", "amount", "number", "percentage", "period", "quantity", "rank", "date", "time", "day",
                           "large integer", "integer", "cardinal", "digit", "figure"})  # fmt: skip
"""Class words of values: nothing of the value is told."""
REMOVED: Final = "[...]"
"""What stands where something was removed: a reader must see that something is missing."""
WITHHELD: Final = "withheld"
"""The value of a field of which nothing is told."""
SOMETHING: Final = "[...]"
"""What stands, at last, for a thing of which nothing is known and that cannot go; it takes no article."""
HELD: Final = frozenset({"city", "town", "village", "place", "municipality", "settlement", "capital", "community",
                         "suburb", "location", "district", "neighborhood", "borough"})  # fmt: skip
"""Kinds of places that lie in another."""
HOLDERS: Final = frozenset({"state", "country", "province", "region", "county", "division", "place", "location",
                            "part"})  # fmt: skip
"""Kinds of places in which others lie."""
_MEN: Final = frozenset({"man", "boy", "guy", "male", "gentleman"})
_WOMEN: Final = frozenset({"woman", "girl", "female", "lady"})

_THE: Final = "the "
_HEDGES: Final = ("about ", "around ")
_NUMBERS_OF: Final = frozenset({"many", "several"})
_AGE: Final = re.compile(r"(\d+)(?: to (\d+))? years old")
_NUMBERED: Final = re.compile(r"\[name(?: \d+)?\]")
_YEARS: Final = re.compile(
    r"(?:the )?(?:(?P<part>early|mid|late)[- ])?"
    r"(?:(?P<year>\d{4})(?P<tens>s)?|(?P<century>\d\d?)(?:st|nd|rd|th)[ -]century)"
)
_OTHER_TIMES: Final = (*(month.lower() for month in MONTHS), "spring", "summer", "autumn", "winter")
_PARTS: Final = {None: (0.0, 1.0), "early": (0.0, 0.4), "mid": (0.3, 0.7), "late": (0.7, 1.0)}


@dataclass(frozen=True, slots=True)
class Phrase:
    """What stands for a mention, without an article.

    Attributes:
        words: the label: a singular noun phrase, a name, or a whole phrase ("the 1990s", "about 40").
        kind: what it is; ``unsaid`` are class words of values, of which nothing is told; ``mark`` is written as it is.
        before, head, after: the parts of a noun phrase.
        countable: whether it takes an article and a plural.
        empty: whether it tells no more than the class of the mention.
        person: whether it is a word for a person.
        sex: ``man``, ``woman`` or "" where it tells none.
        interval: first and last year of a period.
        ages: first and last year of a band of ages.
        ends: how the lower and the upper end of an amount are said ("ten horses", "20 horses"), or "".
        money: whether it is an amount of money.
        tag: what a mark in brackets calls the thing ("name" of "[name 2]"), or "".
        container: the adjective of the place that a noun is told with ("American" of "American city"), or "".
    """

    words: str = field(repr=False)
    kind: Kind
    before: str = field(default="", repr=False)
    head: str = field(default="", repr=False)
    after: str = field(default="", repr=False)
    countable: bool = False
    empty: bool = False
    person: bool = False
    sex: str = ""
    interval: tuple[int, int] | None = None
    ages: tuple[int, int] | None = None
    tag: str = ""
    container: str = ""
    ends: tuple[str, str] = ("", "")
    money: bool = False

    @property
    def many(self) -> str:
        """The plural."""
        return SOMETHING if self.something else plural(self.words)

    @property
    def one(self) -> str:
        """With an indefinite article, where it takes one."""
        return indefinite(self.words) if self.kind == "noun" else self.words

    @property
    def capital(self) -> str:
        """With a capital."""
        return self.words[:1].upper() + self.words[1:]

    @property
    def short(self) -> str:
        """Without the place that it is told with: enough where no other has the same head."""
        bare = self.words[len(self.container) + 1 :] if self.container else self.words
        place = self.after.startswith(_PLACES) and self.after.split(" ", 2)[2][:1].isupper()
        return bare[: len(bare) - len(self.after)] if place else bare

    @property
    def something(self) -> bool:
        """Whether it is what stands for a thing of which nothing is known."""
        return self.words == SOMETHING

    @property
    def names(self) -> bool:
        """Whether all that it tells is that there is a name."""
        return self.tag == "name"

    @property
    def bracketed(self) -> bool:
        """Whether it stands in brackets."""
        return self.words.startswith("[")

    @property
    def the(self) -> bool:
        """Whether it begins with an article of its own ("the 1990s")."""
        return self.words.startswith(_THE)

    @property
    def bare(self) -> str:
        """Without the article that it begins with."""
        return self.words.removeprefix(_THE)

    @property
    def few(self) -> str:
        """As it stands behind "another" and "every": "few weeks", where it is "several weeks" or "a few weeks"."""
        return f"few{self.words.removeprefix('several')}" if self.words.startswith("several ") else self.plain

    @property
    def plain(self) -> str:
        """As it stands behind a determiner or an adjective: "his first few weeks"."""
        return self.words.removeprefix("a ") if self.words.startswith("a few ") else self.words

    @property
    def before_noun(self) -> str:
        """A period or an amount as it stands before a noun: "19th-century", "roughly 40"."""
        if self.kind == "value":
            return f"roughly {self.words.removeprefix(hedge)}" if (hedge := self._hedge) else self.words
        return self.bare.replace(" century", "-century")

    @property
    def joined(self) -> str:
        """As a part of a word with hyphens."""
        return self.words.removeprefix(self._hedge).replace(" ", "-")

    @property
    def between(self) -> str:
        """A range of numbers behind "between", "" of what is none: "5 and 10 films"."""
        low, to, high = self.words.partition(" to ")
        return f"{low} and {high}" if to and self.figures else ""

    @property
    def figures(self) -> bool:
        """Whether it begins with a number in figures."""
        return self.words[:1].isdigit()

    @property
    def joined_unit(self) -> bool:
        """Whether it is many of a unit in the singular, which so stands before a noun alone ("a 14 day course")."""
        return self.kind == "value" and self.each[0] in _NUMBERS_OF and singular(self.each[-1]) is None

    @property
    def ordinal(self) -> bool:
        """Whether it is a band of ordinals ("1st to 10th")."""
        return self.figures and self.words.endswith(("st", "nd", "rd", "th"))

    @property
    def month(self) -> bool:
        """Whether it is a month of no year."""
        return self.kind == "period" and self.words in MONTHS

    @property
    def below_one(self) -> str:
        """The unit of which less than one is told ("0 to 1 hours"), or ""."""
        low, _, unit = self.words.partition("0 to 1 ")
        return unit if not low else ""

    @property
    def each(self) -> tuple[str, ...]:
        """Its words."""
        return tuple(self.words.split(" "))

    @property
    def common(self) -> bool:
        """Whether it is one word with small letters."""
        return self.words.islower() and " " not in self.words

    @property
    def anywhere(self) -> bool:
        """Whether it is a kind of place that every reader expects."""
        return self.words in ("municipality", "community", "settlement")

    @property
    def place(self) -> bool:
        """Whether it is a kind of place that others lie in, or that lies in one."""
        return self.kind == "noun" and self.head in HELD | HOLDERS

    @property
    def holder(self) -> str:
        """What a place of which no more is known lies in ("England" of "place in England"), or ""."""
        link = {"place": " in ", "part": " of "}.get(self.head, "")
        return (
            self.after.removeprefix(link) if link and not self.before and self.after.startswith(link) else ""
        )

    @property
    def _hedge(self) -> str:
        return next((hedge for hedge in _HEDGES if self.words.startswith(hedge)), "")


def mark(tag: str, number: int = 0) -> Phrase:
    """A label in brackets: "[name]", "[name 2]"."""
    return Phrase(f"[{tag} {number}]" if number else f"[{tag}]", "mark", tag=tag)


OCCUPATION: Final = "occupation"
WORKER: Final = "worker"
"""Said in sentences of who has an occupation of which nothing is told."""
NAME: Final = mark("name")
"""What stands for a name of which nothing is sure."""


def phrase_of(label: str, concept: Concept | None = None) -> Phrase:
    """The phrase of a label as knowledge bases give it, and of the concept that it is the label of."""
    found = ends(concept) if concept is not None else None
    if found is not None:
        return Phrase(label, "value", ends=found, money=concept is not None and is_sum(concept))
    label = "place" if label == "location" else label
    if label == "thing":
        return Phrase(SOMETHING, "noun", head=SOMETHING, empty=True)
    if label in ("name", OCCUPATION):  # all that is sure of it
        return mark(label)
    if label[:1] in "[*#":
        return Phrase(label, "mark", tag="name" if _NUMBERED.fullmatch(label) else "")
    if label in UNSAID:
        return Phrase(label, "unsaid", head=label, empty=True)
    if label.endswith(" years old"):
        years = _AGE.fullmatch(label)
        ages = (int(years[1]), int(years[2] or years[1])) if years else None
        return Phrase(label, "age", ages=ages)
    if label in ("the morning", "the afternoon", "the evening", "the night"):
        return Phrase(label, "time")
    interval = _interval(label)
    if interval is not None or label.removeprefix(_THE).split(" ", 1)[0].lower() in _OTHER_TIMES:
        return Phrase(label, "period", interval=interval)
    if is_fixed(label):
        return Phrase(label, "value")
    before, head, after = head_of(label)
    if is_proper_label(label):
        return Phrase(label, "name", before, head, after)
    if head[:1].isupper() and " " not in label.removeprefix("North ").removeprefix("South "):
        return Phrase(label, "adjective", before, head, after, countable=True)
    first = before.split(" ", 1)[0]
    return Phrase(
        label, "noun", before, head, after,
        countable=not (is_mass(label) or (" " in label and is_mass(head))) and not is_plural_label(label),
        empty=label in EMPTY,
        person=is_person_word(head) or label in EMPTY_PERSONS,
        sex="man" if head in _MEN else "woman" if head in _WOMEN else "",
        container=before.strip() if first[:1].isupper() and before.istitle() else "",
    )  # fmt: skip


def _interval(label: str) -> tuple[int, int] | None:
    found = _YEARS.fullmatch(label)
    if found is None:
        return None
    if found["century"]:
        first, years = 100 * int(found["century"]) - 100, 100
    else:
        first, years = int(found["year"]), 10 if found["tens"] else 1
    low, high = _PARTS[found["part"]]
    return first + int(low * years), first + int(high * years) - (high * years >= 1)


def covers(outer: Phrase, inner: Phrase) -> bool:
    """Whether one period holds another."""
    if outer.interval is None or inner.interval is None:
        return False
    return outer.interval[0] <= inner.interval[0] and inner.interval[1] <= outer.interval[1]
