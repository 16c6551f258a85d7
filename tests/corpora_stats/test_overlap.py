import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora_stats import overlap
from corpora_stats.base import UNKNOWN, Query
from corpora_stats.counts_by_hand import DocumentCounts
from corpora_stats.overlap import Documents, joint_matrix, overlaps

SETS = st.lists(st.sets(st.integers(0, 299)), min_size=1, max_size=8)


def arrays(sets: list[set[int]]) -> list[Documents]:
    return [np.array(sorted(s), dtype=np.uint32) for s in sets]


@settings(deadline=None)
@given(SETS, SETS, st.sampled_from([300, 20_000]))
def test_joint_matrix_is_what_sets_say(rows: list[set[int]], columns: list[set[int]], total: int) -> None:
    """With 300 documents most sets count as frequent, with 20,000 all as rare."""
    expected = [[len(row & column) for column in columns] for row in rows]
    assert joint_matrix(arrays(rows), arrays(columns), total).tolist() == expected


@settings(deadline=None)
@given(SETS, st.data(), st.sampled_from([(200, 1 << 22), (0, 1 << 22), (200, 50), (0, 1)]))
def test_sets_of_any_size_share_what_sets_say(
    documents: list[set[int]], data: st.DataObject, limits: tuple[int, int]
) -> None:
    """As matrices, one by one, and in many small batches."""
    member = st.integers(0, len(documents) - 1)
    sets = data.draw(st.lists(st.lists(member, min_size=1, max_size=5), max_size=20))
    expected = [len(set.intersection(*(documents[i] for i in members))) for members in sets]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlap, "_CELLS", limits[0])
        patch.setattr(overlap, "_ENTRIES", limits[1])
        assert overlaps(sets, arrays(documents), 300).tolist() == expected


def test_groups_by_hand() -> None:
    counts = DocumentCounts([["tea", "milk", "cup"], ["tea", "milk"], ["tea"], ["cup"]], total=9)
    tea, milk, cup, gin = (Query.of(word) for word in ("tea", "milk", "cup", "gin"))
    sets = [(tea, milk, cup), (tea, milk, milk), (milk, cup), (tea, milk, gin), (cup,)]
    assert counts.counts(sets).tolist() == [1, 2, 1, UNKNOWN, 2]
