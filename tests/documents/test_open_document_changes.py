# ruff: noqa: E501
"""Tracked changes of OpenDocument, undone: what was inserted goes, what was deleted comes back."""

import pytest
from lxml import etree

from sanitizer.documents.open_document_changes import reject_changes
from sanitizer.errors import DocumentError

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
