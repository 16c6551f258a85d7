"""Check models of sensitive columns by SQL alone: the persons of each class by their value are counted, and each model
is its formula over these counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from sanitizer.relational.privacy.l_diversity import AlphaK, LDiversity
from sanitizer.relational.privacy.likeness import BetaLikeness, DeltaDisclosure
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.scale.database import Database

_SLACK: Final = 2e-9
"""Sums of floats differ in the last digits with the order of the rows: twice what the models allow."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The table ``name``: a row for each class (columns ``by``) and value that it has (code ``v``), with its persons
    ``n``, those of the class whose value is known (``known``), the ``place`` of the value among those of the class
    (most frequent first), and its share ``w`` of the whole table. There are ``classes`` classes, those without a known
    value too, and ``values`` codes."""

    name: str
    by: str
    classes: int
    values: int


def shares(database: Database, name: str, counts: str, by: Sequence[str], size: tuple[int, int]) -> Shares:
    """Make :class:`Shares` of a query that gives classes, ``v`` and ``n``; `size` are its classes and values."""
    columns = ", ".join(by)
    database.create(
        name,
        f"SELECT {columns}, v, CAST(n AS DOUBLE) AS n, CAST(sum(n) OVER (PARTITION BY {columns}) AS DOUBLE) AS known, "
        f"row_number() OVER (PARTITION BY {columns} ORDER BY n DESC) AS place, "
        f"CAST(sum(n) OVER (PARTITION BY v) AS DOUBLE) / CAST(sum(n) OVER () AS DOUBLE) AS w FROM ({counts})",
    )
    return Shares(name, columns, *size)


def broken(database: Database, held: Shares, model: PrivacyModel) -> int:
    """Return how many classes do not satisfy a model."""
    if isinstance(model, TCloseness) and model.distance != "equal":
        fine = f"max(d) <= {_real(model.t + _SLACK)}"
        distances = _ordered(held) if model.hierarchy is None else _hierarchical(database, held, model)
        return held.classes - _number(database, f"({distances})", held.by, fine)
    if isinstance(model, AlphaK):  # of a class without a known value nothing is said
        most = "max(n)" if model.value is None else f"coalesce(max(n) FILTER (WHERE v = {model.value}), 0)"
        within = f"{most} <= {_real(model.alpha)} * max(known) + {_real(_SLACK)}"
        return _number(database, held.name, held.by, f"NOT ({within})")
    return held.classes - _number(database, held.name, held.by, _condition(held, model))


def _number(database: Database, relation: str, by: str, having: str) -> int:
    return database.number(
        f"SELECT count(*) FROM (SELECT 1 AS one FROM {relation} GROUP BY {by} HAVING {having})"
    )


def _condition(held: Shares, model: PrivacyModel) -> str:
    """Return what holds for the rows of a class that satisfies the model."""
    slack = _real(_SLACK)
    if isinstance(model, LDiversity):
        return _diverse(model)
    if isinstance(
        model, TCloseness
    ):  # the values that a class lacks are apart by all that they are of the table
        return f"(sum(abs(n / known - w) - w) + 1) / 2 <= {_real(model.t)} + {slack}"
    if isinstance(model, BetaLikeness):
        beta = _real(model.beta)
        bound = beta if model.kind == "basic" else f"least({beta}, -ln(w))"
        return f"max(n / known - w * (1 + {bound})) <= {slack}"
    assert isinstance(model, DeltaDisclosure)
    low, high = f"w * exp(-{_real(model.delta)})", f"w * exp({_real(model.delta)})"
    needed = f"(SELECT count(*) FROM (SELECT v FROM {held.name} WHERE {low} > {slack} GROUP BY v))"
    inside = f"max(n / known - {high}) <= {slack} AND min(n / known - {low}) >= -{slack}"
    return f"count(*) FILTER (WHERE {low} > {slack}) = {needed} AND {inside}"


def _diverse(model: LDiversity) -> str:
    if model.kind == "distinct":
        return f"count(*) >= {_real(model.l)}"
    if model.kind == "entropy":
        return f"ln(max(known)) - sum(n * ln(n)) / max(known) >= {_real(log(model.l) - _SLACK)}"
    return f"max(n) < {_real(model.c)} * coalesce(sum(n) FILTER (WHERE place >= {int(model.l)}), 0)"


def _ordered(held: Shares) -> str:
    """Return the earth mover's distance of each class where values are apart by their places: what is carried over
    each."""
    by = ", ".join(f"g.{c}" for c in held.by.split(", "))
    same = " AND ".join(f"g.{c} IS NOT DISTINCT FROM b.{c}" for c in held.by.split(", "))
    groups = f"(SELECT {held.by}, max(known) AS known FROM {held.name} GROUP BY {held.by})"
    whole = f"(SELECT v, max(w) AS w FROM {held.name} GROUP BY v)"
    each = (
        f"SELECT {by}, x.v, lead(x.v, 1, {held.values - 1}) OVER (PARTITION BY {by} ORDER BY x.v) - x.v AS far, "
        f"sum(coalesce(b.n, 0) / g.known - x.w) OVER (PARTITION BY {by} ORDER BY x.v) AS carried "
        f"FROM {groups} AS g CROSS JOIN {whole} AS x LEFT JOIN {held.name} AS b ON {same} AND x.v = b.v"
    )
    distance = f"sum(abs(carried) * far) / {max(held.values - 1, 1)}"
    return f"SELECT {held.by}, {distance} AS d FROM ({each}) GROUP BY {held.by}"


def _hierarchical(database: Database, held: Shares, model: TCloseness) -> str:
    """Return the same where values are apart by the level at which they meet: what crosses each edge of the
    hierarchy."""
    assert model.hierarchy is not None
    tree = model.hierarchy.with_top()
    database.new(f"h_{held.name}", {"v": "INT", "level": "INT", "above": "INT"})
    for level in range(tree.top):
        codes = {"v": np.arange(tree.leaves, dtype=np.int32), "level": np.full(tree.leaves, level, np.int32)}
        database.add(f"h_{held.name}", codes | {"above": tree.groups[level].astype(np.int32)})
    joined = f"JOIN h_{held.name} USING (v)"
    whole = (
        f"SELECT level, above, sum(w) AS w FROM (SELECT v, max(w) AS w FROM {held.name} GROUP BY v) {joined} "
        "GROUP BY level, above"
    )
    mass = (
        f"SELECT {held.by}, level, above, sum(n) / max(known) AS q FROM {held.name} {joined} "
        f"GROUP BY {held.by}, level, above"
    )
    return (
        f"SELECT {held.by}, (sum(abs(q - w) - w) + {tree.top}) / {2 * tree.top} AS d FROM ({mass}) AS m "
        f"JOIN ({whole}) AS x USING (level, above) GROUP BY {held.by}"
    )


def _real(value: float) -> str:
    """Return a float as SQL writes it, all digits of it."""
    return f"CAST({value:.17e} AS DOUBLE)"
