"""Mondrian's cuts of tuples that lie in a database (LeFevre and DeWitt 2007, Rothko-T).

Level by level, one pass gives the exact histograms of all nodes that are too large for memory; the cut of each is
chosen from them by the code of the memory engine. What is small enough is cut to the end by the memory engine itself.
So the classes are those that the memory engine makes of the whole table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from sanitizer.relational.columns.cut_kernels import best_cut
from sanitizer.relational.columns.mondrian import BALANCE, Domain, Tester, cut_all
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.tree import CutTree, codes_in
from sanitizer.relational.table.recoders import LocalRecoder
from sanitizer.relational.table.table import Column
from sanitizer.types import IntArray

MOST: Final = 1_000_000
"""Persons of a node that the memory engine cuts to its end, by default."""


@dataclass(frozen=True, slots=True, eq=False)
class Quasi:
    """A quasi-identifier: ``values`` has each of its values once, the code of a value is its index; ``places`` are
    the same values by their place (``places.codes[code]``), ``sql`` is the column of codes in the database (-1:
    missing)."""

    values: Column
    places: Column
    recoder: LocalRecoder
    sql: str

    def place(self, codes: IntArray) -> IntArray:
        """The places of codes, that of missing ones after the last."""
        return np.append(self.places.codes, np.int32(len(self.places.labels)))[codes].astype(np.int64)


def divide(database: Database, quasi: Sequence[Quasi], k: int, most: int = MOST) -> int:
    """Make the table ``placed`` of the table ``tuples`` (the codes of each attribute, and ``n`` persons who have them):
    the same codes with their ``class``, numbered from 0. Returns the number of classes.

    There are at least k persons. Nodes of up to `most` persons are cut in memory; the classes do not depend on it.
    """
    columns = sorted(quasi, key=lambda q: q.values.name)
    tree, small = CutTree(), list[int]()
    histograms = _Histograms(database, columns)
    of_root = next(histograms.of(tree, [0]))[1]
    domain = _domain(columns, of_root)
    sizes = {0: int(of_root[0][1].sum())}
    large = [0] if sizes[0] > most else []
    small += [] if large else [0]
    while large:
        below: list[int] = []
        for node, found in histograms.of(tree, large):
            chosen = _choose(columns, found, domain, k)
            if chosen is None:
                small.append(node)
                continue
            condition, left = chosen
            sides = tree.cut(node, condition)
            sizes |= {sides[0]: left, sides[1]: sizes[node] - left}
            below += sides
        large = [node for node in below if sizes[node] > most]
        small += [node for node in below if sizes[node] <= most]
    return _finish(database, columns, tree, domain, _Parts(sorted(small), sizes, max(most, 1)), k)


class _Histograms:
    """Exact histograms of nodes, all in one pass."""

    def __init__(self, database: Database, columns: Sequence[Quasi]) -> None:
        self.database, self.columns = database, columns

    def of(
        self, tree: CutTree, nodes: Sequence[int]
    ) -> Iterator[tuple[int, list[tuple[IntArray, IntArray]]]]:
        """For each node by its number, and each attribute: codes and how many persons have them."""
        names = [c.sql for c in self.columns]
        sets = ", ".join(f"(node, {name})" for name in names)
        found = self.database.arrays(
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


def _domain(columns: Sequence[Quasi], of_root: Sequence[tuple[IntArray, IntArray]]) -> Domain:
    """The values of the whole table, as the memory engine sees them."""
    present = []
    for column, (codes, _) in zip(columns, of_root, strict=True):
        places = np.unique(column.places.codes[codes[codes >= 0]]).astype(np.int32)
        present.append(Column(column.places.name, places, column.places.labels))
    return Domain.of(present, frozenset(c.values.name for c in columns if not c.recoder.category))


def _choose(
    columns: Sequence[Quasi], found: Sequence[tuple[IntArray, IntArray]], domain: Domain, k: int
) -> tuple[str, int] | None:
    """The condition of the best cut of a node and the persons to its left; None where no cut leaves k on both sides."""
    best, chosen = 0.0, None
    for a, (column, (codes, amounts)) in enumerate(zip(columns, found, strict=True)):
        place = column.place(codes)
        order, at = np.unique(place, return_inverse=True)
        amount = np.zeros(len(order), dtype=np.int64)
        np.add.at(amount, at.reshape(-1), amounts)
        first, last = domain.start[a], domain.start[a + 1]
        score, count = best_cut(
            order, amount, np.empty_like(order), 0, len(order), int(amounts.sum()), int(domain.values[a]),
            domain.position[first:last], float(domain.extent[a]), bool(domain.category[a]), k, BALANCE,
        )  # fmt: skip
        if score > best:
            left = np.isin(place, order[:count])
            best, chosen = score, (codes_in(column.sql, codes[left], codes[~left]), int(amount[:count].sum()))
    return chosen


@dataclass(frozen=True, slots=True)
class _Parts:
    """The nodes that are cut no further here, their persons, and how many persons are taken at once."""

    nodes: Sequence[int]
    sizes: dict[int, int]
    most: int

    def together(self) -> Iterator[list[int]]:
        """Nodes that are taken at once."""
        taken: list[int] = []
        persons = 0
        for node in self.nodes:
            if taken and persons + self.sizes[node] > self.most:
                yield taken
                taken, persons = [], 0
            taken.append(node)
            persons += self.sizes[node]
        yield taken


def _finish(
    database: Database, columns: Sequence[Quasi], tree: CutTree, domain: Domain, parts: _Parts, k: int
) -> int:
    """Cut the rest in memory; see :func:`divide`."""
    names = [c.sql for c in columns]
    database.new("placed", dict.fromkeys(names, "INT") | {"n": "BIGINT", "class": "BIGINT"})
    classes = 0
    for nodes in parts.together():
        rows = (
            f"FROM (SELECT {tree.expression()} AS node, {', '.join(names)}, n FROM tuples) "
            f"WHERE node IN ({', '.join(map(str, nodes))})"
        )
        if parts.sizes[nodes[0]] > parts.most:  # no cut divides it: it is a class
            database.insert("placed", f"SELECT {', '.join(names)}, n, {classes} {rows}")
            classes += 1
            continue
        found = database.arrays(f"SELECT * {rows} ORDER BY node")
        n = found["n"].astype(np.int64)
        tuples = np.repeat(np.arange(len(n)), n)
        data = np.empty((len(tuples), len(columns)), dtype=np.int32)
        for j, column in enumerate(columns):
            data[:, j] = column.place(found[column.sql])[tuples]
        starts = np.flatnonzero(np.diff(found["node"][tuples], prepend=-1))
        index = np.arange(len(tuples), dtype=np.int32)
        bounds = cut_all(data, index, domain, Tester([KAnonymity(k)], []), starts)
        labels = np.empty(len(tuples), dtype=np.int64)
        labels[index] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        of_tuple = labels[np.cumsum(n) - n]  # equal rows are in one class
        order = np.argsort(of_tuple, kind="stable")
        database.add(
            "placed",
            {name: found[name][order] for name in names}
            | {"n": n[order], "class": of_tuple[order] + classes},
        )
        classes += len(bounds) - 1
    return classes
