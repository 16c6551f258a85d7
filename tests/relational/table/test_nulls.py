"""NULL matching by hand, and against comparing every pair."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.columns.lattice import optimal
from sanitizer.relational.columns.lattice_nodes import Evaluator, Problem
from sanitizer.relational.columns.recode import released
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.table.nulls import NullMatching, matches, null_patterns
from sanitizer.relational.table.table import Column
from sanitizer.relational.table.tuples import QuasiIdentifier
from tests.relational.slow import HIERARCHIES, Row, cell, matched, tables


def quasi_of(rows: list[Row]) -> tuple[QuasiIdentifier, ...]:
    return tuple(
        QuasiIdentifier(Column.of(h.name, [r[i] for r in rows]), h) for i, h in enumerate(HIERARCHIES)
    )


def test_four_ways_to_match_a_null() -> None:
    rows: list[Row] = [("1", "x", "p"), ("1", "x", "p"), ("1", None, "p")]
    found = {
        matching: optimal(Problem(quasi_of(rows), (KAnonymity(2),), matching=matching))
        for matching in NullMatching
    }
    # dropped: the two others are alike; NULL = NULL: alone until b is "*"
    assert (found[NullMatching.BASIC].levels, found[NullMatching.BASIC].dropped) == ((0, 0, 0), 1)
    assert found[NullMatching.EXTENDED].levels == (0, 1, 0)
    # one-sided: the row with NULL matches only itself; two-sided: it matches both
    assert found[NullMatching.RIGHT_MAYBE].levels == (0, 1, 0)
    assert found[NullMatching.MAYBE].levels == (0, 0, 0)
    # a row with a value may take the one with NULL for its like
    rows = [("1", "x", "p"), ("1", None, "p"), ("1", None, "p")]
    assert optimal(Problem(quasi_of(rows), (KAnonymity(3),), matching=NullMatching.RIGHT_MAYBE)).levels == (
        0,
        1,
        0,
    )
    assert optimal(Problem(quasi_of(rows), (KAnonymity(2),), matching=NullMatching.RIGHT_MAYBE)).levels == (
        0,
        0,
        0,
    )


def test_a_null_stays_below_the_top_and_a_dropped_row_is_released_as_nothing() -> None:
    rows: list[Row] = [("1", "x", "p"), ("2", "x", "p"), (None, "x", "p"), (None, "x", "p")]
    task = Problem(quasi_of(rows), (KAnonymity(2),))
    found = optimal(task)
    assert found.levels == (1, 0, 0)
    assert released(task.quasi, found)[0].values().tolist() == ["1-2", "1-2", None, None]
    task = Problem(quasi_of(rows), (KAnonymity(2),), matching=NullMatching.BASIC)
    found = optimal(task)
    assert found.dropped == 2 and found.labels.tolist() == [0, 0, -1, -1]
    assert released(task.quasi, found)[0].values().tolist() == ["1-2", "1-2", "*", "*"]


def test_suppressing_a_row_takes_its_likes_along() -> None:
    # k = 3, two-sided: (1,-) matches all; (1,x) matches 2 and fails, then (1,y) and (1,-) lose a like
    rows: list[Row] = [("1", "x", "p"), ("1", None, "p"), ("1", "y", "p")]
    task = Problem(quasi_of(rows), (KAnonymity(3),), suppression=0.7, matching=NullMatching.MAYBE)
    assert optimal(task).levels == (0, 1, 0)


@settings(max_examples=80, deadline=None)
@given(
    tables(),
    st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 3)),
    st.sampled_from([NullMatching.MAYBE, NullMatching.RIGHT_MAYBE]),
    st.integers(0, 2**14),
)
def test_grouped_counts_are_those_of_all_pairs(
    table: tuple[list[Row], list[str | None]], levels: tuple[int, ...], matching: NullMatching, living: int
) -> None:
    rows, _ = table
    evaluator = Evaluator(Problem(quasi_of(rows), (KAnonymity(1),), matching=matching))
    merged, groups = evaluator.rises.rise(evaluator.base, levels)
    of_row = merged.labels[evaluator.of_row]
    alive = np.array([bool(living >> g & 1) for g in range(len(groups.keys))])
    counts, _ = matches(groups, evaluator.quasi, evaluator.layout, alive, matching)
    recoded = [tuple(cell(h, v, n) for h, v, n in zip(HIERARCHIES, r, levels, strict=True)) for r in rows]
    patterns = null_patterns(groups, evaluator.quasi, evaluator.layout)
    for i, row in enumerate(recoded):
        assert patterns[of_row[i]] == sum((v is None) << a for a, v in enumerate(row))
        if alive[of_row[i]]:
            like = [
                j
                for j, other in enumerate(recoded)
                if alive[of_row[j]] and matched(row, other, str(matching))
            ]
            assert counts[of_row[i], 0] == len(like)
