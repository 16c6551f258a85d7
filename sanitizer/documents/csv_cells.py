"""Cells of CSV that no spreadsheet reads as a formula: an apostrophe before "=", "+", "-" and "@"."""

import re


def safe_cell(value: str) -> str:
    """Return a cell of CSV as a spreadsheet shows it: behind an apostrophe where it would be read as a formula."""
    begin = value.lstrip("'")[:1]
    number = re.fullmatch(r"[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?%?", value)
    return "'" + value if begin and begin in "=+-@\t\r" and number is None else value


def plain_cell(value: str) -> str:
    """Return a cell of a released CSV file without the apostrophe that keeps spreadsheets from reading it as a
    formula."""
    return value[1:] if value[:1] == "'" and safe_cell(value[1:]) == value else value
