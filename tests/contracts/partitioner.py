"""What every partitioner promises. Subclass :class:`PartitionerContract` and say how to make one.

class TestMine(PartitionerContract):
    def partitioner(self) -> Partitioner:
        return Mine()
"""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity
from sanitizer.relational.privacy.models import PrivacyModel, all_satisfied
from sanitizer.relational.privacy.partitioner import Partitioner, UnsatisfiableError, classes_of
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.table import Column, Table
from tests.relational.slow import HIERARCHIES, Row, tables

MODELS: list[list[PrivacyModel]] = [
    [],
    [LDiversity("s", 2)],
    [LDiversity("s", 1.6, "entropy")],
    [LDiversity("s", 2, "recursive", 3.0), LDiversity("s", 2)],
    [TCloseness("s", 0.4)],
]


def quasi_of(rows: Sequence[Row]) -> Table:
    """Return the quasi-identifiers a (numbers), b and c (categories)."""
    return Table(tuple(Column.of(h.name, [r[i] for r in rows]) for i, h in enumerate(HIERARCHIES)))


class PartitionerContract:
    """Tests that hold for every partitioner of the columns of :data:`tests.relational.slow.HIERARCHIES`."""

    def partitioner(self) -> Partitioner:
        """Return the partitioner to test."""
        raise NotImplementedError

    def test_every_row_in_one_class_and_every_class_private(self) -> None:
        @settings(max_examples=80, deadline=None)
        @given(tables(), st.integers(1, 5), st.sampled_from(MODELS))
        def check(table: tuple[list[Row], list[str | None]], k: int, models: list[PrivacyModel]) -> None:
            rows, values = table
            sensitive = [Column.of("s", values)]
            tests: list[PrivacyModel] = [KAnonymity(k), *models]
            whole = classes_of(np.zeros(len(rows), dtype=np.int64), sensitive)
            if not all_satisfied(tests, whole).all():
                with pytest.raises(UnsatisfiableError):
                    self.partitioner().partition(quasi_of(rows), tests, sensitive)
                return
            labels = self.partitioner().partition(quasi_of(rows), tests, sensitive)
            assert labels.shape == (len(rows),) and labels.min() == 0
            assert all_satisfied(tests, classes_of(labels, sensitive)).all()
            firsts = [int(np.flatnonzero(labels == c)[0]) for c in range(int(labels.max()) + 1)]
            assert firsts == sorted(firsts)

        check()

    def test_the_order_of_rows_and_columns_is_irrelevant(self) -> None:
        @settings(max_examples=60, deadline=None)
        @given(
            tables(),
            st.integers(1, 4),
            st.sampled_from(MODELS),
            st.permutations([0, 1, 2]),
            st.randoms(use_true_random=False),
        )
        def check(
            table: tuple[list[Row], list[str | None]],
            k: int,
            models: list[PrivacyModel],
            columns: list[int],
            random: object,
        ) -> None:
            rows, values = table
            order = list(range(len(rows)))
            random.shuffle(order)  # type: ignore[attr-defined]
            tests: list[PrivacyModel] = [KAnonymity(k), *models]
            sensitive = Column.of("s", values)
            if not all_satisfied(tests, classes_of(np.zeros(len(rows), dtype=np.int64), [sensitive])).all():
                return
            one = self.partitioner().partition(quasi_of(rows), tests, [sensitive])
            mixed = quasi_of([rows[i] for i in order])
            other = self.partitioner().partition(
                Table(tuple(mixed.columns[i] for i in columns)), tests, [sensitive.take(np.array(order))]
            )
            for i in range(len(order)):
                assert {order[j] for j in np.flatnonzero(other == other[i])} == set(
                    np.flatnonzero(one == one[order[i]])
                )

        check()

    def test_the_input_is_not_changed(self) -> None:
        quasi = quasi_of([("1", "x", "p"), ("2", "y", "q"), ("3", None, "r"), ("4", "z", "s")])
        before = [c.codes.copy() for c in quasi.columns]
        self.partitioner().partition(quasi, [KAnonymity(2)])
        assert all((c.codes == b).all() for c, b in zip(quasi.columns, before, strict=True))

    def test_an_empty_table_has_no_classes(self) -> None:
        assert self.partitioner().partition(quasi_of([]), [KAnonymity(2)]).tolist() == []

    def test_one_row_and_k_beyond_the_table(self) -> None:
        one = quasi_of([("1", "x", "p")])
        assert self.partitioner().partition(one, [KAnonymity(1)]).tolist() == [0]
        with pytest.raises(UnsatisfiableError, match=r"not even the whole table \(1 rows\)"):
            self.partitioner().partition(one, [KAnonymity(2)])

    def test_all_missing_is_one_class(self) -> None:
        quasi = quasi_of([(None, None, None)] * 4)
        assert self.partitioner().partition(quasi, [KAnonymity(2)]).tolist() == [0, 0, 0, 0]
