"""Top and bottom coding: numbers beyond a bound become the bound (Hundepool et al. 2012, section 3.4.4)."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Attribute, Definition
from sanitizer.relational.report.report import ExtremeFigures
from sanitizer.relational.table.plain_table import Coded, PlainTable, coded_texts
from sanitizer.relational.table.recoders import plain
from sanitizer.relational.table.table import number


def without_extremes(
    table: PlainTable, definition: Definition
) -> tuple[PlainTable, Mapping[str, ExtremeFigures]]:
    """Return the table with numbers beyond `top` and `bottom` of their attribute as the bound, and figures by
    column; the input is not changed. Raises UsageError for a cell that is no number."""
    bounded = [a for a in definition.attributes if a.top is not None or a.bottom is not None]
    figures: dict[str, ExtremeFigures] = {}
    made: dict[str, Coded] = {}
    for attribute in bounded:
        cells = coded_texts(table, attribute.name)
        made[attribute.name], figures[attribute.name] = _coded(cells, attribute)
    return table.replaced(made), figures


def _coded(cells: Coded, attribute: Attribute) -> tuple[Coded, ExtremeFigures]:
    numbers = _numbers(cells, attribute)
    bounded = numbers.copy()
    for bound, change in ((attribute.top, np.minimum), (attribute.bottom, np.maximum)):
        if bound is not None:
            bounded = _changed(change, bounded, bound)
    known = cells.codes[cells.codes >= 0]
    of = dict(zip(cells.values, zip(numbers.tolist(), bounded.tolist(), strict=True), strict=True))
    made = cells.map(lambda text: text if of[text][0] == of[text][1] else plain(of[text][1]))
    before, after = numbers[known], bounded[known]
    mean = (float(before.mean()), float(after.mean())) if len(known) else (0.0, 0.0)
    above, below = int((before > after).sum()), int((before < after).sum())
    return made, ExtremeFigures(above, below, *(round(value, 6) for value in mean))


def _changed(
    change: Callable[..., Any], numbers: "np.ndarray[Any, Any]", bound: float
) -> "np.ndarray[Any, Any]":
    result: np.ndarray[Any, Any] = change(numbers, bound)
    return result


def _numbers(cells: Coded, attribute: Attribute) -> "np.ndarray[Any, Any]":
    result = np.empty(len(cells.values))
    for code, text in enumerate(cells.values):
        value = number(text)
        if value is None:
            row = int(np.flatnonzero(cells.codes == code)[0]) + 1
            raise UsageError(f'column "{attribute.name}", row {row}: not a number (type = "number")')
        result[code] = value
    return result
