"""What the classes of a release in a database say: the recoders of the memory engine, some classes at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sanitizer.relational.columns.release_in_classes import recoded
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.report.figures import SizeGroup
from sanitizer.relational.scale.cuts import Quasi
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.targets import as_written
from sanitizer.relational.table.table import NULL, Column
from sanitizer.types import FloatArray, IntArray

_AT_ONCE: Final = 50_000
"""Classes that are recoded at once."""


@dataclass(frozen=True, slots=True)
class Told:
    """The persons of each class (classes,), and the mean NCP of each attribute over persons; ``groups`` has for each
    size of a class, least first, how many there are and the weighted NCP of their cells."""

    sizes: IntArray
    losses: FloatArray
    groups: tuple[SizeGroup, ...]


def tell(
    database: Database, quasi: Sequence[Quasi], classes: int, weights: FloatArray, output: Output | None
) -> Told:
    """Make the table ``told``: for each ``class`` the cells t0, t1, ... that its rows get, and f0, f1, ... as they
    stand in the output."""
    new_told(database, len(quasi))
    sizes = np.zeros(classes, dtype=np.int64)
    lost = np.zeros((len(quasi), classes))
    for low in range(0, classes, _AT_ONCE):
        high = min(low + _AT_ONCE, classes)
        inside = f"FROM placed WHERE class >= {low} AND class < {high}"
        found = database.arrays(f"SELECT class, CAST(sum(n) AS BIGINT) AS n {inside} GROUP BY class")
        sizes[found["class"]] = found["n"]
        made: dict[str, Any] = {"class": np.arange(low, high)}
        for j, q in enumerate(quasi):
            pairs = database.arrays(f"SELECT DISTINCT class, {q.sql} AS c {inside} ORDER BY class")
            labels = pairs["class"].astype(np.int64) - low
            codes = pairs["c"].astype(np.int32)
            column, costs = recoded(Column(q.values.name, codes, q.values.labels), q.recoder, labels)
            first = np.searchsorted(labels, np.arange(high - low))
            lost[j, low:high] = costs[first]
            text = [None if c == NULL else column.labels[c] for c in column.codes[first].tolist()]
            made |= cells_of(j, text, output)
        database.add("told", made)
    return told_of(sizes, lost, weights)


def told_of(sizes: IntArray, lost: FloatArray, weights: FloatArray) -> Told:
    """From the persons of each class and the NCP of its cells (attributes, classes)."""
    return Told(sizes, (lost * sizes).sum(axis=1) / sizes.sum(), _groups(sizes, lost, weights))


def new_told(database: Database, columns: int) -> None:
    """Make the table ``told``, empty, of so many recoded columns."""
    database.new("told", {"class": "BIGINT"} | {f"{x}{j}": "STRING" for j in range(columns) for x in "tf"})


def cells_of(number: int, texts: Sequence[str | None], output: Output | None) -> dict[str, Any]:
    """Return a column of ``told``: its cells, and as they stand in the output."""
    return {
        f"t{number}": list(texts),
        f"f{number}": [None if t is None else as_written(t, output) for t in texts],
    }


def _groups(sizes: IntArray, lost: FloatArray, weights: FloatArray) -> tuple[SizeGroup, ...]:
    each = weights @ lost / weights.sum() if weights.sum() else np.zeros(len(sizes))
    found, at = np.unique(sizes, return_inverse=True)
    number = np.bincount(at.reshape(-1))
    loss = np.bincount(at.reshape(-1), weights=each) / number
    return tuple(
        SizeGroup(size, count, round(value, 6), None)
        for size, count, value in zip(found.tolist(), number.tolist(), loss.tolist(), strict=True)
    )
