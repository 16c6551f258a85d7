"""Rows of large tables that repeat others are read once, and treated like those that were read."""

import pytest

from sanitizer.documents import repeated_rows
from sanitizer.documents.formats import FileDocument, Piece
from sanitizer.documents.repeated_rows import shortened
from sanitizer.pipeline import Sanitizer
from sanitizer.types import Span


def table(*rows: tuple[str, ...]) -> FileDocument:
    """Return a sheet of these rows."""
    pieces = [Piece("people", "sheet")]
    for row in rows:
        pieces += [Piece(cell, "cell", " | ") for cell in row[:-1]] + [Piece(row[-1], "cell", "\n")]
    return FileDocument.of_pieces("a.xlsx", pieces, b"")


_ROWS = (
    ("nr", "note", "year"),
    ("1", "Mr Aldous Quernby came to see the doctor.", "1951"),
    ("2", "He slept well in the ward.", "1952"),
    ("3", "Mr Aldous Quernby came to see the doctor.", "1952"),
    ("4", "He slept well in the ward.", "1951"),
    ("4", "He slept well in the ward.", "1951"),
    ("tel", "0161 496 0123"),
    ("tel", "0161 496 0124"),
)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeated_rows, "LEAST", 1)


def test_a_small_table_is_read_as_it_stands() -> None:
    assert shortened(table(*_ROWS)) is None


def test_repeated_rows_are_left_out_but_for_new_numbers(few: None) -> None:
    short = shortened(table(*_ROWS))
    assert short is not None
    assert short.read.text.split("\n")[2:] == [
        "nr | note | year",
        "1 | Mr Aldous Quernby came to see the doctor. | 1951",
        "2 | He slept well in the ward. | 1952",
        "3",
        "4",
        "tel | 0161 496 0123",
        "tel | 0161 496 0124",
    ]


def test_a_place_stands_wherever_its_cell_is_repeated(few: None) -> None:
    document = table(*_ROWS)
    short = shortened(document)
    assert short is not None
    start = short.read.text.index("1951")
    places = short.spans([Span(start, start + 4)])
    assert [span.of(document.text) for span in places] == ["1951"] * 3
    start = short.read.text.index("He slept")
    assert len(short.spans([Span(start, start + 8)])) == document.text.count("He slept")


def test_what_is_repeated_becomes_what_it_became_where_it_was_read(few: None) -> None:
    done = Sanitizer.default().sanitize(table(*_ROWS))
    assert "Quernby" not in done.text
    assert "496" not in done.text
    rows = [line.split(" | ") for line in done.text.split("\n")[3:]]
    assert rows[0][1] == rows[2][1]
    assert rows[1][1:2] == rows[3][1:2]
    assert rows[0][2] == rows[3][2]
    report = done.report
    assert report.text == table(*_ROWS).text
    for entry in report.sensitive:
        assert {span.of(report.text) for span in entry.spans} <= set(entry.forms)
