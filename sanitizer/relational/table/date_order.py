"""Decide for a whole table what comes first in 3/4/1961: its columns and its texts are read alike."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from kb.values.date_order import DateOrder
from sanitizer.relational.definition.definition import Attribute, Definition, Kind, Role
from sanitizer.relational.report.report import DateOrderFigures
from sanitizer.relational.table.plain_table import PlainTable, coded_texts


def holds_dates(attribute: Attribute) -> bool:
    """Return whether dates are read in a column: it is one of dates, or of texts."""
    if attribute.role is Role.TEXT:
        return True
    made = attribute.hierarchy is not None and attribute.hierarchy.made == "calendar"
    dated = attribute.kind is Kind.DATE or made or attribute.entity == "DATE"
    return attribute.role is Role.QUASI and dated


def date_order(table: PlainTable, definition: Definition) -> DateOrder:
    """Return the order of dates in numbers that the definition says (``method.dates``), or that the table shows. A
    column with an order of its own says nothing of the others."""
    return DateOrder.of_table(_cells(table, definition), definition.method.dates)


def _cells(table: PlainTable, definition: Definition) -> Iterator[tuple[str, int]]:
    """Yield the cells with how often they are there."""
    for attribute in definition.attributes:
        if holds_dates(attribute) and not attribute.dates and attribute.name in table.columns:
            held = coded_texts(table, attribute.name)
            counts = np.bincount(held.codes[held.codes >= 0], minlength=len(held.values))
            yield from ((v, n) for v, n in zip(held.values, counts.tolist(), strict=True) if n)


def in_order(definition: Definition, order: DateOrder) -> Definition:
    """Return the definition with the order in each column that has none of its own."""
    attributes = tuple(a if a.dates else replace(a, dates=order.order) for a in definition.attributes)
    return replace(definition, attributes=attributes, method=replace(definition.method, dates=order.order))


def order_figures(order: DateOrder) -> DateOrderFigures | None:
    """Return the order for a report, None where no date depends on it."""
    if not order.ambiguous:
        return None
    return DateOrderFigures(
        order=order.order, decided_by=order.by, ambiguous=order.ambiguous, undecided=not order.decided
    )


def told_order(order: DateOrder) -> str:
    """Return a warning where dates in numbers can be read in two ways and nothing shows which one is meant, else ""."""
    if order.decided or not order.ambiguous:
        return ""
    many = f"{order.ambiguous} dates in numbers are" if order.ambiguous > 1 else "a date in numbers is"
    return (
        f"{many} two days by what comes first in 3/4/1961, and the other dates of the table do not show it: read with "
        "the day first; say it with --dates, or method.dates in the definition"
    )
