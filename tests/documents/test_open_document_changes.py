# ruff: noqa: E501
"""Tracked changes of OpenDocument, undone: what was inserted goes, what was deleted comes back."""

import pytest
from lxml import etree

from sanitizer.documents.open_document_cells import reject_cells
from sanitizer.documents.open_document_changes import reject_changes
from sanitizer.errors import DocumentError

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OPEN = '<o xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'


def region(number: int, kind: str, inner: str = "") -> str:
    return f'<text:changed-region text:id="c{number}"><text:{kind}><change-info/>{inner}</text:{kind}></text:changed-region>'


def mark(kind: str, number: int) -> str:
    return f'<text:{kind} text:change-id="c{number}"/>'


START, END = mark("change-start", 1), mark("change-end", 1)
INSERTED = region(1, "insertion")
CASES = {
    "within a paragraph": (INSERTED, f"<text:p>a {START}b {END}c</text:p>", ["a c"]),
    "within spans": (
        INSERTED,
        f"<text:p>a <text:span>x{START}y</text:span>b<text:span>z{END}w</text:span></text:p>",
        ["a xw"],
    ),
    "over two paragraphs": (INSERTED, f"<text:p>a{START}b</text:p><text:p>c{END}d</text:p><text:p>e</text:p>", ["ad", "e"]),
    "over three": (INSERTED, f"<text:p>a{START}b</text:p><text:p>x</text:p><text:p>c{END}d</text:p>", ["ad"]),
    "over items of a list": (
        INSERTED,
        f"<l><li><text:p>a{START}b</text:p></li><li><text:p>c{END}</text:p></li><li><text:p>e</text:p></li></l>",
        ["a", "e"],
    ),
    "whole paragraphs": (INSERTED, f"<text:p>a</text:p>{START}<text:p>b</text:p>{END}<text:p>c</text:p>", ["a", "c"]),
    "deleted within": (region(1, "deletion", "<text:p>b <text:span>B</text:span> </text:p>"), f"<text:p>a {mark('change', 1)}c</text:p>", ["a b B c"]),
    "deleted between": (
        region(1, "deletion", "<text:p>b</text:p><text:p>c</text:p>"),
        f"<text:p>a {mark('change', 1)}d</text:p><text:p>e</text:p>",
        ["a b", "cd", "e"],
    ),
    "deleted between, in a span": (
        region(1, "deletion", "<text:p>b</text:p><text:p>x</text:p><text:p>c</text:p>"),
        f"<text:p>a <text:span>y{mark('change', 1)}z</text:span>d</text:p>",
        ["a yb", "x", "czd"],
    ),
    "deleted paragraphs": (
        region(1, "deletion", "<text:p>b</text:p>"),
        f"<text:p>a</text:p>{mark('change', 1)}<text:p>c</text:p>",
        ["a", "b", "c"],
    ),
    "inserted, then deleted": (
        '<text:changed-region text:id="c1"><text:deletion><text:p>b</text:p></text:deletion><text:insertion/></text:changed-region>',
        f"<text:p>a{mark('change', 1)}c</text:p>",
        ["ac"],
    ),
    "deleted in what was inserted": (
        INSERTED + region(2, "deletion", "<text:p>x</text:p>"),
        f"<text:p>a{START}b{mark('change', 2)}{END}c</text:p>",
        ["ac"],
    ),
    "of formats": (region(1, "format-change"), f"<text:p>a{START}b{END}c</text:p>", ["abc"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_changes_are_undone(name: str) -> None:
    regions, body, wanted = CASES[name]
    root = etree.fromstring(f"{OPEN}<text:tracked-changes>{regions}</text:tracked-changes>{body}</o>")
    reject_changes(root)
    paragraphs = [e for e in root.iter() if str(e.tag).endswith("}p")]
    assert ["".join(str(t) for t in p.itertext()) for p in paragraphs] == wanted
    assert not any("change" in str(e.tag) for e in root.iter())


def test_marks_that_do_not_belong_together_are_refused() -> None:
    root = etree.fromstring(
        f"{OPEN}<text:tracked-changes>{INSERTED}</text:tracked-changes><text:p>{START}</text:p></o>"
    )
    with pytest.raises(DocumentError, match="overlap"):
        reject_changes(root)


def rows(*cells: str) -> str:
    """Return rows of a sheet: cells parted by blanks, "2*a" a cell that stands for two."""
    told = []
    for row in cells:
        inner = []
        for cell in row.split():
            count, _, text = cell.rpartition("*")
            again = f' table:number-columns-repeated="{count}"' if count else ""
            inner.append(f"<table:table-cell{again}><text:p>{text}</text:p></table:table-cell>")
        told.append(f"<table:table-row>{''.join(inner)}</table:table-row>")
    return "".join(told)


def content(number: int, row: int, column: int, before: str, link: str = "") -> str:
    """Return a change of a cell."""
    return (
        f'<table:cell-content-change table:id="c{number}">{address(row, column)}<table:previous{link}>{held(before)}'
        "</table:previous></table:cell-content-change>"
    )


def address(row: int, column: int) -> str:
    return f'<table:cell-address table:row="{row}" table:column="{column}" table:table="0"/>'


def held(text: str) -> str:
    return f"<table:change-track-table-cell><text:p>{text}</text:p></table:change-track-table-cell>"


def moved(kind: str, what: str, position: int, inner: str = "") -> str:
    """Return rows or columns that came or went."""
    return f'<table:{kind} table:type="{what}" table:position="{position}" table:table="0">{inner}</table:{kind}>'


def gone(*cells: tuple[int, int, str], link: str = "") -> str:
    told = "".join(
        f"<table:cell-content-deletion{link}>{address(row, column)}{held(text)}</table:cell-content-deletion>"
        for row, column, text in cells
    )
    return f"<table:deletions>{told}</table:deletions>"


LINK = ' table:id="c1"'
SHEETS = {
    "a cell": (content(1, 0, 1, "b"), ("a X", "c d"), "a b|c d"),
    "a cell twice": (content(1, 0, 0, "a") + content(2, 0, 0, "Y", LINK), ("X b",), "a b"),
    "one of cells that are alike": (content(1, 0, 1, "b"), ("3*a",), "a b a"),
    "a row that came": (moved("insertion", "row", 1), ("a b", "X Y", "c d"), "a b|c d"),
    "a row that went": (moved("deletion", "row", 1, gone((1, 0, "c"), (1, 1, "d"))), ("a b", "e f"), "a b|c d|e f"),
    "two rows that went": (
        moved("deletion", "row", 0, gone((0, 0, "a"))) + moved("deletion", "row", 0, gone((0, 0, "b"))), ("c",), "a|b|c",
    ),
    "a column that went": (moved("deletion", "column", 0, gone((0, 0, "a"), (1, 0, "c"))), ("b", "d"), "a b|c d"),
    "a changed cell of a row that went": (
        content(1, 0, 0, "a") + moved("deletion", "row", 0, gone((0, 0, "X"), link=LINK)), ("b",), "a|b",
    ),
    "accepted": ('<table:insertion table:acceptance-state="accepted"/>', ("a b",), "a b"),
}  # fmt: skip
SHEETS_REFUSED = {
    "moved": "<table:movement/>",
    "no such row": content(1, 9, 0, "a"),
    "rows and columns": moved("insertion", "row", 0) + moved("insertion", "column", 0),
    "came and went": moved("insertion", "row", 0, gone((0, 0, "a"))),
    "a sheet": moved("insertion", "table", 0),
}


def sheet(changes: str, *cells: str) -> etree._Element:
    spaces = " ".join(
        f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("text", "table", "office")
    )
    columns = "<table:table-column/>" * 2
    return etree.fromstring(
        f"<o {spaces}><table:tracked-changes>{changes}</table:tracked-changes><table:table>{columns}{rows(*cells)}</table:table></o>"
    )


@pytest.mark.parametrize("name", SHEETS)
def test_changes_of_cells_are_undone(name: str) -> None:
    changes, cells, wanted = SHEETS[name]
    root = sheet(changes, *cells)
    reject_cells(root)
    told = [[str(c.xpath("string()")) for c in row] for row in root.iter(f"{TABLE}table-row")]
    assert "|".join(" ".join(row) for row in told) == wanted


@pytest.mark.parametrize("name", SHEETS_REFUSED)
def test_changes_of_cells_that_cannot_be_undone_are_refused(name: str) -> None:
    with pytest.raises(DocumentError, match="accept or reject them in it"):
        reject_cells(sheet(SHEETS_REFUSED[name], "a b", "c d"))
