"""Write tables as files: CSV, Parquet, XML."""

import csv
import os
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sanitizer.documents.write import safe_cell
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.io.files import _XML_NAME, _text_file, one_type_each
from sanitizer.relational.table.plain_table import AnyTable, as_frame, rows_of

if TYPE_CHECKING:  # CSV files are read and written without it
    pass


def write_file(table: AnyTable, path: Path, output: Output) -> None:
    """Write a table in the format and dialect of `output`, and see it on the disk. Raises OSError."""
    if output.format == "parquet":
        one_type_each(as_frame(table)).to_parquet(path, index=False)
    elif output.format == "xml":
        _write_xml(table, path, output)
    else:
        with _text_file(path, output.encoding, output.path.endswith(".gz")) as stream:
            writer = csv.writer(stream, delimiter=output.delimiter, lineterminator="\n")
            writer.writerow(safe_cell(str(name)) for name in table.columns)
            writer.writerows(
                zip(
                    *(
                        [output.null if v is None else _safe(v) for v in table[name].tolist()]
                        for name in table.columns
                    ),
                    strict=True,
                )
            )
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


def _safe(value: Any) -> Any:
    return safe_cell(value) if isinstance(value, str) else value


def plain_cell(value: str) -> str:
    """A cell of a released CSV file without the apostrophe that keeps spreadsheets from reading it as a formula."""
    return value[1:] if value[:1] == "'" and safe_cell(value[1:]) == value else value


def _write_xml(table: AnyTable, path: Path, output: Output) -> None:
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
