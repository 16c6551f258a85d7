"""Intersect a release with an earlier one of the same persons: who is alone in what both say is found.

Whoever knows the values of a person finds the class in each release; the person is one of those who are in both. Rows
of the earlier release are matched by their cells alone: a range, a set, a period, a beginning with stars.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from kb.ladders.columns import ANY
from sanitizer.relational.attack.record import Attack
from sanitizer.relational.definition.definition import Attribute, Kind
from sanitizer.relational.table.date_cells import full_date, partial_date
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.table import number

_RANGE: Final = re.compile(r"\[(-?[\d.,]+(?:e[+-]?\d+)?)\s?-\s?(-?[\d.,]+(?:e[+-]?\d+)?)[\])]\Z")

Cell = str | None


def covers(attribute: Attribute, label: Cell, value: Cell, hierarchy: Hierarchy | None = None) -> bool:
    """Return whether a released cell may stand for a value of the source: a missing one stands for a missing one."""
    if label is None or value is None:
        return label is value or label == ANY
    if label in (value, ANY):
        return True
    if (bounds := _RANGE.match(label)) and (own := number(value)) is not None:
        low, high = number(bounds[1]), number(bounds[2])
        return low is not None and high is not None and low <= own <= high
    if attribute.kind is Kind.DATE and (day := full_date(value, attribute.order)) is not None:
        if bounds:  # a range of years
            return int(bounds[1]) <= day.year <= int(bounds[2])
        said = partial_date(label.strip("[]"), attribute.order)
        return said is not None and said.covers(day)
    if label.startswith("(") and label.endswith(")"):
        return value in label[1:-1].split(",") or value in label
    if ANY in label:
        return value.startswith(label.split(ANY, 1)[0])
    if attribute.kind is Kind.CODE and attribute.entity == "POSTCODE":
        return value.startswith(label)
    if hierarchy is not None and value in hierarchy.labels[0]:
        at = hierarchy.labels[0].index(value)
        return any(hierarchy.labels[j][int(g[at])] == label for j, g in enumerate(hierarchy.groups))
    own, other = number(value), number(label)
    return own is not None and own == other


def intersected(
    attributes: Sequence[Attribute],
    values: Mapping[str, Sequence[Cell]],
    labels: Sequence[int],
    earlier: Mapping[str, Sequence[Cell]],
    k: int,
    hierarchies: Mapping[str, Hierarchy | None],
) -> Attack:
    """Return how many persons are fewer than `k` in what both releases say of them.

    Args:
        attributes: the quasi-identifiers that both releases have.
        values: each one's value of each person in the source (persons,).
        labels: the class of each person in the new release.
        earlier: each one's cell in each row of the earlier release (rows,).
    """
    classes = sorted(set(zip(*(earlier[a.name] for a in attributes), strict=True)), key=repr)
    persons = len(labels)
    fits: list[dict[Cell, npt.NDArray[np.bool_]]] = []
    for j, a in enumerate(attributes):
        own = values[a.name]
        distinct = {v: i for i, v in enumerate(dict.fromkeys(own))}
        code = np.asarray([distinct[v] for v in own], dtype=np.int64)
        each: dict[Cell, npt.NDArray[np.bool_]] = {}
        for label in dict.fromkeys(row[j] for row in classes):
            known = np.asarray(
                [covers(a, label, v, hierarchies.get(a.name)) for v in distinct], dtype=np.bool_
            )
            each[label] = known[code]
        fits.append(each)
    new = np.asarray(labels, dtype=np.int64)
    count = int(new.max(initial=-1)) + 1
    fewest = np.full(persons, persons, dtype=np.int64)
    for row in classes:
        inside = np.ones(persons, dtype=np.bool_)
        for j, label in enumerate(row):
            inside &= fits[j][label]
        both = np.bincount(new[inside], minlength=count)
        fewest[inside] = np.minimum(fewest[inside], both[new[inside]])
    alone = int((fewest < k).sum())
    says = (
        f"with the earlier release at hand, {alone} of {persons} persons are fewer than {k} in what both say of them: "
        "release the same groups again, or none of the earlier columns more finely"
        if alone
        else f"with the earlier release at hand, every person is still one of {k} or more"
    )
    return Attack("intersection with the earlier release", alone, persons, 0.0, says)
