"""Keep what sets cells of workbooks out (rules of formatting, tables, filters) without the words that it may hold."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import count
from typing import Any, Final

from openpyxl.cell.rich_text import CellRichText
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.filters import AutoFilter

from sanitizer.documents.office_charts import plain_format

_PLAIN: Final = re.compile(r"(?:\$?[A-Z]{1,3}\$?\d+|\d+(?:\.\d+)?|TRUE|FALSE|[-+*/^<>=(),:&%\s])*")
"""A formula of numbers and cells; any other may hold words, or names that people give."""


def told_apart(heads: Sequence[str]) -> list[str]:
    """Return the heads of a table, no two of which are equal but for small and capital letters, and none empty: the
    second of equal ones has a number behind it, and so on; one that says nothing is called by its place."""
    taken, seen, told = {head.casefold() for head in heads}, set[str](), []
    for number, head in enumerate(heads, 1):
        own = head
        if not head.strip():
            own = _free("Column", number, taken)
        elif head.casefold() in seen:
            own = _free(head, 2, taken)
        seen.add(own.casefold())
        taken.add(own.casefold())
        told.append(own)
    return told


def _free(head: str, number: int, taken: Container[str]) -> str:
    """Return a head with the first number from ``number`` on that makes no other head of it."""
    numbered = (f"{head} {n}" for n in count(number))
    return next(own for own in numbered if own.casefold() not in taken)


def number_table_styles(book: Any) -> None:
    """Let the looks of tables that people defined be called by numbers; those that are nowhere are the usual ones."""
    numbers: dict[str, str] = {}
    looks = book._table_styles
    for look in looks.tableStyle if looks is not None else ():
        if not _USUAL_LOOK.fullmatch(look.name or ""):
            look.name = numbers.setdefault(look.name, f"Table style {len(numbers) + 1}")
    for key, usual in _DEFAULT_LOOKS.items() if looks is not None else ():
        name = getattr(looks, key) or usual
        setattr(looks, key, name if _USUAL_LOOK.fullmatch(name) else numbers.get(name, usual))
    for sheet in book.worksheets:
        for own in (table.tableStyleInfo for table in sheet.tables.values() if table.tableStyleInfo):
            if own.name and not _USUAL_LOOK.fullmatch(own.name):
                own.name = numbers.get(own.name, _DEFAULT_LOOKS["defaultTableStyle"])


def _let_be(cell: Any, head: str) -> None:
    """Let a cell say what the column below it is called; what was numbered keeps its looks."""
    before = str(cell.value or "")
    if isinstance(cell.value, CellRichText) and head.startswith(before):
        cell.value.append(head[len(before) :])
    elif head != before:
        cell.value = head


def settle_rules(sheet: Any, counts: Counter[str]) -> None:
    """Take the rules of formatting that may hold words out of a sheet, and words out of its filters and tables."""
    kept = type(sheet.conditional_formatting)()
    for cells in sheet.conditional_formatting:
        for rule in cells.rules:
            if _is_plain(rule):
                kept.add(str(cells.sqref), rule)
            else:
                counts["rule"] += 1
    sheet.conditional_formatting = kept
    sheet.auto_filter = AutoFilter(ref=sheet.auto_filter.ref)
    sheet.scenarios = type(sheet.scenarios)()
    for table in list(sheet.tables.values()):
        if table.headerRowCount == 0:
            counts["table"] += 1
            del sheet.tables[table.name]


def _is_plain(rule: Any) -> bool:
    """Return whether a rule looks at numbers and cells alone; its format of numbers loses its words."""
    values = [v for part in (rule.colorScale, rule.dataBar, rule.iconSet) if part for v in part.cfvo]
    told = [*rule.formula, *(str(v.val) for v in values if v.val is not None)]
    if rule.dxf and rule.dxf.numFmt:
        rule.dxf.numFmt.formatCode = plain_format(rule.dxf.numFmt.formatCode)
    return not rule.text and all(map(_PLAIN.fullmatch, told))


_USUAL_LOOK: Final = re.compile(r"(?:Table|Pivot|Slicer)Style(?:Light|Medium|Dark|Other)\d{1,2}|None")
_DEFAULT_LOOKS: Final = {"defaultTableStyle": "TableStyleMedium9", "defaultPivotStyle": "PivotStyleLight16"}


def heads_of(sheet: Any) -> Iterator[tuple[int, int]]:
    """Yield the cells, by row and column, that are heads of tables of a sheet."""
    for table in sheet.tables.values():
        left, top, right, _ = range_boundaries(table.ref)
        yield from ((top, column) for column in range(left, right + 1))


def name_tables(book: Any) -> None:
    """Let tables be called by numbers, and their columns as the cells above them. Programs open no table with two
    columns of one name, or one without a name: such heads are numbered, as Excel numbers them."""
    numbers = count(1)
    for sheet in book.worksheets:
        for table in list(sheet.tables.values()):
            del sheet.tables[table.name]
            cells = sheet[table.ref][0]
            heads = told_apart([str(cell.value or "") for cell in cells])
            for cell, head in zip(cells, heads, strict=True):
                _let_be(cell, head)
            table.name = table.displayName = f"Table{next(numbers)}"
            table.comment = table.headerRowCellStyle = table.dataCellStyle = table.totalsRowCellStyle = None
            for column, head in zip(table.tableColumns, heads, strict=True):
                column.name = head.replace("\n", "_x000a_")  # as programs write it
                column.calculatedColumnFormula = column.totalsRowFormula = column.totalsRowLabel = None
                column.dataCellStyle = column.headerRowCellStyle = column.totalsRowCellStyle = None
                column.uniqueName = None
            if table.autoFilter is not None:
                table.autoFilter = AutoFilter(ref=table.autoFilter.ref)
            table.sortState = None
            sheet.add_table(table)
