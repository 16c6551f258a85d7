"""A table is the same whether its texts are laid down while it is read or lie in memory."""

import csv
import gzip
import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.late_columns import Late
from sanitizer.relational.io.sources import read_cells, read_released
from sanitizer.relational.table.plain_table import Coded, PlainTable

CELL = st.sampled_from(["", "a", "NA", 'a "b"', "two\nlines", "x;y", "=1", "'=1", "'a", "ü"])


def late(names: set[str]) -> Late:
    return Late(frozenset(names), lambda cells: Coded.of(list(cells)))


def said(table: PlainTable) -> dict[str, list[str | None]]:
    return {name: list(table.texts(name)) for name in table.columns}


@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), max_size=5),
    names=st.sets(st.sampled_from(["n", "t", "'=u"])),
    packed=st.booleans(),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_csv(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, ...]],
    names: set[str],
    packed: bool,
    quoting: int,
) -> None:
    folder = tmp_path_factory.mktemp("late")
    content = io.StringIO(newline="")
    csv.writer(content, delimiter=";", quoting=quoting).writerows([("n", "t", "'=u"), *rows])  # type: ignore[arg-type]
    raw = content.getvalue().encode("utf-8-sig")
    (folder / "in.csv").write_bytes(gzip.compress(raw) if packed else raw)
    source = Source(path="in.csv", format="csv", null=("NA", ""))
    assert said(read_cells(source, folder, late(names))) == said(read_cells(source, folder))
    assert said(read_released(source, folder, late(names))) == said(read_released(source, folder))


@pytest.mark.parametrize(
    "raw",
    [
        b"a;b\n1;2;3\n",
        b"a;a\n1;2\n",
        b'a;b\n1;"2\n',
        b"",
        b"\n\n",
        b"a;b\n1;\xe4\xf6\xfc\n",
        b"\x1f\x8bno",
        b"a;b\n",
    ],
)
def test_faults_are_told_as_without(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "in.csv").write_bytes(raw)
    source = Source(path="in.csv", format="csv", delimiter=";")
    try:
        wanted = said(read_cells(source, tmp_path))
    except SourceError as error:
        with pytest.raises(SourceError) as found:
            read_cells(source, tmp_path, late({"b"}))
        assert str(found.value) == str(error)
    else:
        assert said(read_cells(source, tmp_path, late({"b"}))) == wanted


def test_parquet_and_others(tmp_path: Path) -> None:
    frame = pd.DataFrame({"n": [1, 2, None], "t": ["a", None, "b"], "u": [1.5, "x", None]})
    frame["u"] = frame["u"].map(lambda v: None if v is None else str(v))
    frame.to_parquet(tmp_path / "in.parquet")
    frame.set_index("t").to_parquet(tmp_path / "indexed.parquet")
    frame.to_excel(tmp_path / "in.xlsx", index=False)
    for name in ("in.parquet", "indexed.parquet", "in.xlsx"):
        source = Source(path=name, format=name.partition(".")[2])
        for names in ({"t"}, {"n", "u"}, set[str]()):
            assert said(read_cells(source, tmp_path, late(names))) == said(read_cells(source, tmp_path))
