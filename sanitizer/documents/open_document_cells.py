"""Undo the tracked changes of a spreadsheet of OpenDocument (ISO/IEC 26300-1, 9.9): cells hold what they held, rows and
columns that were inserted go, those that were deleted come back.

Places are told as they are now. So contents are put back first, the newest change first, and then rows and columns from
the last to the first.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Final, NoReturn

from lxml import etree

from sanitizer.documents.runs_of_text import Element, elements, local
from sanitizer.errors import DocumentError

_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CHANGES: Final = f"{_TABLE}tracked-changes"
_ROWS: Final = f"{_TABLE}number-rows-repeated"
_COLUMNS: Final = f"{_TABLE}number-columns-repeated"
_KNOWN: Final[Mapping[str, frozenset[str]]] = {
    "cell-content-change": frozenset(["cell-address", "change-info", "dependencies", "previous"]),
    "insertion": frozenset(["change-info", "dependencies"]),
    "deletion": frozenset(["change-info", "dependencies", "deletions"]),
}
"""Changes that can be undone, and what they may hold."""


def reject_cells(root: Element) -> None:
    """Undo all changes of a part. Raises DocumentError for those that cannot be undone."""
    for tracked in list(root.iter(CHANGES)):
        tables = [e for e in tracked.itersiblings() if local(e) == "table"]
        changes = [c for c in tracked if c.get(f"{_TABLE}acceptance-state", "pending") != "accepted"]
        for change in changes:
            kind = local(change)
            if kind not in _KNOWN or any(local(part) not in _KNOWN[kind] for part in change):
                _refuse()
            if (
                change.get(f"{_TABLE}rejecting-change-id")
                or change.get(f"{_TABLE}acceptance-state") == "rejected"
            ):
                _refuse()
        contents = {c.get(f"{_TABLE}id", ""): c for c in changes if local(c) == "cell-content-change"}
        gone = {
            own
            for change in changes
            for part in elements(change)
            if local(part) == "cell-content-deletion"
            for own in _chain(part.get(f"{_TABLE}id", ""), contents)
        }
        for number, change in reversed(contents.items()):
            if number not in gone:
                table, row, column = _address(change)
                previous = next(e for e in elements(change) if local(e) == "change-track-table-cell")
                _put(_cell(tables[table], row, column), previous)
        moved = [(n, c) for n, c in enumerate(changes) if local(c) != "cell-content-change"]
        if len({change.get(f"{_TABLE}type") for _, change in moved}) > 1:
            _refuse()  # places in one are told as those in the other are now
        for _, change in sorted(moved, key=lambda told: (-_number(told[1], "position"), -told[0])):
            _undo(change, tables, contents)
        for own in list(tracked):
            tracked.remove(own)


def _refuse() -> NoReturn:
    raise DocumentError(
        "holds tracked changes of cells that cannot be undone here: accept or reject them in it"
    )


def _number(element: Element, name: str, default: str = "0") -> int:
    value = element.get(f"{_TABLE}{name}", default)
    if not value.isdigit() or len(value) > 7:
        _refuse()
    return int(value)


def _address(change: Element) -> tuple[int, int, int]:
    """Return the table, the row and the column of a change."""
    place = next((e for e in change if local(e) == "cell-address"), None)
    if place is None:
        _refuse()
    return _number(place, "table"), _number(place, "row"), _number(place, "column")


def _chain(number: str, contents: Mapping[str, Element]) -> list[str]:
    """Return a change of a cell, and those before it of the same cell."""
    found: list[str] = []
    while number in contents and number not in found:
        found.append(number)
        previous = next((e for e in contents[number] if local(e) == "previous"), None)
        number = "" if previous is None else previous.get(f"{_TABLE}id", "")
    return found


def _undo(change: Element, tables: list[Element], contents: Mapping[str, Element]) -> None:
    """Take out the rows or columns that were inserted, or put those back that were deleted."""
    kind, position, index = change.get(f"{_TABLE}type"), _number(change, "position"), _number(change, "table")
    if kind not in ("row", "column") or index >= len(tables):
        _refuse()
    table, count = tables[index], _number(change, "count", "1")
    for _ in range(count):
        if local(change) == "insertion":
            for own in _line(table, kind, position):
                _parent(own).remove(own)
        else:
            _add(table, kind, position)
    for part in elements(change):
        if local(part) == "cell-content-deletion":
            chain = _chain(part.get(f"{_TABLE}id", ""), contents)
            told = contents[chain[-1]] if chain else part
            _, row, column = _address(part)
            held = next((e for e in elements(told) if local(e) == "change-track-table-cell"), None)
            if held is not None:
                _put(_cell(table, row, column), held)


def _line(table: Element, kind: str, position: int) -> list[Element]:
    """Return a row, or the cells of a column and what says how wide it is."""
    if kind == "row":
        return [_at(_parts(table, "table-row"), position, _ROWS)]
    widths = [_at(_parts(table, "table-column"), position, _COLUMNS)]
    return widths + [_at(_cells(row), position, _COLUMNS) for row in _parts(table, "table-row")]


def _add(table: Element, kind: str, position: int) -> None:
    """Add an empty row or column, formed like the one that has its place."""
    for own in _line(table, kind, position):
        new = etree.Element(own.tag, {str(key): str(value) for key, value in own.attrib.items()})
        if kind == "row":
            etree.SubElement(new, f"{_TABLE}table-cell").set(_COLUMNS, str(_width(own)))
        for key in [k for k in new.attrib if str(k).startswith(_OFFICE) or "formula" in str(k)]:
            del new.attrib[key]
        own.addprevious(new)


def _width(row: Element) -> int:
    return sum(_number(cell, "number-columns-repeated", "1") for cell in _cells(row)) or 1


def _parts(table: Element, name: str) -> list[Element]:
    """Return the rows or columns of a table, but those of tables in it."""
    return [
        e for e in elements(table) if local(e) == name and next(e.iterancestors(f"{_TABLE}table")) is table
    ]


def _cells(row: Element) -> list[Element]:
    return [e for e in row if local(e) in ("table-cell", "covered-table-cell")]


def _at(parts: Iterable[Element], position: int, repeated: str) -> Element:
    """Return the part at a position, one that stands for several divided so that it stands for itself."""
    begin = 0
    for own in parts:
        count = _number(own, repeated.removeprefix(_TABLE), "1")
        if begin <= position < begin + count:
            for number, add in (
                (position - begin, own.addprevious),
                (begin + count - position - 1, own.addnext),
            ):
                if number:
                    other = deepcopy(own)
                    other.set(repeated, str(number))
                    add(other)
            own.attrib.pop(repeated, "")
            return own
        begin += count
    _refuse()


def _cell(table: Element, row: int, column: int) -> Element:
    return _at(_cells(_at(_parts(table, "table-row"), row, _ROWS)), column, _COLUMNS)


def _put(cell: Element, held: Element) -> None:
    """Give a cell the value and the words of another (`held`); its style stays."""
    for key in list(cell.attrib):
        if str(key).startswith(_OFFICE) or etree.QName(key).localname in ("formula", "value-type"):
            del cell.attrib[key]
    for part in list(cell):
        cell.remove(part)
    for key, value in held.attrib.items():
        if str(key).startswith(_OFFICE):
            cell.set(key, value)
    words = [deepcopy(part) for part in held if local(part) == "p"]
    names = ("string-value", "value", "date-value", "time-value", "boolean-value")
    value = next((v for name in names if (v := held.get(f"{_OFFICE}{name}")) is not None), "")
    if not words and value:
        words = [etree.Element(f"{_TEXT}p")]
        words[0].text = value
    cell.extend(words)


def _parent(element: Element) -> Element:
    parent = element.getparent()
    if parent is None:
        _refuse()
    return parent
