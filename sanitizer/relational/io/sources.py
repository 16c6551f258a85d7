"""The table of a definition: read from files and databases, several relations joined by key.

A table has ``None`` for missing cells. CSV and XML cells are strings as written, Parquet and SQL cells keep their
types.
"""

from dataclasses import replace
from pathlib import Path

from sanitizer.documents.csv_cells import plain_cell
from sanitizer.relational.definition.definition import Definition, Source
from sanitizer.relational.io.files import SourceError, file_errors, read_csv
from sanitizer.relational.io.joins import Joined, join
from sanitizer.relational.io.late_columns import Late
from sanitizer.relational.io.typed_files import read_parquet, read_xml
from sanitizer.relational.table.plain_table import PlainTable


def read_table(definition: Definition) -> PlainTable:
    """Return the joined table of a definition's sources; see :func:`read_joined`."""
    return read_joined(definition)[0]


def read_joined(definition: Definition, late: Late | None = None) -> tuple[PlainTable, tuple[Joined, ...]]:
    """Return the joined table of a definition's sources, and what each join did; `late` columns are laid down.

    The first source gives the rows; each further one is joined by its ``key`` (:func:`.joins.join`): many-to-many is
    refused, rows before it without a partner get NULLs, its own rows without a partner are dropped where the definition
    states the share that must find one, else an error. Raises SourceError.
    """
    if not definition.sources:
        raise SourceError(f"{definition.file}: no [[source]]: say where the table is")
    if len(definition.sources) == 1:
        return read_cells(definition.sources[0], definition.base, late), ()
    joined = read_cells(definition.sources[0], definition.base).to_pandas()
    done: list[Joined] = []
    for source in definition.sources[1:]:
        joined, counts = join(joined, read_cells(source, definition.base).to_pandas(), source)
        done.append(counts)
    table = PlainTable.of_frame(joined)
    return (table if late is None else late.laid(table)), tuple(done)


def read_released(source: Source, base: Path = Path(), late: Late | None = None) -> PlainTable:
    """Return a release as it was written, cells of CSV without what keeps spreadsheets from reading them as
    formulas; `late` columns are laid down. Raises SourceError."""
    if source.format != "csv" or source.url:
        return read_cells(source, base, late)
    table = read_cells(source, base, late and replace(late, change=plain_cell))
    names = {name: plain_cell(name) for name in table.columns}
    laid = {of for of in names.values() if late is not None and of in late.names}
    others = PlainTable({n: c for n, c in table.cells.items() if names[n] not in laid}, len(table)).map(
        plain_cell
    )
    return PlainTable({names[n]: others.cells.get(n, c) for n, c in table.cells.items()}, len(table))


def read_cells(source: Source, base: Path = Path(), late: Late | None = None) -> PlainTable:
    """Return one relation; `late` columns are laid down. Raises SourceError with the file, row and cure."""
    if late is None:
        return _read(source, base)
    read: PlainTable | None = None
    if source.format in ("csv", "parquet") and not source.url:
        path = base / source.path
        with file_errors(path, "read"):
            read = late.csv(path, source) if source.format == "csv" else late.parquet(path)
    return late.laid(_read(source, base)) if read is None else read


def _read(source: Source, base: Path) -> PlainTable:
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
            elif source.format == "xlsx":
                from sanitizer.relational.io.workbooks import read_workbook

                table = read_workbook(path, source)
            else:
                table = read_xml(path, source)
    repeated = table.columns[table.columns.duplicated()]
    if len(repeated):
        raise SourceError(f'{source.label}: column "{repeated[0]}" is there twice')
    return PlainTable.of_frame(table)
