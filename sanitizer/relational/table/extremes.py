"""Top and bottom coding: numbers beyond a bound become the bound (Hundepool et al. 2012, section 3.4.4)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Attribute, Definition
from sanitizer.relational.table.checks import coded_texts
from sanitizer.relational.table.plain_table import AnyTable, Coded, PlainTable
from sanitizer.relational.table.recoders import number, plain


@dataclass(frozen=True, slots=True)
class Extremes:
    """How many known cells of a column were above its top and below its bottom, and their mean before and after."""

    above: int
    below: int
    mean_before: float
    mean_after: float

    def to_dict(self) -> dict[str, float]:
        """For reports."""
        return {
            "above_top": self.above,
            "below_bottom": self.below,
            "mean_before": round(self.mean_before, 6),
            "mean_after": round(self.mean_after, 6),
        }


def without_extremes(table: AnyTable, definition: Definition) -> tuple[AnyTable, dict[str, Any]]:
    """The table with numbers beyond `top` and `bottom` of their attribute as the bound, and figures by column; the
    input is not changed. Raises UsageError for a cell that is no number."""
    bounded = [a for a in definition.attributes if a.top is not None or a.bottom is not None]
    figures: dict[str, Any] = {}
    made: dict[str, Coded] = {}
    for attribute in bounded:
        cells = coded_texts(table, attribute.name)
        made[attribute.name], extremes = _coded(cells, attribute)
        figures[attribute.name] = extremes.to_dict()
    if not made:
        return table, {}
    if isinstance(table, PlainTable):
        return PlainTable({**table.cells, **made}, len(table)), figures
    return table.assign(**{name: cells.cells() for name, cells in made.items()}), figures


def _coded(cells: Coded, attribute: Attribute) -> tuple[Coded, Extremes]:
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
    return made, Extremes(int((before > after).sum()), int((before < after).sum()), *mean)


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
