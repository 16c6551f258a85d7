"""Check that a table can be released: its columns, its rows and persons, and what the chosen method supports."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import AnyTable, Cells, Coded, PlainTable

if TYPE_CHECKING:  # plain tables do without it
    import pandas as pd


def check_columns(table: AnyTable, definition: Definition) -> None:
    """Every attribute is a column and every column an attribute. Raises UsageError."""
    names = [str(c) for c in table.columns]
    one = "; if that is one column too few, set the delimiter" if len(names) == 1 else ""
    for attribute in definition.attributes:
        if attribute.name not in names:
            raise UsageError(
                f'{definition.file}: attribute "{attribute.name}" is not a column of the table; '
                f"its columns are: {', '.join(names)}{one}"
            )
    known = {a.name for a in definition.attributes}
    for name in names:
        if name not in known:
            raise UsageError(
                f'{definition.file}: column "{name}" has no [attribute."{name}"]: say what it is '
                '(role = "ignore" drops it)'
            )


WILDCARDS = ("maybe", "right-maybe")


def check_method(definition: Definition) -> None:
    """What a method cannot do together. Raises UsageError."""
    method = definition.method
    if method.null_matching in WILDCARDS and (
        method.partitioner != "full-domain" or definition.named(Role.TEXT)
    ):
        raise UsageError(
            f'{definition.file}: null_matching = "{method.null_matching}" is for partitioner = "full-domain" '
            "without text columns"
        )
    if method.cell_suppression and method.partitioner != "full-domain":
        raise UsageError(
            f'{definition.file}: cell_suppression needs partitioner = "full-domain" (others lose no row)'
        )
    if method.cell_suppression and method.null_matching in WILDCARDS:
        raise UsageError(f"{definition.file}: cell_suppression needs null_matching basic or extended")
    _check_aggregates(definition)
    if method.partitioner in ("columns", "local", "mdav"):
        _check_columns_alone(definition)
    km = next((m for m in definition.models if m.name == "km-anonymity"), None)
    if km is not None and not definition.named(Role.TEXT):
        raise UsageError(
            f'{definition.file}: km-anonymity is about terms: it needs a column with role = "text"'
        )
    if km is not None and km.cuts != "free" and method.partitioner == "full-domain":
        raise UsageError(
            f'{definition.file}: cuts = "{km.cuts}" needs partitioner = "cluster", "mondrian" or "gdf" '
            "(full-domain cuts by columns alone)"
        )
    if method.partitioner != "full-domain" and method.suppression:
        raise UsageError(
            f'{definition.file}: suppression needs partitioner = "full-domain" (others lose no row)'
        )


def _check_aggregates(definition: Definition) -> None:
    """Raises UsageError for means where classes are not recoded as columns of numbers."""
    name = definition.method.partitioner
    if name not in ("columns", "local", "mdav", "auto"):
        for a in definition.named(Role.QUASI):
            if a.aggregate:
                raise UsageError(
                    f'{definition.file}: aggregate of "{a.name}" needs partitioner "columns", "local", "mdav" or "auto"'
                )


def _check_columns_alone(definition: Definition) -> None:
    """Raises UsageError for what partitioners of columns alone would leave aside."""
    name = definition.method.partitioner
    start = f'{definition.file}: partitioner = "{name}"'
    if texts := definition.named(Role.TEXT):
        raise UsageError(
            f'{start} is for tables without texts: "{texts[0].name}" is one; use "cluster" or "mondrian"'
        )
    for a in definition.named(Role.QUASI):
        for what, given in (("bias", a.bias), ("least", a.least), ("limit", a.limit), ("pin", a.pin)):
            if given not in (0, None) or (what in ("limit", "pin") and given == 0):
                raise UsageError(f'{start}: {what} of "{a.name}" has no effect on it; leave it out')


def told(dropped: Mapping[str, int]) -> str:
    """What was dropped and why, for messages."""
    reasons = ", ".join(f"{count} {reason}" for reason, count in dropped.items() if count)
    return f" ({reasons})" if reasons else ""


def without_nulls(table: "pd.DataFrame", definition: Definition) -> "tuple[pd.DataFrame, dict[str, int]]":
    """A copy with object cells and None for missing ones; rows with NULLs dropped where matching is basic."""
    table = table.reset_index(drop=True).astype(object)
    table = table.where(table.notna(), None)
    if definition.method.null_matching != "basic":
        return table, {}
    names = [a.name for a in definition.named(Role.QUASI)]
    missing = table[names].isna().any(axis=1)
    return table[~missing].reset_index(drop=True), {
        "rows with a NULL (null_matching = basic)": int(missing.sum())
    }


def _is_missing(value: Any) -> bool:
    """Whether a cell is None, a number that is none, or what pandas has for neither (which is no truth value)."""
    return value is None or type(value).__name__ == "NAType" or bool(value != value)


def coded_texts(table: AnyTable, name: str) -> Coded:
    """The cells of a column as strings (:func:`texts_of`), coded."""
    held = table.coded(name) if isinstance(table, PlainTable) else None
    return held.used() if held is not None else Coded.of(texts_of(table[name]))


def texts_of(column: "pd.Series[Any] | Cells") -> list[str | None]:
    """The cells as strings (whole floats without ``.0``), None where missing."""
    values = column.tolist()
    if set(map(type, values)) <= {str, type(None)}:
        return values
    result: list[str | None] = []
    for value in values:
        if type(value) is str:
            result.append(value)
        elif _is_missing(value):
            result.append(None)
        elif isinstance(value, float) and value.is_integer():
            result.append(str(int(value)))
        else:
            result.append(str(value))
    return result


def pseudonyms(name: str, person: npt.NDArray[np.int64], seed: Sequence[int]) -> list[str]:
    """The cells of an identifier that is kept as pseudonyms: numbers that do not tell the order of the rows to whoever
    lacks the `seed` (:func:`.order.private_seed`)."""
    count = int(person.max(initial=-1)) + 1
    order = np.random.default_rng((*seed, count)).permutation(count) + 1
    return [f"{name} {order[p]}" for p in person]
