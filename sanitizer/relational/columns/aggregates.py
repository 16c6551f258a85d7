"""Write the numbers of a class as their mean or median (microaggregation) in the place of their range."""

import numpy as np

from sanitizer.relational.definition.definition import Attribute, Definition, Kind
from sanitizer.relational.privacy.partitioner import Labels
from sanitizer.relational.table.recoders import plain
from sanitizer.relational.table.table import NULL, Column
from sanitizer.types import FloatArray, IntArray


def aggregate_of(attribute: Attribute, definition: Definition) -> str:
    """Return what the values of a class become: as the attribute says, the mean of numbers under mdav, else what
    covers them ("range")."""
    numbers = attribute.kind is Kind.NUMBER and attribute.hierarchy is None
    usual = "mean" if definition.method.partitioner == "mdav" and numbers else "range"
    return attribute.aggregate or usual


def aggregated(
    column: Column, labels: Labels, how: str, ranges: tuple[Column, FloatArray]
) -> tuple[Column, FloatArray]:
    """`ranges` (the column recoded to ranges, and its NCP) with each range as the ``mean`` or ``median`` of the rows of
    the class, one decimal finer than the values; what is no range (one value, ANY, missing) stays. The NCP is that of
    the range, which is how far off a value may be."""
    recoded, losses = ranges
    numbers = column.numbers()
    values = np.append(numbers, 0.0)[column.codes]
    rows = np.flatnonzero((labels >= 0) & (column.codes != NULL))
    classes = int(labels.max(initial=-1)) + 1
    made = (
        _means(values[rows], labels[rows], classes)
        if how == "mean"
        else _medians(values[rows], labels[rows], classes)
    )
    decimals = max((len(plain(n).partition(".")[2]) for n in numbers.tolist()), default=0) + 1
    first = np.full(classes, -1, dtype=np.int64)
    first[labels[rows][::-1]] = rows[::-1]
    texts: dict[str, int] = {label: i for i, label in enumerate(recoded.labels)}
    code = np.full(classes, NULL, dtype=np.int32)
    for c, row in enumerate(first.tolist()):
        if row < 0:
            continue
        code[c] = recoded.codes[row]
        if recoded.labels[code[c]].startswith("["):
            code[c] = texts.setdefault(plain(round(float(made[c]), decimals)), len(texts))
    kept = labels >= 0
    codes = np.where(kept, np.append(code, NULL)[labels], NULL).astype(np.int32)
    return Column(column.name, codes, tuple(texts)), losses


def _means(values: FloatArray, labels: IntArray, classes: int) -> FloatArray:
    sums = np.bincount(labels, weights=values, minlength=classes)
    means: FloatArray = sums / np.maximum(np.bincount(labels, minlength=classes), 1)
    return means


def _medians(values: FloatArray, labels: IntArray, classes: int) -> FloatArray:
    """Return the middle value, of two the mean."""
    order = np.lexsort((values, labels))
    counts = np.bincount(labels, minlength=classes)
    start = np.cumsum(counts) - counts
    result = np.zeros(classes)
    there = counts > 0
    low, high = start[there] + (counts[there] - 1) // 2, start[there] + counts[there] // 2
    result[there] = (values[order][low] + values[order][high]) / 2
    return result
