"""Mondrian and local recoding: the contract, and cuts that a reader can follow."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational.columns.lattice import optimal
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.columns.local_recoding import LocalRecoding
from sanitizer.relational.columns.mdav import Mdav
from sanitizer.relational.columns.mondrian import Mondrian
from sanitizer.relational.columns.recode import class_loss
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.partitioner import Partitioner, UnsatisfiableError
from sanitizer.relational.table.table import Column, Table
from sanitizer.relational.table.tuples import QuasiIdentifier
from tests.contracts.partitioner import PartitionerContract, quasi_of
from tests.relational.slow import HIERARCHIES, Row, tables


class TestMondrian(PartitionerContract):
    def partitioner(self) -> Partitioner:
        return Mondrian(frozenset({"a"}))


class TestMondrianOfCategories(PartitionerContract):
    def partitioner(self) -> Partitioner:
        return Mondrian()


class TestMdav(PartitionerContract):
    def partitioner(self) -> Mdav:
        return Mdav(frozenset({"a"}))


class TestLocalRecoding(PartitionerContract):
    def partitioner(self) -> Partitioner:
        return LocalRecoding({h.name: h for h in HIERARCHIES})


def ages(*values: int | None) -> Table:
    return Table((Column.of("age", values),))


def test_numbers_are_cut_in_the_gap() -> None:
    labels = Mondrian(frozenset({"age"})).partition(ages(20, 61, 21, 60, 22, 62), [KAnonymity(2)])
    assert labels.tolist() == [0, 1, 0, 1, 0, 1]


def test_a_category_sets_its_most_frequent_value_apart() -> None:
    table = Table((Column.of("job", ["a", "b", "b", "b", "c", "d"]),))
    assert Mondrian().partition(table, [KAnonymity(2)]).tolist() == [0, 1, 1, 1, 0, 0]


def test_missing_values_are_a_group_of_their_own() -> None:
    labels = Mondrian(frozenset({"age"})).partition(ages(20, None, 90, None), [KAnonymity(2)])
    assert labels.tolist() == [0, 1, 0, 1]


def test_more_values_than_rows() -> None:
    many = Column("zip", np.array([5, 5, 90_000, 90_000], dtype=np.int32), tuple(map(str, range(100_000))))
    assert Mondrian(frozenset({"zip"})).partition(Table((many,)), [KAnonymity(2)]).tolist() == [0, 0, 1, 1]
    assert Mondrian().partition(Table((many,)), [KAnonymity(2)]).tolist() == [0, 0, 1, 1]


def test_a_refused_cut_leads_to_another_attribute() -> None:
    # a cut by age would leave both young with flu: sex is cut instead
    table = Table((Column.of("age", [20, 20, 60, 60]), Column.of("sex", ["f", "m", "f", "m"])))
    values = Column.of("s", ["flu", "flu", "cold", "cold"])
    models: list[PrivacyModel] = [KAnonymity(2), LDiversity("s", 2)]
    assert Mondrian(frozenset({"age"})).partition(table, models, [values]).tolist() == [0, 1, 0, 1]


def test_text_in_a_column_of_numbers_is_said_with_its_row() -> None:
    with pytest.raises(UsageError, match='column "age": row 2 is not a number'):
        Mondrian(frozenset({"age"})).partition(
            Table((Column.of("age", ["20", "old", "30"]),)), [KAnonymity(1)]
        )


@settings(max_examples=60, deadline=None)
@given(tables(), st.integers(1, 5))
def test_local_recoding_loses_no_more_than_the_best_node(
    table: tuple[list[Row], list[str | None]], k: int
) -> None:
    rows, _ = table
    quasi = tuple(QuasiIdentifier(c, h) for c, h in zip(quasi_of(rows).columns, HIERARCHIES, strict=True))
    try:
        whole = optimal(Problem(quasi, (KAnonymity(k),)))
    except UnsatisfiableError:
        return
    labels = LocalRecoding({h.name: h for h in HIERARCHIES}).partition(quasi_of(rows), [KAnonymity(k)])
    assert class_loss(quasi, labels) <= whole.loss + 1e-9


def test_local_recoding_needs_every_hierarchy() -> None:
    with pytest.raises(UsageError, match='column "age" has no hierarchy'):
        LocalRecoding({}).partition(ages(1, 2), [KAnonymity(1)])
