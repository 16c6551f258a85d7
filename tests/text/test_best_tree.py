"""The best tree over scored arcs, against all trees."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sanitizer.text.best_tree import best_tree

NEVER = -1e9


def is_tree(heads: tuple[int, ...]) -> bool:
    """Return whether one word hangs on the root (0), and all others on it through others."""
    if sum(head == 0 for head in heads) != 1:
        return False
    for word in range(1, len(heads) + 1):
        seen = set()
        while word:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word - 1]
    return True


def total(scores: np.ndarray, heads: tuple[int, ...]) -> float:
    return float(sum(scores[i, head] for i, head in enumerate(heads)))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 5).flatmap(
        lambda n: arrays(np.float32, (n, n + 1), elements=st.integers(-9, 9).map(float))
    )
)
def test_no_tree_is_better(scores: np.ndarray) -> None:
    n = len(scores)
    scores[np.arange(n), np.arange(1, n + 1)] = NEVER
    found = tuple(int(head) for head in best_tree(scores))
    trees = [heads for heads in product(range(n + 1), repeat=n) if is_tree(heads)]
    assert is_tree(found)
    assert total(scores, found) == max(total(scores, heads) for heads in trees)


CASES = [
    pytest.param([[5, NEVER]], (0,), id="one word"),
    pytest.param([[9, NEVER, 1], [8, 1, NEVER]], (0, 1), id="two words that both want the root"),
    pytest.param([[1, NEVER, 9], [2, 9, NEVER]], (2, 0), id="two words that want each other"),
    pytest.param(
        [[1, NEVER, 5, 0], [0, 5, NEVER, 0], [4, 0, 0, NEVER]], (3, 1, 0), id="a cycle beside the root word"
    ),
]


@pytest.mark.parametrize(("scores", "heads"), CASES)
def test_small_trees(scores: list[list[float]], heads: tuple[int, ...]) -> None:
    assert tuple(best_tree(np.array(scores, dtype=np.float32))) == heads
