"""Tell which columns hold names of persons: a release would show them as categories."""

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from sanitizer.errors import UsageError
from sanitizer.recognize.ids import names_somebody
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.relational.scan.headers import HINTS, name_words
from sanitizer.relational.scan.identifiers import KNOWN_OF_NAMES
from sanitizer.relational.table.checks import coded_texts
from sanitizer.relational.table.plain_table import AnyTable
from sanitizer.relational.table.spellings import TITLES
from sanitizer.text.fold import fold
from sanitizer.text.lexicon import common_words, given_names, surnames

MOST: Final = 0.5
"""Share of the distinct cells above which a column is one of names, as RoG counts types."""
_MOST_CELLS: Final = 2000
"""Distinct cells that are looked at, evenly over their order."""
_WORD: Final = re.compile(r"[^\W\d_]+")


def holds_names(column: str, cells: Collection[str]) -> bool:
    """Whether most distinct cells are full names of persons, or, where the name of the column says so, words that
    are no plain English."""
    distinct = sorted(set(cells))
    distinct = distinct[:: max(1, len(distinct) // _MOST_CELLS)]
    if len(distinct) < 2:
        return False
    called = says_persons(column)
    return sum(_is_name(cell, called) for cell in distinct) > MOST * len(distinct)


def says_persons(column: str) -> bool:
    """Whether the name of a column says that it holds names of persons; "name" beside another word may be of anything
    ("drug name"), unless that is a part of names or a word for persons ("first name", "customer name")."""
    found = set(name_words(column))
    if found & (set(HINTS["PERSON"]) - {"name"}):
        return True
    return "name" in found and all(w in KNOWN_OF_NAMES for w in found - {"name"})


def check_names(table: AnyTable, definition: Definition) -> None:
    """Raises UsageError for a column of names that the release would show: as it is, in sets, or cut short; and for one
    whose own name is a person's or an identifier."""
    dropped = (Role.IGNORE, Role.IDENTIFIER)
    for number, a in enumerate(definition.attributes, 1):
        if (a.role not in dropped or a.operator) and names_somebody(a.name):
            raise UsageError(
                f"{definition.file}: column {number} of the definition would be shown, and is named as a person or an "
                'identifier: rename it, or say role = "ignore"'
            )
    shown = (Role.QUASI, Role.SENSITIVE, Role.INSENSITIVE)
    for a in definition.attributes:
        if a.role not in shown or a.person is not None or a.kind not in (Kind.CATEGORY, Kind.CODE):
            continue
        if holds_names(a.name, {v for v in coded_texts(table, a.name).values if v and v.strip()}):
            raise UsageError(
                f'{definition.file}: column "{a.name}" ({a.role.value}) holds names of persons, which the release '
                'would show: say role = "identifier" or "ignore", or person = false if they are of nobody'
            )


def _is_name(cell: str, called: bool) -> bool:
    text = fold(cell).text
    if any(c.isdigit() for c in text):
        return False
    found = [w for w in _WORD.findall(text.replace("'", "").replace("’", "")) if len(w) > 1]
    said = [w for w in map(str.casefold, found) if w not in TITLES]
    if not 1 <= len(said) <= 5:
        return False
    strange = [w for w in said if w not in common_words()]
    if called or len(said) < len(found):
        return bool(strange)
    given, family = _known()
    first = [w for w in said if w in given]
    return (
        len(said) > 1 and bool(first) and any(w in family or w in strange for w in _without(said, first[0]))
    )


def _without(said: list[str], word: str) -> list[str]:
    at = said.index(word)
    return said[:at] + said[at + 1 :]


@cache
def _known() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(map(str.casefold, given_names())), frozenset(map(str.casefold, surnames()))
