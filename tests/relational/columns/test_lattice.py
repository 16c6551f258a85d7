"""Full-domain search: equal to trying everything by definition, whatever the models, limits and NULLs."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational.columns.cells import suppress_cells
from sanitizer.relational.columns.lattice import best_first, exhaustive, optimal
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.columns.loss import WeightedInformationLoss
from sanitizer.relational.columns.recode import class_loss, released
from sanitizer.relational.privacy.k_anonymity import KAnonymity, KMap
from sanitizer.relational.privacy.l_diversity import AlphaK, LDiversity
from sanitizer.relational.privacy.models import PrivacyModel, all_satisfied
from sanitizer.relational.privacy.partitioner import UnsatisfiableError, classes_of
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.hierarchies import flat
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.nulls import NullMatching
from sanitizer.relational.table.table import Column, Table
from sanitizer.relational.table.tuples import QuasiIdentifier
from tests.relational.slow import HIERARCHIES, TREE, Row, best_loss, cell, suppressed, tables

MODELS: list[PrivacyModel] = [
    LDiversity("s", 2),
    LDiversity("s", 3),
    LDiversity("s", 1.7, "entropy"),
    LDiversity("s", 2, "recursive", 2.0),
    AlphaK("s", 0.6, 2),
    TCloseness("s", 0.4),
    TCloseness("s", 0.3, "ordered"),
    TCloseness("s", 0.35, "hierarchical", TREE),
]


def problem(rows: list[Row], values: list[str | None], models: list[PrivacyModel], **rest: object) -> Problem:
    quasi = tuple(
        QuasiIdentifier(Column.of(h.name, [r[i] for r in rows]), h) for i, h in enumerate(HIERARCHIES)
    )
    order = ("cold", "flu", "hiv")
    codes = np.array([-1 if v is None else order.index(v) for v in values], dtype=np.int32)
    made = Problem(quasi, tuple(models), (Column("s", codes, order),))
    return replace(made, **rest)  # type: ignore[arg-type]


@settings(max_examples=150, deadline=None)
@given(
    tables(),
    st.integers(1, 4),
    st.lists(st.sampled_from(MODELS), max_size=2),
    st.sampled_from([0.0, 0.1, 0.3]),
    st.sampled_from(list(NullMatching)),
)
def test_the_optimum_is_that_of_trying_everything(
    table: tuple[list[Row], list[str | None]],
    k: int,
    models: list[PrivacyModel],
    suppression: float,
    matching: NullMatching,
) -> None:
    rows, values = table
    if all(v is None for v in values):
        return
    wanted = best_loss(rows, values, k, models, suppression, str(matching))
    task = problem(rows, values, [KAnonymity(k), *models], suppression=suppression, matching=matching)
    if wanted == inf:
        with pytest.raises(UnsatisfiableError, match="none of the 24 combinations"):
            optimal(task)
        return
    found = optimal(task)
    assert found.loss == pytest.approx(wanted)
    assert found.levels == exhaustive(task).levels
    assert found.dropped == sum(None in r for r in rows) * (matching is NullMatching.BASIC)
    kept = [i for i in range(len(rows)) if matching is not NullMatching.BASIC or None not in rows[i]]
    recoded = [
        tuple(cell(h, v, n) for h, v, n in zip(HIERARCHIES, rows[i], found.levels, strict=True)) for i in kept
    ]
    gone = suppressed(recoded, [values[i] for i in kept], k, models, str(matching))
    assert {kept[i] for i in gone} | (set(range(len(rows))) - set(kept)) == set(
        np.flatnonzero(found.labels < 0).tolist()
    )
    assert found.suppressed == len(gone)


def test_matches_that_grow_prove_nothing_of_diversity() -> None:
    """With NULL as a wildcard what a row matches may cease to be diverse higher up, and be so below."""
    rows: list[Row] = [("1", "y", "p")] * 5 + [("1", None, "p"), ("3", "x", "p"), ("4", "x", "p")]
    values: list[str | None] = ["flu", "flu", "flu", "hiv", "hiv", "hiv", "flu", "hiv"]
    models: list[PrivacyModel] = [KAnonymity(1), LDiversity("s", 2, "recursive", 2.0)]
    task = problem(rows, values, models, matching=NullMatching.MAYBE)
    assert optimal(task).loss == pytest.approx(1 / 9)
    assert optimal(task).levels == exhaustive(task).levels


@settings(max_examples=60, deadline=None)
@given(
    tables(),
    st.integers(1, 3),
    st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 3)),
    st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 3)),
)
def test_least_levels_limits_and_pins_are_kept(
    table: tuple[list[Row], list[str | None]], k: int, one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    rows, values = table
    least, limits = (
        [min(p) for p in zip(one, other, strict=True)],
        [max(p) for p in zip(one, other, strict=True)],
    )
    task = problem(rows, values, [KAnonymity(k)], suppression=0.2)
    task = replace(
        task,
        quasi=tuple(replace(q, least=a, limit=b) for q, a, b in zip(task.quasi, least, limits, strict=True)),
    )
    wanted = best_loss(rows, values, k, [], 0.2, "extended", least, limits)
    if wanted == inf:
        with pytest.raises(UnsatisfiableError):
            optimal(task)
    else:
        assert optimal(task).loss == pytest.approx(wanted)


@settings(max_examples=60, deadline=None)
@given(tables(), st.integers(1, 4), st.permutations([0, 1, 2]), st.randoms(use_true_random=False))
def test_the_order_of_rows_and_columns_is_irrelevant(
    table: tuple[list[Row], list[str | None]], k: int, columns: list[int], random: object
) -> None:
    rows, values = table
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    models: list[PrivacyModel] = [KAnonymity(k)]
    one = problem(rows, values, models, suppression=0.3)
    other = problem([rows[i] for i in order], [values[i] for i in order], models, suppression=0.3)
    other = replace(other, quasi=tuple(other.quasi[i] for i in columns))
    if k > len(rows):
        return
    a, b = optimal(one), optimal(other)
    assert tuple(a.levels[i] for i in columns) == b.levels
    assert [frozenset(np.flatnonzero(a.labels == a.labels[i]).tolist()) for i in order] == [
        frozenset(order[j] for j in np.flatnonzero(b.labels == b.labels[i])) for i in range(len(order))
    ]


def test_a_small_table_by_hand() -> None:
    # 1 and 2 meet at level 1, as do 3 and 4: loss of column a = (4 x 2/4 - 4/4) / (4 - 4/4) = 1/3
    rows: list[Row] = [("1", "x", "p"), ("2", "x", "p"), ("3", "x", "p"), ("4", "x", "p")]
    found = optimal(problem(rows, ["flu"] * 4, [KAnonymity(2)]))
    assert (found.levels, found.classes, found.labels.tolist()) == ((1, 0, 0), 2, [0, 0, 1, 1])
    assert found.loss == pytest.approx(1 / 9)
    assert found.optimal and found.nodes == 24 and found.tested < 24


def test_suppressing_one_row_can_be_cheaper() -> None:
    rows: list[Row] = [*[("1", "x", "p")] * 9 + [("4", "y", "t")]]
    task = problem(rows, ["flu"] * 10, [KAnonymity(2)], suppression=0.1)
    found = optimal(task)
    assert (found.levels, found.suppressed) == ((0, 0, 0), 1)
    assert [column.values().tolist() for column in released(task.quasi, found)] == [
        ["1"] * 9 + ["*"],
        ["x"] * 9 + ["*"],
        ["p"] * 9 + ["*"],
    ]


def test_best_first_finds_the_least_weighted_loss_and_counts_nodes() -> None:
    rows: list[Row] = [("1", "x", "p"), ("2", "y", "p"), ("1", "x", "p"), ("2", "y", "p")]
    task = problem(rows, ["flu"] * 4, [KAnonymity(4)])
    task = replace(task, objective=WeightedInformationLoss())
    found = best_first(task)
    # a at level 1 costs 1/2, b at level 1 costs 1: the cheapest node that joins all is (1, 1, 0)
    assert found.levels == (1, 1, 0)
    assert found.loss == pytest.approx(1.5)
    assert found.loss == pytest.approx(optimal(task).loss)
    assert 0 < found.tested <= found.queued <= found.nodes
    assert best_first(task, weighted=False).levels == (1, 1, 0)


@settings(max_examples=40, deadline=None)
@given(tables(), st.integers(1, 4), st.sampled_from([0.0, 0.2]))
def test_best_first_is_as_good_as_the_optimum_of_its_own_loss(
    table: tuple[list[Row], list[str | None]], k: int, suppression: float
) -> None:
    rows, values = table
    if k > len(rows):
        return
    task = problem(
        rows, values, [KAnonymity(k)], suppression=suppression, objective=WeightedInformationLoss()
    )
    assert best_first(task).loss == pytest.approx(optimal(task).loss)


def test_several_sensitive_columns_must_all_be_diverse() -> None:
    rows: list[Row] = [("1", "x", "p"), ("1", "x", "p"), ("2", "x", "p"), ("2", "x", "p")]
    task = problem(rows, ["flu", "hiv", "flu", "hiv"], [KAnonymity(2), LDiversity("s", 2)])
    assert optimal(task).levels == (0, 0, 0)
    ward = Column.of("ward", ["w1", "w1", "w2", "w2"])
    both = replace(task, sensitive=(*task.sensitive, ward), models=(*task.models, LDiversity("ward", 2)))
    assert optimal(both).levels == (1, 0, 0)


def test_k_map_counts_the_population() -> None:
    rows: list[Row] = [("1", "x", "p"), ("4", "x", "p")]
    everyone = Table(
        (
            Column.of("a", ["1", "1", "1", "4", "3"]),
            Column.of("b", ["x"] * 5),
            Column.of("c", ["p"] * 5),
        )
    )
    assert optimal(problem(rows, ["flu"] * 2, [KMap(1)], population=everyone)).levels == (0, 0, 0)
    assert optimal(problem(rows, ["flu"] * 2, [KMap(2)], population=everyone)).levels == (1, 0, 0)
    with pytest.raises(UsageError, match="k-map needs a population table"):
        optimal(problem(rows, ["flu"] * 2, [KMap(2)]))


@settings(max_examples=40, deadline=None)
@given(tables(), st.integers(1, 4), st.sampled_from([0.3, 0.6]), st.booleans())
def test_cell_suppression_saves_rows_and_stays_private(
    table: tuple[list[Row], list[str | None]], k: int, suppression: float, diverse: bool
) -> None:
    rows, values = table
    models: list[PrivacyModel] = [KAnonymity(k), *([LDiversity("s", 2)] if diverse else [])]
    task = problem(rows, values, models, suppression=suppression)
    try:
        found = optimal(task)
    except UnsatisfiableError:
        return
    saved = suppress_cells(task, found)
    kept = np.flatnonzero(saved.labels >= 0)
    assert saved.suppressed == len(rows) - len(kept) <= found.suppressed
    columns = saved.released(task)
    texts = [tuple(c.values()[i] for c in columns) for i in range(len(rows))]
    for i in np.flatnonzero(found.labels >= 0):
        assert texts[i] == tuple(c.values()[i] for c in released(task.quasi, found))
    # classes as an attacker sees them, from the released texts
    seen = {text: n for n, text in enumerate(dict.fromkeys(texts[i] for i in kept))}
    if len(kept):
        labels = np.array([seen[texts[i]] for i in kept])
        assert all_satisfied(models, classes_of(labels, [c.take(kept) for c in task.sensitive])).all()


def test_impossible_demands_and_wrong_input_are_said() -> None:
    rows: list[Row] = [("1", "x", "p"), ("2", "y", "q")]
    with pytest.raises(UnsatisfiableError, match=r"none of the 24 .* at most 0 of 2 rows suppressed"):
        optimal(problem(rows, ["flu"] * 2, [KAnonymity(3)]))
    with pytest.raises(UnsatisfiableError):
        best_first(problem(rows, ["flu"] * 2, [KAnonymity(3)]))
    with pytest.raises(UsageError, match='about "t", which is not given as sensitive'):
        problem(rows, ["flu"] * 2, [LDiversity("t", 2)])
    with pytest.raises(UsageError, match="suppression must be between 0 and 1"):
        problem(rows, ["flu"] * 2, [KAnonymity(2)], suppression=2.0)
    with pytest.raises(UsageError, match="least level 2 and limit 1 do not fit"):
        QuasiIdentifier(Column.of("a", ["1"]), HIERARCHIES[0], least=2, limit=1)


def test_many_wide_columns_do_not_overflow() -> None:
    values = [str(i) for i in range(300)]
    wide = [flat(f"c{i}", values) for i in range(12)]  # 300^12 combinations do not fit 64 bits
    rows = [[str((i * 7 + j) % 300) for i in range(12)] for j in range(8)]
    quasi = tuple(
        QuasiIdentifier(Column.of(h.name, [r[i] for r in rows]), h) for i, h in enumerate(wide[:10])
    )
    found = optimal(Problem(quasi, (KAnonymity(2),)))
    assert found.levels == (1,) * 10
    doubled = tuple(
        replace(q, column=Column.of(q.column.name, [*q.column.values().tolist()] * 2)) for q in quasi
    )
    assert optimal(Problem(doubled, (KAnonymity(2),))).levels == (0,) * 10


def test_class_loss_of_a_solution_is_never_above_its_own() -> None:
    rows: list[Row] = [("1", "x", "p"), ("2", "x", "q"), ("3", "y", "t"), ("4", "y", "s")]
    task = problem(rows, ["flu"] * 4, [KAnonymity(2)])
    found = optimal(task)
    assert class_loss(task.quasi, found.labels) <= found.loss + 1e-12


def test_empty_single_and_wholly_missing_tables() -> None:
    empty = optimal(problem([], [], [KAnonymity(2)]))
    assert (empty.levels, empty.loss, empty.classes, empty.labels.tolist()) == ((0, 0, 0), 0.0, 0, [])
    one = problem([("1", "x", "p")], ["flu"], [KAnonymity(2)])
    with pytest.raises(UnsatisfiableError):
        optimal(one)
    assert optimal(replace(one, suppression=1.0)).suppressed == 1
    missing: list[Row] = [(None, None, None)] * 3
    assert optimal(problem(missing, ["flu"] * 3, [KAnonymity(3)])).levels == (0, 0, 0)
    dropped = problem(missing, ["flu"] * 3, [KAnonymity(3)], matching=NullMatching.BASIC)
    assert (optimal(dropped).dropped, optimal(dropped).labels.tolist()) == (3, [-1, -1, -1])


def test_a_hierarchy_of_one_level_stays_as_it_is() -> None:
    only = Hierarchy.from_rows("a", [("1",), ("2",)])
    quasi = (QuasiIdentifier(Column.of("a", ["1", "1", "2", "2"]), only),)
    assert optimal(Problem(quasi, (KAnonymity(2),))).labels.tolist() == [0, 0, 1, 1]
    with pytest.raises(UnsatisfiableError):
        optimal(Problem(quasi, (KAnonymity(3),)))
