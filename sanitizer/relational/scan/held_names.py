"""Tell which columns hold names of persons: a release would show them as categories."""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.recognize.telling_ids import names_somebody
from sanitizer.relational.definition.definition import Attribute, Definition, Kind, Role
from sanitizer.relational.scan.headers import HINTS, name_words
from sanitizer.relational.scan.identifiers import KNOWN_OF_NAMES
from sanitizer.relational.table.plain_table import PlainTable, coded_texts
from sanitizer.relational.terms.own_names import find_own
from sanitizer.text.fold import fold
from sanitizer.text.lexicon import common_words, given_names, surnames
from sanitizer.text.patterns import LETTERS
from sanitizer.text.titles import IN_CELLS

MOST: Final = 0.5
"""Share of the distinct cells from which on a column is one of names."""
_MOST_CELLS: Final = 2000
"""Distinct cells that are looked at, evenly over their order."""
BY_CHANCE: Final = 0.02
"""Share of the persons whose cells may happen to say a word of an identifier of theirs."""
_MOST_PAIRS: Final = 300
"""Distinct pairs of an identifier and another cell of its row that are looked at, evenly over their order."""
SHOWN: Final = (Role.QUASI, Role.SENSITIVE, Role.INSENSITIVE)


def holds_names(column: str, cells: Collection[str]) -> bool:
    """Return whether half of the distinct cells or more are full names of persons, or, where the name of the column
    says so, words that are no plain English."""
    distinct = sorted(set(cells))
    distinct = distinct[:: max(1, len(distinct) // _MOST_CELLS)]
    called = says_persons(column)
    return bool(distinct) and sum(_is_name(cell, called) for cell in distinct) >= MOST * len(distinct)


def says_persons(column: str) -> bool:
    """Return whether the name of a column says that it holds names of persons; "name" beside another word may be of
    anything ("drug name"), unless that is a part of names or a word for persons ("first name", "customer name")."""
    found = set(name_words(column))
    if found & (set(HINTS["PERSON"]) - {"name"}):
        return True
    return "name" in found and all(w in KNOWN_OF_NAMES for w in found - {"name"})


def check_names(table: PlainTable, definition: Definition) -> None:
    """Raise UsageError for a column of names that the release would show: as it is, in sets, or cut short; and for one
    whose own name is a person's or an identifier."""
    dropped = (Role.IGNORE, Role.IDENTIFIER)
    for number, a in enumerate(definition.attributes, 1):
        if (a.role not in dropped or a.operator) and names_somebody(a.name):
            raise UsageError(
                f"{definition.file}: column {number} of the definition would be shown, and is named as a person or an "
                'identifier: rename it, or say role = "ignore"'
            )
    for a in definition.attributes:
        if a.role not in SHOWN or a.person is not None or a.kind not in (Kind.CATEGORY, Kind.CODE):
            continue
        if holds_names(a.name, {v for v in coded_texts(table, a.name).values if v and v.strip()}):
            raise UsageError(
                f'{definition.file}: column "{a.name}" ({a.role.value}) holds names of persons, which the release '
                'would show: say role = "identifier" or "ignore", or person = false if they are of nobody'
            )


def check_own(table: PlainTable, definition: Definition) -> None:
    """Raise UsageError for a column that the release would show whose cells say, more often than by chance, what
    identifies the row's own person: "bryl came" beside "Oksana Bryl"."""
    for shown, own in own_pairs(definition):
        check_cells(definition, shown, own, pairs_of(table, shown.name, own.name))


def pairs_of(table: PlainTable, shown: str, own: str) -> list[tuple[str, str]]:
    """Distinct pairs of cells of `own` and `shown` in one row, at most so many, evenly over their order."""
    named, said = coded_texts(table, own), coded_texts(table, shown)
    pairs = np.unique(np.stack([named.codes, said.codes]), axis=1)
    pairs = pairs[:, (pairs >= 0).all(axis=0)]
    pairs = pairs[:, :: max(1, pairs.shape[1] // _MOST_PAIRS)]
    return [(named.values[n] or "", said.values[s] or "") for n, s in pairs.T.tolist()]


def own_pairs(definition: Definition) -> list[tuple[Attribute, Attribute]]:
    """Return each column of categories or codes that the release would show, with each that identifies."""
    kinds = (Kind.CATEGORY, Kind.CODE)
    shown = [
        a for a in definition.attributes if a.role in SHOWN and a.kind in kinds and a.person is not False
    ]
    return list(product(shown, definition.named(Role.IDENTIFIER)))


def check_cells(
    definition: Definition, shown: Attribute, own: Attribute, pairs: Sequence[tuple[str, str]]
) -> None:
    """Raise UsageError where the ``pairs`` of cells of ``own`` and ``shown`` say the same."""
    if say_the_same(pairs):
        raise UsageError(
            f'{definition.file}: column "{shown.name}" ({shown.role.value}) says what "{own.name}" of the same row '
            'says, and the release would show it: say role = "text", "identifier" or "ignore", or person = '
            "false if it tells of nobody"
        )


def say_the_same(pairs: Sequence[tuple[str, str]]) -> bool:
    """Return whether the second of distinct ``pairs`` says what the first does more often than by chance."""
    seen = pairs[:: max(1, len(pairs) // _MOST_PAIRS)]
    hits = sum(any(find_own(cell, [name])) for name, cell in seen if "@" not in name)
    return hits > max(1, BY_CHANCE * len(seen))


def _is_name(cell: str, called: bool) -> bool:
    text = fold(cell).text
    if any(c.isdigit() for c in text):
        return False
    found = [w for w in LETTERS.findall(text.replace("'", "").replace("’", "")) if len(w) > 1]
    said = [w for w in map(str.casefold, found) if w not in IN_CELLS]
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
