"""Tell what the values of a column are: what most of them are known to be ("abilify, accutane, xyrem": medicines)."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from kb.base import KnowledgeBase
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.relational.table.plain_table import PlainTable, coded_texts
from sanitizer.relational.terms.known_classes import SURE, holds_name, known_type
from sanitizer.relational.terms.redundancy import number_forms
from sanitizer.text.lexicon import common_words

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LEAST: Final = 5
"""Distinct values below which what most of them are may be chance."""
_LOOKED_AT: Final = 1000
"""Distinct values that are looked up, evenly over their order."""
_LONG: Final = 4
"""Letters below which a value may be any word."""


def column_kinds(
    table: PlainTable, definition: Definition, knowledge: KnowledgeBase | None
) -> dict[str, str]:
    """By name, the type of thing that more than half of the distinct values of a category are known to be, of those
    columns that state no entity type."""
    found: dict[str, str] = {}
    for a in definition.named(Role.QUASI):
        if knowledge is None or a.entity or a.kind is not Kind.CATEGORY:
            continue
        values = _distinct(table, a.name)
        values = values[:: max(1, len(values) // _LOOKED_AT)]
        types = Counter(known_type(v, knowledge) for v in values)
        most = max(SURE, key=lambda t: (types[t], t))
        if len(values) >= _LEAST and 2 * types[most] > len(values):
            found[a.name] = most
    return found


def asked_of(definition: Definition) -> frozenset[str]:
    """Return the phrases of several words in the names of the columns of texts, in the singular and in the plural:
    "sideEffectsReview" asks of side effects, and of effects reviewed."""
    found: set[str] = set()
    for column in definition.named(Role.TEXT):
        words = [w.lower() for w in _WORD.findall(column.name)]
        for start in range(len(words)):
            for end in range(start + 2, len(words) + 1):
                found |= number_forms(" ".join(words[start:end]))
    return frozenset(found)


def phrases_of(table: PlainTable, kinds: Mapping[str, str]) -> list[Phrase]:
    """Return the values of such columns as phrases of their type, but what may be a plain word or the name of a
    person."""
    return [
        Phrase(value, kind)
        for name, kind in sorted(kinds.items())
        for value in _distinct(table, name)
        if _tells(value, common_words())
    ]


def _distinct(table: PlainTable, name: str) -> list[str]:
    return sorted({v for v in coded_texts(table, name).values if v and v.strip()})


def _tells(value: str, common: Collection[str]) -> bool:
    return len(value) >= _LONG and value.casefold() not in common and not holds_name(value)
