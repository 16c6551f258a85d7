"""The obvious slow versions: full-domain generalization over lists of strings, by definition."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from math import inf, log

from hypothesis import strategies as st

from sanitizer.relational.privacy.l_diversity import AlphaK, LDiversity
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.hierarchy import Hierarchy

Row = tuple[str | None, ...]
Test = Callable[[Sequence[str | None], Sequence[str | None]], bool]

HIERARCHIES = (
    Hierarchy.from_rows("a", [("1", "1-2", "*"), ("2", "1-2", "*"), ("3", "3-4", "*"), ("4", "3-4", "*")]),
    Hierarchy.from_rows("b", [("x", "*"), ("y", "*"), ("z", "*")]),
    Hierarchy.from_rows(
        "c", [("p", "pq", "pqr", "*"), ("q", "pq", "pqr", "*"), ("r", "r", "pqr", "*"), ("s", "s", "st", "*"),
              ("t", "t", "st", "*")],
    ),
)  # fmt: skip
SENSITIVE = ("flu", "hiv", "cold")
TREE = Hierarchy.from_rows("s", [("cold", "mild", "*"), ("flu", "mild", "*"), ("hiv", "grave", "*")])


@st.composite
def tables(draw: st.DrawFn, nulls: bool = True) -> tuple[list[Row], list[str | None]]:
    """3 to 14 rows of quasi-identifiers for HIERARCHIES, and their sensitive values."""
    count = draw(st.integers(3, 14))
    none: list[str | None] = [None] if nulls else []
    cells = [st.sampled_from([*h.labels[0], *none]) for h in HIERARCHIES]
    rows = draw(st.lists(st.tuples(*cells), min_size=count, max_size=count))
    values = draw(st.lists(st.sampled_from([*SENSITIVE, *none]), min_size=count, max_size=count))
    return rows, values


def cell(hierarchy: Hierarchy, value: str | None, level: int) -> str | None:
    """Return the value at a level; None stays None below the top."""
    if value is None:
        return "*" if level == hierarchy.top else None
    leaf = hierarchy.labels[0].index(value)
    return hierarchy.labels[level][int(hierarchy.groups[level][leaf])]


def share(hierarchy: Hierarchy, value: str | None, level: int) -> float:
    """Leaves under the value at a level / all leaves."""
    if value is None:
        return 1.0 if level == hierarchy.top else 1 / hierarchy.leaves
    name = cell(hierarchy, value, level)
    return sum(cell(hierarchy, v, level) == name for v in hierarchy.labels[0]) / hierarchy.leaves


def holds(model: PrivacyModel, members: Sequence[str | None], everyone: Sequence[str | None]) -> bool:
    """Return a model about the sensitive values of a class, by its definition."""
    known = [m for m in members if m is not None]
    if isinstance(model, LDiversity):
        counts = sorted(Counter(known).values(), reverse=True)
        if model.kind == "distinct":
            return len(counts) >= model.l
        if not known:
            return False
        if model.kind == "entropy":
            return -sum(c / len(known) * log(c / len(known)) for c in counts) >= log(model.l) - 1e-9
        return counts[0] < model.c * sum(counts[int(model.l) - 1 :])
    if isinstance(model, TCloseness):
        if not known:
            return False
        all_known = [e for e in everyone if e is not None]
        order = sorted(SENSITIVE)
        p = [known.count(v) / len(known) for v in order]
        q = [all_known.count(v) / len(all_known) for v in order]
        if model.distance == "ordered":
            moved = [abs(sum(p[: i + 1]) - sum(q[: i + 1])) for i in range(len(order))]
            distance = sum(moved) / (len(order) - 1)
        elif model.distance == "equal":
            distance = sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2
        else:  # cold and flu are half as far from each other as from hiv: move between them first
            extra = [a - b for a, b in zip(p, q, strict=True)]
            inside = min(abs(extra[0]), abs(extra[1])) if extra[0] * extra[1] < 0 else 0.0
            distance = inside * 0.5 + abs(extra[2])
        return distance <= model.t + 1e-9
    if isinstance(model, AlphaK):
        highest = max((known.count(v) for v in SENSITIVE), default=0)
        return len(members) >= model.k and highest <= model.alpha * len(known) + 1e-9
    raise NotImplementedError


def matched(row: Row, other: Row, matching: str) -> bool:
    """Return whether a recoded row counts `other` as its like."""
    for mine, theirs in zip(row, other, strict=True):
        if mine == theirs:
            continue
        if matching == "maybe" and (mine is None or theirs is None):
            continue
        if matching == "right-maybe" and theirs is None:
            continue
        return False
    return True


def suppressed(
    rows: list[Row],
    values: list[str | None],
    k: int,
    models: Sequence[PrivacyModel],
    matching: str = "extended",
    everyone: Sequence[str | None] | None = None,
) -> set[int]:
    """Return the recoded rows that fail: repeated, because with wildcards a suppressed row is missing to others."""
    everyone = values if everyone is None else everyone
    gone: set[int] = set()
    while True:
        new = set()
        for i, row in enumerate(rows):
            if i in gone:
                continue
            like = [j for j, other in enumerate(rows) if j not in gone and matched(row, other, matching)]
            members = [values[j] for j in like]
            if len(like) < k or not all(holds(m, members, everyone) for m in models):
                new.add(i)
        if not new:
            return gone
        gone |= new


def best_loss(
    rows: list[Row],
    values: list[str | None],
    k: int,
    models: Sequence[PrivacyModel],
    suppression: float,
    matching: str = "extended",
    least: Sequence[int] = (0, 0, 0),
    limits: Sequence[int | None] = (None, None, None),
) -> float:
    """Return the least ARX loss over all nodes, infinite when none is allowed; by definition."""
    total = len(rows)
    kept = [i for i, r in enumerate(rows) if matching != "basic" or None not in r]
    rows, values = [rows[i] for i in kept], [values[i] for i in kept]
    allowed = int(suppression * len(rows) + 1e-9)
    best = inf
    ranges = [
        range(low, (h.top if high is None else high) + 1)
        for h, low, high in zip(HIERARCHIES, least, limits, strict=True)
    ]
    for node in product(*ranges):
        recoded = [tuple(cell(h, v, n) for h, v, n in zip(HIERARCHIES, r, node, strict=True)) for r in rows]
        gone = suppressed(recoded, values, k, models, matching)
        if len(gone) > allowed:
            continue
        loss = 0.0
        for a, (h, level) in enumerate(zip(HIERARCHIES, node, strict=True)):
            shares = sum(1.0 if i in gone else share(h, r[a], level) for i, r in enumerate(rows))
            shares += total - len(rows)
            loss += (shares - total / h.leaves) / (total - total / h.leaves)
        best = min(best, loss / len(HIERARCHIES))
    return best
