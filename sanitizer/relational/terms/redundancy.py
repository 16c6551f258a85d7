"""Tell whether a term of a text repeats an attribute of its person, and rewrite it as the attribute is recoded.

rx-anon section 3: such a term is no new information; it leaves X' and is later replaced by the recoded attribute.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from kb.base import KnowledgeBase
from kb.value_words import number_in
from sanitizer.relational.definition.definition import Attribute, Kind
from sanitizer.relational.table.dates import depth, full_date, partial_date
from sanitizer.relational.table.recoders import number

_PLACES: Final = frozenset(
    {"GPE", "LOC", "NORP", "NATIONALITY", "ETHNICITY", "COUNTRY", "LANGUAGE", "FACILITY"}
)
_TIMES: Final = frozenset({"DATE", "TIME"})
_NUMBERS: Final = frozenset({"AGE", "CARDINAL", "QUANTITY", "MONEY", "PERCENT", "DURATION", "ORDINAL"})
_RELATED: Final = (_PLACES, _TIMES, _NUMBERS)
_ARTICLE: Final = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"['’]s?\Z")


def related(entity: str, term_type: str) -> bool:
    """Whether a term of this type can repeat an attribute tied to that entity type (emap)."""
    if not entity:
        return False
    if entity == term_type:
        return True
    if entity == "AGE" or term_type == "AGE":  # "36" may be an age, "36 years old" is no price
        return {entity, term_type} <= {"AGE", "CARDINAL", "QUANTITY", "DURATION", "DATE"}
    return any(entity in group and term_type in group for group in _RELATED)


def fold(text: str) -> str:
    """A phrase without case, article, possessive and runs of spaces."""
    text = " ".join(text.split())
    return _POSSESSIVE.sub("", _ARTICLE.sub("", text, count=1)).casefold()


class Redundancy:
    """Compares terms with the values of attributes; ``knowledge`` makes "UK" and "British" equal "United Kingdom"."""

    def __init__(self, knowledge: KnowledgeBase | None = None) -> None:
        self._knowledge = knowledge
        self._meanings = lru_cache(maxsize=100_000)(self._look_up)

    def repeats(self, surface: str, term_type: str, attribute: Attribute, values: Sequence[str]) -> bool:
        """Whether `surface` says one of the person's `values` of the attribute (or less of the same)."""
        if not related(attribute.entity, term_type):
            return False
        if attribute.kind is Kind.DATE:
            said = partial_date(surface, attribute.order)
            if said is None:
                return False
            days = [d for v in values if (d := full_date(v, attribute.order))]
            return any(said.covers(d) for d in days)
        if attribute.kind is Kind.NUMBER:
            found = number_in(surface)
            return found is not None and any(number(v) == found[0] for v in values)
        folded = fold(surface)
        if any(folded == fold(v) for v in values):
            return True
        mine = self._meanings(folded)
        return bool(mine) and any(mine & self._meanings(fold(v)) for v in values)

    def _look_up(self, folded: str) -> frozenset[str]:
        """Ids of the first meaning of a phrase, and of the country or thing that an adjective belongs to."""
        if self._knowledge is None or len(folded) < 2:
            return frozenset()
        senses = self._knowledge.senses(folded)
        if not senses:
            return frozenset()
        concept = senses[0].concept
        found = {concept.id}
        local = concept.id.partition(":")[2]
        if local.startswith(("adj.", "dem.")):  # "Spanish", "Spaniard" -> Spain (kb/places.py)
            found.add(f"{concept.prefix}:{local[4:]}")
        return frozenset(found)


def replacement(surface: str, attribute: Attribute, recoded: str, exact: bool) -> str:
    """What a redundant term becomes when its attribute became `recoded`.

    The surface stays when the attribute was not generalized (`exact`), or says no more than the recoded value;
    a number is replaced within its phrase ("36 years old" -> "[24-36] years old").
    """
    if exact:
        return surface
    if attribute.kind is Kind.DATE:
        said = partial_date(surface, attribute.order)
        if said is not None and said.year and depth(said) <= _precision(recoded):
            return surface
        return recoded
    if attribute.kind is Kind.NUMBER:
        found = number_in(surface)
        if found is not None:
            return surface[: found[1]] + recoded + surface[found[2] :]
    return recoded


def _precision(recoded: str) -> int:
    """Of a recoded date: 3 = day, 2 = month, 1 = year, -1 = a range of years or anything."""
    said = partial_date(recoded)
    return depth(said) if said is not None else -1
