"""Check that a table can be released: its columns, its rows and persons, and what the chosen method supports."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import PlainTable, coded_texts


def check_columns(table: PlainTable, definition: Definition) -> None:
    """Check that every attribute is a column and every column an attribute. Raises UsageError."""
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
    """Refuse what a method cannot do together. Raises UsageError."""
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
    """Raise UsageError for means where classes are not recoded as columns of numbers."""
    name = definition.method.partitioner
    if name not in ("columns", "local", "mdav", "auto"):
        for a in definition.named(Role.QUASI):
            if a.aggregate:
                raise UsageError(
                    f'{definition.file}: aggregate of "{a.name}" needs partitioner "columns", "local", "mdav" or "auto"'
                )


def _check_columns_alone(definition: Definition) -> None:
    """Raise UsageError for what partitioners of columns alone would leave aside."""
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
    """Return what was dropped and why, for messages."""
    reasons = ", ".join(f"{count} {reason}" for reason, count in dropped.items() if count)
    return f" ({reasons})" if reasons else ""


def without_nulls(table: PlainTable, definition: Definition) -> tuple[PlainTable, dict[str, int]]:
    """Return the table without the rows with NULLs, where matching is basic, and how many these are."""
    if definition.method.null_matching != "basic":
        return table, {}
    missing = np.zeros(len(table), dtype=np.bool_)
    for a in definition.named(Role.QUASI):
        missing |= coded_texts(table, a.name).codes < 0
    return table.take(~missing), {"rows with a NULL (null_matching = basic)": int(missing.sum())}


def pseudonyms(name: str, person: npt.NDArray[np.int64], seed: Sequence[int]) -> list[str]:
    """Return the cells of an identifier that is kept as pseudonyms: numbers that do not tell the order of the rows
    to whoever lacks the `seed` (:func:`.order.private_seed`)."""
    count = int(person.max(initial=-1)) + 1
    order = np.random.default_rng((*seed, count)).permutation(count) + 1
    return [f"{name} {order[p]}" for p in person]
