"""Mondrian's cuts of tuples that lie in a database (LeFevre and DeWitt 2007, Rothko-T).

Level by level, one pass gives the exact histograms of all nodes that are too large for memory; the cut of each is
chosen from them by the code of the memory engine. What is small enough is cut to the end by the memory engine itself.
So the classes are those that the memory engine makes of the whole table.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sanitizer.relational.columns.cut_kernels import best_cut
from sanitizer.relational.columns.mondrian import BALANCE, Domain, cut_all
from sanitizer.relational.scale.database import Arrays, Database
from sanitizer.relational.scale.judge import Counts, Judge, histograms
from sanitizer.relational.scale.tree import CutTree, codes_in
from sanitizer.relational.table.recoders import LocalRecoder
from sanitizer.relational.table.table import Codes, Column
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

    @property
    def place_of(self) -> Codes:
        """The place of each code, last that of missing ones, which comes after all others."""
        return np.append(self.places.codes, np.int32(len(self.places.labels)))


def divide(database: Database, quasi: Sequence[Quasi], judge: Judge, most: int = MOST) -> int:
    """Make the table ``placed`` of the table ``tuples`` (the codes of each attribute and of each column that is judged,
    and ``n`` persons who have them): the codes of the attributes with their persons and their ``class``, numbered from
    0. Returns the number of classes.

    Nodes of up to `most` persons are cut in memory; the classes do not depend on it. Raises UnsatisfiableError where
    not even all persons together satisfy the models.
    """
    columns = sorted(quasi, key=lambda q: q.values.name)
    names = [c.sql for c in columns]
    tree, small = CutTree(), list[int]()
    of_root = next(histograms(database, names, tree, [0]))[1]
    domain = _domain(columns, of_root)
    sizes = {0: int(of_root[0][1].sum())}
    judge.check_whole(sizes[0])
    large = [0] if sizes[0] > most else []
    small += [] if large else [0]
    while large:
        cuts = _cuts(database, columns, tree, dict(histograms(database, names, tree, large)), domain, judge)
        below: list[int] = []
        for node in large:
            if node not in cuts:
                small.append(node)
                continue
            sides = tree.cut(node, cuts[node].condition)
            sizes |= {sides[0]: cuts[node].left, sides[1]: sizes[node] - cuts[node].left}
            below += sides
        large = [node for node in below if sizes[node] > most]
        small += [node for node in below if sizes[node] <= most]
    return _finish(database, columns, tree, domain, _Parts(sorted(small), sizes, max(most, 1)), judge)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A cut of a node by its ``attribute``: the ``condition`` of its left side, and the persons there and of both."""

    attribute: int
    condition: str
    left: int
    persons: int


def _cuts(
    database: Database,
    columns: Sequence[Quasi],
    tree: CutTree,
    found: Mapping[int, Counts],
    domain: Domain,
    judge: Judge,
) -> dict[int, _Cut]:
    """Return the best cut of each node (`found` are their histograms) whose sides satisfy the models, where there
    is one."""
    cuts: dict[int, _Cut] = {}
    tried: dict[int, set[int]] = {node: set() for node in found}
    while tried:
        best = {n: _choose(columns, found[n], domain, judge.k, refused) for n, refused in tried.items()}
        chosen = {n: cut for n, cut in best.items() if cut is not None}
        trial, sides, sizes = tree.copy(), dict[int, tuple[int, int]](), dict[int, int]()
        for node, cut in chosen.items():
            sides[node] = left, right = trial.cut(node, cut.condition)
            sizes |= {left: cut.left, right: cut.persons - cut.left}
        fine = judge.fine(database, trial, sizes) if sizes else {}
        good = {n for n, (left, right) in sides.items() if fine[left] and fine[right]}
        cuts |= {n: chosen[n] for n in good}
        tried = {n: tried[n] | {cut.attribute} for n, cut in chosen.items() if n not in good}
    return cuts


def _domain(columns: Sequence[Quasi], of_root: Counts) -> Domain:
    """Return the values of the whole table, as the memory engine sees them."""
    present = []
    for column, (codes, _) in zip(columns, of_root, strict=True):
        places = np.unique(column.places.codes[codes[codes >= 0]]).astype(np.int32)
        present.append(Column(column.places.name, places, column.places.labels))
    return Domain.of(present, frozenset(c.values.name for c in columns if not c.recoder.category))


def _choose(
    columns: Sequence[Quasi], found: Counts, domain: Domain, k: int, refused: Container[int]
) -> _Cut | None:
    """Return the best cut of a node by an attribute that is not `refused`; None where no cut leaves k on both sides."""
    best, chosen = 0.0, None
    for a, (column, (codes, amounts)) in enumerate(zip(columns, found, strict=True)):
        if a in refused:
            continue
        place = column.place_of[codes].astype(np.int64)
        order, at = np.unique(place, return_inverse=True)
        amount = np.zeros(len(order), dtype=np.int64)
        np.add.at(amount, at.reshape(-1), amounts)
        first, last = domain.start[a], domain.start[a + 1]
        persons = int(amounts.sum())
        axis = (
            int(domain.values[a]),
            domain.position[first:last],
            float(domain.extent[a]),
            bool(domain.category[a]),
        )
        score, count = best_cut((order, amount, np.empty_like(order)), persons, axis, k, BALANCE)
        if score > best:
            left = np.isin(place, order[:count])
            condition = codes_in(column.sql, codes[left], codes[~left])
            best, chosen = score, _Cut(a, condition, int(amount[:count].sum()), persons)
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
    database: Database,
    columns: Sequence[Quasi],
    tree: CutTree,
    domain: Domain,
    parts: _Parts,
    judge: Judge,
) -> int:
    """Cut the rest by the memory engine's loop, wherever the database has that done; see :func:`divide`."""
    names = [c.sql for c in columns]
    held = [*names, *(j.sql for j in judge.columns)]
    together = list(parts.together())
    whole = [nodes[0] for nodes in together if parts.sizes[nodes[0]] > parts.most]  # no cut divides these
    cut = [nodes for nodes in together if nodes[0] not in whole]
    kinds = dict.fromkeys(names, "INT") | {"n": "BIGINT", "class": "BIGINT"}
    database.new("placed", kinds)
    rows = f"(SELECT {tree.expression()} AS node, {', '.join(held)}, n FROM tuples)"
    by = ", ".join(names)
    for number, node in enumerate(whole):
        database.insert(
            "placed",
            f"SELECT {by}, CAST(sum(n) AS BIGINT), CAST({number} AS BIGINT) FROM {rows} WHERE node = {node} "
            f"GROUP BY {by}",
        )
    database.new("part_of", {"node": "INT", "part": "INT"})
    of = [(node, part) for part, nodes in enumerate(cut) for node in nodes]
    database.add("part_of", dict(zip(("node", "part"), np.array(of, np.int32).reshape(-1, 2).T, strict=True)))
    database.new("cut", {"part": "INT"} | kinds)
    cutter = Cutter(names, tuple(c.place_of for c in columns), domain, judge)
    database.divided(
        "cut", f"SELECT part, node, {', '.join(held)}, n FROM {rows} JOIN part_of USING (node)", cutter
    )
    found = database.arrays("SELECT part, max(class) + 1 AS n FROM cut GROUP BY part ORDER BY part")
    starts = len(whole) + np.cumsum(found["n"]) - found["n"]
    database.new("starts", {"part": "INT", "start": "BIGINT"})
    database.add("starts", {"part": found["part"].astype(np.int32), "start": starts.astype(np.int64)})
    database.insert("placed", f"SELECT {by}, n, class + start FROM cut JOIN starts USING (part)")
    database.drop("cut")
    return len(whole) + int(found["n"].sum())


@dataclass(frozen=True, slots=True, eq=False)
class Cutter:
    """Cuts nodes to their end: of their rows (``node``, codes of the attributes ``names`` and of what is judged, ``n``
    persons) it makes the codes of the attributes with their persons and their ``class``, numbered from 0. ``places``
    are those of the codes, see :class:`Quasi`."""

    names: Sequence[str]
    places: Sequence[Codes]
    domain: Domain
    judge: Judge

    def __call__(self, rows: Arrays) -> Arrays:
        """Return the codes, persons and classes of some nodes."""
        order = np.lexsort([rows[name] for name in (*reversed(self.names), "node")])
        found = {name: rows[name][order] for name in rows}
        n = found["n"].astype(np.int64)
        of = np.repeat(np.arange(len(n)), n)
        data = np.empty((len(of), len(self.names)), dtype=np.int32)
        for j, (name, place) in enumerate(zip(self.names, self.places, strict=True)):
            data[:, j] = place[found[name]][of]
        starts = np.flatnonzero(np.diff(found["node"][of], prepend=-1))
        index = np.arange(len(of), dtype=np.int32)
        tester = self.judge.tester({j.sql: found[j.sql].astype(np.int32)[of] for j in self.judge.columns})
        bounds = cut_all(data, index, self.domain, tester, starts)
        labels = np.empty(len(of), dtype=np.int64)
        labels[index] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        first = _first_of_equal([found[name] for name in self.names])  # equal rows are in one class
        label = labels[np.cumsum(n) - n][first]
        held = np.argsort(label, kind="stable")
        return {name: found[name][first][held] for name in self.names} | {
            "n": np.add.reduceat(n, first)[held],
            "class": label[held],
        }


def _first_of_equal(columns: Sequence[npt.NDArray[Any]]) -> IntArray:
    """Return the first row of each run of equal ones."""
    new = np.zeros(len(columns[0]), dtype=np.bool_)
    new[0] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)
