"""Indexes that Spark builds are those of one machine, byte for byte; counts in their parts are those of the whole."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from corpora_stats import index_segments, on_spark, spark_tasks
from corpora_stats.base import CountProvider, CountsError, Query
from corpora_stats.build import Effort, Inputs, add, build
from corpora_stats.index import check, open_index
from corpora_stats.on_spark import OnSpark, build_of_frame
from corpora_stats.parted_index import PartedCounts
from tests.contracts.counts import TEXTS, CountsContract
from tests.spark_sessions import TWO_WORKERS, kill_a_worker, session_at

SMALL = Effort(workers=1, block=300)


@pytest.mark.parametrize("block", [1, 10, 25, 26, 1000])
def test_blocks_end_where_they_do_on_one_machine(block: int) -> None:
    draw = random.Random(block)
    pieces = [[draw.choice([-1, 0, 9, 16, 40]) for _ in range(draw.randrange(8))] for _ in range(30)]
    expected, pile, filled = list[list[tuple[int, int]]](), list[tuple[int, int]](), 0
    for piece, sizes in enumerate(pieces):
        for text, size in enumerate(sizes):
            pile.append((piece, text))
            filled += max(size, 0)
            if size >= 0 and filled >= block:
                expected.append(pile)
                pile, filled = [], 0
    runs, count, left_out = on_spark._runs([np.array(p, dtype=np.int64) for p in pieces], block)
    order = [(piece, text) for piece, sizes in enumerate(pieces) for text in range(len(sizes))]
    found = []
    for run in runs:
        at = order.index((run.piece, run.skip)) if run.skip < len(pieces[run.piece]) else None
        at = at if at is not None else sum(len(p) for p in pieces[: run.piece + 1])
        for number, texts in run.blocks:
            found.append(order[at : at + texts])
            at += texts
            assert number == len(found)
    assert found[: len(expected)] == expected
    assert count == len(found) == len(expected) + (filled > 0)
    assert left_out == sum(size < 0 for p in pieces for size in p)


def made(folder: Path, texts: tuple[str | None, ...], files: int, rows: int = 4) -> Path:
    """Parquet files (some of them empty) with small row groups."""
    folder.mkdir()
    cuts = [0, *sorted(random.Random(files).choices(range(len(texts)), k=files - 1)), len(texts)]
    for n, (low, high) in enumerate(pairwise(cuts)):
        table = pa.table(
            {
                "id": pa.array([str(i) for i in range(low, high)], pa.string()),
                "text": pa.array(list(texts[low:high]), pa.string()),
            }
        )
        parquet.write_table(table, folder / f"part-{n:05}.parquet", row_group_size=rows)
    return folder


def bytes_of(index: Path) -> dict[str, bytes]:
    files = sorted(p for p in index.rglob("*") if p.is_file() and p.suffix != ".json")
    return {str(p.relative_to(index)): p.read_bytes() for p in files}


@pytest.fixture
def session() -> Any:
    pytest.importorskip("pyspark")
    return session_at()


@pytest.mark.heavy
@pytest.mark.parametrize(("unit", "files"), [("document", 1), ("sentence", 7)])
def test_an_index_is_that_of_one_machine_and_grows_as_there(
    tmp_path: Path, session: Any, unit: str, files: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = (*TEXTS * 6, None, "", *TEXTS)
    first, more = made(tmp_path / "first", texts, files), made(tmp_path / "more", texts * 3, files)
    monkeypatch.setattr(index_segments, "_SEGMENT", 1500)
    for name, making in (("here", None), ("spark", OnSpark(session))):
        index = tmp_path / name
        build(Inputs([first], ["3", "50"]), index, unit=unit, effort=SMALL, making=making)
        add(Inputs([more]), index, effort=SMALL, making=making)
    assert bytes_of(tmp_path / "here") == bytes_of(tmp_path / "spark")
    assert (tmp_path / "here" / "index.json").read_bytes() == (tmp_path / "spark" / "index.json").read_bytes()
    assert len(list((tmp_path / "spark").glob("segment-*"))) > 2 and not list(check(tmp_path / "spark"))
    assert {p.name for p in tmp_path.iterdir()} == {"first", "more", "here", "spark"}


@pytest.mark.heavy
def test_a_frame_is_indexed_in_the_order_of_its_rows(tmp_path: Path, session: Any) -> None:
    rows = [(str(i), text) for i, text in enumerate(TEXTS * 5)]
    frame = session.createDataFrame(rows, "name string, `my body` string").coalesce(1).repartition(3)
    laid = [(row["name"], row["my body"]) for row in frame.collect()]
    build_of_frame(frame, tmp_path / "made", text="my body", id="name", exclude=["7"])
    table = pa.table({"id": [n for n, _ in laid], "text": [t for _, t in laid]})
    parquet.write_table(table, tmp_path / "laid.parquet")
    build(Inputs([tmp_path / "laid.parquet"], ["7"]), tmp_path / "wanted", effort=Effort(workers=1))
    assert bytes_of(tmp_path / "made") == bytes_of(tmp_path / "wanted")
    assert {p.name for p in tmp_path.iterdir()} == {"laid.parquet", "made", "wanted"}


@pytest.mark.heavy
class TestPartedCounts(CountsContract):
    @pytest.fixture(scope="class")
    def provider(self, tmp_path_factory: pytest.TempPathFactory) -> CountProvider:
        pytest.importorskip("pyspark")
        folder = tmp_path_factory.mktemp("parted")
        for n, texts in enumerate((TEXTS[:3], TEXTS[3:4], TEXTS[4:])):
            source = made(folder / f"{n}", texts, 1)
            if n:
                add(Inputs([source]), folder / "my.index", effort=Effort(workers=1))
            else:
                build(Inputs([source]), folder / "my.index", effort=Effort(workers=1))
        return PartedCounts(session_at(), folder / "my.index")

    def test_is_that_of_the_whole(self, provider: PartedCounts) -> None:
        whole = open_index(provider._folder)
        assert (whole.name, whole.unit, whole.total) == (provider.name, provider.unit, provider.total)
        phrases = sorted({word for text in TEXTS for word in text.split()})
        queries = [Query.of(phrase) for phrase in phrases]
        mine, theirs = provider.joint(queries, queries[:9]), whole.joint(queries, queries[:9])
        assert (mine.joint == theirs.joint).all() and (mine.rows == theirs.rows).all()
        sets = [[a, b] for a in queries[:9] for b in queries]
        assert (provider.counts(sets) == whole.counts(sets)).all()


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("name", "says"),
    [("a.jsonl", "Spark reads Parquet only"), ("a.parquet", "no column 'text'; it has body")],
)
def test_unusable_input_is_said(tmp_path: Path, session: Any, name: str, says: str) -> None:
    if name == "a.jsonl":
        (tmp_path / name).write_text('{"text": "tea"}\n')
    else:
        parquet.write_table(pa.table({"body": ["tea"]}), tmp_path / name)
    with pytest.raises(CountsError, match=says):
        build(Inputs([tmp_path / name]), tmp_path / "my.index", making=OnSpark(session))
    assert not (tmp_path / "my.index").exists()


@pytest.mark.heavy
@pytest.mark.two_workers
def test_a_worker_that_is_lost_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    source, more = made(tmp_path / "texts", TEXTS * 40, 5, 20), made(tmp_path / "more", TEXTS * 9, 2, 20)
    build(Inputs([source]), tmp_path / "wanted", effort=SMALL)
    add(Inputs([more]), tmp_path / "wanted", effort=SMALL)
    cluster, lost, each = session_at(TWO_WORKERS), list[int](), spark_tasks.each

    def loses(*given: Any) -> Any:
        lost.append(kill_a_worker(cluster))
        return each(*given)

    each(cluster, str, 2)  # the workers are there
    monkeypatch.setattr(on_spark, "each", loses)
    build(Inputs([source]), tmp_path / "made", effort=SMALL, making=OnSpark(cluster))
    add(Inputs([more]), tmp_path / "made", effort=SMALL, making=OnSpark(cluster))
    assert len(lost) == 6  # while texts are measured, blocks are made, and they are merged, in both
    assert bytes_of(tmp_path / "made") == bytes_of(tmp_path / "wanted")
