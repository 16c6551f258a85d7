"""Count how many of k-map's population fit a class of persons (Sweeney 2001)."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sanitizer.relational.definition.definition import Attribute, Definition, Kind
from sanitizer.relational.privacy.models import Classes, all_satisfied
from sanitizer.relational.privacy.population import population_models, population_table
from sanitizer.relational.table.date_cells import full_date
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.relational.table.table import number

if TYPE_CHECKING:
    from sanitizer.relational.classes.prepare import Prepared
    from sanitizer.relational.table.recoders import LocalRecoder
    from sanitizer.relational.table.view import CutTest
    from sanitizer.types import FloatArray, IntArray


def population_test(prepared: "Prepared", definition: Definition) -> "CutTest | None":
    """Return whether as many persons of the population fit a class as k-map and delta-presence ask for, None when the
    definition has neither.

    A person fits when each value lies in the hull of the class, or is one of its categories. What the class is recoded
    to may cover more persons, never fewer, so the count is safe.
    """
    table = population_table(definition, [a.name for a in prepared.quasi])
    if table is None:
        return None
    models, view = population_models(definition), prepared.view
    places = np.column_stack(
        [_places(a, r, table) for a, r in zip(prepared.quasi, prepared.recoders, strict=True)]
    )

    def accepts(members: "IntArray") -> bool:
        fits: npt.NDArray[np.bool_] = np.ones(len(places), dtype=np.bool_)
        for j in range(view.attributes):
            low, high = view.low[members, j], view.high[members, j]
            known = ~np.isnan(low)
            if not known.any():
                fits &= np.isnan(places[:, j])
            elif not known.all():
                continue  # values and missing ones together are recoded to "anything"
            elif view.category[j]:
                fits &= np.isin(places[:, j], view.middle[members, j])
            else:
                fits &= (places[:, j] >= low.min()) & (places[:, j] <= high.max())
        fitting = np.array([int(fits.sum())], dtype=np.int64)
        classes = Classes(np.array([len(members)], dtype=np.int64), population=fitting)
        return bool(all_satisfied(models, classes)[0])

    return accepts


def _places(attribute: Attribute, recoder: "LocalRecoder", table: PlainTable) -> "FloatArray":
    """Return where the population's values stand among those of the table: NaN if missing, infinite if they stand
    nowhere."""
    known: dict[str, float] = {}
    result = np.full(len(table), np.nan)
    for row, text in enumerate(texts_of(table[attribute.name])):
        if text is None:
            continue
        if text not in known:
            known[text] = _place(attribute, recoder, text)
        result[row] = known[text]
    return result


def _place(attribute: Attribute, recoder: "LocalRecoder", text: str) -> float:
    try:
        return recoder.position(text)
    except (KeyError, ValueError):  # a value that the table does not have
        if attribute.hierarchy is None and attribute.kind is Kind.NUMBER:
            value = number(text)
            return np.inf if value is None else value
        if attribute.hierarchy is None and attribute.kind is Kind.DATE:
            day = full_date(text, attribute.order)
            return np.inf if day is None else float(day.toordinal())
        return np.inf
