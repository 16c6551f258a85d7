"""What is wrong with a file of rows, and where."""

import csv


def lines_of(begin: int, at: int) -> str:
    """Return the lines of a record: the one where it begins, and up to which it was read where that is another."""
    return f"line {begin}" if at <= begin else f"line {begin} (read up to line {at})"


def told(error: csv.Error) -> str:
    """Return what an error of the reader of CSV means for whoever wrote the file."""
    said = str(error)
    if "unexpected end of data" in said:
        return "a quotation mark that opens a cell is never closed"
    if "expected after" in said:
        return "a quotation mark inside a quoted cell is not doubled"
    return said
