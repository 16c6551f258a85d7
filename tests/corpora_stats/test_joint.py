import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora_stats.asking import AskedCounts, ProviderEngine
from corpora_stats.base import UNKNOWN, CountProvider, CountsError, IntArray, Query
from corpora_stats.default import codec, open_default
from corpora_stats.default.store import hashes, write
from corpora_stats.document_sets import DocumentSets
from corpora_stats.fixed import DocumentCounts
from corpora_stats.joint import SetCounts
from corpora_stats.normalize import BOUNDARY, fold
from corpora_stats.overlap import Documents
from tests.contracts.counts import TEXTS, CountsContract

SETS = st.lists(st.sets(st.integers(0, 299)), min_size=1, max_size=8)


def arrays(sets: list[set[int]]) -> list[Documents]:
    return [np.array(sorted(s), dtype=np.uint32) for s in sets]


@settings(deadline=None)
@given(SETS, st.integers(300, 5000))
def test_lists_are_read_as_they_were_written(sets: list[set[int]], total: int) -> None:
    sizes = np.array([len(s) for s in sets], dtype=np.int64)
    numbers = np.concatenate(arrays(sets))
    data, lengths = codec.encode(numbers, sizes, total)
    padded = np.concatenate((data, np.zeros(codec.PADDING, dtype=np.uint8)))
    assert codec.decode(padded, np.cumsum(lengths) - lengths, sizes, total).tolist() == numbers.tolist()


def test_a_list_of_all_documents_takes_no_bits() -> None:
    _, lengths = codec.encode(np.arange(100, dtype=np.uint32), np.array([100]), 100)
    assert lengths.tolist() == [0]


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
    """A random roll-up over the letters a to f; parts may be shared."""
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


def phrase_statistics(folder: Path, texts: tuple[str, ...], least: int) -> None:
    """Statistics of all phrases of up to four words, the slow way."""
    found: dict[str, set[int]] = {}
    for number, text in enumerate(texts):
        words = fold(text).split()
        for start in range(len(words)):
            for end in range(start + 1, min(start + 5, len(words) + 1)):
                if BOUNDARY not in words[start:end]:
                    found.setdefault(" ".join(words[start:end]), set()).add(number)
    kept = {phrase: documents for phrase, documents in found.items() if len(documents) >= least}
    keys = hashes(list(kept))
    order = np.argsort(keys)
    lists = [sorted(list(kept.values())[i]) for i in order]
    sizes = np.array([len(documents) for documents in lists], dtype=np.int64)
    flat = np.array([d for documents in lists for d in documents], dtype=np.uint32)
    write(folder, keys[order], sizes, flat, {"name": "texts", "total": len(texts), "least": least})


class TestPhraseStatistics(CountsContract):
    @pytest.fixture
    def provider(self, tmp_path: Path) -> CountProvider:
        phrase_statistics(tmp_path, TEXTS, 1)
        return open_default(folder=tmp_path, minimum_support=1)


class TestPhraseStatisticsWithSupport(CountsContract):
    @pytest.fixture
    def provider(self, tmp_path: Path) -> CountProvider:
        phrase_statistics(tmp_path, TEXTS, 2)
        return open_default(folder=tmp_path)


class TestShippedStatisticsDescribeThemselves:
    def test_known_and_unknown(self) -> None:
        provider = open_default()
        assert provider.total == 63_347
        barcelona, city, pair, unknown = provider.counts(
            [
                [Query.of("Barcelona")],
                [Query.of("cities")],
                [Query.of("Barcelona"), Query.of("city")],
                [Query.of("zyzzyva quux")],
            ]
        ).tolist()
        assert pair > 0.5 * barcelona > provider.minimum_support
        assert city > 10_000
        assert unknown == UNKNOWN

    def test_fewest_documents_of_a_phrase(self) -> None:
        assert open_default(minimum_support=1).minimum_support == 3
        assert open_default(minimum_support=7).minimum_support == 7


@pytest.mark.parametrize("name", ["phrases.bin", "sizes.zst", "documents.bin"])
def test_corrupt_statistics_are_refused(tmp_path: Path, name: str) -> None:
    phrase_statistics(tmp_path, TEXTS, 1)
    content = bytearray((tmp_path / name).read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CountsError, match=rf"{name} is corrupt"):
        open_default(folder=tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(CountsError, match="missing or unreadable"):
        open_default(folder=tmp_path)


def test_statistics_of_another_make_are_refused(tmp_path: Path) -> None:
    phrase_statistics(tmp_path, TEXTS, 1)
    meta = json.loads((tmp_path / "meta.json").read_text())
    (tmp_path / "meta.json").write_text(json.dumps(meta | {"normalization": "0"}))
    with pytest.raises(CountsError, match="another version"):
        open_default(folder=tmp_path)
    shutil.rmtree(tmp_path)
    with pytest.raises(CountsError, match="missing"):
        open_default(folder=tmp_path)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["tea", "milk", "teas", "cup", "."]), max_size=8), min_size=1, max_size=6
    )
)
def test_statistics_agree_with_slow_counts(
    tmp_path_factory: pytest.TempPathFactory, words: list[list[str]]
) -> None:
    texts = ("one cup", *(" ".join(text) for text in words))
    folder = tmp_path_factory.mktemp("statistics")
    phrase_statistics(folder, texts, 1)
    fast, slow = open_default(folder=folder, minimum_support=1), DocumentCounts.from_texts(texts)
    queries = [Query.of(phrase) for phrase in ("tea", "milk", "cup", "tea milk", "milk cup tea")]
    assert fast.joint(queries, queries).joint.tolist() == slow.joint(queries, queries).joint.tolist()
