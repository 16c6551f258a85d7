"""Coded lists of documents are read as they were written, however many documents there may be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora_stats.default.codec import PADDING, decode, encode
from corpora_stats.overlap import Documents


@pytest.mark.parametrize("total", [1, 2, 5, 63_347, 1 << 24, (1 << 24) + 5, 1 << 31])
def test_lists_are_read_as_they_were_written(total: int) -> None:
    rng = np.random.default_rng(total)
    lists = [np.unique(rng.integers(0, total, size)) for size in (3, 0, 1, 700, 0, 40)]
    lists.append(np.arange(min(total, 900)))
    numbers = np.concatenate(lists).astype(np.uint32)
    sizes = np.array([len(one) for one in lists])
    data, lengths = encode(numbers, sizes, total)
    data = np.concatenate([data, np.zeros(PADDING, dtype=np.uint8)])
    starts = np.cumsum(lengths) - lengths
    assert decode(data, starts, sizes, total).tolist() == numbers.tolist()
    for i in (3, 6):  # alone, too
        some = slice(i, i + 1)
        assert decode(data, starts[some], sizes[some], total).tolist() == lists[i].tolist()


SETS = st.lists(st.sets(st.integers(0, 299)), min_size=1, max_size=8)


def arrays(sets: list[set[int]]) -> list[Documents]:
    return [np.array(sorted(s), dtype=np.uint32) for s in sets]


@settings(deadline=None)
@given(SETS, st.integers(300, 5000))
def test_any_lists_are_read_as_they_were_written(sets: list[set[int]], total: int) -> None:
    sizes = np.array([len(s) for s in sets], dtype=np.int64)
    numbers = np.concatenate(arrays(sets))
    data, lengths = encode(numbers, sizes, total)
    padded = np.concatenate((data, np.zeros(PADDING, dtype=np.uint8)))
    assert decode(padded, np.cumsum(lengths) - lengths, sizes, total).tolist() == numbers.tolist()


def test_a_list_of_all_documents_takes_no_bits() -> None:
    _, lengths = encode(np.arange(100, dtype=np.uint32), np.array([100]), 100)
    assert lengths.tolist() == [0]
