"""Tables in workbooks (.xlsx): a sheet whose first row names the columns.

Cells keep their types: numbers are numbers, days and times are written as in ISO 8601. Formulas count with the value
that was last computed. A release is a workbook of its own, with one sheet and nothing else of the source.
"""

import datetime
import io
import math
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sanitizer.common.extras import need
from sanitizer.documents.numbered_characters import characters
from sanitizer.errors import DocumentError
from sanitizer.relational.definition.definition import Output, Source
from sanitizer.relational.io.files import SourceError

if TYPE_CHECKING:
    import pandas as pd

_MOST_ROWS: Final = 1_048_576
_LONGEST: Final = 32_767
"""Characters of a cell; with the rows a limit of the format."""
_SHEET: Final = "release"
_NUMBER: Final = re.compile(r"(?!-0$)-?(?:0|[1-9]\d{0,14})(?:\.\d{0,8}[1-9])?")
"""A number that is written in one way only: a code with zeros at its head is text."""
_NOT_IN_CELLS: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def read_workbook(path: Path, source: Source) -> "pd.DataFrame":
    """Return the sheet ``source.table``, or the only one with cells, hidden or not. Raises SourceError, OSError."""
    need("documents", "a workbook")
    import pandas as pd
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    from sanitizer.documents.packages import unpack

    raw = path.read_bytes()
    warnings.filterwarnings("ignore", module="openpyxl")  # what is drawn beside the cells is not read
    try:
        unpack(raw)
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        formulas = load_workbook(io.BytesIO(raw), read_only=True)
        sheets = {s.title: s for s in book.worksheets}
        name = source.table or _only(path, [t for t, s in sheets.items() if any(_rows(s))])
        if name not in sheets:
            raise SourceError(f'{path}: there is no sheet "{name}" (sheets: {", ".join(sheets)})')
        rows = list(_rows(sheets[name]))
        _check_formulas(path, rows, _rows(formulas[name]))
    except SourceError:
        raise
    except DocumentError as error:
        raise SourceError(f"{path}: {error}") from error
    except (
        InvalidFileException,
        zipfile.BadZipFile,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
    ) as error:
        raise SourceError(
            f"{path}: not readable as a workbook: it is damaged; open and save it anew"
        ) from error
    null = set(source.null)
    cells = [[None if v is None or v in null else v for v in map(_cell, row)] for row in rows]
    if not cells:
        raise SourceError(f"{path}: the sheet is empty")
    width = max(max((n for n, v in enumerate(row, 1) if v is not None), default=0) for row in cells)
    head, *body = [[*row[:width], *[None] * (width - len(row))] for row in cells]
    header = [str(v).strip() if v is not None else f"column_{n}" for n, v in enumerate(head, 1)]
    told = [row for row in body if any(v is not None for v in row)]
    return pd.DataFrame(told, columns=pd.Index(header, dtype=object), dtype=object)


def _rows(sheet: Any) -> Iterator[Sequence[Any]]:
    """Yield the rows of a sheet from the first that has a value."""
    started = False
    for row in sheet.iter_rows(values_only=True):
        started = started or any(value is not None for value in row)
        if started:
            yield row


def _only(path: Path, names: Sequence[str]) -> str:
    """Return the name of the sheet to read. Raises SourceError where it is not the only one."""
    if len(names) == 1:
        return names[0]
    if not names:
        raise SourceError(f"{path}: the workbook is empty")
    raise SourceError(
        f'{path}: several sheets have cells ({", ".join(names)}): name one in a definition, as table = "{names[0]}" in '
        "[[source]]"
    )


def _check_formulas(path: Path, rows: Sequence[Sequence[Any]], formulas: Iterator[Sequence[Any]]) -> None:
    """Raise SourceError for a formula that was never computed."""
    for number, (row, written) in enumerate(zip(rows, formulas, strict=False), 1):
        for value, formula in zip(row, written, strict=False):
            if value is None and formula is not None:
                raise SourceError(
                    f"{path}, row {number}: a formula without a value: open and save it in a spreadsheet program"
                )


def _cell(value: Any) -> Any:
    """Return a cell as a table has it."""
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time()
        return value.date().isoformat() if is_day else value.isoformat(" ", "seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, str):
        return characters(value)
    return value if isinstance(value, bool | int | float) else None if value is None else str(value)


def write_workbook(table: "pd.DataFrame", path: Path, output: Output) -> None:
    """Write a table as the only sheet of a workbook: numbers as numbers, all else as text, none of it as a formula.
    Raises SourceError for what no workbook can hold."""
    need("documents", "a workbook")
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    from sanitizer.documents.spreadsheet_format import saved

    if len(table) + 1 > _MOST_ROWS:
        raise SourceError(
            f"{output.label}: {len(table)} rows are more than a workbook can hold; write Parquet or CSV"
        )
    book = Workbook(write_only=True)
    sheet = book.create_sheet(output.table or _SHEET)

    def written(value: Any) -> Any:
        value = value.item() if hasattr(value, "item") else value
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            return output.null or None
        if isinstance(value, bool | int | float):
            return value
        text = _NOT_IN_CELLS.sub("\ufffd", str(value))
        if len(text) > _LONGEST:
            raise SourceError(f"{output.label}: a text is longer than a cell can hold; write Parquet or CSV")
        cell = WriteOnlyCell(sheet, text)
        cell.data_type = "s"
        return cell

    columns = [_as_numbers(table.iloc[:, n].tolist()) for n in range(table.shape[1])]
    sheet.append([written(str(name)) for name in table.columns])
    for row in zip(*columns, strict=True):
        sheet.append([written(value) for value in row])
    path.write_bytes(saved(book))


def _as_numbers(values: list[Any]) -> list[Any]:
    """Return the values of a column as numbers where each of them is written as numbers are, else as they are."""
    told = [v for v in values if v is not None]
    if not told or not all(isinstance(v, str) and _NUMBER.fullmatch(v) for v in told):
        return values
    return [None if v is None else int(v) if v.lstrip("-").isdigit() else float(v) for v in values]
