"""The best disjoint set of spans against all sets of a few."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from sanitizer.recognize.spans.schedule import best_set

SPANS = st.lists(st.tuples(st.tuples(st.integers(0, 8), st.integers(1, 4)), st.integers(-12, 12)), max_size=8)


@given(SPANS)
def test_no_disjoint_set_has_more_bits(drawn: list[tuple[tuple[int, int], int]]) -> None:
    spans = [(start, start + length) for (start, length), _ in drawn]
    bits = [value / 4 for _, value in drawn]
    chosen = best_set(spans, bits)
    kept = [spans[i] for i in chosen]
    assert all(a[1] <= b[0] for a, b in pairwise(kept))
    assert all(bits[i] > 0 for i in chosen)
    best = max(
        sum(bits[i] for i in some)
        for size in range(len(spans) + 1)
        for some in combinations(range(len(spans)), size)
        if all(spans[i][1] <= spans[j][0] or spans[j][1] <= spans[i][0] for i, j in combinations(some, 2))
    )
    assert sum(bits[i] for i in chosen) == best


def test_two_short_spans_win_over_a_long_one_that_is_worth_less() -> None:
    assert best_set([(0, 9), (0, 3), (5, 9)], [3.0, 2.0, 1.5]) == [1, 2]
    assert best_set([(0, 9), (0, 3), (5, 9)], [4.0, 2.0, 1.5]) == [0]
