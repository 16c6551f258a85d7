"""Count the persons whom the released cells single out, with the columns that stay as they were."""

from collections.abc import Sequence
from typing import Any

from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.checks import texts_of
from sanitizer.relational.table.plain_table import AnyTable

MOST_UNIQUE = 0.05
"""Share of the persons that the columns which stay as they were may single out before a warning is given."""


def uniqueness(table: AnyTable, definition: Definition, persons: Sequence[int]) -> dict[str, Any]:
    """How many persons have a row of released cells that nobody else has: over all columns but texts and pseudonyms,
    and over those alone that stay as they were (sensitive, insensitive). ``share`` is of all released persons."""
    kept = {Role.SENSITIVE, Role.INSENSITIVE}
    shown = [a for a in definition.attributes if not a.dropped and a.role in kept | {Role.QUASI}]
    everybody = len(set(persons))

    def alone(names: Sequence[str]) -> dict[str, Any]:
        holder: dict[tuple[str | None, ...], int] = {}
        columns = [texts_of(table[name]) for name in names]
        for person, cells in zip(
            persons, zip(*columns, strict=True) if columns else (), strict=bool(columns)
        ):
            if holder.setdefault(cells, person) != person:
                holder[cells] = -1
        unique = len(set(holder.values()) - {-1})
        return {"persons": unique, "share": round(unique / everybody, 6) if everybody else 0.0}

    return {
        "all_columns": alone([a.name for a in shown]),
        "columns_that_stay": alone([a.name for a in shown if a.role in kept]),
    }


def told_unique(found: dict[str, Any], least: float = MOST_UNIQUE) -> str:
    """A warning where the columns that stay single out more than that share of the persons, else nothing."""
    stay = found["columns_that_stay"]
    if stay["share"] <= least:
        return ""
    return (
        f"{stay['persons']} persons ({stay['share']:.0%}) are the only ones with what the columns that stay as they "
        "were say of them: whoever knows that finds them, although k holds; make such columns quasi or ignore"
    )
