"""Joint counts: unions, contexts, and documents that are held in memory."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora_stats.asking import AskedCounts, ProviderEngine
from corpora_stats.base import UNKNOWN, IntArray, Query
from corpora_stats.counts_by_hand import DocumentCounts
from corpora_stats.document_sets import DocumentSets
from corpora_stats.joint import SetCounts
from corpora_stats.overlap import Documents


def arrays(sets: list[set[int]]) -> list[Documents]:
    return [np.array(sorted(s), dtype=np.uint32) for s in sets]


class _Source:
    """Documents of one-letter phrases."""

    def __init__(self, sets: dict[str, set[int]]) -> None:
        self.sets = sets
        self.total = 300
        self.asked = 0

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        self.asked += len(phrases)
        found = arrays([self.sets.get(phrase, set()) for phrase in phrases])
        values = np.concatenate([np.empty(0, dtype=np.uint32), *found])
        return values, np.cumsum([0] + [len(f) for f in found])


class _Sized(_Source):
    """The same, which knows how many there are without reading them."""

    def sizes(self, phrases: Sequence[str]) -> IntArray:
        return np.array([len(self.sets.get(phrase, ())) for phrase in phrases], dtype=np.int64)


def nested(draw: st.DrawFn) -> Query:
    """Return a random roll-up over the letters a to f; parts may be shared."""
    made: list[Query] = []
    for number in range(draw(st.integers(1, 8))):
        phrases = tuple(sorted(draw(st.sets(st.sampled_from("abcdef"), max_size=2))))
        parts = tuple(draw(st.lists(st.sampled_from(made), max_size=3))) if made else ()
        made.append(Query(phrases, parts, key=f"k{number}"))
    return made[-1]


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from("abcdef"), st.sets(st.integers(0, 299), max_size=40)), st.data())
def test_roll_ups_are_unions_of_all_they_hold(sets: dict[str, set[int]], data: st.DataObject) -> None:
    query = data.draw(st.composite(nested)())
    expected = sorted(set[int]().union(*(sets.get(phrase, set()) for phrase in query.flat())))
    source = _Source(sets)
    for cache_bytes in (0, 1 << 20):
        asked = DocumentSets(source, cache_bytes)
        assert asked.of([query])[0].tolist() == expected
        assert asked.of([query, *query.parts])[0].tolist() == expected


LETTERS = st.sets(st.sampled_from("abcdef"), max_size=3).map(lambda letters: tuple(sorted(letters)))
IN_CONTEXT = st.lists(st.builds(Query, LETTERS.filter(bool), within=LETTERS), min_size=1, max_size=4)


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from("abcdef"), st.sets(st.integers(0, 299), max_size=40)),
    st.lists(IN_CONTEXT, max_size=5),
)
def test_a_context_is_what_both_hold(sets: dict[str, set[int]], asked: list[list[Query]]) -> None:
    def union(phrases: tuple[str, ...]) -> set[int]:
        return set[int]().union(*(sets.get(phrase, set()) for phrase in phrases))

    def matches(query: Query) -> set[int]:
        return union(query.phrases) & union(query.within) if query.within else union(query.phrases)

    expected = []
    for queries in asked:
        found = [matches(query) for query in queries]
        expected.append(len(set.intersection(*found)) if all(found) else UNKNOWN)
    documents = [{letter for letter, held in sets.items() if number in held} for number in range(300)]
    plain = DocumentCounts(documents)
    stored = SetCounts(_Source(sets), name="letters", minimum_support=1)
    sized = SetCounts(_Sized(sets), name="letters", minimum_support=1)
    for provider in (plain, stored, sized, AskedCounts(ProviderEngine(stored))):
        assert provider.counts(asked).tolist() == expected
    alone = [query for queries in asked for query in queries]
    matrix = stored.joint(alone, alone)
    assert matrix.rows.tolist() == plain.counts([[query] for query in alone]).tolist()
    assert matrix.joint.ravel().tolist() == plain.counts([[a, b] for a in alone for b in alone]).tolist()


def test_the_documents_of_a_few_rows_are_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corpora_stats.joint._AT_ONCE", 2)
    batches: list[int] = []

    class Watched(_Source):
        def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
            batches.append(len(phrases))
            return super().documents(phrases)

    sets = {letter: set(range(number + 1)) for number, letter in enumerate("abcdef")}
    provider = SetCounts(Watched(sets), name="letters", minimum_support=1)
    queries = [Query((letter,)) for letter in "abcdef"]
    assert provider.counts([[query] for query in queries]).tolist() == [1, 2, 3, 4, 5, 6]
    assert provider.joint(queries, queries[2:3]).joint.ravel().tolist() == [1, 2, 3, 3, 3, 3]
    assert max(batches) <= 3


def test_only_phrases_have_a_context() -> None:
    with pytest.raises(ValueError, match="only a query of phrases alone has a context"):
        Query(("a",), key="x", within=("b",))
    with pytest.raises(ValueError, match="only a query of phrases alone has a context"):
        Query((), (Query(("a",), within=("b",)),), key="x")


def test_a_union_is_worked_out_once() -> None:
    source = _Source({"a": {1, 2}, "b": {2, 3}})
    provider = SetCounts(source, name="letters", minimum_support=1)
    query = Query((), (Query(("a",)), Query(("b",))), key="ab")
    assert provider.counts([[query]]).tolist() == [3]
    assert source.asked == 2
    assert provider.counts([[query]]).tolist() == [3]
    assert source.asked == 2
