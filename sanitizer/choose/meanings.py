"""Look a phrase up: its meanings in the knowledge bases, the one that fits the document, and its generalizations."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Final

from corpora_stats import Query
from kb import Concept, KnowledgeBase, Sense
from kb.common_terms import PREFIX as COMMON
from kb.ladders.concepts import Concepts
from kb.ladders.places import country_of
from kb.medicines import PREFIX as MEDICINE
from kb.taxonomy import is_a, is_group
from sanitizer.choose.certain_meanings import (
    ILLNESSES,
    all_share,
    called_so,
    is_namesake,
    rivals,
)
from sanitizer.read.described_places import NOTHING_SAID, Said, told_senses
from sanitizer.read.homonyms import Places, may_lie_elsewhere
from sanitizer.read.senses import Beside, SenseChoice, as_usual, choose_sense
from sanitizer.risk.roll_up import Generalization, RollUp
from sanitizer.text.inflection import head_of, singular
from sanitizer.text.lexicon import common_words, is_spelled_so
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Bits, EntityClass

ContextScore = Callable[[Concept], float]
"""How well a kind of thing fits a document, in bits."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """H(q): ways to generalize a phrase, from specific to general, and the sense on which they rest (None where the
    phrase is in no knowledge base)."""

    options: tuple[Generalization, ...]
    sense: SenseChoice | None


@dataclass(frozen=True, slots=True)
class Meanings:
    """The senses of a phrase, or of what is left of it (``shortened``) when its first words are dropped."""

    phrase: str = field(repr=False)
    shortened: bool
    senses: tuple[Sense, ...]


_DISEASE: Final = Concept("wn:disease.n.01", "disease")
_MISLEADING: Final = {
    ("wn:web_site.n.01", "wn:computer.n.01"): None, ("wn:inflammation.n.01", "wn:symptom.n.01"): _DISEASE,
    ("wn:polygenic_disorder.n.01", "wn:genetic_disease.n.01"): _DISEASE,
    ("wn:heart_attack.n.01", "wn:heart_failure.n.01"): None,
    ("wn:roentgenogram.n.01", "wn:radiogram.n.02"): Concept("wn:diagnostic_test.n.01", "diagnostic test"),
    ("job:isco.4412", "job:isco.44"): None,
    ("doid:535", "doid:150"): _DISEASE, ("doid:50155", "doid:863"): _DISEASE,
}  # fmt: skip
"""Steps up that no reader would take, with what is taken instead: a web site is a computer, an inflammation a mere
sign, all diabetes inherited, poor sleep an illness of the mind, one of the eyes an illness of the nerves, who brings
the post a clerk, an X-ray image a photograph; and a heart attack is no heart failure."""

_WORKERS: Final = frozenset({"wn:worker.n.01", "wn:skilled_worker.n.01", "wn:professional.n.01"})
_WORKER: Final = Concept("wn:worker.n.01", "worker")
_PERSON: Final = Concept("wn:person.n.01", "person")

_SURGICAL: Final = ("ectomy", "ectomies", "otomy", "ostomy", "plasty")
"""Ends of words for operations."""
_OPERATIONS: Final = frozenset({"wn:operation.n.06"})
_FIRST: Final = 3
_LAST: Final = 5
"""Letters of the parts of a compound, at least: shorter ones stand in words that are none."""
_PARTICLES: Final = frozenset({"back", "down", "fore", "off", "out", "over", "through", "under", "with"})
"""First parts of nouns that are made of verbs: an overlooker is no looker."""
_REMEMBERED: Final = 4096
"""Concepts of which is kept what lies above them, those asked for last."""

NO_MEANING: Final = Meanings("", False, ())
"""Of a word that is no noun phrase: nothing can stand for it."""


class Proposer:
    """Finds the generalizations of phrases in the knowledge bases (section 4.3)."""

    def __init__(self, knowledge: KnowledgeBase, roll_up: RollUp) -> None:
        self._knowledge = knowledge
        self._ladder = Concepts(knowledge)
        self._roll_up = roll_up
        self._above = lru_cache(_REMEMBERED)(self._all_above)

    def look_up(self, surface: str, named: bool, said: Said = NOTHING_SAID, person: bool = False) -> Meanings:
        """Return what a phrase as written in the text may mean.

        `said` is what the text says of a place ("Manchester, Connecticut", "Kalogrea, a village in ..."): it chooses
        among homonyms, and tells something of a place that no knowledge base lists. Only of a `person` does the first
        word of a name say anything ("Victoria Station" is no woman).

        An unknown phrase loses its leftmost word until it is known. Of a name only a last part that is a common noun
        may remain ("Kennedy Airport" -> "airport", never "York Times").
        """
        words = surface.split()
        if said != NOTHING_SAID and (told := told_senses(self._knowledge, surface, said)):
            return Meanings(surface, False, tuple(told))
        for start in range(len(words)):
            phrase = " ".join(words[start:])
            if not start or not named:
                senses = [s for s in self._knowledge.senses(phrase) if person or s.concept.prefix != "given"]
                senses = [s for s in senses if called_so(self._knowledge, s, phrase)]
            elif len(words) - start > 2:
                continue
            else:
                phrase = phrase.lower()
                senses = [sense for sense in self._knowledge.senses(phrase) if not sense.instance]
            if start and phrase.isdigit():  # "20" says more than "about 20"
                return Meanings("", True, ())
            if start and any(c.isdigit() for c in words[start - 1]):  # the second of two amounts is not both
                return Meanings("", True, ())
            if start:  # a part of a phrase is none of the further names of an occupation
                senses = [s for s in senses if s.concept.prefix != "job" or _is_named(s.concept, phrase)]
            if senses:
                return Meanings(phrase, bool(start), tuple(senses))
        if words and not named and (part := self._last_part(words[-1].lower())):
            senses = [s for s in self._knowledge.senses(part) if not s.instance]
            return Meanings(
                part, True, tuple(s for s in senses if s.concept.id in _OPERATIONS) or tuple(senses)
            )
        return Meanings(words[-1] if words and not named else "", len(words) > 1, ())

    def look_up_common(self, surface: str, least: int = 1) -> Meanings | None:
        """Return what an occupation or an illness is in the list of common terms, by all of its words or the last
        ones of its head, `least` of them ("senior tissue viability nurse"); None where the list has none, or the
        dictionary knows more words of it as a person or an illness ("tree surgeon")."""
        if known := self._listed(surface, COMMON):
            return Meanings(surface, False, known)
        before, head, after = head_of(surface)
        parts = [f"{before}{head}", *([surface.rpartition(", ")[2]] if after.startswith(",") else ())]
        for words in map(str.split, parts):
            for start in range(len(words) + 1 - least):
                phrase = " ".join(words[start:])
                if known := self._listed(phrase, COMMON):
                    return Meanings(phrase, bool(start or after), known)
                if start < len(words) - 1 and self._listed(phrase, "wn", EntityClass.DEM):
                    return None
        return None

    def look_up_medicine(self, name: str) -> Meanings | None:
        """Return what a medicine is in the list of medicines, by its name before a dose; None where the list has
        none."""
        words = name.split()
        for end in range(len(words), 0, -1):
            phrase = " ".join(words[:end])
            if known := self._listed(phrase, MEDICINE):
                return Meanings(phrase.lower(), False, known)
        return None

    def _listed(self, phrase: str, prefix: str, entity_class: str = "") -> tuple[Sense, ...]:
        """Return the kinds that a phrase names in the base with that prefix, those of a class where one is given."""
        senses = (
            s
            for s in self._knowledge.senses(phrase)
            if s.concept.prefix == prefix and not s.instance and is_spelled_so(s.concept.label, phrase)
        )
        return tuple(s for s in senses if entity_class in ("", s.entity_class))

    def _last_part(self, word: str) -> str:
        """Return the noun that an unknown word ends with, which says what it is a kind of ("greenkeeper" is a
        keeper), or what its Greek ending means; "" of what is made of no words."""
        if not (word.isascii() and word.isalpha()):
            return ""
        if word.endswith(_SURGICAL):
            return "operation"
        known = common_words()
        for at in range(_FIRST, len(word) - _LAST + 1):
            first, last = word[:at], word[at:]
            if first in known and first not in _PARTICLES and (singular(last) or last) in known:
                return last if any(s.concept.prefix == "wn" for s in self._knowledge.senses(last)) else ""
        return ""

    def propose(
        self,
        meanings: Meanings,
        entity_class: str,
        score: ContextScore,
        occupation: bool | None = None,
        places: Places | None = None,
        familiar: Bits = 0.0,
    ) -> Proposal:
        """H(q): the hypernyms of the meaning that fits, nearest first; a shortened phrase is itself the first.
        `occupation`: the phrase was recognized as one (True) or as an illness (False); `places`: those of the
        document, which decide about homonymous ones; `familiar`: see :class:`.senses.Beside`."""
        if not meanings.senses:
            if not meanings.shortened or not meanings.phrase:
                return Proposal((), None)
            return Proposal(
                (Generalization(_singular(meanings.phrase), None, Query.of(meanings.phrase)),), None
            )
        senses = _of_time(meanings.senses, entity_class)
        if not senses:
            return Proposal((), None)
        nearby = None if places is None or meanings.shortened else partial(places.decide, meanings.phrase)
        choice = choose_sense(
            senses,
            entity_class,
            score,
            meanings.phrase,
            Beside(self.kinds, occupation, nearby, familiar),
        )
        if is_namesake(choice.chosen, entity_class, meanings.phrase):
            return Proposal((), choice)
        concept = choice.chosen.concept
        shorter = _singular(meanings.phrase)
        options = [self._roll_up.generalization(concept, shorter)] if meanings.shortened else []
        above = self._shared_above(choice, meanings, places, bool(occupation))
        own = self._by_head(meanings, concept) if entity_class == EntityClass.DEM else []
        further = concept.prefix == "job" and not _is_named(concept, meanings.phrase)
        if own:
            options += own
            above = [c for c in above if not is_group(c)]
            if further:  # a bridge engineer is an engineer, whatever other occupation a list calls so
                above = all_share(above, [self.above(o.concept) for o in own if o.concept is not None])
        if occupation is False:
            above += self._as_illness(above, concept, meanings.senses)
        if occupation:
            above = [c for c in above if not c.label[:1].isupper()]  # no occupation is a people
            if not (own or meanings.shortened):  # the text's own noun comes before groups
                above = [*above, *self._as_listed(above, concept, meanings)]
            if any(s.concept.prefix == "job" for s in meanings.senses):
                above = [_WORKER if c.id == _PERSON.id else c for c in above if c.id != _WORKER.id]
        options += [self._roll_up.generalization(c) for c in above]
        return Proposal(tuple(_distinct(options)), choice)

    def _shared_above(
        self, choice: SenseChoice, meanings: Meanings, places: Places | None, occupation: bool
    ) -> list[Concept]:
        """Return what lies above the chosen meaning and above all that may be meant instead."""
        concept = choice.chosen.concept
        others = self._others(choice, meanings, places, occupation)
        above = all_share(self.above(concept), [self.above(s.concept) for s in others])
        if (
            concept.prefix == COMMON
        ):  # what the dictionary has above the widest class says less, in other words
            return [c for c in above if c.prefix == COMMON]
        if places is not None and self._may_lie_elsewhere(meanings.phrase, choice.chosen, places):
            return [c for c in above if ".in." not in c.id]
        return above

    def _others(
        self, choice: SenseChoice, meanings: Meanings, places: Places | None, occupation: bool
    ) -> list[Sense]:
        """Return the meanings beside the chosen one that may be meant too."""
        others = rivals(choice, meanings.senses, self._country)
        if places is not None and choice.rule != "places" and not meanings.shortened:
            others += places.contenders(meanings.phrase, meanings.senses, choice.chosen)
        if not occupation:
            return others
        if self._is_work(choice.chosen.concept):  # whose work it is may be said: no nurse is a nanny
            others = [s for s in others if self._is_work(s.concept)]
        return others + self._listed_rather(choice.chosen, meanings.senses)

    def _may_lie_elsewhere(self, phrase: str, chosen: Sense, places: Places) -> bool:
        """Return whether nothing in the document says in which country a town lies whose name is found in several."""
        told = "," in phrase or places.is_supported(phrase, chosen)
        return may_lie_elsewhere(chosen, self._country(chosen)) and not told

    def _is_work(self, concept: Concept) -> bool:
        return any(c.id in _WORKERS for c in self.above(concept))

    def _country(self, place: Sense) -> str:
        return country_of(place.concept, self.above(place.concept))

    def _by_head(self, meanings: Meanings, concept: Concept) -> list[Generalization]:
        """Return the head noun of a phrase for a person ("lorry driver" is a driver), where it means a person first
        of all."""
        first, _, word = _singular(meanings.phrase).rpartition(" ")
        head = word.lower()
        if meanings.shortened or not first:
            return []
        if not is_person_word(head):
            return []
        if concept.prefix == COMMON:  # no tree surgeon is a surgeon
            wider = {c.id for c in self.above(concept)}
            heads = [s.concept for s in self._listed(head, COMMON)]
            return [
                self._roll_up.generalization(c, head)
                for c in heads
                if wider.issuperset(a.id for a in self.above(c))
            ]
        senses = [s for s in self._knowledge.senses(head) if s.concept.prefix == "wn" and not s.instance]
        usual = next((s.concept for s in senses if is_a(self._knowledge, s.concept, _PERSON)), None)
        if usual is not None and concept.prefix == "wn" and not is_a(self._knowledge, concept, usual):
            return []  # a tree surgeon is no surgeon
        return [] if usual is None or usual == concept else [self._roll_up.generalization(usual, head)]

    def _as_illness(
        self, above: Sequence[Concept], chosen: Concept, senses: Sequence[Sense]
    ) -> list[Concept]:
        """Return what another base says of an illness: an appendicitis is an inflammation, and a disease of the
        bowels."""
        known = {c.id for c in above}
        others = [
            s.concept
            for s in senses
            if s.entity_class == EntityClass.DEM and s.concept.prefix != chosen.prefix
        ]
        ladders = [self.above(other) for other in others]
        told = [ladder for ladder in ladders if any(c.id in ILLNESSES for c in ladder)]
        return [c for ladder in told for c in ladder if c.id not in known]

    def _as_listed(self, above: Sequence[Concept], chosen: Concept, meanings: Meanings) -> list[Concept]:
        """Return what a list of occupations says of all that it calls so, beyond what is known; of the one whose
        own name it is alone, where there is one. Nothing where it means another sense of the word: one that shares
        more with it (a list of trades has the painter of walls)."""
        listed = [s.concept for s in meanings.senses if s.concept.prefix == "job"]
        named = [c for c in listed if _is_named(c, meanings.phrase)]
        if (
            len(listed) == 1
            and not named
            and any(s.concept == chosen and s.frequency for s in meanings.senses)
        ):
            return []  # the list only calls another occupation so too
        ladders = [self.above(c) for c in named or listed]
        known = {c.id for c in above}
        told = {c.id for ladder in ladders for c in ladder}
        shared = self._shared(meanings.senses, told)
        if chosen.prefix == "wn" and shared.get(chosen, 0) < max(shared.values(), default=0):
            return []
        return [
            c
            for c in (ladders[0] if ladders else ())
            if c.id not in known and all(any(c.id == d.id for d in ladder) for ladder in ladders[1:])
        ]

    def _shared(self, senses: Sequence[Sense], told: AbstractSet[str]) -> dict[Concept, int]:
        """Return how much of what a list tells of a word (ids) holds of each of its meanings in the dictionary."""
        known = [s.concept for s in senses if s.concept.prefix == "wn" and not s.instance]
        return {concept: len(told & {c.id for c in self.above(concept)}) for concept in known}

    def _listed_rather(self, chosen: Sense, senses: Sequence[Sense]) -> list[Sense]:
        """Return the meanings of a word that a list of occupations means rather than the `chosen` one, where that
        was hardly met more often ("steward")."""
        told = {c.id for s in senses if s.concept.prefix == "job" for c in self.above(s.concept)}
        shared = self._shared(senses, told)
        least = shared.get(chosen.concept, 0)
        return [s for s in as_usual(chosen, senses, smooth=True) if shared.get(s.concept, 0) > least]

    def above(self, concept: Concept) -> list[Concept]:
        """Return what lies above a concept on its ladder, nearest first."""
        return list(self._above(concept))

    def _all_above(self, concept: Concept) -> list[Concept]:
        reached = self._reached(concept)
        rungs = self._ladder.rungs(concept)[1:]
        found = [Concept(rung.id, rung.label) for rung in rungs if rung.id in reached]
        return found + [c for c in reached.values() if c not in found]

    def _reached(self, concept: Concept) -> dict[str, Concept]:
        """Return what is reached from a concept without a misleading step, by id."""
        reached: dict[str, Concept] = {}
        left = [concept]
        while left:
            below = left.pop()
            above = [_MISLEADING.get((below.id, c.id), c) for c in self._knowledge.hypernyms(below)]
            new = {c.id: c for c in above if c is not None and c.id not in reached}
            reached |= new
            left += new.values()
        return reached

    def kinds(self, sense: Sense) -> list[Concept]:
        """Return the direct hypernyms of a meaning: what tells it from the other meanings of its word."""
        return list(self._knowledge.hypernyms(sense.concept))


def _of_time(senses: Sequence[Sense], entity_class: str) -> Sequence[Sense]:
    """Of a date or duration, what is computed from its words: "two weeks" are some weeks, not a fortnight. What was
    found as a number is no date."""
    if entity_class == EntityClass.QUANTITY:
        return [s for s in senses if s.concept.prefix != "cal"]
    if entity_class != EntityClass.DATETIME:
        return senses
    return [s for s in senses if s.concept.prefix in ("cal", "qty")] or senses


def _is_named(concept: Concept, phrase: str) -> bool:
    """Return whether a concept bears a phrase, in the singular, as its own name."""
    return concept.label.casefold() in (phrase.casefold(), _singular(phrase).casefold())


def _singular(phrase: str) -> str:
    """Return a phrase as a label: its last word in the singular, for the rewriting gives it the number of the place."""
    first, space, last = phrase.rpartition(" ")
    return f"{first}{space}{singular(last) or last}"


def _distinct(options: Sequence[Generalization]) -> list[Generalization]:
    by_label: dict[str, Generalization] = {}
    for option in options:
        by_label.setdefault(option.label, option)
    return list(by_label.values())
