"""Tell which rows are one person: by identifiers, however these are spelled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.joined_spellings import join
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.relational.table.spellings import is_missing


@dataclass(frozen=True, slots=True)
class Persons:
    """``number`` (rows,) is the person of each row, from 0 by first row; ``merged`` counts the spellings of identifiers
    that are another person's only by how they are written, ``possible`` those of them that may be another person's
    (initials, words left out); ``warnings`` are sentences."""

    number: npt.NDArray[np.int64]
    merged: int = 0
    possible: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joins:
    """A column with the spelling that stands for each cell, None where it says nobody; see :func:`.joined.join`."""

    cells: tuple[str | None, ...]
    spellings: int
    possible: int

    @property
    def missing(self) -> int:
        """How many cells say nobody."""
        return sum(cell is None for cell in self.cells)

    @property
    def values(self) -> int:
        """How many persons the column can tell apart."""
        return len(set(self.cells) - {None})


def joins_of(cells: Sequence[str | None]) -> Joins:
    """Return the cells of a column, one spelling for all that may be one person's."""
    known = frozenset(cell for cell in set(cells) if cell is not None and not is_missing(cell))
    joined = join(known)
    return Joins(
        tuple(joined.of.get(cell) if cell is not None else None for cell in cells),
        len(known),
        joined.possible,
    )


def deciding(table: PlainTable, definition: Definition) -> tuple[dict[str, Joins], tuple[str, ...]]:
    """Return the columns that tell persons apart, and warnings: those with ``person = true``; else all identifiers
    but those with ``person = false``, of these the ones without a missing cell where there are any."""
    identifiers = definition.named(Role.IDENTIFIER)
    chosen = [a.name for a in identifiers if a.person]
    named = chosen or [a.name for a in identifiers if a.person is None]
    columns = {name: table.once(name, joins_of) for name in named}
    gaps = [name for name in named if columns[name].missing]
    if chosen or not gaps or len(gaps) == len(named):
        return columns, ()
    listed = ", ".join(f'"{name}"' for name in gaps)
    return {n: c for n, c in columns.items() if not c.missing}, (
        f"{listed}: cells are missing, so the other identifiers alone tell persons apart; say person = true of the "
        "column that does",
    )


def keyed(table: PlainTable, definition: Definition) -> tuple[PlainTable, int]:
    """Return the rows that say whose they are, and how many do not. Raises UsageError where there are such, unless the
    definition drops them (``without_person = "drop"``): they may be of anybody, also of those who are counted."""
    columns, _ = deciding(table, definition)
    lacking = np.array([None in row for row in zip(*(c.cells for c in columns.values()), strict=True)])
    count = int(lacking.sum())
    if not count:
        return table, 0
    if definition.method.without_person != "drop":
        raise _nobodys(columns, len(table), definition)
    if count == len(table):
        raise UsageError(f"{definition.file}: no row says whose it is: nothing would be released")
    return table.take(~lacking), count


def _nobodys(columns: Mapping[str, Joins], rows: int, definition: Definition) -> UsageError:
    count = sum(None in row for row in zip(*(c.cells for c in columns.values()), strict=True))
    missing = ", ".join(f'"{name}" in {c.missing}' for name, c in columns.items() if c.missing)
    return UsageError(
        f"{definition.file}: {count} of {rows} rows do not say whose they are (missing: {missing}): fill them in, say "
        'person = true of another column, or drop these rows (method.without_person = "drop")'
    )


def find_persons(table: PlainTable, definition: Definition) -> Persons:
    """Give a number to the person of each row: rows whose identifiers may be one person's are one person.

    Raises UsageError for rows that do not say whose they are (:func:`keyed` drops them).
    """
    columns, warnings = deciding(table, definition)
    if not columns:
        alone = ("every row counts as a person: person = false of all identifiers",)
        return Persons(
            np.arange(len(table), dtype=np.int64), warnings=alone if definition.named(Role.IDENTIFIER) else ()
        )
    if any(c.missing for c in columns.values()):
        raise _nobodys(columns, len(table), definition)
    number: dict[tuple[str | None, ...], int] = {}
    keys = zip(*(c.cells for c in columns.values()), strict=True)
    result = np.array([number.setdefault(key, len(number)) for key in keys], dtype=np.int64)
    spelled = zip(*(map(str, texts_of(table[name])) for name in columns), strict=True)
    possible = sum(c.possible for c in columns.values())
    if possible:
        warnings = (
            *warnings,
            f"{possible} spelling(s) of identifiers may be of another person and are counted as theirs (initials, "
            "words left out, several readings): fewer persons are the safe side",
        )
    return Persons(result, len(set(spelled)) - len(number), possible, warnings)


def persons_of(table: PlainTable, definition: Definition) -> npt.NDArray[np.int64]:
    """Return the person of each row; see :func:`find_persons`."""
    return find_persons(table, definition).number
