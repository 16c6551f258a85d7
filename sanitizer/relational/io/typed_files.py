"""Tables in files whose cells have types, or names: Parquet and XML, read."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.table.plain_table import PlainTable

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def read_parquet(path: Path) -> "pd.DataFrame":
    """Return a Parquet file; cells keep their types. Raises SourceError."""
    import pandas as pd
    import pyarrow

    if not path.exists():
        raise FileNotFoundError(path)
    try:
        return pd.read_parquet(path)
    except (pyarrow.ArrowException, ValueError) as error:
        raise SourceError(f"{path}: not readable as Parquet ({str(error).splitlines()[0]})") from error


def read_xml(path: Path, source: Source) -> "pd.DataFrame":
    """Return rows: the children of the root, or the elements named ``row``; cells: their attributes and children."""
    import pandas as pd
    from defusedxml import ElementTree as Checked
    from defusedxml.common import DefusedXmlException

    try:
        root = Checked.parse(path, forbid_dtd=True).getroot()
    except DefusedXmlException as error:
        raise SourceError(f"{path}: document type declarations are refused in XML tables") from error
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise SourceError(f"{path}: not readable as XML: {error}") from error
    if root is None:
        raise SourceError(f"{path}: not readable as XML: no root element")
    null = set(source.null)
    elements = list(root.iter(source.row)) if source.row else list(root)
    if not elements:
        raise SourceError(f"{path}: no row elements{f' named {source.row!r}' if source.row else ''}")
    rows: list[dict[str, str | None]] = []
    for element in elements:
        row: dict[str, str | None] = dict(element.attrib)
        for child in element:
            name = child.get("name", "") if child.tag == "field" and "name" in child.attrib else child.tag
            if name in row:
                raise SourceError(f'{path}, row {len(rows) + 1}: "{name}" is there twice')
            row[name] = "".join(child.itertext())
        rows.append({k: None if v in null else v for k, v in row.items()})
    names = list(dict.fromkeys(k for row in rows for k in row))
    return pd.DataFrame([[r.get(n) for n in names] for r in rows], columns=pd.Index(names, dtype=object))


def cell_type(column: Iterable[Any]) -> type:
    """Return the one Python type of a column's cells, str when they differ."""
    kinds = {type(v.item() if hasattr(v, "item") else v) for v in column if v is not None and v == v}
    return kinds.pop() if len(kinds) == 1 else str


def simple_type(column: Iterable[Any]) -> type:
    """Return the type that an output gives a column: the one of its cells where it is simple, else str."""
    kind = cell_type(column)
    return kind if kind in (bool, int, float) else str


def arrow_schema(kinds: Mapping[str, type]) -> "pa.Schema":
    """Return columns of simple types."""
    import pyarrow as pa

    types = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}
    return pa.schema([(name, types[kind]) for name, kind in kinds.items()])


def arrow_table(table: PlainTable, kinds: Mapping[str, type], schema: "pa.Schema") -> "pa.Table":
    """Return a table with columns of simple types."""
    import pyarrow as pa

    arrays = [_arrow(table, name, kinds[name], field.type) for name, field in zip(kinds, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _arrow(table: PlainTable, name: str, kind: type, of: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    held = table.coded(name)
    if held is not None:
        codes = pa.array(held.codes, pa.int32(), mask=held.codes < 0)
        return pa.array(held.values, pa.string()).take(codes)
    cells = (None if v is None or v != v else v for v in table[name].tolist())
    return pa.array([v if v is None or kind is not str else str(v) for v in cells], of)


def one_type_each(table: "pd.DataFrame") -> "pd.DataFrame":
    """Give parts one type a column: columns of one simple type keep it, all others become strings (an output needs
    one type a column)."""
    import pandas as pd

    columns: dict[Any, Any] = {}
    for name in table.columns:
        kind = cell_type(table[name])
        if kind in (bool, int, float, str):
            columns[name] = table[name].astype(object)
        else:
            columns[name] = table[name].map(lambda v: None if v is None else str(v)).astype(object)
    frame = pd.DataFrame(columns, columns=table.columns)
    return frame.where(frame.notna(), None)
