"""The generalizations of a term, best first, with the share of its information that each keeps.

Things come from the knowledge bases, dates from the calendar, ages and counts from their magnitude. What a rung keeps
is IC(g) / IC(x); for knowledge bases IC is any callable on concepts (intrinsic IC unless another is given), for the
calendar the logarithm of the days that a notation leaves open.
"""

import re
from collections.abc import Callable, Sequence
from math import log
from typing import Final, TypeAlias

from kb.amounts import read_number
from kb.base import Concept, KnowledgeBase, Sense
from kb.intrinsic_ic import intrinsic_ic
from kb.taxonomy import ancestors, readable
from kb.value_words import MONTHS, ordinal
from kb.values import Date
from sanitizer.recognize.labels import class_word, entity_class
from sanitizer.relational.table.dates import BOUNDS, loose_date, partial_date
from sanitizer.relational.terms.redundancy import fold
from sanitizer.relational.terms.rungs import Listing, Rung, falling
from sanitizer.relational.terms.scales import scale_nats, windows
from sanitizer.relational.terms.terms import TermKey

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
_COUNTRY: Final = re.compile(
    r"geo:(?:(?:city|region|place)\.in\.(?P<of>[A-Z]{2})(?![A-Z])|(?P<is>[A-Z]{2})(?:\.|\Z))|ent:/(?P<at>[A-Z]{2})(?:\.|/)"
)
_NAMED: Final = ("LOC", "ORG", "MISC")
_CENTURIES: Final = 365.25 * 400
"""Days of the span that dates of people's lives are drawn from."""
_YEARS: Final = (
    (2, 1), (3, 1), (5, 1), (7, 2), (10, 2), (15, 5), (20, 5), (30, 5), (40, 10), (50, 10), (75, 25), (100, 25),
    (150, 50), (200, 50),
)  # fmt: skip
"""Widths of windows of years, and the step between those of one width: unlike decades, windows overlap."""


class LadderBuilder:
    """Ladders of terms over a knowledge base; remembers what it looked up."""

    def __init__(self, knowledge: KnowledgeBase | None, ic: InformationContent | None = None) -> None:
        self._knowledge = knowledge
        self._ask = ic or self._intrinsic
        self._ic: dict[str, float] = {}
        self._words: dict[str, frozenset[str]] = {}

    def ladder(self, key: TermKey, term_type: str, surface: str) -> tuple[Rung, ...]:
        """The generalizations of a term by falling information; empty when there are none."""
        if term_type == "AGE" or key.entity_class in ("DATETIME", "QUANTITY"):
            if term_type == "DATE":
                date = partial_date(surface) or loose_date(surface)
                return calendar_ladder(date) if date is not None and not BOUNDS.match(surface) else ()
            reading = read_number(surface, term_type)
            return windows(reading) if reading is not None else ()
        return self._of_things(surface, key, term_type) if self._knowledge is not None else ()

    def listing(self, key: TermKey, term_type: str, surface: str) -> Listing | None:
        """With which terms this one may stand in a list; None for what nobody knows: it may be a person's name.

        Numbers and dates are listed with those of their scale, things that a knowledge base knows with those of their
        class.
        """
        if term_type == "AGE" or key.entity_class in ("DATETIME", "QUANTITY"):
            if term_type == "DATE":
                date = partial_date(surface) or loose_date(surface)
                if date is None or not date.year or BOUNDS.match(surface):
                    return None
                return Listing("date", log(_CENTURIES) - log(_days(date)))
            reading = read_number(surface, term_type)
            return None if reading is None or reading.open else Listing(reading.scale, scale_nats(reading))
        kb = self._knowledge
        if kb is None:
            return None
        phrase = _ARTICLE.sub("", " ".join(surface.split()), count=1)
        sense = self._sense(phrase, key.entity_class) or self._sense(key.text, key.entity_class)
        known = sense is not None and sense.concept.prefix != "head" and sense.entity_class != "PERSON"
        return Listing(key.entity_class) if known else None

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
        no_better = self._type_word(term_type)
        above = {c.id: (c, d) for c, d in [*ancestors(kb, sense.concept), *self._whereabouts(sense)]}
        for concept, distance in [(sense.concept, 0), *above.values()]:
            if concept.id in no_better:
                continue
            if distance == 0 and (shortened is False and sense.concept.prefix == "head"):
                continue
            if distance == 0 and fold(concept.label) == key.text:
                continue
            share = min(self._information(concept) / own, limit if distance or shortened else 1.0)
            if not readable(concept) or concept.label.casefold() in empty or share < _LEAST:
                continue
            rungs.append(Rung(concept.id, concept.label, min(share, 0.99) if distance else share))
        return falling(rungs)

    def _type_word(self, term_type: str) -> frozenset[str]:
        """The concepts that say no more than the bare type word: its own, and those above it."""
        known = self._words.get(term_type)
        if known is None:
            assert self._knowledge is not None
            wanted = entity_class(term_type).value
            senses = self._knowledge.senses(class_word(term_type))
            own = [s.concept for s in senses if s.entity_class in (wanted, "") and not s.instance][:1]
            known = frozenset(c.id for o in own for c in (o, *(a for a, _ in ancestors(self._knowledge, o))))
            self._words[term_type] = known
        return known

    def _whereabouts(self, sense: Sense) -> Sequence[tuple[Concept, int]]:
        """What a place of the gazetteer lies in: a city, a region and a county of one country can only meet there.

        The chain of a city leads over other cities to "city", that of a region to "district"; "place in Spain" and
        "place in Europe" stand on neither.
        """
        kb, concept = self._knowledge, sense.concept
        assert kb is not None
        if sense.entity_class != "LOC" or not sense.instance:
            return ()
        match = _COUNTRY.match(concept.id) or next(
            (m for a, _ in ancestors(kb, concept) if (m := _COUNTRY.match(a.id))), None
        )
        if match is None:
            return ()
        country = match["of"] or match["is"] or match["at"]
        inside = kb.hypernyms(Concept(f"geo:@{country}/", ""))[:1]
        if inside and inside[0].id not in self._ic:  # it holds the cities and the regions as well
            parts = [Concept(f"geo:{noun}.in.{country}", "") for noun in ("city", "region")]
            self._ic[inside[0].id] = min(
                map(self._information, [*inside, *(c for c in parts if kb.hyponyms(c))])
            )
        wider = [(c, d + 1) for i in inside for c, d in ancestors(kb, i) if c.prefix == "geo"]
        return wider if concept.id == f"geo:{country}" else [*((c, 1) for c in inside), *wider]

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
        return falling(
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
        if entity_class in (
            *_NAMED,
            "DEM",
        ):  # what is no name is a common noun, mistaken for one by its capital
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


def calendar_ladder(date: Date) -> tuple[Rung, ...]:
    """Day -> month -> year -> windows of years that overlap, decades and centuries among them."""
    if not date.year:
        if date.day and date.month:
            return (Rung(f"cal:--{date.month:02d}", MONTHS[date.month - 1], log(12) / log(365)),)
        return ()
    own = _date_ic(_days(date))
    if own <= 0:
        return ()
    rungs: list[Rung] = []
    if date.day:
        rungs.append(
            _rung(f"cal:{date.year}-{date.month:02d}", f"{MONTHS[date.month - 1]} {date.year}", 30.4, own)
        )
    if date.month:
        rungs.append(_rung(f"cal:{date.year}", str(date.year), 365.25, own))
    last = date.year + date.years - 1
    for width, step in _YEARS:
        if width <= date.years:
            continue
        for first in range((date.year - width) // step * step + step, date.year + 1, step):
            if first + width > last and first > 0:
                rungs.append(_rung(*_years(first, width), 365.25 * width, own))
    return falling(rungs)


def _years(first: int, width: int) -> tuple[str, str]:
    """Id and label of the years from `first`."""
    if width == 10 and first % 10 == 0:
        return f"cal:{first}s", f"the {first}s"
    if width == 100 and first % 100 == 0:
        return f"cal:{first // 100 + 1}C", f"the {ordinal(first // 100 + 1)} century"
    return f"cal:{first}/{first + width - 1}", f"{first} to {first + width - 1}"


def _rung(name: str, label: str, days: float, own: float) -> Rung:
    return Rung(name, label, _date_ic(days) / own)


def _days(date: Date) -> float:
    if date.day:
        return 1.0
    return 30.4 if date.month else 365.25 * date.years


def _date_ic(days: float) -> float:
    return 1 - log(days) / log(_CENTURIES)
