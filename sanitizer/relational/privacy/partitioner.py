"""What a partitioner of the rows of a table answers, and helpers on its labels."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.privacy.models import Classes, PrivacyModel
from sanitizer.relational.table.table import NULL, Column, Table
from sanitizer.types import IntArray

Labels: TypeAlias = npt.NDArray[np.int64]


class UnsatisfiableError(UsageError):
    """No release inside the limits satisfies the privacy models."""


@runtime_checkable
class Partitioner(Protocol):
    """Divides rows into classes. Every implementation passes ``tests/contracts/partitioner.py``."""

    def partition(
        self, quasi: Table, models: Sequence[PrivacyModel], sensitive: Sequence[Column] = ()
    ) -> Labels:
        """Return the class of each row, shape (rows,), numbered from 0 by first row; every class satisfies `models`.

        `sensitive` are the columns that the models are about. Raises UnsatisfiableError when not even the whole table
        satisfies the models.
        """


def canonical(labels: npt.NDArray[np.integer]) -> Labels:
    """Return the same classes numbered from 0 in the order of their first rows; labels must not be negative."""
    if not len(labels):
        return np.zeros(0, dtype=np.int64)
    first = np.full(int(labels.max()) + 1, len(labels), dtype=np.int64)
    first[labels[::-1]] = np.arange(len(labels) - 1, -1, -1)  # the last assignment wins: the first row
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    result: Labels = rank[labels]
    return result


def histogram(
    labels: npt.NDArray[np.integer], classes: int, column: Column, persons: IntArray | None = None
) -> IntArray:
    """Return how often each class (row) has each value of `column` (column of the result); missing values left out.
    `persons` (rows,) is how many each row stands for, None: one."""
    values = len(column.labels)
    known = column.codes != NULL
    flat = labels[known].astype(np.int64) * values + column.codes[known]
    weights = None if persons is None else persons[known]  # sums of whole numbers below 2^53 are exact
    counts = np.bincount(flat, weights, minlength=classes * values)
    return counts.astype(np.int64).reshape(classes, values)


def totals(columns: Sequence[Column], persons: IntArray | None = None) -> Mapping[str, IntArray]:
    """Return the histogram of each column over all rows."""
    return {c.name: histogram(np.zeros(len(c.codes), np.int64), 1, c, persons)[0] for c in columns}


def classes_of(labels: Labels, sensitive: Sequence[Column] = (), persons: IntArray | None = None) -> Classes:
    """Return what privacy models and measures need to know of the classes of `labels` (numbered 0 to c - 1)."""
    sizes = np.bincount(labels, persons).astype(np.int64)
    return Classes(
        sizes=sizes,
        histograms={c.name: histogram(labels, len(sizes), c, persons) for c in sensitive},
        totals=totals(sensitive, persons),
    )
