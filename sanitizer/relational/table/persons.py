"""Tell which rows are one person: compare identifiers without differences of spelling."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.checks import texts_of
from sanitizer.relational.table.plain_table import AnyTable


def same_key(value: str) -> str:
    """An identifier as it is compared: compatible characters, case, blanks of any kind and characters that cannot be
    seen make no other person; diacritics do."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
    seen = "".join(
        c for c in plain if unicodedata.category(c) not in ("Cf", "Mn") or unicodedata.combining(c)
    )
    return " ".join(seen.split())


@dataclass(frozen=True, slots=True)
class Persons:
    """``number`` (rows,) is the person of each row, from 0 by first row; ``merged`` counts the spellings of identifiers
    that are another person's only by case, blanks or characters that cannot be seen; ``warnings`` are sentences."""

    number: npt.NDArray[np.int64]
    merged: int = 0
    warnings: tuple[str, ...] = ()


def find_persons(table: AnyTable, definition: Definition) -> Persons:
    """Number the person of each row: rows with equal identifiers are one person, a missing one is nobody else."""
    chosen = [a.name for a in definition.named(Role.IDENTIFIER) if a.person]
    identifiers = chosen or [a.name for a in definition.named(Role.IDENTIFIER)]
    if not identifiers:
        return Persons(np.arange(len(table), dtype=np.int64))
    raw = [texts_of(table[name]) for name in identifiers]
    columns = [[None if v is None else same_key(v) or None for v in column] for column in raw]
    number: dict[tuple[object, ...], int] = {}
    spellings: set[tuple[object, ...]] = set()
    result = np.empty(len(table), dtype=np.int64)
    for row, key in enumerate(zip(*columns, strict=True)):
        whole: tuple[object, ...] = key if None not in key else ("row", row, *key)
        result[row] = number.setdefault(whole, len(number))
        spellings.add(tuple(column[row] for column in raw) if None not in key else whole)
    warnings = () if chosen else _finer_than_one(identifiers, columns, len(number))
    return Persons(result, len(spellings) - len(number), warnings)


def _finer_than_one(names: Sequence[str], columns: Sequence[Sequence[Any]], persons: int) -> tuple[str, ...]:
    """A warning where several identifiers together tell more persons apart than one of them, whose values repeat."""
    if len(names) < 2:
        return ()
    counts = {
        n: len(set(c) - {None}) + sum(v is None for v in c) for n, c in zip(names, columns, strict=True)
    }
    fewer = [n for n in names if 1 < counts[n] < persons]
    if not fewer:
        return ()
    named = ", ".join(f'"{n}" has {counts[n]} values' for n in fewer)
    return (
        f"{persons} persons are told apart by all identifiers together, but {named}: if rows with an equal value are "
        "one person, say person = true there",
    )


def persons_of(table: AnyTable, definition: Definition) -> npt.NDArray[np.int64]:
    """The person of each row; see :func:`find_persons`."""
    return find_persons(table, definition).number
