"""Look at releases before deciding: risk against loss for several k and partitioners, and what an analyst would lose.

Nothing is written but figures; tables with texts are compared by `sanitizer sweep`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.relational.choose_partitioner import CLUSTER_ROWS, LOCAL_ROWS
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.relational.greater_k import sizes_of
from sanitizer.relational.in_memory import Made, make_release
from sanitizer.relational.table.plain_table import PlainTable, coded_texts, numbered_rows, texts_of
from sanitizer.relational.table.table import number
from sanitizer.types import FloatArray

KS: Final = (2, 3, 5, 10, 20, 50, 100)
MOST_ROWS: Final = 100_000
"""Rows beyond which evenly spread ones are looked at."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One release: its ``partitioner`` and ``k``, mean NCP, mean and highest risk (1 / class size), classes,
    lost rows."""

    partitioner: str
    k: int
    loss: float
    mean_risk: float
    highest_risk: float
    classes: int
    gone: int


@dataclass(frozen=True, slots=True)
class Compared:
    """Something an analyst computes, from the source and from the release at the definition's k."""

    what: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Crossed:
    """Two columns of categories: counts by (row label, column label) before and after; sets count in equal shares."""

    rows: str
    columns: str
    before: Mapping[tuple[str, str], float]
    after: Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Near:
    """A node of the lattice beside the best one: ``column`` at another ``level``; its loss (mean NCP) and lost rows,
    None where it is not private enough."""

    column: str
    level: int
    loss: float | None
    gone: int | None


@dataclass(frozen=True, slots=True)
class Explored:
    """``rows`` of ``all_rows`` were looked at; ``alone`` is the share of source rows that the quasi-identifiers single
    out, ``without`` the same leaving out each column; ``sizes`` are those of the classes of the ``chosen`` release;
    ``levels`` are those of the best full-domain release at the definition's k, and ``near`` the nodes beside it."""

    rows: int
    all_rows: int
    alone: float
    without: Mapping[str, float]
    tried: tuple[Tried, ...]
    refused: tuple[str, ...]
    chosen: Tried
    sizes: tuple[int, ...]
    statistics: tuple[Compared, ...]
    crossed: tuple[Crossed, ...]
    levels: Mapping[str, int]
    near: tuple[Near, ...]


def explore(table: PlainTable, definition: Definition) -> Explored:
    """Try each k of KS and the definition's with each partitioner that its size allows. Raises UsageError: the table
    has texts, no quasi-identifier, or nothing can be released."""
    if definition.named(Role.TEXT):
        raise UsageError(
            f"{definition.file}: --explore is for tables without texts; sanitizer sweep shows the others"
        )
    quasi = [a.name for a in definition.named(Role.QUASI)]
    if not quasi:
        raise UsageError(f"{definition.file}: no quasi-identifier: there is nothing to explore")
    everything = len(table)
    table = _sample(table)
    tried: list[Tried] = []
    refused: list[str] = []
    best: tuple[Tried, Made] | None = None
    levels: Mapping[str, int] = {}
    for name in _ways(definition, len(table)):
        for k in sorted({*KS, definition.k}):
            method = replace(definition.method, partitioner=name)
            try:
                made = make_release(table, replace(definition, k=k, method=method))
            except UsageError as error:
                refused.append(f"{name}, k = {k}: {error}")
                continue
            tried.append(_tried(name, k, made))
            if k == definition.k and name == "full-domain" and made.report.search is not None:
                levels = made.report.search.levels
            if k == definition.k and (best is None or tried[-1].loss < best[0].loss):
                best = tried[-1], made
    if best is None:
        raise UsageError(refused[0] if refused else f"{definition.file}: nothing can be released")
    chosen, made = best
    codes = {name: coded_texts(table, name).codes for name in quasi}
    return Explored(
        len(table),
        everything,
        _alone([codes[name] for name in quasi], len(table)),
        {n: _alone([codes[m] for m in quasi if m != n], len(table)) for n in quasi},
        tuple(tried),
        tuple(refused),
        chosen,
        tuple(sizes_of(made.report).tolist()),
        _statistics(table, made.table, definition),
        _crossings(table, made.table, definition),
        levels,
        tuple(_near(table, definition, levels)),
    )


def _near(table: PlainTable, definition: Definition, levels: Mapping[str, int]) -> Iterator[Near]:
    """Yield the nodes one level below and above, column by column."""
    for column, level in levels.items():
        for other in (level - 1, level + 1):
            if other < 0:
                continue
            pins = {**levels, column: other}
            attributes = tuple(replace(a, pin=pins.get(a.name, a.pin)) for a in definition.attributes)
            method = replace(definition.method, partitioner="full-domain")
            try:
                made = make_release(table, replace(definition, attributes=attributes, method=method))
            except UsageError:
                yield Near(column, other, None, None)
                continue
            found = made.report.search
            if found is not None and found.levels.get(column) == other:
                at = _tried("", definition.k, made)
                yield Near(column, other, at.loss, at.gone)


def _sample(table: PlainTable) -> PlainTable:
    if len(table) <= MOST_ROWS:
        return table
    rows = np.linspace(0, len(table) - 1, MOST_ROWS).astype(np.int64)
    return table.take(rows)


def _ways(definition: Definition, rows: int) -> list[str]:
    ways = ["columns", "full-domain"]
    if rows <= LOCAL_ROWS:
        ways.append("local")
    if rows <= CLUSTER_ROWS:
        ways += ["cluster", "mdav"]
    own = definition.method.partitioner
    return ways if own in (*ways, "auto") else [*ways, own]


def _tried(name: str, k: int, made: Made) -> Tried:
    risk, classes = made.report.risk, made.report.classes
    return Tried(
        name,
        k,
        made.report.loss.attributes,
        risk.prosecutor_mean if risk else 0.0,
        risk.prosecutor_highest if risk else 0.0,
        classes.number,
        sum(made.report.dropped.values()),
    )


def _alone(columns: Sequence[npt.NDArray[Any]], rows: int) -> float:
    return float((np.bincount(numbered_rows(columns, rows)) == 1).sum() / rows) if rows else 0.0


def _middle(cell: str | None) -> float:
    """Return the number of a cell, the middle of a range; NaN where it is neither."""
    if cell is None:
        return float("nan")
    plain = number(cell)
    if plain is not None:
        return plain
    if cell.startswith("[") and cell.endswith("]"):
        for at in (i for i, c in enumerate(cell) if c == "-" and i > 1):
            low, high = number(cell[1:at]), number(cell[at + 1 : -1])
            if low is not None and high is not None:
                return (low + high) / 2
    return float("nan")


def _numbers(table: PlainTable, name: str) -> FloatArray:
    cells = coded_texts(table, name)
    return np.append([_middle(v) for v in cells.values], np.nan)[cells.codes]


def _statistics(before: PlainTable, after: PlainTable, definition: Definition) -> tuple[Compared, ...]:
    """Means, deviations, correlations and coefficients of regressions (of each number that is no quasi-identifier, else
    of the last) of the columns of numbers that stay; ranges count by their middle."""
    names = [a.name for a in definition.attributes if not a.dropped and a.role is not Role.TEXT]
    values = {
        n: (_numbers(before, n), _numbers(after, n)) for n in names if _is_number(before, n, definition)
    }
    made: list[Compared] = []
    for name, pair in values.items():
        for what, take in (("mean", np.nanmean), ("standard deviation", np.nanstd)):
            made.append(Compared(f"{what} of {name}", *(float(take(v)) if _known(v) else 0.0 for v in pair)))
    for one, other in combinations(values, 2):
        pairs = zip(values[one], values[other], strict=True)
        made.append(Compared(f"correlation of {one} and {other}", *(_correlation(a, b) for a, b in pairs)))
    explained = [n for n in values if definition.attribute(n).role is not Role.QUASI] or list(values)[-1:]
    for outcome in explained if len(values) > 1 else ():
        causes = [n for n in values if n != outcome]
        pairs_of = [_coefficients([values[n][i] for n in causes], values[outcome][i]) for i in (0, 1)]
        for cause, before_, after_ in zip(causes, *pairs_of, strict=True):
            made.append(Compared(f"coefficient of {cause} in a regression of {outcome}", before_, after_))
    return tuple(made)


def _coefficients(causes: Sequence[FloatArray], outcome: FloatArray) -> list[float]:
    """Return the coefficients of a least-squares fit with an intercept, over the rows where all is known; 0 where
    none is."""
    known = ~np.isnan(np.stack([*causes, outcome])).any(axis=0)
    if known.sum() < 2:
        return [0.0] * len(causes)
    rows = np.stack([*(c[known] for c in causes), np.ones(int(known.sum()))], axis=1)
    return [float(c) for c in np.linalg.lstsq(rows, outcome[known], rcond=None)[0][:-1]]


def _is_number(table: PlainTable, name: str, definition: Definition) -> bool:
    if definition.attribute(name).kind is Kind.NUMBER:
        return True
    cells = coded_texts(table, name).values
    return bool(cells) and all(number(v) is not None for v in cells)


def _known(values: FloatArray) -> bool:
    return bool((~np.isnan(values)).any())


def _correlation(one: FloatArray, other: FloatArray) -> float:
    known = ~(np.isnan(one) | np.isnan(other))
    if known.sum() < 2 or one[known].std() == 0 or other[known].std() == 0:
        return 0.0
    return float(np.corrcoef(one[known], other[known])[0, 1])


def _crossings(before: PlainTable, after: PlainTable, definition: Definition) -> tuple[Crossed, ...]:
    """Return the pairs of columns of at most eight categories each, at most three."""
    few = [
        a.name
        for a in definition.attributes
        if not a.dropped and a.kind is Kind.CATEGORY and 2 <= len(coded_texts(before, a.name).values) <= 8
    ]
    return tuple(
        Crossed(one, other, _counts(before, one, other), _counts(after, one, other))
        for one, other in list(combinations(few, 2))[:3]
    )


def _counts(table: PlainTable, one: str, other: str) -> dict[tuple[str, str], float]:
    counts: defaultdict[tuple[str, str], float] = defaultdict(float)
    pairs = Counter(zip(texts_of(table[one]), texts_of(table[other]), strict=True))
    for cells, times in pairs.items():
        sets = [_members(cell) for cell in cells]
        for a in sets[0]:
            for b in sets[1]:
                counts[a, b] += times / (len(sets[0]) * len(sets[1]))
    return dict(counts)


def _members(cell: str | None) -> list[str]:
    if cell is None:
        return ["(missing)"]
    return cell[1:-1].split(",") if cell.startswith("(") and cell.endswith(")") else [cell]
