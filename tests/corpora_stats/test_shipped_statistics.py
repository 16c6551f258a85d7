"""The statistics that ship: the contract of counts, damage, and slow counts of the same texts."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora_stats.base import UNKNOWN, CountProvider, CountsError, Query
from corpora_stats.counts_by_hand import DocumentCounts
from corpora_stats.default import open_default
from corpora_stats.default.store import hashes, write
from corpora_stats.normalize import BOUNDARY, fold
from tests.contracts.counts import TEXTS, CountsContract


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
