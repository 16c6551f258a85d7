"""Tables in and out: CSV of any dialect, Parquet, XML and SQL databases; several relations joined by key.

Reading gives a pandas table whose missing cells are ``None``. CSV and XML cells are strings as written,
Parquet and SQL cells keep their types. Writing goes to a temporary name first; :meth:`PendingOutput.commit`
puts it in place, :meth:`PendingOutput.discard` leaves nothing behind.
"""

import csv
import gzip
import io
import os
import re
import uuid
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, cast

import pandas as pd

from sanitizer.errors import UsageError
from sanitizer.relational.schema import Definition, Output, Source

_DELIMITERS: Final = (",", ";", "\t", "|")
_XML_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*\Z")
_BATCH: Final = 10_000


class SourceError(UsageError):
    """A table cannot be read or written; the message says which, where and why."""


def read_sources(definition: Definition) -> pd.DataFrame:
    """The joined table of a definition's sources.

    The first source gives the rows; each further one is joined by its ``key``: many-to-many is refused, rows
    of the first without a partner get NULLs, rows of the further one without a partner are an error, since
    they would be dropped. Raises SourceError.
    """
    if not definition.sources:
        raise SourceError(f"{definition.file}: no [[source]]: say where the table is")
    tables = [read_source(s, definition.base) for s in definition.sources]
    joined = tables[0]
    for source, table in zip(definition.sources[1:], tables[1:], strict=True):
        joined = join(joined, table, source)
    return joined


def join(left: pd.DataFrame, right: pd.DataFrame, source: Source) -> pd.DataFrame:
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
    return _none(merged)


def read_source(source: Source, base: Path = Path()) -> pd.DataFrame:
    """One relation as a table. Raises SourceError with the file, row and cure."""
    if source.format == "sql" or source.url:
        table = _read_sql(source, base)
    else:
        path = base / source.path
        with _files(path, "read"):
            if source.format == "csv":
                table = _read_csv(path, source)
            elif source.format == "parquet":
                table = _read_parquet(path)
            else:
                table = _read_xml(path, source)
    repeated = table.columns[table.columns.duplicated()]
    if len(repeated):
        raise SourceError(f'{source.label}: column "{repeated[0]}" is there twice')
    return _none(table)


def _none(table: pd.DataFrame) -> pd.DataFrame:
    """A copy with Python objects as cells and None for every kind of missing value."""
    table = table.astype(object)
    return table.where(table.notna(), None)


@contextmanager
def _files(path: Path, verb: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise SourceError(f"{path}: there is no such file or folder") from error
    except OSError as error:
        raise SourceError(f"{path}: cannot {verb}: {error.strerror or error}") from error


def _read_csv(path: Path, source: Source) -> pd.DataFrame:
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = gzip.decompress(raw)
        except (EOFError, gzip.BadGzipFile) as error:
            raise SourceError(f"{path}: not a whole gzip file ({error})") from error
    text = _decode(raw, source.encoding, path)
    if not text.strip():
        raise SourceError(f"{path}: the file is empty")
    delimiter = source.delimiter or sniff_delimiter(text, source.quote)
    quoting: Any = csv.QUOTE_MINIMAL if source.quote else csv.QUOTE_NONE
    lines, quote = io.StringIO(text, newline=""), source.quote or None
    reader = csv.reader(lines, delimiter=delimiter, quotechar=quote, quoting=quoting, strict=True)
    null = set(source.null)
    try:
        header = [name.strip() or f"column_{i + 1}" for i, name in enumerate(next(reader))]
        rows: list[list[str | None]] = []
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                raise SourceError(
                    f"{path}, line {reader.line_num}: {len(row)} cells, but the header has {len(header)} "
                    f"(delimiter {delimiter!r}; set delimiter and quote in the definition if that is wrong)"
                )
            rows.append([None if cell in null else cell for cell in row])
    except csv.Error as error:
        raise SourceError(f"{path}, line {reader.line_num}: not readable as CSV: {error}") from error
    return pd.DataFrame(rows, columns=pd.Index(header, dtype=object), dtype=object)


def _decode(raw: bytes, encoding: str, path: Path) -> str:
    if encoding:
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError) as error:
            raise SourceError(f'{path}: cannot be read as encoding "{encoding}" ({error})') from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes

        best = from_bytes(raw[:200_000]).best()
        if best is None:
            raise SourceError(f"{path}: the encoding is not recognized; set encoding") from None
        try:
            return raw.decode(best.encoding)
        except UnicodeDecodeError as error:
            raise SourceError(f"{path}: the encoding is not recognized; set encoding") from error


def sniff_delimiter(text: str, quote: str = '"') -> str:
    """The delimiter that gives the first 50 records one width above 1; a comma when none does."""
    sample = text[:200_000]
    best, width = ",", 1
    for delimiter in _DELIMITERS:
        reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter, quotechar=quote or '"')
        widths: list[int] = []
        try:
            for row in reader:
                if row:
                    widths.append(len(row))
                if len(widths) == 50:
                    break
        except csv.Error:
            continue
        whole = widths[:-1] if len(widths) > 2 and len(widths) < 50 and len(text) > len(sample) else widths
        if whole and min(whole) == max(whole) > width:
            best, width = delimiter, whole[0]
    return best


def _read_parquet(path: Path) -> pd.DataFrame:
    import pyarrow

    if not path.exists():
        raise FileNotFoundError(path)
    try:
        return pd.read_parquet(path)
    except (pyarrow.ArrowException, ValueError) as error:
        raise SourceError(f"{path}: not readable as Parquet ({str(error).splitlines()[0]})") from error


def _read_xml(path: Path, source: Source) -> pd.DataFrame:
    """Rows: the children of the root, or the elements named ``row``; cells: their attributes and children."""
    with path.open("rb") as stream:
        if b"<!DOCTYPE" in stream.read(4096):
            raise SourceError(f"{path}: document type declarations are refused in XML tables")
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise SourceError(f"{path}: not readable as XML: {error}") from error
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


@contextmanager
def _database(label: str, verb: str) -> Iterator[None]:
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise SourceError(f"{label}: the database cannot be {verb}: {reason}") from error
    except ModuleNotFoundError as error:
        raise SourceError(f"{label}: the driver of this database is not installed ({error.name})") from error


def _engine(url: str, base: Path) -> Any:
    import sqlalchemy

    address = sqlalchemy.make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() == "sqlite" and address.database and address.database != ":memory:":
        address = address.set(database=str(base / address.database))
    return sqlalchemy.create_engine(address, poolclass=sqlalchemy.pool.NullPool)


def _read_sql(source: Source, base: Path) -> pd.DataFrame:
    import sqlalchemy

    with _database(source.label, "read"):
        engine = _engine(source.url, base)
        name = engine.url.database
        if engine.dialect.name == "sqlite" and name and name != ":memory:" and not Path(name).exists():
            raise SourceError(f"{source.label}: there is no such database file")
        with engine.connect() as connection:
            if source.table:
                schema, _, table = source.table.rpartition(".")
                columns = sqlalchemy.Table(
                    table, sqlalchemy.MetaData(), schema=schema or None, autoload_with=connection
                )
                statement: Any = sqlalchemy.select(columns)
            else:
                statement = sqlalchemy.text(source.query)
            result = connection.execution_options(stream_results=True).execute(statement)
            names = list(result.keys())
            rows: list[tuple[Any, ...]] = []
            while batch := result.fetchmany(_BATCH):
                rows.extend(tuple(r) for r in batch)
    null = set(source.null)
    cells = [[None if isinstance(v, str) and v in null else v for v in row] for row in rows]
    return pd.DataFrame(cells, columns=pd.Index(names, dtype=object), dtype=object)


class PendingOutput:
    """An output under a temporary name: write, read back, then commit or discard."""

    def __init__(self, output: Output, base: Path = Path()) -> None:
        self.output, self.base = output, base
        self._suffix = uuid.uuid4().hex[:8]
        if output.format == "sql" or output.url:
            self._path: Path | None = None
            self._temporary_table = f"_pending_{self._suffix}"
        else:
            self._path = base / output.path
            self._temporary = self._path.with_name(f".{self._path.name}.{self._suffix}.tmp")

    def write(self, table: pd.DataFrame) -> None:
        """Write `table` under the temporary name; on failure nothing is left and SourceError is raised."""
        try:
            if self._path is None:
                self._write_sql(table)
            else:
                with _files(self._path, "write"):
                    self._write_file(table, self._temporary)
        except BaseException:
            self.discard()
            raise

    def source(self) -> Source:
        """The temporary output as a source, to be read by the verification."""
        o = self.output
        if self._path is None:
            return Source(url=o.url, table=self._temporary_table, format="sql", null=())
        return Source(
            path=str(self._temporary.absolute()), format=o.format, delimiter=o.delimiter, encoding=o.encoding,
            null=(o.null,), row=o.row,
        )  # fmt: skip

    def commit(self) -> None:
        """Put the output in place (rename; for a database, within one transaction)."""
        if self._path is None:
            self._rename_table()
        else:
            with _files(self._path, "write"):
                self._temporary.replace(self._path)

    def discard(self) -> None:
        """Leave nothing behind. Never fails."""
        if self._path is not None:
            self._temporary.unlink(missing_ok=True)
            return
        import sqlalchemy

        try:
            with _engine(self.output.url, self.base).begin() as connection:
                sqlalchemy.Table(self._temporary_table, sqlalchemy.MetaData()).drop(
                    connection, checkfirst=True
                )
        except sqlalchemy.exc.SQLAlchemyError:
            pass  # the database is out of reach: its transaction was never committed

    def _write_file(self, table: pd.DataFrame, path: Path) -> None:
        o = self.output
        if o.format == "parquet":
            _typed(table).to_parquet(path, index=False)
        elif o.format == "xml":
            _write_xml(table, path, o)
        else:
            with _text_file(path, o.encoding, o.path.endswith(".gz")) as stream:
                writer = csv.writer(stream, delimiter=o.delimiter, lineterminator="\n")
                writer.writerow(table.columns)
                for row in table.itertuples(index=False, name=None):
                    writer.writerow([o.null if v is None else v for v in row])
        with path.open("rb") as stream:
            os.fsync(stream.fileno())

    def _write_sql(self, table: pd.DataFrame) -> None:
        import sqlalchemy

        with _database(self.output.label, "written"):
            engine = _engine(self.output.url, self.base)
            if not self.output.replace and sqlalchemy.inspect(engine).has_table(self.output.table):
                raise SourceError(
                    f'{self.output.label}: table "{self.output.table}" exists and replace = false'
                )
            frame = _typed(table)
            sqltypes = {bool: sqlalchemy.Boolean, int: sqlalchemy.BigInteger, float: sqlalchemy.Float}
            columns: list[Any] = [
                sqlalchemy.Column(str(c), sqltypes.get(_cell_type(frame[c]), sqlalchemy.Text))
                for c in frame.columns
            ]
            created = sqlalchemy.Table(self._temporary_table, sqlalchemy.MetaData(), *columns)
            rows = _none(frame).to_dict("records")
            with engine.begin() as connection:
                created.create(connection)
                for start in range(0, len(rows), _BATCH):
                    connection.execute(created.insert(), cast(Any, rows[start : start + _BATCH]))

    def _rename_table(self) -> None:
        import sqlalchemy

        with _database(self.output.label, "written"):
            engine = _engine(self.output.url, self.base)
            quote = engine.dialect.identifier_preparer.quote
            with engine.begin() as connection:
                if engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver commits before DDL otherwise
                connection.execute(sqlalchemy.text(f"DROP TABLE IF EXISTS {quote(self.output.table)}"))
                connection.execute(
                    sqlalchemy.text(
                        f"ALTER TABLE {quote(self._temporary_table)} RENAME TO {quote(self.output.table)}"
                    )
                )


@contextmanager
def _text_file(path: Path, encoding: str, compressed: bool) -> Iterator[TextIO]:
    """A text file to write; compressed without name and time, so that the same table gives the same bytes."""
    if not compressed:
        with path.open("w", encoding=encoding, newline="") as plain:
            yield plain
        return
    with (
        path.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding=encoding, newline="") as stream,
    ):
        yield stream


def _cell_type(column: "pd.Series[Any]") -> type:
    """The one Python type of a column's cells, str when they differ."""
    kinds = {type(v.item() if hasattr(v, "item") else v) for v in column if v is not None and v == v}
    return kinds.pop() if len(kinds) == 1 else str


def _typed(table: pd.DataFrame) -> pd.DataFrame:
    """Columns of one simple type keep it, all others become strings (an output needs one type a column)."""
    columns: dict[Any, Any] = {}
    for name in table.columns:
        kind = _cell_type(table[name])
        if kind in (bool, int, float, str):
            columns[name] = table[name].astype(object)
        else:
            columns[name] = table[name].map(lambda v: None if v is None else str(v)).astype(object)
    frame = pd.DataFrame(columns, columns=table.columns)
    return frame.where(frame.notna(), None)


def _write_xml(table: pd.DataFrame, path: Path, output: Output) -> None:
    plain = all(_XML_NAME.match(str(c)) and str(c) != "field" for c in table.columns)
    root = ElementTree.Element("table")
    for values in table.itertuples(index=False, name=None):
        row = ElementTree.SubElement(root, output.row)
        for name, value in zip(table.columns, values, strict=True):
            if value is None:
                continue
            attributes = {} if plain else {"name": str(name)}
            cell = ElementTree.SubElement(row, str(name) if plain else "field", attributes)
            cell.text = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(value))
    ElementTree.ElementTree(root).write(path, encoding=output.encoding, xml_declaration=True)
