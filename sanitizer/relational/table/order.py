"""Order released rows and number persons so that neither shows the order of the source.

Who knows by what the source is sorted reads values between those of the neighbours, whatever k is.
"""

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np

from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.table.plain_table import PlainTable, coded_texts, numbered_rows
from sanitizer.types import IntArray

SOURCE_ORDER = (
    'the rows are in the order of the source (method.order = "source"): whoever knows by what it is sorted reads '
    "values between those of the neighbours, and k does not hold"
)


def released_order(table: PlainTable, definition: Definition) -> IntArray:
    """Return the order in which the rows of a release are given away: by their own released cells, column by
    column, missing ones first; where the definition has a seed, shuffled after that. ``order = "source"`` keeps
    them as they are."""
    rows = len(table)
    order = np.arange(rows, dtype=np.int64)
    if definition.method.order == "source":
        return order
    ranks = [coded_texts(table, name).ranked() for name in table.columns]
    if ranks:
        order = np.argsort(numbered_rows(ranks, rows), kind="stable").astype(np.int64)
    if definition.method.seed:
        order = order[np.random.default_rng(definition.method.seed).permutation(rows)]
    return order


def private_seed(table: PlainTable, seed: int) -> tuple[int, ...]:
    """Return numbers that seed a draw, from all cells of the source: the same input draws the same, and who lacks a
    part of it cannot draw again."""
    made = hashlib.sha256(str(seed).encode())
    for name in table.columns:
        for part in _shown(str(name), table.texts(name)):
            made.update(part.encode("utf-8", "surrogatepass"))
    return tuple(int.from_bytes(made.digest()[i : i + 4], "big") for i in range(0, 32, 4))


def _shown(name: str, cells: Sequence[str | None]) -> Iterator[str]:
    """Yield how Python shows a tuple of a name and a list of cells, in parts."""
    yield f"({name!r}, ["
    for i, cell in enumerate(cells):
        yield f"{', ' if i else ''}{cell!r}"
    yield "])"
