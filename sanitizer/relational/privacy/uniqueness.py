"""Count the persons whom the released cells single out, with the columns that stay as they were."""

from collections.abc import Sequence

import numpy as np

from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.report.report import AloneFigures, Uniqueness
from sanitizer.relational.table.plain_table import PlainTable, coded_texts, distinct, numbered_rows

MOST_UNIQUE = 0.05
"""Share of the persons that the columns which stay as they were may single out before a warning is given."""


def uniqueness(table: PlainTable, definition: Definition, persons: Sequence[int]) -> Uniqueness:
    """Return how many persons have a row of released cells that nobody else has: over all columns but texts and
    pseudonyms, and over those alone that stay as they were (sensitive, insensitive). ``share`` is of all released
    persons."""
    kept = {Role.SENSITIVE, Role.INSENSITIVE}
    shown = [a for a in definition.attributes if not a.dropped and a.role in kept | {Role.QUASI}]
    holders = np.asarray(persons, dtype=np.int64)
    everybody = len(distinct(holders))
    codes = {a.name: coded_texts(table, a.name).codes for a in shown}

    def alone(names: Sequence[str]) -> AloneFigures:
        unique = 0
        if names and len(holders):
            number = numbered_rows([codes[name] for name in names], len(holders))
            first = np.zeros(int(number.max()) + 1, dtype=np.int64)
            first[number] = holders
            shared = np.zeros(len(first), dtype=np.bool_)
            shared[number[holders != first[number]]] = True
            unique = len(distinct(first[~shared]))
        return AloneFigures(unique, round(unique / everybody, 6) if everybody else 0.0)

    return Uniqueness(
        all_columns=alone([a.name for a in shown]),
        columns_that_stay=alone([a.name for a in shown if a.role in kept]),
    )


def told_unique(found: Uniqueness, least: float = MOST_UNIQUE) -> str:
    """Return a warning where the columns that stay single out more than that share of the persons, else nothing."""
    stay = found.columns_that_stay
    if stay.share <= least:
        return ""
    return (
        f"{stay.persons} persons ({stay.share:.0%}) are the only ones with their values in the columns that stay "
        "unchanged: someone who knows these values finds them, although k holds; give such columns the role quasi or "
        "ignore"
    )
