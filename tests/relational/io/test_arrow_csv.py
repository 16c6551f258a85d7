"""Arrow reads a CSV text as Python's strict reader does, or leaves it."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.io import arrow_csv
from sanitizer.relational.io.arrow_csv import arrow_columns
from sanitizer.relational.io.files import _lines, coded_columns, csv_records

PIECES = st.lists(
    st.sampled_from(['"', '""', ",", "\n", "\r\n", "\r", "a", "é", " ", "1", '","', '"\n"']), max_size=14
)


def test_both_readers_agree_or_only_one_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_csv, "LEAST", 1)

    @settings(max_examples=300, deadline=None)
    @given(PIECES)
    def check(pieces: list[str]) -> None:
        text = "h,i\n" + "".join(pieces)
        found = arrow_columns(text.encode(), ",", '"')
        if found is None:
            return
        header, columns = coded_columns(csv_records(_lines(text), ",", '"'))
        assert found[0] == header
        assert [c.cells().tolist() for c in found[1]] == [c.cells().tolist() for c in columns]

    check()


def test_quoted_cells_line_ends_and_empty_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_csv, "LEAST", 1)
    rows = [["a", "b"], ['x "y"', "1,2"], ["two\nlines", ""], ["", "NA"], ["null", "é"]]
    made = io.StringIO(newline="")
    csv.writer(made).writerows(rows)
    found = arrow_columns(made.getvalue().encode(), ",", '"')
    assert found is not None
    assert [found[0], *map(list, zip(*(c.cells() for c in found[1]), strict=True))] == rows
    assert arrow_columns(b'a,b\n1,"2"3\n', ",", '"') is None  # the strict reader refuses it
