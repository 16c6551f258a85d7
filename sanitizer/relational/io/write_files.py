"""Write tables as files: CSV, Parquet, workbooks, XML."""

import csv
import io
import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

import numpy as np
import numpy.typing as npt

from sanitizer.documents.csv_cells import safe_cell
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.io.files import text_file
from sanitizer.relational.io.typed_files import arrow_schema, arrow_table, simple_type
from sanitizer.relational.table.plain_table import Coded, PlainTable, numbered_rows, rows_of

if TYPE_CHECKING:  # loaded where Parquet is written
    import pyarrow as pa

_XML_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*\Z")


def write_file(table: PlainTable, path: Path, output: Output) -> None:
    """Write a table in the format and dialect of `output`, and see it on the disk. Raises OSError."""
    if output.format == "xlsx":
        from sanitizer.relational.io.workbooks import write_workbook

        write_workbook(table.to_pandas(), path, output)
    elif output.format == "xml":
        _write_xml(table, path, output)
    else:
        kinds = _kinds(table) if output.format == "parquet" else {}
        write_parts([str(name) for name in table.columns], table.in_parts(), path, output, kinds)
        return
    _see_on_disk(path)


def write_parts(
    names: Sequence[str],
    parts: Iterable[PlainTable],
    path: Path,
    output: Output,
    kinds: Mapping[str, type] | None = None,
) -> None:
    """Write the rows of `parts`, which have these columns, one part after the other as CSV or Parquet, and see them on
    the disk; `kinds` are the types of Parquet (None: those of the first part). The bytes do not depend on how the rows
    are divided. Raises OSError."""
    if output.format == "parquet":
        _write_parquet(names, parts, path, kinds)
    else:
        write_csv(names, parts, path, output)
    _see_on_disk(path)


def _see_on_disk(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


def write_csv(names: Sequence[str], parts: Iterable[PlainTable], path: Path, output: Output) -> None:
    """Write the rows of `parts`, which have these columns, one part after the other. Raises OSError."""
    with text_file(path, output.encoding, output.path.endswith(".gz")) as stream:
        writer = csv.writer(stream, delimiter=output.delimiter, lineterminator="\n")
        writer.writerow(map(safe_cell, names))
        for table in parts:
            columns = [_as_written(table, name, output) for name in table.columns]
            if len(columns) > 1:
                _write_lines(stream, columns, len(table), output.delimiter)
            else:  # an empty cell that is a whole line is quoted
                writer.writerows(
                    [output.null if v is None else _safe(v)] for v in table[table.columns[0]].tolist()
                )


def _kinds(table: PlainTable) -> dict[str, type]:
    """Return the type of each column: the simple one that all its cells have, else that of strings."""
    return {
        name: str if table.coded(name) is not None else simple_type(table[name].tolist())
        for name in table.columns
    }


def _write_parquet(
    names: Sequence[str], parts: Iterable[PlainTable], path: Path, kinds: Mapping[str, type] | None
) -> None:
    from pyarrow import parquet

    waiting = iter(parts)
    first = next(waiting, PlainTable.of(names, [[] for _ in names], 0))
    kinds = kinds or _kinds(first)
    schema = arrow_schema(kinds)
    tables = (arrow_table(part, kinds, schema) for part in chain([first], waiting))
    with parquet.ParquetWriter(path, schema) as writer:
        for table in _of_rows(tables, _GROUP):
            writer.write_table(table, _GROUP)


def _of_rows(tables: "Iterable[pa.Table]", rows: int) -> "Iterator[pa.Table]":
    """Yield the same rows, so many at a time, the last ones fewer."""
    import pyarrow as pa

    held: list[pa.Table] = []
    for table in tables:
        held.append(table)
        whole = pa.concat_tables(held)
        while len(whole) >= rows:
            yield whole.slice(0, rows).combine_chunks()
            whole = whole.slice(rows)
        held = [whole]
    if held and len(held[0]):
        yield held[0].combine_chunks()


_GROUP = 100_000
"""Rows of a row group of Parquet."""
_ROWS = 50_000
"""Rows written at once."""
_Column: TypeAlias = "tuple[npt.NDArray[np.int32], npt.NDArray[np.object_]]"
"""Codes of a column's cells, and the text of each."""


def _write_lines(stream: TextIO, columns: "Sequence[_Column]", rows: int, delimiter: str) -> None:
    """Write rows of several cells; equal ones are made once."""
    same = numbered_rows([codes for codes, _ in columns], rows)
    kinds = int(same.max(initial=-1)) + 1
    lines: npt.NDArray[np.object_] | None = None
    if 2 * kinds <= rows:
        first = np.empty(kinds, dtype=np.int64)
        first[same[::-1]] = np.arange(rows - 1, -1, -1)
        lines = np.array(
            _lines([(codes[first], lookup) for codes, lookup in columns], delimiter), dtype=object
        )
    for start in range(0, rows, _ROWS):
        part = slice(start, start + _ROWS)
        if lines is not None:
            stream.write("".join(lines[same[part]].tolist()))
        else:
            stream.writelines(_lines([(codes[part], lookup) for codes, lookup in columns], delimiter))


def _lines(columns: "Sequence[_Column]", delimiter: str) -> list[str]:
    cells = (lookup[codes].tolist() for codes, lookup in columns)
    return [f"{line}\n" for line in map(delimiter.join, zip(*cells, strict=True))]


def _as_written(table: PlainTable, name: str, output: Output) -> "_Column":
    """Return a column as codes and the text of each value in the file, the last one that of missing cells."""
    held = table.coded(name)
    if held is None:
        cells = ["" if v is None else str(_safe(v)) for v in table[name].tolist()]
        missing = np.array([v is None for v in table[name].tolist()], dtype=np.bool_)
        held = Coded.of(cells)
        held = Coded(np.where(missing, np.int32(-1), held.codes), held.values)
        values = held.values
    else:
        values = tuple(map(safe_cell, held.values))
    made = io.StringIO()
    writer = csv.writer(made, delimiter=output.delimiter, lineterminator="\n")
    lookup = np.empty(len(values) + 1, dtype=object)
    for i, value in enumerate((*values, output.null)):
        writer.writerow((value, ""))
        lookup[i] = made.getvalue()[: -1 - len(output.delimiter)]
        made.seek(0)
        made.truncate()
    return held.codes, lookup


def _safe(value: Any) -> Any:
    return safe_cell(value) if isinstance(value, str) else value


def _write_xml(table: PlainTable, path: Path, output: Output) -> None:
    plain = all(_XML_NAME.match(str(c)) and str(c) != "field" for c in table.columns)
    root = ElementTree.Element("table")
    for values in rows_of(table):
        row = ElementTree.SubElement(root, output.row)
        for name, value in zip(table.columns, values, strict=True):
            if value is None:
                continue
            attributes = {} if plain else {"name": str(name)}
            cell = ElementTree.SubElement(row, str(name) if plain else "field", attributes)
            cell.text = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(value))
    ElementTree.ElementTree(root).write(path, encoding=output.encoding, xml_declaration=True)
