"""Steps that come with the product for columns that many tables have: education, industry, codes of diseases, ages,
incomes. The lists are ours, in the order of the levels that statistical offices use (ISCED 2011, ISIC)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import floor
from pathlib import Path
from typing import Final

from kb.ladders.columns import ANY, Levelled

_DATA: Final = Path(__file__).parents[1] / "data"
LISTS: Final = ("education", "industry")
"""Schemes that list their values."""
AGES: Final = (5, 10, 20, 40)
"""Years of the bands of ages: each holds whole ones of the bands before."""
INCOMES: Final = (1_000, 5_000, 10_000, 50_000)
"""The same of incomes a year, in any currency."""


@cache
def listed(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the groups of each value of a list, the widest last. KeyError for a name that is none of LISTS."""
    if name not in LISTS:
        raise KeyError(name)
    lines = (_DATA / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {_key(value): tuple(groups) for value, *groups in rows}


def _key(value: str) -> str:
    """Return a value as the lists spell it."""
    return " ".join(value.replace("’", "'").replace("_", " ").lower().split()).rstrip(".")


def is_listed(name: str, value: str) -> bool:
    """Return whether a list has groups for a value."""
    return _key(value) in listed(name)


@dataclass(frozen=True, slots=True)
class Listed(Levelled):
    """The groups of a list; what it lacks goes straight to ``*``."""

    name: str

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell, its groups, ``*``."""
        groups = listed(self.name)
        levels = len(next(iter(groups.values())))
        return (cell, *groups.get(_key(cell), (ANY,) * levels), ANY)


@dataclass(frozen=True, slots=True)
class Codes(Levelled):
    """Codes that tell more with each character, as those of ICD-10: the code, what stands before its dot (at most three
    characters), two, and one of these."""

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell, its beginnings, ``*``."""
        head = cell.strip().upper().partition(".")[0][:3]
        return (cell, head, head[:2] + ANY, head[:1] + ANY * 2, ANY)


@dataclass(frozen=True, slots=True)
class Bands(Levelled):
    """Bands of numbers from 0 that do not depend on the table, as wide as ``widths`` (each divides the next).
    ``numbers`` says which number a cell is."""

    numbers: Mapping[str, float]
    widths: tuple[int, ...]

    def labels(self, cell: str) -> Sequence[str]:
        """Return the cell, the bands that hold it, ``*``."""
        return (cell, *(self._band(self.numbers[cell], width) for width in self.widths), ANY)

    def _band(self, number: float, width: int) -> str:
        low = floor(number / width) * width
        return f"[{low}-{low + width - 1}]"
