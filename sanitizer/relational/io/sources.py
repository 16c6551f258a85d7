"""The table of a definition: read from files and databases, several relations joined by key.

A table has ``None`` for missing cells. CSV and XML cells are strings as written, Parquet and SQL cells keep their
types.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sanitizer.relational.definition.definition import Definition, Source
from sanitizer.relational.io.files import (
    SourceError,
    as_objects,
    file_errors,
    read_csv,
    read_parquet,
    read_xml,
)
from sanitizer.relational.io.write_files import plain_cell
from sanitizer.relational.table.plain_table import AnyTable, PlainTable, as_frame

if TYPE_CHECKING:  # CSV files are read without it
    import pandas as pd


def read_sources(definition: Definition) -> "pd.DataFrame":
    """The joined table of a definition's sources, as a data frame. Raises SourceError; see :func:`read_table`."""
    return as_frame(read_table(definition))


def read_table(definition: Definition) -> AnyTable:
    """The joined table of a definition's sources; a single CSV file as plain cells.

    The first source gives the rows; each further one is joined by its ``key``: many-to-many is refused, rows
    of the first without a partner get NULLs, rows of the further one without a partner are an error, since
    they would be dropped. Raises SourceError.
    """
    if not definition.sources:
        raise SourceError(f"{definition.file}: no [[source]]: say where the table is")
    if len(definition.sources) == 1:
        return read_cells(definition.sources[0], definition.base)
    tables = [read_source(s, definition.base) for s in definition.sources]
    joined = tables[0]
    for source, table in zip(definition.sources[1:], tables[1:], strict=True):
        joined = join(joined, table, source)
    return joined


def join(left: "pd.DataFrame", right: "pd.DataFrame", source: Source) -> "pd.DataFrame":
    """`left` with the columns of `right`, joined by the key of `source` (one-to-many either way)."""
    keys = list(source.key)
    for name, table in (("the sources before it", left), (source.label, right)):
        for key in keys:
            if key not in table.columns:
                raise SourceError(f'{source.label}: the key column "{key}" is missing in {name}')
    shared = [c for c in right.columns if c in left.columns and c not in keys]
    if shared:
        raise SourceError(
            f'{source.label}: column "{shared[0]}" is in an earlier source too: rename or drop one'
        )
    twice_left, twice_right = left.duplicated(keys).any(), right.duplicated(keys)
    if twice_left and twice_right.any():
        row = int(twice_right.to_numpy().argmax()) + 1
        raise SourceError(
            f"{source.label}, row {row}: duplicate key on both sides of the join ({', '.join(keys)}): "
            "one side must name each key once"
        )
    for key in keys:
        if right[key].isna().any():
            raise SourceError(f'{source.label}: the key column "{key}" has empty cells')
    known = set(map(tuple, left[keys].astype(str).itertuples(index=False)))
    for i, values in enumerate(right[keys].astype(str).itertuples(index=False)):
        if tuple(values) not in known:
            raise SourceError(
                f"{source.label}, row {i + 1}: its key is in no earlier source; it would be lost"
            )
    try:
        merged = left.merge(right, on=keys, how="left", sort=False)
    except ValueError as error:
        raise SourceError(f"{source.label}: the key columns have different types ({error})") from error
    return as_objects(merged)


def read_source(source: Source, base: Path = Path()) -> "pd.DataFrame":
    """One relation as a data frame. Raises SourceError with the file, row and cure."""
    return as_frame(read_cells(source, base))


def read_released(source: Source, base: Path = Path()) -> AnyTable:
    """A release as it was written, cells of CSV without what keeps spreadsheets from reading them as formulas. Raises
    SourceError."""
    table = read_cells(source, base)
    if source.format != "csv" or source.url or not isinstance(table, PlainTable):
        return table
    columns = [[v if v is None else plain_cell(v) for v in table[name].tolist()] for name in table.columns]
    return PlainTable.of([plain_cell(name) for name in table.columns], columns, len(table))


def read_cells(source: Source, base: Path = Path()) -> AnyTable:
    """One relation; a CSV file as plain cells. Raises SourceError with the file, row and cure."""
    if source.format == "sql" or source.url:
        from sanitizer.relational.io.databases import read_sql

        table = read_sql(source, base)
    else:
        path = base / source.path
        with file_errors(path, "read"):
            if source.format == "csv":
                return read_csv(path, source)
            if source.format == "parquet":
                table = read_parquet(path)
            else:
                table = read_xml(path, source)
    repeated = table.columns[table.columns.duplicated()]
    if len(repeated):
        raise SourceError(f'{source.label}: column "{repeated[0]}" is there twice')
    return as_objects(table)
