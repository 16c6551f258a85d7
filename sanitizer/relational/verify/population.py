"""Recount k-map, delta-presence, population uniqueness, households and safe sampling from a written release."""

import csv
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sanitizer.relational.definition.definition import Attribute, Definition, Kind, Model, Role
from sanitizer.relational.privacy.population import OF_POPULATION, population_table
from sanitizer.relational.report.verification import SampledClasses, Value
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.identity import rows_of_persons
from sanitizer.relational.verify.judged import FINE, Judged
from sanitizer.relational.verify.models import cell_text
from sanitizer.types import BoolArray

Households = Mapping[str, Mapping[int, frozenset[str]]]
"""The households of each person of the source, by column."""
_MOST: Final = 500_000_000
"""Classes times rows of a population up to which they are compared."""
_SPAN: Final = re.compile(r"\[(-?[\d.eE+]+?)-(-?[\d.eE+]+)[\])]")


@dataclass(frozen=True, slots=True)
class Recounted:
    """The classes of a release: the cells of each (in the order of the quasi-identifiers), and its persons."""

    cells: Sequence[Sequence[str | None]]
    members: Sequence[Sequence[int]]


def of_population(model: Model, definition: Definition, classes: Recounted, population: PlainTable) -> Judged:
    """Return what does not hold of k-map or delta-presence: how many of the population fit the released cells of a
    class."""
    quasi = definition.named(Role.QUASI)
    if len(classes.cells) * len(population) > _MOST:
        return Judged(
            (
                f"{model.name}: {len(classes.cells)} groups and {len(population)} persons are too many to recount",
            )
        )
    columns = [_Fitting(a, definition, [cell_text(v) for v in population[a.name].tolist()]) for a in quasi]
    fitting = [
        int(np.logical_and.reduce([c.rows(cell) for c, cell in zip(columns, cells, strict=True)]).sum())
        for cells in classes.cells
    ]
    if model.name == "k-map":
        least, k = min(fitting), model.k or definition.k
        fault = "" if least >= k else f"k-map is not met: {least} of the population fit a group, not {k}"
        return _valued(model.name, least, fault)
    shares = [len(own) / max(n, 1) for own, n in zip(classes.members, fitting, strict=True)]
    worst, fault = max(shares), ""
    if worst > model.upper + 1e-9:
        fault = f"delta-presence is not met: {worst:.4g} of those who fit a group are in the table"
    return _valued("delta-presence", round(worst, 6), fault)


def _valued(name: str, value: Value, *faults: str) -> Judged:
    """Return the value of a model, with what does not hold ("": nothing)."""
    return Judged(tuple(f for f in faults if f), values={name: value})


def further_failures(
    table: PlainTable,
    definition: Definition,
    persons: Sequence[int],
    members: Sequence[Sequence[int]],
    households: Households,
) -> Judged:
    """Return what does not hold of the models that are about more than the cells of a class, and what cannot be
    recounted: households without the source."""
    judged = FINE
    sizes = [len(own) for own in members]
    for model in definition.models:
        if model.name in OF_POPULATION:
            quasi = [a.name for a in definition.named(Role.QUASI)]
            population = population_table(definition, quasi)
            assert population is not None
            cells = _cells_of(table, quasi, persons, members)
            judged += of_population(model, definition, Recounted(cells, members), population)
        elif model.name == "households" and model.attribute in households:
            judged += of_households(model, definition, members, households)
        elif model.name == "households":
            judged += Judged(unchecked=("households: without the source and the sidecar they are not known",))
        elif model.name == "population-uniqueness":
            judged += of_uniqueness(model, sizes)
        elif model.name == "safe-sampling":
            judged += of_safe_sampling(model, table, definition, sizes)
            judged += Judged(
                unchecked=("safe-sampling: that the persons were drawn by chance is not seen in the release",)
            )
    drawn = [a.name for a in definition.attributes if a.pram is not None]
    return judged + Judged(
        unchecked=tuple(f'column "{name}": what pram drew is not seen in the release' for name in drawn)
    )


def _cells_of(
    table: PlainTable, names: Sequence[str], persons: Sequence[int], members: Sequence[Sequence[int]]
) -> list[list[str | None]]:
    """Return the released cells of each class, by the first row of its first person."""
    row: dict[int, int] = {}
    for i, person in enumerate(persons):
        row.setdefault(int(person), i)
    columns = [table[name].tolist() for name in names]
    return [[cell_text(column[row[own[0]]]) for column in columns] for own in members]


def households_of(source: PlainTable, definition: Definition) -> Households:
    """Return the households of each person of the source, numbered as the sidecar numbers them."""
    named = [m.attribute for m in definition.models if m.name == "households"]
    if not named:
        return {}
    rows, number = rows_of_persons(source, definition)
    found: dict[str, dict[int, set[str]]] = {name: {} for name in named}
    for name, theirs in found.items():
        for person, value in zip(number, rows[name].tolist(), strict=True):
            if (cell := cell_text(value)) is not None:
                theirs.setdefault(int(person), set()).add(cell)
    return {name: {p: frozenset(v) for p, v in theirs.items()} for name, theirs in found.items()}


class _Fitting:
    """Which rows of a population fit a released cell of a column."""

    def __init__(self, attribute: Attribute, definition: Definition, cells: Sequence[str | None]) -> None:
        self._missing = np.array([c is None for c in cells], dtype=np.bool_)
        self._values = sorted({c for c in cells if c is not None})
        place = {value: i for i, value in enumerate(self._values)}
        self._codes = np.array([place[c] if c is not None else -1 for c in cells], dtype=np.int64)
        self._paths = _paths(attribute, definition)
        self._kind = attribute.kind
        self._known: dict[str | None, BoolArray] = {}

    def rows(self, cell: str | None) -> BoolArray:
        """Shape (rows of the population,)."""
        if cell not in self._known:
            self._known[cell] = self._found(cell)
        return self._known[cell]

    def _found(self, cell: str | None) -> BoolArray:
        if cell is None:
            return self._missing
        if cell == "*":
            return np.ones(len(self._codes), dtype=np.bool_)
        test = self._test(cell)
        flags = np.array([*(v == cell or test(v) for v in self._values), False], dtype=np.bool_)
        return np.asarray(flags[self._codes])

    def _test(self, cell: str) -> Callable[[str], bool]:
        if self._paths:
            return lambda v: cell in self._paths.get(v, ())
        span = _SPAN.fullmatch(cell)
        if self._kind is Kind.DATE:
            if span is not None:
                return lambda v: span[1] <= _day(v)[: len(span[1])] <= span[2]
            return lambda v: _day(v).startswith(cell)
        if self._kind is Kind.NUMBER:
            low, high = (
                (float(span[1]), float(span[2])) if span is not None else (_number(cell), _number(cell))
            )
            return lambda v: low <= _number(v) < high + (0 if cell.endswith(")") else 1e-12)
        if cell.startswith("(") and cell.endswith(")"):
            return lambda v: f",{v}," in f",{cell[1:-1]},"
        return lambda v: v.startswith(cell.rstrip("*"))


def _number(value: str) -> float:
    try:
        return float(value.replace(",", "."))
    except ValueError:
        return math.nan


def _day(value: str) -> str:
    from sanitizer.relational.table.date_cells import full_date

    found = full_date(value, "dmy")
    return found.isoformat() if found else value


def _paths(attribute: Attribute, definition: Definition) -> Mapping[str, Sequence[str]]:
    """Return what lies above each value in a hierarchy of rows, read anew; nothing for others."""
    spec = attribute.hierarchy
    if spec is None or not (spec.levels or spec.file):
        return {}
    rows: Sequence[Sequence[str]] = spec.levels
    if spec.file:
        with definition.resolve(spec.file).open(encoding="utf-8-sig", newline="") as stream:
            rows = [row for row in csv.reader(stream, delimiter=spec.delimiter) if row]
    return {row[0]: row for row in rows}


def of_households(
    model: Model, definition: Definition, members: Sequence[Sequence[int]], of: Households
) -> Judged:
    """Return a failure where a group has persons of fewer households than asked."""
    theirs, k = of[model.attribute], model.k or definition.k
    least = min(len(frozenset().union(*(theirs.get(p, frozenset()) for p in own))) for own in members)
    name = f"households of {model.attribute}"
    return _valued(name, least, "" if least >= k else f"{name}: a group has persons of {least}, not of {k}")


def of_uniqueness(model: Model, sizes: Sequence[int]) -> Judged:
    """Return a failure where the sizes of the classes let expect more uniques in the population than asked."""
    from sanitizer.relational.privacy.population_uniques import population_uniques

    value = population_uniques(np.asarray(sizes, dtype=np.int64), model.persons).taken / model.persons
    met = value <= model.share + 1e-9
    fault = "" if met else f"{model.name} is not met: {value:.4g}, at most {model.share:g}"
    return _valued(model.name, round(value, 6), fault)


def of_safe_sampling(model: Model, table: PlainTable, definition: Definition, sizes: Sequence[int]) -> Judged:
    """Return what does not hold of a release after a draw: classes of the size that epsilon and delta need, by the
    survival function of the binomial distribution, and cells of the level that the definition names."""
    from scipy.stats import binom

    share = 1 - math.exp(-model.epsilon)
    gamma = (math.exp(model.epsilon) - 1 + share) / math.exp(model.epsilon)
    least, failures = min(sizes), list[str]()
    n = np.arange(max(math.ceil(least / gamma - 1), 0), 100 + math.ceil(4 * least / gamma + 4 / (1 - gamma)))
    delta = float(binom.sf(np.floor(gamma * n + 1e-9), n, share).max())
    if delta > model.delta * (1 + 1e-6):
        failures.append(f"safe-sampling is not met: groups of {least} give delta {delta:.3g}")
    for a in definition.named(Role.QUASI):
        allowed = {
            row[a.pin] for row in _paths(a, definition).values() if a.pin is not None and a.pin < len(row)
        }
        cells = {cell_text(v) for v in table[a.name].tolist()} - {None, "*"}
        if allowed and not cells <= allowed:
            failures.append(f'safe-sampling: column "{a.name}" has a cell of another level than {a.pin}')
    return _valued(model.name, SampledClasses(least, delta), *failures)
