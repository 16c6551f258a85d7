"""What every privacy model promises. Subclass :class:`PrivacyModelContract` and say how to make one.

class TestMine(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return Mine("s")
"""

from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.privacy.models import Classes, PrivacyModel

VALUES = 3
"""Values of the sensitive column ``s``."""

Record = tuple[int, frozenset[int]]
"""A sensitive value (-1: missing) and a set of terms."""

records = st.lists(
    st.tuples(st.integers(-1, VALUES - 1), st.frozensets(st.integers(0, 3), max_size=3)),
    min_size=1,
    max_size=7,
)


def classes_of(groups: Sequence[Sequence[Record]], everyone: Sequence[Record]) -> Classes:
    """Return all that a model may ask of these classes of a table of `everyone`; the population is twice the table."""

    def counts(group: Sequence[Record]) -> list[int]:
        return [sum(value == v for value, _ in group) for v in range(VALUES)]

    return Classes(
        sizes=np.array([len(g) for g in groups], dtype=np.int64),
        histograms={"s": np.array([counts(g) for g in groups], dtype=np.int64)},
        totals={"s": np.array(counts(everyone), dtype=np.int64)},
        population=np.array([2 * len(g) for g in groups], dtype=np.int64),
        terms=[[terms for _, terms in g] for g in groups],
    )


class PrivacyModelContract:
    """Tests that hold for every model of the column ``s``, whose values are 0 to 2."""

    def model(self) -> PrivacyModel:
        """Return the model to test."""
        raise NotImplementedError

    def holds(self, group: Sequence[Record], everyone: Sequence[Record]) -> bool:
        """Return whether one class satisfies the model."""
        return bool(self.model().satisfied(classes_of([group], everyone))[0])

    def test_says_what_it_reads(self) -> None:
        assert isinstance(self.model(), PrivacyModel)
        assert set(self.model().columns) <= {"s"}

    def test_many_classes_at_once_are_like_one_by_one(self) -> None:
        @settings(max_examples=60, deadline=None)
        @given(st.lists(records, min_size=1, max_size=5))
        def check(groups: list[list[Record]]) -> None:
            everyone = [r for g in groups for r in g]
            found = self.model().satisfied(classes_of(groups, everyone))
            assert found.dtype == np.bool_ and found.shape == (len(groups),)
            assert found.tolist() == [self.holds(g, everyone) for g in groups]

        check()

    def test_merging_never_breaks_what_held(self) -> None:
        @settings(max_examples=60, deadline=None)
        @given(records, records, records)
        def check(one: list[Record], other: list[Record], rest: list[Record]) -> None:
            everyone = [*one, *other, *rest]
            first, second = self.holds(one, everyone), self.holds(other, everyone)
            if (first and second) or (self.model().absorbing and (first or second)):
                assert self.holds([*one, *other], everyone)

        check()

    def test_the_order_of_records_is_irrelevant(self) -> None:
        @settings(max_examples=30, deadline=None)
        @given(records, st.randoms(use_true_random=False))
        def check(group: list[Record], random: object) -> None:
            mixed = list(group)
            random.shuffle(mixed)  # type: ignore[attr-defined]
            assert self.holds(group, group) == self.holds(mixed, group)

        check()

    def test_a_column_without_any_value(self) -> None:
        nothing = Classes(
            sizes=np.array([4]),
            histograms={"s": np.zeros((1, VALUES), dtype=np.int64)},
            totals={"s": np.zeros(VALUES, dtype=np.int64)},
            population=np.array([8]),
            terms=[[frozenset()] * 4],
        )
        assert self.model().satisfied(nothing).shape == (1,)

    def test_no_classes_at_all(self) -> None:
        empty = Classes(
            sizes=np.zeros(0, dtype=np.int64),
            histograms={"s": np.zeros((0, VALUES), dtype=np.int64)},
            totals={"s": np.ones(VALUES, dtype=np.int64)},
            population=np.zeros(0, dtype=np.int64),
            terms=[],
        )
        assert self.model().satisfied(empty).tolist() == []
