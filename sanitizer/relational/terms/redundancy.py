"""Tell whether a term of a text repeats an attribute of its person, and rewrite it as the attribute is recoded.

rx-anon section 3: such a term is no new information; it leaves X' and is later replaced by the recoded attribute.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from kb.base import KnowledgeBase
from kb.ladders.columns import ANY
from kb.values.amounts import measure
from kb.values.date_order import Order
from kb.values.types import Range
from kb.values.words import MONTHS, number_in, numbers_in
from sanitizer.relational.definition.definition import Attribute, Kind
from sanitizer.relational.table.date_cells import depth, full_date, partial_date
from sanitizer.relational.table.table import number
from sanitizer.relational.terms.known_classes import SURE
from sanitizer.relational.terms.listings import sorted_words
from sanitizer.relational.terms.mention_wording import (
    ARTICLE,
    Saying,
    as_written,
    of_list,
    of_range,
    of_years,
)
from sanitizer.text.inflection import plural, singular
from sanitizer.text.lexicon import common_words
from sanitizer.text.patterns import LETTERS

_PLACES: Final = frozenset(
    {"GPE", "LOC", "NORP", "NATIONALITY", "ETHNICITY", "COUNTRY", "LANGUAGE", "FACILITY"}
)
_TIMES: Final = frozenset({"DATE", "TIME"})
_NUMBERS: Final = frozenset({"AGE", "CARDINAL", "QUANTITY", "MONEY", "PERCENT", "DURATION", "ORDINAL"})
_RELATED: Final = (_PLACES, _TIMES, _NUMBERS)
_FIRST_YEAR: Final = 1000
_LAST_YEAR: Final = 2100
LONGEST: Final = 3
"""Values of a set that a sentence lists; of more it says what they are."""
_POSSESSIVE: Final = re.compile(r"['’]s?\Z")


def related(entity: str, term_type: str) -> bool:
    """Return whether a term of this type can repeat an attribute tied to that entity type (emap)."""
    if not entity:
        return False
    if entity == term_type:
        return True
    if entity == "AGE" or term_type == "AGE":  # a bare number may be an age, an age is no price
        return {entity, term_type} <= {"AGE", "CARDINAL", "QUANTITY", "DURATION", "DATE"}
    return any(entity in group and term_type in group for group in _RELATED)


def fold(text: str) -> str:
    """Return a phrase without case, article, possessive and runs of spaces."""
    text = " ".join(text.split())
    return _POSSESSIVE.sub("", ARTICLE.sub("", text, count=1)).casefold()


def _repeated(surface: str, term_type: str, entity: str) -> float | None:
    """Return the number that a phrase of this type repeats of a column of numbers tied to that entity type; None where
    it says more than one, or counts or measures something else: "31 May 2004" and "31 mg" are no age of 31."""
    numbers = numbers_in(surface)
    if not related(entity, term_type) or len(numbers) != 1:
        return None
    value, start, end = numbers[0]
    alone = not (surface[:start] + surface[end:]).strip()
    if alone or entity == term_type:
        return value
    one = measure(" ".join(surface.casefold().split())) if entity == "AGE" else None
    return value if one is not None and one.kind == "age" else None


class Redundancy:
    """Compares terms with the values of attributes; ``knowledge`` makes "UK" and "British" equal "United Kingdom"."""

    def __init__(self, knowledge: KnowledgeBase | None = None) -> None:
        self.knowledge = knowledge
        self._meanings = lru_cache(maxsize=100_000)(self._look_up)

    def repeats(self, surface: str, term_type: str, attribute: Attribute, values: Sequence[str]) -> bool:
        """Return whether `surface` says one of the person's `values` of the attribute (or less of the same).

        A column without an entity type, or of medicines or illnesses, is repeated by its own words whatever they were
        taken for, a column of years by dates in them.
        """
        if attribute.kind is Kind.NUMBER:
            if term_type == "DATE" and (years := _years(values)):
                said = partial_date(surface, attribute.order)
                return said is not None and said.year in years
            said_number = _repeated(surface, term_type, attribute.entity)
            return said_number is not None and any(number(v) == said_number for v in values)
        if attribute.kind is Kind.DATE:
            if not related(attribute.entity or "DATE", term_type):
                return False
            said = partial_date(surface, attribute.order)
            if said is None:
                return False
            days = [d for v in values if (d := full_date(v, attribute.order))]
            return any(said.covers(d) for d in days)
        folded = fold(surface)
        if (not attribute.entity or attribute.entity in SURE) and any(
            folded in number_forms(v) or folded in telling_words(v) for v in values
        ):
            return True
        if not related(attribute.entity, term_type):
            return False
        if any(folded in number_forms(v) for v in values):
            return True
        mine = self._meanings(folded)
        return bool(mine) and any(mine & self._meanings(fold(v)) for v in values)

    def _look_up(self, folded: str) -> frozenset[str]:
        """Return ids of the first meaning of a phrase, and of the country or thing that an adjective belongs to."""
        if self.knowledge is None or len(folded) < 2:
            return frozenset()
        senses = self.knowledge.senses(folded)
        if not senses:
            return frozenset()
        concept = senses[0].concept
        found = {concept.id}
        local = concept.id.partition(":")[2]
        if local.startswith(("adj.", "dem.")):  # of peoples (kb/places.py)
            found.add(f"{concept.prefix}:{local[4:]}")
        return frozenset(found)


def replacement(
    surface: str,
    attribute: Attribute,
    recoded: str,
    exact: bool,
    values: Sequence[str] = (),
    in_words: bool = True,
) -> Saying | None:
    """Return what a redundant term becomes when its attribute became `recoded`, None where only its type may be said.

    The surface stays when the attribute was not generalized (`exact`), or says no more than the recoded value;
    a number is replaced within its phrase ("36 years old" -> "24 to 36 years old"), a set of `values` is said as a
    short list; unless `in_words`, as they stand in the column. Never is it finer than the column: of a column of
    years, a day becomes its year.
    """
    if attribute.kind is Kind.CATEGORY and not exact:
        return _as_list(surface, recoded, values, attribute.order) if in_words else _final(recoded)
    said = partial_date(surface, attribute.order) if attribute.kind is not Kind.CATEGORY else None
    if attribute.kind is Kind.DATE or (said is not None and said.year and attribute.entity != "AGE"):
        fine = 3 if attribute.kind is Kind.DATE else 1
        if said is not None and said.year and depth(said) <= (fine if exact else _precision(recoded)):
            return _final(surface)
        if exact and attribute.kind is Kind.DATE:
            return _final(surface)
        return _date_in_words(recoded) if in_words else _final(recoded)
    if exact:
        return _final(surface)
    if attribute.kind is Kind.NUMBER:
        return _within(surface, recoded, in_words)
    return None if ANY in recoded else _label(recoded)


def _final(words: str) -> Saying:
    return Saying("redundant", as_written(words), True)


def _label(words: str) -> Saying:
    """Return a label of a column: numbers, codes and lists are final."""
    made = as_written(words)
    return Saying("redundant", made, made.alternatives or not words[:1].isalpha())


def _within(surface: str, recoded: str, in_words: bool) -> Saying | None:
    """Return a number as its column has it, within its phrase."""
    ends = _RANGE.match(recoded) if in_words else None
    if ends is None and in_words and ANY in recoded:
        return None
    found = number_in(surface)
    before, after = (surface[: found[1]], surface[found[2] :]) if found is not None else ("", "")
    if ends is None:
        return Saying("redundant", as_written(f"{before}{recoded}{after}"), not before)
    said = of_range(Range(ends[1], "", ends[2], after.strip(" \xa0-")), before, after)
    return Saying("redundant", said, not before)


def number_forms(value: str) -> frozenset[str]:
    """Return a value in the singular and in the plural, folded ("Dresses": dress, dresses)."""
    folded = fold(value)
    if not folded[-1:].isalpha():
        return frozenset({folded})
    return frozenset({folded, singular(folded) or plural(folded)})


def telling_words(value: str) -> frozenset[str]:
    """Return the words of a value of several words that are no plain English, folded."""
    words = LETTERS.findall(value)
    return frozenset(fold(w) for w in words if len(words) > 1 and w.casefold() not in common_words())


def _as_list(surface: str, recoded: str, values: Sequence[str], order: Order) -> Saying | None:
    """Return a set of values in words where it is short; the label of a node of a hierarchy as it is."""
    if ANY in recoded:
        return None
    if not recoded.startswith("("):
        return _final(surface) if recoded == surface else _label(recoded)
    if not 1 < len(values) <= LONGEST:
        return None
    words = [v.lower() if surface == surface.lower() and v.istitle() else v for v in values]
    said = fold(surface)
    if any(singular(fold(v)) == said for v in values):
        words = [singular(w) or w for w in words]
    elif any(said in number_forms(v) and said != fold(v) for v in values):
        words = [w if singular(w) else plural(w) for w in words]
    return Saying("redundant", of_list(sorted_words(words, order)), True)


_RANGE: Final = re.compile(r"\[(-?[\d.,]+(?:e[+-]?\d+)?)-(-?[\d.,]+(?:e[+-]?\d+)?)\]\Z")


def _date_in_words(recoded: str) -> Saying | None:
    """ "[2004-2006]" as "2004 to 2006", "2004-05" as "May 2004"."""
    if found := _RANGE.match(recoded):
        return Saying("redundant", of_years(found[1], found[2]), True)
    said = partial_date(recoded)
    if said is not None and said.precision == "month":
        return _label(f"{MONTHS[said.month - 1]} {said.year}")
    return None if ANY in recoded else _label(recoded)


def _years(values: Sequence[str]) -> frozenset[int]:
    """Return the years that whole numbers of four digits are, none where one is anything else."""
    found = [number(v) for v in values]
    whole = [int(n) for n in found if n is not None and n.is_integer() and _FIRST_YEAR <= n <= _LAST_YEAR]
    return frozenset(whole) if len(whole) == len(values) else frozenset()


def _precision(recoded: str) -> int:
    """Of a recoded date: 3 = day, 2 = month, 1 = year, -1 = a range of years or anything."""
    said = partial_date(recoded)
    return depth(said) if said is not None else -1
