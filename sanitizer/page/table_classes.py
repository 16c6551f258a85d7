"""Recount the classes of a released table from what was written: persons who share one set of cells and terms."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

import pandas as pd

from sanitizer.errors import UsageError

Spans = Mapping[str, Sequence[Sequence[Any]]]
"""Of one row: text column -> (start, end, kind, what it says), as the sidecar has them."""

_SHOWN: Final = frozenset({"kept", "generalized"})
"""Kinds of terms that a reader sees; suppressed, direct and redundant ones tell nothing of their own."""


def class_sizes(
    table: pd.DataFrame,
    quasi: Sequence[str],
    persons: Sequence[int] | None = None,
    spans: Sequence[Spans] = (),
) -> list[int]:
    """Persons in each class, least first.

    Args:
        table: the release.
        quasi: the columns by which a person may be found.
        persons: the person of each row; without it every row is a person, and ``spans`` are not asked.
        spans: where in the texts of each row which terms stand.

    Raises:
        UsageError: a column is missing, or ``persons`` is about another number of rows.
    """
    if missing := [name for name in quasi if name not in table.columns]:
        raise UsageError(f"the released table has no column {', '.join(missing)}: is it that of the report?")
    if persons is not None and len(persons) != len(table):
        raise UsageError(f"the sidecar is about {len(persons)} rows, the released table has {len(table)}")
    columns = [table[name].where(table[name].notna(), None).tolist() for name in quasi]
    cells: dict[int, tuple[Hashable, ...]] = {}
    terms: dict[int, set[str]] = defaultdict(set)
    for row in range(len(table)):
        person = row if persons is None else persons[row]
        cells.setdefault(person, tuple(column[row] for column in columns))
        for written in spans[row].values() if persons is not None and spans else ():
            terms[person].update(_key(says) for _, _, kind, says in written if kind in _SHOWN)
    classes = Counter((cells[person], frozenset(terms[person])) for person in cells)
    return sorted(classes.values())


def _key(says: str) -> str:
    return " ".join(str(says).casefold().removeprefix("the ").split())
