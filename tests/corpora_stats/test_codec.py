"""Coded lists of documents are read as they were written, however many documents there may be."""

import numpy as np
import pytest

from corpora_stats.default.codec import PADDING, decode, encode


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
