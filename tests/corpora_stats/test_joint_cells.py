"""Joint counts that are remembered by the names of rows and columns."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora_stats import joint_cells
from corpora_stats.base import IntArray
from corpora_stats.joint_cells import Cells

NUMBERS = st.lists(st.integers(0, 9), max_size=6)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=6))
def test_what_is_remembered_is_what_was_told(questions: list[tuple[list[int], list[int]]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joint_cells, "ROWS", 7)
        patch.setattr(joint_cells, "COLUMNS", 5)
        kept = Cells()
        for rows, columns in questions:
            table = np.array([[10 * a + b for b in columns] for a in rows], dtype=np.int64).reshape(
                len(rows), len(columns)
            )
            found = kept.of(rows, columns, lambda some, others, t=table: t[np.ix_(list(some), list(others))])  # type: ignore[misc]
            assert found.tolist() == table.tolist()


def test_only_what_is_new_is_worked_out() -> None:
    worked: list[int] = []

    def work(some: Sequence[int], others: Sequence[int]) -> IntArray:
        worked.append(len(some) * len(others))
        return np.zeros((len(some), len(others)), dtype=np.int64)

    kept = Cells()
    kept.of("abcdef", "uvwxyz", work)
    kept.of("abcdef", "uvwxyz", work)
    kept.of("abcdeg", "uvwxyt", work)
    assert worked == [36, 6, 5]
