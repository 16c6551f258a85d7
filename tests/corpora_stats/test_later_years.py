"""A collection is asked for dates that it is too young to know."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora_stats.base import CountsError, IntArray, Query
from corpora_stats.default import open_default
from corpora_stats.joint import SetCounts
from corpora_stats.later_years import YEARS, LaterYears
from corpora_stats.overlap import Documents

_PHRASES = (
    "2018",
    "2019",
    "2024",
    "may 2018",
    "may 2024",
    "12 may 2018",
    "olympic 2018",
    "2060",
    "room",
    "mayor 2024",
)


class _Held:
    """Documents of phrases."""

    def __init__(self, sets: dict[str, set[int]]) -> None:
        self.sets = sets
        self.total = 50

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        found = [sorted(self.sets.get(phrase, ())) for phrase in phrases]
        values = np.array([number for numbers in found for number in numbers], dtype=np.uint32)
        return values, np.cumsum([0] + [len(numbers) for numbers in found])


_AS_LAST = {
    "2019": "2018", "2024": "2018", "2038": "2018", "may 2024": "may 2018", "12 may 2030": "12 may 2018",
    "2018": "", "2017": "", "2039": "", "olympic 2024": "", "mayor 2024": "", "x2024": "", "120 2024": "", "room": "",
}  # fmt: skip


@given(
    st.dictionaries(st.sampled_from(_PHRASES), st.sets(st.integers(0, 49), max_size=9)),
    st.lists(st.sampled_from([*_AS_LAST, *_PHRASES]), max_size=9),
)
def test_a_later_date_has_its_own_documents_and_those_of_the_last_year(
    sets: dict[str, set[int]], asked: list[str]
) -> None:
    values, offsets = LaterYears(_Held(sets), 2018).documents(asked)
    found = [values[first:end].tolist() for first, end in pairwise(offsets.tolist())]
    assert found == [sorted(sets.get(p, set()) | sets.get(_AS_LAST.get(p, ""), set())) for p in asked]


def test_a_year_after_the_collection_is_no_rarer_than_its_last() -> None:
    counts = open_default()
    asked = [[Query.of(str(year))] for year in range(2018, 2018 + YEARS + 2)]
    found = counts.counts(asked).tolist()
    assert all(found[0] <= count < 2 * found[0] for count in found[1 : YEARS + 1])
    assert found[YEARS + 1] < found[0] / 20


@pytest.mark.parametrize("last", [True, "2018", 0, 99_999, None])
def test_a_last_year_that_is_none_is_refused(last: object) -> None:
    with pytest.raises(CountsError, match="four figures"):
        LaterYears(_Held({}), last)  # type: ignore[arg-type]


def test_lengths_are_those_of_the_source() -> None:
    assert SetCounts(LaterYears(_Held({}), 2018), name="held").lengths() is None
    told = open_default().lengths()
    assert told is not None and len(told) == open_default().total
