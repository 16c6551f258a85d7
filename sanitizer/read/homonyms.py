"""Decide which of several places of one name is meant, from the other places of the document.

"Cambridge" in a text that names Boston is the one in Massachusetts; "Perth" beside Dundee is the Scottish one. First
counts what holds a place (a division or country that is named, another place of the division), then the country. Where
a place lies is read from its classes ("city in Massachusetts", "American city"), so any knowledge base with such
classes (:mod:`kb.places`) will do.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import log2
from typing import Final

from spacy.tokens import Doc

from kb import KnowledgeBase, Sense
from kb.places import DIVISION_IS_CITY
from kb.taxonomy import ancestors
from sanitizer.read.senses import LEAST_INHABITANTS
from sanitizer.types import EntityClass

NAMED_DIVISION: Final = 3.5
SAME_DIVISION: Final = 2.0
NAMED_COUNTRY: Final = 1.5
SAME_COUNTRY: Final = 0.8
"""What it speaks for a place when the document names the division that holds it or that it holds, another place of its
division, its country, or (for three at most) another place of its country. Set by hand on tests/cases/senses.json; only
their order and rough ratio matter."""

_COMPATRIOTS: Final = 3
LEAD: Final = 0.6
PER_BIT: Final = 0.5
"""By how much a homonym must lead the usual one, and how much more for each time that it is half as populous."""

METROPOLIS: Final = 2_000_000
FAME: Final = 2.0
"""From so many inhabitants on, a city is named without saying where it lies, wherever the text comes from: its small
namesakes must lead by so much more, and no compatriots help them ("Paris" beside Dallas and Chicago is in France)."""
_SHARED: Final = frozenset({
    *("US", "GB", "CA", "AU", "NZ", "IE", "ZA", "PH", "JM"),
    *("ES", "MX", "CO", "AR", "CL", "CU", "VE", "PE", "EC", "GT", "UY", "BO", "PY"),
})  # fmt: skip
"""Countries that share the names of their towns with others of their language: of listed towns with less than
500,000 inhabitants .07 to .19 have a namesake that is listed in another country, elsewhere (of those with 200 towns)
.01 to .03; most namesakes are too small to be listed."""
_FAMOUS: Final = 200_000
"""Inhabitants from which on a town is named without saying where it lies."""
_AGREEING: Final = 2
"""Towns of which each may lie elsewhere, that together tell a country."""
_PEOPLES: Final = ("geo:adj.", "geo:dem.")
_SOUTHERN: Final = frozenset(
    ("AU", "NZ", "ZA", "AR", "CL", "UY", "PY", "LS", "SZ", "BW", "NA", "ZW", "MZ", "MG", "BR", "BO")
)
"""Countries whose seasons are those south of the equator."""


class Places:
    """The places that a document names, as witnesses for the homonyms among them."""

    def __init__(self, knowledge: KnowledgeBase, places: Mapping[str, Sequence[Sense]]) -> None:
        """``places``: the meanings of each name, the usual one first; that one is the witness."""
        self._knowledge = knowledge
        self._lies: dict[str, tuple[str, ...]] = {}
        usual = {name: next((s for s in senses if is_listed(s)), None) for name, senses in places.items()}
        self._unknown = sum(s is None for s in usual.values())
        self._named = {
            name for name, s in usual.items() if s is not None and not s.concept.id.startswith(_PEOPLES)
        }
        self._witnesses = {name: self._held_by(s) for name, s in usual.items() if s is not None}
        self._homonyms = {
            name
            for name, senses in places.items()
            if _is_overshadowed(senses)
            or len({_country(self._held_by(s)) for s in senses if is_listed(s)}) > 1
        }
        self._unsure = self._may_lie_elsewhere(usual)
        decided = {name: self.decide(name, senses) for name, senses in places.items()}
        self._witnesses |= {name: self._held_by(s) for name, s in decided.items() if s is not None}
        self._unsure = self._may_lie_elsewhere(
            usual | {name: s for name, s in decided.items() if s is not None}
        )

    @cached_property
    def south(self) -> bool | None:
        """Whether most places that the document names lie south of the equator; None where as many do not, or where
        nobody knows of so many."""
        lands = [
            land
            for name, chain in self._witnesses.items()
            if name in self._named and (land := _country(chain))
        ]
        south = sum(land in _SOUTHERN for land in lands)
        if not lands or 2 * south < len(lands):
            return False
        return True if 2 * south > len(lands) + self._unknown else None

    def _may_lie_elsewhere(self, meant: Mapping[str, Sense | None]) -> frozenset[str]:
        """Return the names whose places do not tell by themselves in which country they lie."""
        return frozenset(
            name for name, s in meant.items() if s and may_lie_elsewhere(s, _country(self._held_by(s)))
        )

    def decide(self, name: str, senses: Sequence[Sense]) -> Sense | None:
        """Return the meaning for which the other places speak clearly enough, None where they leave it to the rest.

        A listed place wins over another listed one, or over what other knowledge bases say of the name.
        """
        listed = [s for s in senses if is_listed(s)]
        if not listed or (len(listed) == 1 and listed[0] == senses[0]) or not self._witnesses.keys() - {name}:
            return None
        # What other bases know by the name is the first listed place, where that is no small namesake.
        usual = listed[0] if listed[0].frequency >= LEAST_INHABITANTS else senses[0]
        famous = any(s.frequency >= METROPOLIS and _is_city(s) for s in listed)
        weights = {s.concept.id: self._speaks(name, s, compatriots=not famous or s == usual) for s in listed}
        most = max(s.frequency for s in listed)
        floor = weights.get(usual.concept.id, 0.0)

        def lead(s: Sense) -> float:
            needed = LEAD + PER_BIT * max(0.0, log2((most + 1) / (s.frequency + 1))) + FAME * famous
            return weights[s.concept.id] - floor - needed

        others = [s for s in listed if s.concept != usual.concept]
        best = max(others, key=lambda s: (lead(s), s.frequency), default=usual)
        if best is not usual and lead(best) >= 0:
            return self._city_first(best, others, weights)
        rest = max((weights[s.concept.id] for s in others), default=0.0)
        # where its country is named, nothing else that the document is about makes it a small namesake
        return usual if others and (floor > rest or floor >= NAMED_COUNTRY) else None

    def contenders(self, name: str, senses: Sequence[Sense], chosen: Sense) -> list[Sense]:
        """Return the other places of a name for which those of the document speak more than for the one that was
        chosen, if not enough to choose them."""
        listed = [s for s in senses if is_listed(s) and s.concept != chosen.concept]
        if not listed or not is_listed(chosen):
            return []
        least = self._speaks(name, chosen) + SAME_DIVISION
        return [s for s in listed if self._speaks(name, s) >= least]

    def is_supported(self, name: str, place: Sense) -> bool:
        """Return whether another place, nation or people that the document names speaks for a place; of those that
        may lie in several countries themselves, only one that holds it, lies in it or in its division, or two that
        agree."""
        return self._speaks(name, place, sure=True) > 0

    @staticmethod
    def _city_first(best: Sense, others: Sequence[Sense], weights: Mapping[str, float]) -> Sense:
        """Return the city for a division that is little more than it ("Valencia")."""
        if _is_city(best):
            return best
        cities = [
            s
            for s in others
            if _is_city(s)
            and weights[s.concept.id] == weights[best.concept.id]
            and s.frequency > DIVISION_IS_CITY * best.frequency
        ]
        return max(cities, key=lambda s: s.frequency, default=best)

    def _speaks(self, name: str, place: Sense, compatriots: bool = True, sure: bool = False) -> float:
        own = self._held_by(place)
        held, country = own[1:], _country(own)
        division = next((code for code in held if "." in code and not code.startswith("continent")), "")
        total, others, unsure = 0.0, 0, 0
        heard = {own[0]}  # an abbreviation and its full form are one witness
        for other, chain in self._witnesses.items():
            if other == name or chain[0] in heard:
                continue
            heard.add(chain[0])
            if chain[0] in held:
                total += NAMED_DIVISION if "." in chain[0] else NAMED_COUNTRY if compatriots else 0.0
            elif own[0] in chain:
                total += NAMED_DIVISION
            elif division and division in chain:
                total += SAME_DIVISION
            elif country and country in chain and compatriots and not (sure and other in self._homonyms):
                others += 1
                unsure += other in self._unsure
        if sure and unsure == others < _AGREEING:
            others = 0
        return total + SAME_COUNTRY * min(others, _COMPATRIOTS)

    def _held_by(self, place: Sense) -> tuple[str, ...]:
        """Return the place and what it lies in, by codes: ("4931972", "US.MA", "US", "continent.NA")."""
        known = self._lies.get(place.concept.id)
        if known is None:
            local = place.concept.id.removeprefix("geo:")
            codes = [local.removeprefix("adj.").removeprefix("dem.")]
            for above, _ in ancestors(self._knowledge, place.concept):
                if above.prefix == "geo" and ".in." in above.id and ".in.continent" not in above.id:
                    codes.append(above.id.partition(".in.")[2].rpartition("/")[2])
            known = self._lies[place.concept.id] = tuple(dict.fromkeys(codes))
        return known


def _is_overshadowed(senses: Sequence[Sense]) -> bool:
    """Return whether another base knows a place by a name first, and the listed one is a small namesake."""
    listed = next((s for s in senses if is_listed(s)), None)
    if listed is None or listed == senses[0] or not _is_city(listed):
        return False
    first = senses[0]
    known = first.instance and first.entity_class == EntityClass.LOC and not is_listed(first)
    return known and listed.frequency < LEAST_INHABITANTS


def may_lie_elsewhere(place: Sense, country: str) -> bool:
    """Return whether a name alone does not tell in which country its town lies."""
    return is_listed(place) and _is_city(place) and country in _SHARED and place.frequency < _FAMOUS


def is_listed(sense: Sense) -> bool:
    """Return whether a meaning is a place (or an adjective of one) that the place base lists."""
    return sense.concept.prefix == "geo" and not sense.concept.id.startswith("geo:@")


def _is_city(place: Sense) -> bool:
    return place.concept.id.removeprefix("geo:").isdigit()


def beside(knowledge: KnowledgeBase, doc: Doc) -> dict[str, Sequence[Sense]]:
    """Return other witnesses than the sensitive places of a text: nations and places that are not sensitive in it,
    and the countries and divisions in the names of bodies ("California Institute of Technology")."""
    named: dict[str, Sequence[Sense]] = {}
    for entity in doc.ents:
        if entity.label_ in ("NORP", "LOC"):
            named.setdefault(entity.text, knowledge.senses(entity.text))
        elif entity.label_ == "ORG":
            words = [token.text for token in entity]
            for name in (*words, *(f"{a} {b}" for a, b in pairwise(words))):
                if name[:1].isupper() and name not in named:
                    wide = [s for s in knowledge.senses(name) if is_listed(s) and not _is_city(s)]
                    if wide:
                        named[name] = wide
    return named


def _country(chain: Sequence[str]) -> str:
    return next((code for code in chain if code.isupper() and code.isalpha() and len(code) in (2, 4)), "")
