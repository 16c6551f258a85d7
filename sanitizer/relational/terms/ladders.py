"""What may stand for a term of a table: the ladder of its value, without rungs that say no more than its type.

Things have the ladder of the knowledge bases, dates that of the calendar with windows of years, ages and counts that of
their scale (:mod:`kb.ladders`). What a rung keeps is IC(g) / IC(x); for knowledge bases IC is any callable on concepts
(intrinsic IC unless another is given).
"""

import math
import re
from typing import Final

from kb.base import Concept, KnowledgeBase, Sense
from kb.intrinsic_ic import intrinsic_ic
from kb.ladders import Rung, falling
from kb.ladders.concepts import Concepts, InformationContent
from kb.ladders.periods import Windows, date_nats
from kb.ladders.places import Nations, Places, is_national
from kb.ladders.scales import Scales, scale_nats
from kb.readability import Readability
from kb.taxonomy import ancestors, readable
from kb.values.amounts import Reading, read_number
from kb.values.date_order import Order
from kb.values.types import Date
from sanitizer.read.senses import NO_SENSE, OCCUPATION, Beside, choose_sense
from sanitizer.recognize.entity_types import class_word, entity_class
from sanitizer.relational.table.date_cells import period
from sanitizer.relational.terms.listings import Listing
from sanitizer.relational.terms.mention_wording import ARTICLE
from sanitizer.relational.terms.terms import TermKey
from sanitizer.text.fold import words
from sanitizer.text.inflection import singular

_LEAST: Final = 0.03
"""A rung that keeps less is no better than the type word."""
_EMPTY: Final = words(
    "thing entity object group person individual someone organization organisation location place region unit "
    "attribute whole matter abstraction relation part event act state instrumentality artifact artefact "
    "physical social measure"
)
_SAID: Final = -3.0
"""Bits by which the words of a concept are used (:mod:`kb.readability`, by intrinsic IC) below which nobody calls a
thing so ("contestant")."""
_UNLISTED: Final = 0.8
"""What the class of a thing keeps at most when the thing is in no list, only the head of its name is known: taxonomies
do not count such things, so the class would seem to be a leaf."""
_NEAR: Final = 50
"""Years within which dates may stand in one list: of "1648 or 1906" the life of who did it tells which."""
_TAIL: Final = re.compile(r"\s+(?:of|for|in|at|on|de|du|da|von|and|to)\s.*\Z")
_COUNTRY: Final = re.compile(r"geo:[A-Z]{2}")
_NAMED: Final = ("LOC", "ORG", "MISC")


class LadderBuilder:
    """Ladders of terms over a knowledge base; remembers what it looked up. Dates in numbers are read in the `order`."""

    def __init__(
        self, knowledge: KnowledgeBase | None, ic: InformationContent | None = None, order: Order = "dmy"
    ) -> None:
        self._knowledge = knowledge
        self._order = order
        information = ic or self._intrinsic
        self._words: dict[str, frozenset[str]] = {}
        if knowledge is not None:
            self._concepts = Concepts(knowledge, information)
            self._places = Places(knowledge, information)
            self._nations = Nations(knowledge, information)
            self._readability = Readability(knowledge)

    def ladder(self, key: TermKey, term_type: str, surface: str) -> tuple[Rung, ...]:
        """Return what a term means, in which other words and what lies below it meet it, and its generalizations,
        by falling information; empty when nothing is known of it."""
        if _is_value(key, term_type):
            value = self._value(term_type, surface)
            if value is None:
                return ()
            rungs = Windows().rungs(value) if isinstance(value, Date) else Scales().rungs(value)
            return falling(rungs)
        return self._of_things(surface, key, term_type) if self._knowledge is not None else ()

    def listing(self, key: TermKey, term_type: str, surface: str) -> Listing | None:
        """With which terms this one may stand in a list; None for what nobody knows: it may be a person's name.

        Numbers are listed with those of their scale, dates with those of the same years, things that a knowledge base
        knows with those of their type and kind, one with one and several with several: what a sentence can say of each.
        """
        if _is_value(key, term_type):
            value = self._value(term_type, surface)
            if isinstance(value, Date):
                near = f"date {value.year // _NEAR}" if value.year else ""
                return Listing(near, date_nats(value)) if near else None
            return None if value is None or value.open else Listing(value.scale, scale_nats(value))
        if self._knowledge is None:
            return None
        phrase = ARTICLE.sub("", " ".join(surface.split()), count=1)
        sense = self._sense(phrase, key.entity_class, term_type) or self._sense(
            key.text, key.entity_class, term_type
        )
        known = sense is not None and sense.concept.prefix != "head" and sense.entity_class != "PERSON"
        if sense is None or not known:
            return None
        many = surface == surface.lower() and singular(surface.rsplit(" ", 1)[-1]) is not None
        return Listing(
            f"{key.entity_class} {term_type} {self._kind(sense, key.entity_class)}{' of many' * many}"
        )

    def _kind(self, sense: Sense, entity_class: str) -> str:
        """Return what stands in one list beyond equal types: countries, nations, and of organizations and other
        things those of which the same is the next more general ("university")."""
        if _COUNTRY.fullmatch(sense.concept.id):
            return "country"
        if is_national(sense.concept):
            return "nation"
        if entity_class not in ("ORG", "MISC"):
            return ""
        above = self._concepts.rungs(sense.concept)[1:]
        return above[0].id if above else sense.concept.id

    def _value(self, term_type: str, surface: str) -> Date | Reading | None:
        return period(surface, self._order) if term_type == "DATE" else read_number(surface, term_type)

    def _of_things(self, surface: str, key: TermKey, term_type: str) -> tuple[Rung, ...]:
        kb = self._knowledge
        assert kb is not None
        phrase, shortened = ARTICLE.sub("", " ".join(surface.split()), count=1), False
        sense = self._sense(phrase, key.entity_class, term_type) or self._sense(
            key.text, key.entity_class, term_type
        )
        if sense is None:
            phrase = _TAIL.sub("", phrase)
            while sense is None and " " in phrase:  # leftmost modifier
                phrase, shortened = phrase.split(" ", 1)[1], True
                senses = kb.senses(phrase)
                if senses and senses[0].entity_class == key.entity_class and not senses[0].instance:
                    sense = senses[0]
        if sense is None:
            return ()
        if is_national(sense.concept):
            return falling(self._nations.rungs(sense.concept))
        if self._concepts.information(sense.concept) <= 0:
            return ()
        is_place = sense.entity_class == "LOC" and sense.instance
        own, *above = (self._places if is_place else self._concepts).rungs(sense.concept)
        known = sense.concept.prefix != "head"
        limit = 1.0 if known and not shortened else _UNLISTED
        rungs = [Rung(r.id, r.label, min(r.keeps, limit)) for r in above]
        if shortened or known:
            label = phrase if own.id.startswith("job:") else own.label  # a list calls several jobs by one
            rungs.insert(0, Rung(own.id, label, _UNLISTED if shortened else own.keeps))
        return falling(r for r in rungs if self._says_more(r, term_type))

    def _says_more(self, rung: Rung, term_type: str) -> bool:
        """Return whether a reader understands a rung, and learns more from it than from the type word."""
        concept = Concept(rung.id, rung.label)
        if rung.keeps < _LEAST or not readable(concept):
            return False
        if (
            concept.prefix == "wn"
            and self._readability.bits(concept, rung.label, self._bits(concept)) < _SAID
        ):
            return False
        label = rung.label.casefold()
        if label in _EMPTY or label in (class_word(term_type), term_type.casefold()):
            return False
        return rung.id not in self._type_word(term_type)

    def _bits(self, concept: Concept) -> float:
        assert self._knowledge is not None
        return intrinsic_ic(self._knowledge, concept) / math.log(2)

    def _type_word(self, term_type: str) -> frozenset[str]:
        """Return the concepts that say no more than the bare type word: its own, and those above it; of places,
        what nearly all of them are."""
        known = self._words.get(term_type)
        if known is None:
            from kb.places import ADMINISTRATIVE

            assert self._knowledge is not None
            wanted = entity_class(term_type).value
            senses = self._knowledge.senses(class_word(term_type))
            own = [s.concept for s in senses if s.entity_class in (wanted, "") and not s.instance][:1]
            own += [ADMINISTRATIVE] if wanted == "LOC" else []
            known = frozenset(c.id for o in own for c in (o, *(a for a, _ in ancestors(self._knowledge, o))))
            self._words[term_type] = known
        return known

    def _sense(self, phrase: str, entity_class: str, term_type: str) -> Sense | None:
        assert self._knowledge is not None
        senses = self._knowledge.senses(phrase)
        if senses and term_type in OCCUPATION:  # no stroke is an oarsman, no cleaner a shop
            beside = Beside(self._kinds, OCCUPATION[term_type])
            chosen = choose_sense(senses, entity_class, _unweighed, phrase, beside).chosen
            return None if chosen is NO_SENSE else chosen
        if entity_class == "DEM":
            national = next((s for s in senses if is_national(s.concept)), None)
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

    def _intrinsic(self, concept: Concept) -> float:
        assert self._knowledge is not None
        return intrinsic_ic(self._knowledge, concept)

    def _kinds(self, sense: Sense) -> list[Concept]:
        assert self._knowledge is not None
        return list(self._knowledge.hypernyms(sense.concept))


def _unweighed(_: Concept) -> float:
    """Leave it open: no text decides between the meanings of a term of the whole table."""
    return math.nan


def _is_value(key: TermKey, term_type: str) -> bool:
    return term_type == "AGE" or key.entity_class in ("DATETIME", "QUANTITY")
