"""What lies above places and nations beside their kinds: where they are."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from kb.base import Concept, KnowledgeBase
from kb.ladders.base import Ladder, Rung, falling
from kb.ladders.concepts import Concepts, InformationContent, in_order
from kb.taxonomy import ancestors

_WHOLE: Final = re.compile(r"geo:place\.in\.(?P<of>[A-Z]{2})\Z")
_NATIONAL: Final = re.compile(r"geo:(?:adj|dem)\.")
_COUNTRY: Final = re.compile(
    r"geo:(?:(?:city|region|place)\.in\.(?P<of>[A-Z]{2})(?![A-Z])|(?P<is>[A-Z]{2})(?:\.|\Z))|ent:/(?P<at>[A-Z]{2})(?:\.|/)"
)


def is_national(concept: Concept) -> bool:
    """Return whether a concept is the adjective or the name of the people of a country or a continent."""
    return bool(_NATIONAL.match(concept.id))


def country_of(place: Concept, above: Iterable[Concept]) -> str:
    """Return the code of the country in which a place lies, by what it is and what lies above it; "" where nothing
    tells."""
    return next((m["of"] or m["is"] or m["at"] for c in (place, *above) if (m := _COUNTRY.match(c.id))), "")


class Places(Concepts):
    """The generalizations of a named place, and what it lies in: a city, a region and a county of one country can only
    meet there. The chain of a city leads over other cities to "city", that of a region to "district"; "place in Spain"
    and "place in Europe" stand on neither."""

    def __init__(self, knowledge: KnowledgeBase, information: InformationContent) -> None:
        super().__init__(knowledge, information)
        self._whole: set[str] = set()

    def rungs(self, value: Concept) -> tuple[Rung, ...]:
        """Return the place, its kinds, and the places around it."""
        kinds = in_order(self._knowledge, ancestors(self._knowledge, value))
        found = {c.id: (c, d) for c, d in [*kinds, *self._around(value)]}
        return self.weighed(value, list(found.values()))

    def information(self, concept: Concept) -> float:
        """Return IC of a concept, remembered; all places of a country hold its cities and its regions as well."""
        known = super().information(concept)
        if concept.id not in self._whole and (match := _WHOLE.match(concept.id)):
            parts = [Concept(f"geo:{noun}.in.{match['of']}", "") for noun in ("city", "region")]
            within = [super(Places, self).information(c) for c in parts if self._knowledge.hyponyms(c)]
            known = self._known[concept.id] = min([known, *within])
            self._whole.add(concept.id)
        return known

    def _around(self, concept: Concept) -> Sequence[tuple[Concept, int]]:
        kb = self._knowledge
        match = _COUNTRY.match(concept.id) or next(
            (m for a, _ in ancestors(kb, concept) if (m := _COUNTRY.match(a.id))), None
        )
        if match is None:
            return ()
        country = match["of"] or match["is"] or match["at"]
        inside = kb.hypernyms(Concept(f"geo:@{country}/", ""))[:1]
        wider = [(c, d + 1) for i in inside for c, d in ancestors(kb, i) if c.prefix == "geo"]
        return wider if concept.id == f"geo:{country}" else [*((c, 1) for c in inside), *wider]


class Nations(Ladder[Concept]):
    """ "Spanish" -> "European": the wider adjective keeps what the wider class of countries keeps."""

    def __init__(self, knowledge: KnowledgeBase, information: InformationContent) -> None:
        self._knowledge = knowledge
        self._information = Concepts(knowledge, information).information

    def rungs(self, value: Concept) -> tuple[Rung, ...]:
        """Return the adjective or name of a people, and those of the wider parts of the world."""
        kb = self._knowledge
        country = Concept(f"geo:{value.id.removeprefix('geo:')[4:]}", "")
        own = self._information(country)
        above = ancestors(kb, country) if own else ()
        classes = {c.label.split(" ")[0]: self._information(c) / own for c, _ in above}
        wider = falling(
            Rung(c.id, c.label, min(classes.get(c.label, 0.5), 0.9))
            for c, _ in ancestors(kb, value)
            if is_national(c) and c.id != value.id
        )
        return (Rung(value.id, value.label, 1.0), *wider)
