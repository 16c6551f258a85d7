"""Keep what sets cells of workbooks out (rules of formatting, tables, filters) without the words that it may hold."""

import re
from collections import Counter
from typing import Any, Final

from openpyxl.worksheet.filters import AutoFilter

from sanitizer.documents.office_charts import plain_format

_PLAIN: Final = re.compile(r"(?:\$?[A-Z]{1,3}\$?\d+|\d+(?:\.\d+)?|TRUE|FALSE|[-+*/^<>=(),:&%\s])*")
"""A formula of numbers and cells; any other may hold words, or names that people give."""


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


def name_tables(book: Any) -> None:
    """Let tables be called by numbers, and their columns as the cells above them; one whose columns would not be told
    apart is a table no more."""
    count = 0
    for sheet in book.worksheets:
        for table in list(sheet.tables.values()):
            del sheet.tables[table.name]
            heads = [str(cell.value or "") for cell in sheet[table.ref][0]]
            if not all(heads) or len({head.casefold() for head in heads}) < len(heads):
                continue
            count += 1
            table.name = table.displayName = f"Table{count}"
            table.comment = table.headerRowCellStyle = table.dataCellStyle = table.totalsRowCellStyle = None
            for column, head in zip(table.tableColumns, heads, strict=True):
                column.name = head
                column.calculatedColumnFormula = column.totalsRowFormula = column.totalsRowLabel = None
                column.dataCellStyle = column.headerRowCellStyle = column.totalsRowCellStyle = None
                column.uniqueName = None
            if table.autoFilter is not None:
                table.autoFilter = AutoFilter(ref=table.autoFilter.ref)
            table.sortState = None
            sheet.add_table(table)
