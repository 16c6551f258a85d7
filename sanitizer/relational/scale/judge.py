"""What models say of nodes and classes in a database: the memory engine's models, on histograms that SQL counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from sanitizer.relational.columns.mondrian import Tester
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.models import Classes, PrivacyModel, all_satisfied
from sanitizer.relational.privacy.of_definition import privacy_models, sensitive_columns
from sanitizer.relational.privacy.partitioner import UnsatisfiableError
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.tree import CutTree
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.table import Codes, Column
from sanitizer.types import BoolArray, IntArray

MODELS: Final = ("l-diversity", "t-closeness", "alpha-k", "beta-likeness", "delta-disclosure")
"""Those of sensitive columns, which histograms answer."""
Counts = list[tuple[IntArray, IntArray]]
"""For each column, codes and how many persons have them."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A sensitive column that a model is about: ``column`` has each of its distinct cells once, in the order of
    ``cells``; ``sql`` is the column of codes in the database (-1: missing)."""

    column: Column
    cells: tuple[str, ...]
    sql: str


def judged_columns(definition: Definition, values: PlainTable) -> list[Judged]:
    """Return the sensitive columns that models are about; `values` has all distinct cells of each."""
    asked = judged_names(definition)
    found = [c for c in sensitive_columns(values, definition) if c.name in asked]
    return [Judged(c, _cells(values, c.name), f"s{j}") for j, c in enumerate(found)]


def judged_names(definition: Definition) -> set[str]:
    """Return what these are called."""
    return {m.attribute for m in definition.models}


def _cells(values: PlainTable, name: str) -> tuple[str, ...]:
    held = values.coded(name)
    assert held is not None
    return tuple(str(v) for v in held.values)


def histograms(
    database: Database, names: Sequence[str], tree: CutTree, nodes: Sequence[int]
) -> Iterator[tuple[int, Counts]]:
    """Exact histograms of the columns `names` (codes) in nodes of the table ``tuples``, all in one pass: each node by
    its number, with codes and persons of each column."""
    sets = ", ".join(f"(node, {name})" for name in names)
    found = database.arrays(
        f"SELECT node, GROUPING_ID(node, {', '.join(names)}) AS g, coalesce({', '.join(names)}, -1) AS code, "
        f"CAST(sum(n) AS BIGINT) AS n "
        f"FROM (SELECT {tree.expression()} AS node, * FROM tuples) WHERE node IN ({', '.join(map(str, nodes))}) "
        f"GROUP BY GROUPING SETS ({sets})"
    )
    every = (1 << len(names)) - 1
    attribute = {every ^ (1 << (len(names) - 1 - j)): j for j in range(len(names))}
    of = np.array([attribute[g] for g in found["g"].tolist()], dtype=np.int64)
    order = np.lexsort((found["code"], of, found["node"]))
    node, of = found["node"][order].astype(np.int64), of[order]
    code, n = found["code"][order].astype(np.int64), found["n"][order].astype(np.int64)
    key = node * len(names) + of
    for wanted in sorted(nodes):
        at = np.searchsorted(key, np.arange(len(names) + 1) + wanted * len(names))
        yield wanted, [(code[a:b], n[a:b]) for a, b in pairwise(at.tolist())]


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """The models of a release (k among them), the columns that they are about, and the persons of the whole table who
    have each value."""

    k: int
    models: tuple[PrivacyModel, ...]
    columns: tuple[Judged, ...]
    totals: Mapping[str, IntArray]

    @classmethod
    def of(cls, database: Database, definition: Definition, columns: Sequence[Judged]) -> "Judge":
        """Return the judge of the table ``tuples``."""
        models = (KAnonymity(definition.k), *privacy_models(definition, [j.column for j in columns]))
        blind = cls(definition.k, models, tuple(columns), {})
        whole = {name: h[0] for name, h in blind._histograms(database, CutTree(), [0]).items()}
        return cls(definition.k, models, tuple(columns), whole)

    def check_whole(self, persons: int) -> None:
        """Raise UnsatisfiableError where not even all persons as one class satisfy the models."""
        if not self._satisfied(np.array([persons]), {name: h[None] for name, h in self.totals.items()}).all():
            raise UnsatisfiableError(
                f"not even the whole table ({persons} rows) as one group satisfies the privacy models"
            )

    def fine(self, database: Database, tree: CutTree, sizes: Mapping[int, int]) -> dict[int, bool]:
        """Return whether each of these nodes (their persons by their numbers, each at least k) satisfies the models."""
        nodes = sorted(sizes)
        if not self.columns:
            return dict.fromkeys(nodes, True)
        counted = self._histograms(database, tree, nodes)
        satisfied = self._satisfied(np.array([sizes[n] for n in nodes], dtype=np.int64), counted)
        return dict(zip(nodes, satisfied.tolist(), strict=True))

    def tester(self, codes: Mapping[str, Codes]) -> Tester:
        """Return the memory engine's test of classes of some persons, `codes` being those of each column."""
        held = [Column(j.column.name, codes[j.sql], j.column.labels) for j in self.columns]
        return Tester(self.models, held, self.totals)

    def _histograms(self, database: Database, tree: CutTree, nodes: Sequence[int]) -> dict[str, IntArray]:
        if not self.columns:
            return {}
        made = {
            j.column.name: np.zeros((len(nodes), len(j.column.labels)), dtype=np.int64) for j in self.columns
        }
        found = histograms(database, [j.sql for j in self.columns], tree, nodes)
        for i, (_, counts) in enumerate(found):
            for judged, (codes, n) in zip(self.columns, counts, strict=True):
                known = codes >= 0
                made[judged.column.name][i, codes[known]] = n[known]
        return made

    def _satisfied(self, sizes: IntArray, counted: Mapping[str, IntArray]) -> BoolArray:
        return all_satisfied(self.models, Classes(sizes, counted, self.totals))
