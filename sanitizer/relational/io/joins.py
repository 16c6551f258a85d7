"""Join relations by key: values are compared by what they say, and what finds no partner is counted or refused."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

import numpy as np

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import SourceError, as_objects
from sanitizer.relational.report.report import JoinFigures

if TYPE_CHECKING:
    import pandas as pd

LEAST_OF_EARLIER: Final = 0.5
"""Share of the earlier rows that must find a partner where the definition states no share."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?\Z")

Key: TypeAlias = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """What a join did: ``rows`` of the source, ``dropped`` (row numbers, from 1) of them without a partner, and
    ``earlier`` rows of the sources before, of which ``alone`` got missing values."""

    source: str
    rows: int
    dropped: tuple[int, ...]
    earlier: int
    alone: tuple[int, ...]

    @property
    def figures(self) -> JoinFigures:
        """For reports: counts, and the first row numbers of what found no partner."""
        return JoinFigures(
            source=self.source,
            rows=self.rows,
            rows_dropped=len(self.dropped),
            earlier_rows=self.earlier,
            earlier_rows_without_partner=len(self.alone),
            first_20_rows_dropped=self.dropped[:20],
            first_20_without_partner=self.alone[:20],
        )


def join(left: "pd.DataFrame", right: "pd.DataFrame", source: Source) -> "tuple[pd.DataFrame, Joined]":
    """`left` with the columns of `right`, joined by the key of `source` (one-to-many either way).

    Raises SourceError: a key is missing, of a type that cannot be compared, written in two ways, twice on both sides,
    or fewer rows find a partner than `source.match` (unstated: all of `right`, half of `left`).
    """
    import pandas as pd

    keys = list(source.key)
    _check_columns(left, right, source)
    ours, theirs = _comparable(left, right, source)
    partners: dict[Key, list[int]] = defaultdict(list)
    for j, value in enumerate(theirs):
        partners[value].append(j)
    if len(partners) < len(theirs) and len(set(ours)) < len(ours):
        row = next(i for i, value in enumerate(theirs) if partners[value][0] != i) + 1
        raise SourceError(
            f"{source.label}, row {row}: duplicate key on both sides of the join ({', '.join(keys)}): "
            "one side must name each key once"
        )
    at_left: list[int] = []
    at_right: list[int] = []
    for i, value in enumerate(ours):
        for j in partners.get(value, (-1,)):
            at_left.append(i)
            at_right.append(j)
    found = set(at_right)
    done = Joined(
        source.label,
        len(theirs),
        tuple(j + 1 for j in range(len(theirs)) if j not in found),
        len(ours),
        tuple(i + 1 for i, j in zip(at_left, at_right, strict=True) if j < 0),
    )
    _check_share(done, source)
    columns: dict[Any, Any] = {c: left[c].to_numpy(dtype=object)[at_left] for c in left.columns}
    for c in right.columns:
        if c not in keys:
            cells = np.empty(len(theirs) + 1, dtype=object)  # the last one for whoever has no partner
            cells[:-1] = right[c].to_numpy(dtype=object)
            columns[c] = cells[at_right]
    return as_objects(pd.DataFrame(columns, index=range(len(at_left)), dtype=object)), done


def _check_columns(left: "pd.DataFrame", right: "pd.DataFrame", source: Source) -> None:
    keys = source.key
    for name, table in (("the sources before it", left), (source.label, right)):
        for key in keys:
            if key not in table.columns:
                raise SourceError(f'{source.label}: the key column "{key}" is missing in {name}')
    shared = [c for c in right.columns if c in left.columns and c not in keys]
    if shared:
        raise SourceError(
            f'{source.label}: column "{shared[0]}" is in an earlier source too: rename or drop one'
        )
    for key in keys:
        if right[key].isna().any():
            raise SourceError(f'{source.label}: the key column "{key}" has empty cells')


def _check_share(done: Joined, source: Source) -> None:
    """Raise SourceError where fewer rows find a partner than has to be."""
    key = ", ".join(source.key)
    cure = f'; correct the key "{key}", or state the share in match = ... if that is right'
    if done.dropped and source.match is None:
        raise SourceError(
            f"{source.label}, row {done.dropped[0]}: its key is in no earlier source; it would be lost "
            f"({len(done.dropped)} of {done.rows} rows){cure}"
        )
    sides = (
        ("its rows", done.rows, done.dropped, source.match if source.match is not None else 1.0),
        (
            "the rows before it",
            done.earlier,
            done.alone,
            source.match if source.match is not None else LEAST_OF_EARLIER,
        ),
    )
    for what, rows, missing, least in sides:
        share = 1 - len(missing) / rows if rows else 1.0
        if share < least - 1e-12:
            raise SourceError(
                f"{source.label}: only {rows - len(missing)} of {rows} of {what} find a partner ({share:.3f}, wanted "
                f"{least:g}){cure}"
            )


def _comparable(left: "pd.DataFrame", right: "pd.DataFrame", source: Source) -> tuple[list[Key], list[Key]]:
    """Return the keys of both sides as values that are equal where they say the same."""
    ours, theirs = [], []
    for key in source.key:
        both = [as_objects(table[[key]])[key].tolist() for table in (left, right)]
        read = _reader([{type(v) for v in cells if v is not None} for cells in both], key, source)
        made = [[None if v is None else read(v) for v in cells] for cells in both]
        for cells, values, name in zip(both, made, ("the sources before it", source.label), strict=True):
            _check_spellings(cells, values, f'{source.label}: key "{key}" of {name}')
        ours.append(made[0])
        theirs.append(made[1])
    return list(zip(*ours, strict=True)), list(zip(*theirs, strict=True))


def _check_spellings(cells: Sequence[Any], values: Sequence[Hashable], where: str) -> None:
    """Raise SourceError where two cells of one side are one value by the type of the other side ("07" and "7")."""
    first: dict[Hashable, Any] = {}
    for row, (cell, value) in enumerate(zip(cells, values, strict=True)):
        if value is not None and first.setdefault(value, cell) != cell:
            raise SourceError(
                f"{where}, row {row + 1}: the same number or day as another key of it that is written in another way; "
                "write keys in one way"
            )


def _reader(types: Sequence[set[type]], key: str, source: Source) -> Callable[[Any], Hashable]:
    """Return how cells are read so that keys of both sides compare: by the type of the side that is not text."""
    kinds = {_kind(t) for side in types for t in side}
    rest = kinds - {"text"}
    if len(rest) > 1 or "" in rest:
        named = " and ".join("/".join(sorted(t.__name__ for t in side)) or "nothing" for side in types)
        raise SourceError(
            f'{source.label}: the key column "{key}" has types that cannot be compared ({named}); cast one in a query'
        )
    if not rest:
        return str
    return {"number": _number, "day": _day, "uuid": _uuid, "flag": _flag, "bytes": lambda v: v}[rest.pop()]


def _kind(kind: type) -> str:
    if issubclass(kind, str):
        return "text"
    if issubclass(kind, bool | np.bool_):
        return "flag"
    if issubclass(kind, int | float | Decimal | Fraction | np.number):
        return "number"
    if issubclass(kind, date):
        return "day"
    return "uuid" if issubclass(kind, UUID) else "bytes" if issubclass(kind, bytes) else ""


def _number(value: Any) -> Hashable:
    if isinstance(value, str):
        return Fraction(value.strip()) if _NUMBER.match(value.strip()) else value
    return Fraction(value.item() if isinstance(value, np.generic) else value)


def _day(value: Any) -> Hashable:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return str(value)
    elif not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    return str(value.isoformat())


def _uuid(value: Any) -> Hashable:
    try:
        return value if isinstance(value, UUID) else UUID(value.strip())
    except ValueError:
        return str(value)


def _flag(value: Any) -> Hashable:
    if isinstance(value, str):
        return {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}.get(
            value.strip().casefold(), value
        )
    return bool(value)
