"""Recount the classes of a written release, and what the models of their cells and terms ask of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.judged import FINE, Judged, together
from sanitizer.relational.verify.models import model_failures
from sanitizer.relational.verify.recount_persons import (
    least_match,
    rare_terms,
    recounted,
    too_small,
)
from sanitizer.relational.verify.terms import Columns, terms_of


@dataclass(frozen=True, slots=True)
class Groups:
    """The persons of each class (``sizes``, least first), what does not hold of the classes (``judged``), who is in
    each (``members``; where models are to be judged by them), and under NULL matching with wildcards the fewest rows
    that a row matches."""

    sizes: Sequence[int]
    judged: Judged
    members: Sequence[Sequence[int]]
    least_match: int | None = None


CountGroups: TypeAlias = Callable[[PlainTable, Definition, Companion | None, Columns], Groups]
"""Counts the groups of a release with its sidecar; the columns are the cells of those that are compared as texts."""


def count_groups(
    table: PlainTable, definition: Definition, companion: Companion | None, columns: Columns
) -> Groups:
    """Return the groups of a release, counted here; see :data:`CountGroups`."""
    texts = {a.name: columns[a.name] for a in definition.named(Role.TEXT)}
    persons = companion.persons if companion is not None else tuple(range(len(table)))
    terms: Mapping[int, set[str]] = {}
    shown = FINE
    if companion is not None and texts:
        terms, shown = terms_of(texts, persons, companion)
    km = next((m for m in definition.models if m.name == "km-anonymity"), None)
    found = recounted(table, definition, persons, {} if km else terms, columns)
    matched = least_match(found, definition.method.null_matching)
    judged = together(
        shown,
        Judged(found.failures),
        too_small(found, definition, matched),
        rare_terms(found.by_cells, None if companion is None else terms, definition.k, km.m) if km else FINE,
        model_failures(table, definition, persons, found.members),
    )
    return Groups(found.sizes, judged, found.members, matched)
