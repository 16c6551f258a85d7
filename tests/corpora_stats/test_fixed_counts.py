import json
from pathlib import Path

import pytest

from corpora_stats.base import UNKNOWN, CountProvider, CountsError, Query
from corpora_stats.counts_by_hand import DocumentCounts, TableCounts, from_json
from tests.contracts.counts import HAND_COUNTS, HAND_PAIRS, TEXTS, CountsContract


class TestDocumentCounts(CountsContract):
    @pytest.fixture
    def provider(self) -> CountProvider:
        return DocumentCounts.from_texts(TEXTS)


class TestDocumentCountsWithSupport(CountsContract):
    @pytest.fixture
    def provider(self) -> CountProvider:
        return DocumentCounts.from_texts(TEXTS, minimum_support=3)


class TestTableCounts(CountsContract):
    @pytest.fixture
    def provider(self) -> CountProvider:
        together: dict[tuple[str, ...], int] = dict(HAND_PAIRS.items())
        together |= {("barcelona", "spain"): 1, ("madrid", "spain"): 2}
        # What HAND_PAIRS leaves out, and the three of test_three_at_once.
        together |= {("city", "spain"): 1, ("city", "catalonia"): 1, ("barcelona", "catalonia"): 2}
        together |= {
            ("barcelona", "city", "madrid"): 1,
            ("engineer", "barcelona"): 1,
            ("engineer", "city"): 1,
        }
        return TableCounts.of(len(TEXTS), HAND_COUNTS, together)


def test_union_of_documents_is_exact_and_of_a_table_a_lower_bound() -> None:
    either = Query.of("tea", "coffee")
    documents = DocumentCounts([["tea"], ["tea", "coffee"], ["coffee"], ["coffee"], []])
    table = TableCounts.of(5, {"tea": 2, "coffee": 3}, {("tea", "coffee"): 1})
    assert documents.counts([[either]]).tolist() == [4]
    assert table.counts([[either]]).tolist() == [3]


def test_total_may_exceed_the_documents_given() -> None:
    assert DocumentCounts([["tea"]], 1000).total == 1000
    with pytest.raises(CountsError, match="total is 1, but there are 2 documents"):
        DocumentCounts([["tea"], ["coffee"]], 1)


def test_a_table_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(CountsError, match="'tea' has 6 documents of 5"):
        TableCounts.of(5, {"tea": 6})
    with pytest.raises(CountsError, match="more than 'coffee' alone"):
        TableCounts.of(5, {"tea": 3, "coffee": 1}, {("tea", "coffee"): 2})


def test_both_forms_are_read_from_json(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    path.write_text(
        json.dumps({"documents": [["tea"], {"phrases": ["tea", "milk"], "times": 3}], "total": 10})
    )
    counts = from_json(path)
    assert counts.counts([[Query.of("tea")], [Query.of("milk")], [Query.of("wine")]]).tolist() == [
        4,
        3,
        UNKNOWN,
    ]
    assert counts.total == 10
    path.write_text(
        json.dumps({"total": 9, "counts": {"Tea": 4, "milk": 3}, "together": [["tea", "milk", 2]]})
    )
    assert from_json(path).joint([Query.of("teas")], [Query.of("milk")]).joint.tolist() == [[2]]


@pytest.mark.parametrize("content", ["", "[1]", '{"counts": {}}', '{"documents": [3]}'])
def test_a_file_of_another_form_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "counts.json"
    path.write_text(content)
    with pytest.raises(CountsError, match="no table of counts"):
        from_json(path)
    with pytest.raises(CountsError, match="cannot read counts"):
        from_json(tmp_path / "missing.json")
