"""The generalizations of a term, best first, with the share of its information that each keeps.

Things come from the knowledge bases, dates from the calendar, ages and counts from their magnitude. What a rung keeps
is IC(g) / IC(x); for knowledge bases IC is any callable on concepts (intrinsic IC unless another is given), for the
calendar the logarithm of the days that a notation leaves open.
"""

import re
from collections.abc import Callable
from math import log
from typing import Final, TypeAlias

from kb.base import Concept, KnowledgeBase, Sense
from kb.taxonomy import ancestors, intrinsic_ic, readable
from sanitizer.recognize.labels import class_word
from sanitizer.relational.dates import PartialDate, number_in, partial_date
from sanitizer.relational.generalize import Rung
from sanitizer.relational.redundancy import fold
from sanitizer.relational.terms import TermKey

InformationContent: TypeAlias = Callable[[Concept], float]

_LEAST: Final = 0.03
"""A rung that keeps less is no better than the type word."""
_EMPTY: Final = frozenset(
    [
        "thing",
        "entity",
        "object",
        "group",
        "person",
        "individual",
        "someone",
        "organization",
        "organisation",
        "location",
        "place",
        "region",
        "unit",
        "attribute",
        "whole",
        "matter",
        "abstraction",
        "relation",
        "part",
        "event",
        "act",
        "state",
        "instrumentality",
        "artifact",
        "artefact",
        "physical",
        "entity",
        "social",
        "group",
        "measure",
    ]
)
_UNLISTED: Final = 0.8
"""What the class of a thing keeps at most when the thing is in no list, only the head of its name is known: taxonomies
do not count such things, so the class would seem to be a leaf."""
_ARTICLE: Final = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)
_TAIL: Final = re.compile(r"\s+(?:of|for|in|at|on|de|du|da|von|and|to)\s.*\Z")
_NATIONAL: Final = re.compile(r"geo:(?:adj|dem)\.")
_LOOSE: Final = re.compile(r"cal:(\d{4})(?:/(\d{4}))?\Z")
_NAMED: Final = ("LOC", "ORG", "MISC")
_CENTURIES: Final = 365.25 * 400
"""Days of the span that dates of people's lives are drawn from."""
_MONTHS: Final = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_MAGNITUDES: Final = ((10, "several"), (100, "tens"), (1000, "hundreds"), (10**6, "thousands"))
_MAGNITUDE_KEEPS: Final = 0.2  # one decimal digit's place of about five that counts in texts have


class LadderBuilder:
    """Ladders of terms over a knowledge base; remembers what it looked up."""

    def __init__(self, knowledge: KnowledgeBase | None, ic: InformationContent | None = None) -> None:
        self._knowledge = knowledge
        self._ask = ic or self._intrinsic
        self._ic: dict[str, float] = {}

    def ladder(self, key: TermKey, term_type: str, surface: str) -> tuple[Rung, ...]:
        """The generalizations of a term by falling information; empty when there are none."""
        if term_type == "AGE":
            return number_ladder(surface, term_type)
        if key.entity_class in ("DATETIME", "QUANTITY"):
            date = partial_date(surface)
            if date is not None:
                return calendar_ladder(date)
            return self._measure(surface) or number_ladder(surface, term_type)
        return self._of_things(surface, key, term_type) if self._knowledge is not None else ()

    def _measure(self, surface: str) -> tuple[Rung, ...]:
        """Loose dates ("late 1862", "1640-48"), times of day and amounts, as the knowledge bases read them."""
        senses = self._knowledge.senses(surface) if self._knowledge is not None else ()
        if not senses or self._knowledge is None:
            return ()
        concept = senses[0].concept
        if match := _LOOSE.match(concept.id):
            first, last = int(match[1]), int(match[2] or match[1])
            return calendar_ladder(PartialDate(first, span=max(last - first + 1, 1)))
        above = [c for c, _ in ancestors(self._knowledge, concept)][:-1]  # the last one only says its kind
        return tuple(Rung(c.id, c.label, 0.5 / 2**i) for i, c in enumerate(above[:2]))

    def _of_things(self, surface: str, key: TermKey, term_type: str) -> tuple[Rung, ...]:
        kb = self._knowledge
        assert kb is not None
        phrase, shortened = _ARTICLE.sub("", " ".join(surface.split()), count=1), False
        sense = self._sense(phrase, key.entity_class) or self._sense(key.text, key.entity_class)
        if sense is None:
            phrase = _TAIL.sub("", phrase)
            while (
                sense is None and " " in phrase
            ):  # the leftmost modifier: "Spanish architect" -> "architect"
                phrase, shortened = phrase.split(" ", 1)[1], True
                senses = kb.senses(phrase)
                if senses and senses[0].entity_class == key.entity_class and not senses[0].instance:
                    sense = senses[0]
        if sense is None:
            return ()
        if _NATIONAL.match(sense.concept.id):
            return self._national(sense.concept)
        own = self._information(sense.concept)
        if own <= 0:
            return ()
        rungs: list[Rung] = []
        empty = _EMPTY | {class_word(term_type), term_type.casefold()}
        limit = _UNLISTED if shortened or sense.concept.prefix == "head" else 1.0
        for concept, distance in [(sense.concept, 0), *ancestors(kb, sense.concept)]:
            if distance == 0 and (shortened is False and sense.concept.prefix == "head"):
                continue
            if distance == 0 and fold(concept.label) == key.text:
                continue
            share = min(self._information(concept) / own, limit if distance or shortened else 1.0)
            if not readable(concept) or concept.label.casefold() in empty or share < _LEAST:
                continue
            rungs.append(Rung(concept.id, concept.label, min(share, 0.99) if distance else share))
        return tuple(rungs)

    def _national(self, concept: Concept) -> tuple[Rung, ...]:
        """ "Spanish" -> "European": the wider adjective keeps what the wider class of countries keeps."""
        kb = self._knowledge
        assert kb is not None
        country = Concept(f"geo:{concept.id.removeprefix('geo:')[4:]}", "")
        own = self._information(country)
        classes = (
            {c.label.split(" ")[0]: self._information(c) / own for c, _ in ancestors(kb, country)}
            if own
            else {}
        )
        return tuple(
            Rung(c.id, c.label, min(classes.get(c.label, 0.5), 0.9))
            for c, _ in ancestors(kb, concept)
            if _NATIONAL.match(c.id) and c.id != concept.id
        )

    def _sense(self, phrase: str, entity_class: str) -> Sense | None:
        assert self._knowledge is not None
        senses = self._knowledge.senses(phrase)
        if entity_class == "DEM":
            national = next((s for s in senses if _NATIONAL.match(s.concept.id)), None)
            if national is not None and phrase[:1].isupper():
                return national
        fitting = [s for s in senses if s.entity_class == entity_class]
        if entity_class == "LOC":  # a gazetteer knows where a place is; a dictionary knows that it is one
            fitting.sort(key=lambda s: s.concept.prefix != "geo")
        if fitting:
            return fitting[0]
        if entity_class in _NAMED:  # recognizers mix these up more often than names are shared between them
            named = next((s for s in senses if s.instance and s.entity_class in _NAMED), None)
            if named is not None:
                return named
        if entity_class in ("DEM", "MISC"):
            return next((s for s in senses if s.entity_class in ("", "PERSON", "DEM", "MISC")), None)
        return None

    def _information(self, concept: Concept) -> float:
        known = self._ic.get(concept.id)
        if known is None:
            known = self._ic[concept.id] = self._ask(concept)
        return known

    def _intrinsic(self, concept: Concept) -> float:
        assert self._knowledge is not None
        return intrinsic_ic(self._knowledge, concept)


def calendar_ladder(date: PartialDate) -> tuple[Rung, ...]:
    """Day -> month -> year -> decade -> century; a day without a year -> its month."""
    if not date.year:
        if date.day and date.month:
            return (Rung(f"cal:--{date.month:02d}", _MONTHS[date.month - 1], log(12) / log(365)),)
        return ()
    own = _date_ic(_days(date))
    rungs: list[Rung] = []
    if date.day:
        rungs.append(
            _rung(f"cal:{date.year}-{date.month:02d}", f"{_MONTHS[date.month - 1]} {date.year}", 30.4, own)
        )
    if date.month:
        rungs.append(_rung(f"cal:{date.year}", str(date.year), 365.25, own))
    last = date.year + date.span - 1
    if date.span < 10 and date.year // 10 == last // 10:
        decade = date.year // 10 * 10
        rungs.append(_rung(f"cal:{decade}s", f"the {decade}s", 3652.5, own))
    if date.span < 100 and (date.year - 1) // 100 == (last - 1) // 100:
        century = (date.year - 1) // 100 + 1
        rungs.append(_rung(f"cal:c{century}", f"the {ordinal(century)} century", 36525, own))
    return tuple(rungs)


def _rung(name: str, label: str, days: float, own: float) -> Rung:
    return Rung(name, label, _date_ic(days) / own)


def _days(date: PartialDate) -> float:
    if date.day:
        return 1.0
    return 30.4 if date.month else 365.25 * date.span


def _date_ic(days: float) -> float:
    return 1 - log(days) / log(_CENTURIES)


def ordinal(number: int) -> str:
    """1 -> "1st"."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def number_ladder(surface: str, term_type: str) -> tuple[Rung, ...]:
    """An age -> its ten years; a bare count -> its magnitude; nothing for amounts with a unit."""
    found = number_in(surface)
    if found is None:
        return ()
    value, start, end = found
    if term_type == "AGE" and 0 <= value < 120:
        low = int(value) // 10 * 10
        return (Rung(f"age:{low}", f"{low} to {low + 9} years old", 0.5),)
    if term_type == "CARDINAL" and start == 0 and end == len(surface) and value >= 2:
        for limit, word in _MAGNITUDES:
            if value < limit:
                return (Rung(f"count:{word}", word, _MAGNITUDE_KEEPS),)
        return (Rung("count:millions", "millions", _MAGNITUDE_KEEPS),)
    return ()
