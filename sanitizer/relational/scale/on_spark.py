"""Tables of Spark in a folder of their own: the rows lie there as Parquet, and what is asked is Spark SQL.

The folder stands beside the output and goes with the release. On a cluster all workers must see it, and the sources.
"""

import csv
import gzip
import io
import itertools
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from corpora_stats.spark_tasks import mapped, told_in_one_line
from sanitizer.common.extras import need
from sanitizer.common.spark_session import spark_session, working_folder
from sanitizer.documents.row_faults import lines_of, told
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.files import csv_records
from sanitizer.relational.scale.database import Arrays, CsvForm, Target, numbers
from sanitizer.relational.scale.jdbc import JdbcTarget, address_of, snapshot
from sanitizer.relational.terms.parts import Readers

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from sanitizer.relational.io.database_output import DatabaseOutput

_TYPES: Final = {"string": "STRING", "tinyint": "INT", "smallint": "INT", "int": "INT", "bigint": "BIGINT"}
_RECORDS: Final = 100_000
"""Records of a CSV file that are handed on at once."""
_PERSONS: Final = 10_000
"""Persons whose texts are handed on at once,"""
_BYTES: Final = 4 << 20
"""and how much of them."""
_LONGEST: Final = 1 << 30
_VIEW: Final = "sanitizer_"


@dataclass(frozen=True, slots=True)
class SparkDatabase:
    """A session as a :class:`~.database.Database`; ``folder`` is for what passes between it and Python."""

    session: "SparkSession"
    folder: Path
    engine: Literal["spark"] = "spark"

    def quoted(self, name: str) -> str:
        """Return a name of a column; see :class:`~.database.Database`, here and below."""
        return "`" + name.replace("`", "``") + "`"

    @told_in_one_line(UsageError)
    def create(self, table: str, select: str) -> None:
        """Make a table of what a query gives."""
        self.session.sql(select).write.format("parquet").saveAsTable(table)

    @told_in_one_line(UsageError)
    def new(self, table: str, columns: Mapping[str, str]) -> None:
        """Make an empty table."""
        told = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        self.session.sql(f"CREATE TABLE {table} ({told}) USING parquet")

    @told_in_one_line(UsageError)
    def insert(self, table: str, select: str) -> None:
        """Append what a query gives."""
        self.session.sql(f"INSERT INTO {table} {select}")

    @told_in_one_line(UsageError)
    def add(self, table: str, columns: Mapping[str, Any]) -> None:
        """Append columns."""
        import pyarrow as pa
        from pyarrow import parquet
        from pyspark.sql.pandas.types import to_arrow_schema

        schema = to_arrow_schema(self.session.table(table).schema)
        held = pa.table([pa.array(columns[f.name], f.type) for f in schema], schema=schema)
        made = self._fresh("added")
        parquet.write_table(held, made)  # rows that are handed over stay in the heap of the driver
        self.session.read.parquet(str(made)).write.insertInto(table)
        made.unlink()

    @told_in_one_line(UsageError)
    def divided(self, table: str, select: str, work: Callable[[Arrays], Arrays]) -> None:
        """Append what `work` makes of the rows of each part; the workers do it."""
        rows, schema = self.session.sql(select), self.session.table(table).schema
        parts = self.number(f"SELECT count(DISTINCT part) FROM ({select})")
        each = rows.repartition(max(parts, 1), "part").groupBy("part")
        made = each.applyInArrow(_worked(work, schema.names), schema)
        made.write.insertInto(table)

    @told_in_one_line(UsageError)
    def drop(self, table: str) -> None:
        """Forget a table."""
        self.session.sql(f"DROP TABLE {table}")

    def csv(self, path: Path, form: CsvForm) -> str:
        """Return what a query reads a CSV file by: it is read here as all engines read it, and laid down as Parquet."""
        import pyarrow as pa
        from pyarrow import parquet

        made = self._fresh("csv")
        schema = pa.schema([(f"s{i}", pa.string()) for i in range(form.columns)])
        with parquet.ParquetWriter(made, schema) as writer:
            for records in _records(path, form):
                cells = list(zip(*records, strict=True))
                writer.write_table(pa.table([pa.array(c, pa.string()) for c in cells], schema=schema))
        return self._view(self.session.read.parquet(str(made)))

    @told_in_one_line(UsageError)
    def parquet(self, path: Path) -> tuple[str, Sequence[tuple[str, str]]]:
        """Return the expression by which a query reads a Parquet file, and the columns of the file."""
        if path.name.startswith((".", "_")):  # which Spark takes for nobody's
            shown = self._fresh("seen").with_suffix(".parquet")
            shown.symlink_to(path.absolute())
            path = shown
        frame = self.session.read.parquet(str(path))
        kinds = [(f.name, f.dataType.simpleString()) for f in frame.schema]
        return self._view(frame), [(name, _TYPES.get(kind, kind)) for name, kind in kinds]

    @contextmanager
    def connected(
        self, source: Source, base: Path, strings: Mapping[str, bool]
    ) -> Iterator[tuple[Sequence[str], str] | None]:
        """Provide a table or query of PostgreSQL where the session has its driver of JDBC; the workers read it."""
        address = address_of(self.session, source.url)
        if address is None:
            yield None
            return
        with snapshot(self.session, address, source, base, strings) as found:
            yield None if found is None else (found[0], self._view(found[1]))

    def target(self, pending: "DatabaseOutput") -> Target | None:
        """Return a table of PostgreSQL where the session has its driver of JDBC; the workers write it."""
        address = address_of(self.session, pending.output.url)
        return None if address is None else JdbcTarget(self.session, address, pending)

    def readers(self, workers: int) -> Readers:
        """Return the workers."""
        return SparkReaders(self.session)

    def each_of(self, array: str) -> str:
        """Return an expression that makes a row of each item."""
        return f"explode({array})"

    @told_in_one_line(UsageError)
    def arrays(self, query: str) -> Arrays:
        """Return the columns of a result."""
        return numbers(self.session.sql(query).toArrow())

    @told_in_one_line(UsageError)
    def number(self, query: str) -> int:
        """Return the one whole number that a query gives."""
        return int(self.session.sql(query).collect()[0][0])

    @told_in_one_line(UsageError)
    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return all rows of a result."""
        return [tuple(row) for row in self.session.sql(query).collect()]

    def batches(self, query: str, rows: int) -> Iterator[Any]:
        """Yield the result as Arrow batches in the order of the query: the parts of a sorted result are in order."""
        from pyarrow import parquet

        made = self._fresh("sorted")
        self._write(query, made)
        for part in sorted(made.glob("part-*.parquet")):
            yield from parquet.ParquetFile(part).iter_batches(rows)

    @told_in_one_line(UsageError)
    def _write(self, query: str, folder: Path) -> None:
        self.session.sql(query).write.parquet(str(folder))

    def _view(self, frame: Any) -> str:
        name = f"{_VIEW}{self._fresh('view').name}"
        frame.createOrReplaceTempView(name)
        return name

    def _fresh(self, kind: str) -> Path:
        """Return a name in the folder that nothing has."""
        number = next(i for i in itertools.count() if not (self.folder / f"{kind}{i}.of").exists())
        mark = self.folder / f"{kind}{number}.of"
        mark.touch()
        return self.folder / f"{kind}{number}"


def _worked(work: Callable[[Arrays], Arrays], names: Sequence[str]) -> Callable[[Any], Any]:
    """Return what does the work on an Arrow table of one part."""

    def made(rows: Any) -> Any:  # Spark reads these types
        import pyarrow as pa

        part = rows.column("part")[0].as_py()
        done = work(numbers(rows.drop_columns(["part"])))
        count = len(next(iter(done.values())))
        columns = {"part": np.full(count, part, dtype=np.int32)} | done
        return pa.table({name: columns[name] for name in names})

    return made


def _records(path: Path, form: CsvForm) -> Iterator[list[list[str]]]:
    """Yield the records of a CSV file, some at a time, without the header and empty lines. Raises UsageError."""
    begin, before = 1, csv.field_size_limit(_LONGEST)
    with gzip.open(path) if form.packed else path.open("rb") as raw:
        lines = io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")
        reader = csv_records(lines, form.delimiter, form.quote)
        taken: list[list[str]] = []
        try:
            next(reader, None)
            begin = reader.line_num + 1
            for row in reader:
                if row and len(row) != form.columns:
                    raise UsageError(
                        f"{lines_of(begin, reader.line_num)}: {len(row)} cells, but the header has {form.columns}"
                    )
                begin = reader.line_num + 1
                if row:
                    taken.append(row)
                if len(taken) == _RECORDS:
                    yield taken
                    taken = []
        except csv.Error as error:
            raise UsageError(
                f"{lines_of(begin, reader.line_num)}: not readable as CSV: {told(error)}"
            ) from error
        except UnicodeDecodeError:
            raise UsageError("it is not in UTF-8: convert it") from None
        finally:
            csv.field_size_limit(before)
        if taken:
            yield taken


@dataclass(frozen=True, slots=True)
class SparkReaders:
    """The workers of a session, as :class:`~.terms.parts.Readers`."""

    session: "SparkSession"
    is_here: bool = False

    def each(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Yield what the function returns for each item: so many at a time, and so many bytes."""
        some: list[bytes] = []
        size = 0
        for item in map(pickle.dumps, items):
            some.append(item)
            size += len(item)
            if len(some) == _PERSONS or size >= _BYTES:
                yield from mapped(self.session, partial(_opened, function), some, UsageError)
                some, size = [], 0
        yield from mapped(self.session, partial(_opened, function), some, UsageError)


def _opened(function: Callable[[Any], Any], item: bytes) -> Any:
    return function(pickle.loads(item))


@contextmanager
def spark_database(
    folder: Path, mebibytes: int, master: str | None = None, session: "SparkSession | None" = None
) -> Iterator[SparkDatabase]:
    """Tables in a `folder` that is gone afterwards, of the `session` or of a new one at `master`, whose driver may hold
    so many `mebibytes` of heap. Raises MissingExtraError, UsageError."""
    need("spark", "release --engine spark")
    opened = nullcontext(session) if session is not None else spark_session(folder, mebibytes, master)
    with working_folder(folder), opened as running:
        name = f"sanitizer_{folder.name.strip('.').replace('.', '_').replace('-', '_')}"
        before = running.catalog.currentDatabase()
        literal = running.conf.get("spark.sql.parser.escapedStringLiterals")
        try:
            running.conf.set("spark.sql.parser.escapedStringLiterals", "true")
            where = str(folder.absolute() / "tables").replace("'", "''")
            running.sql(f"CREATE DATABASE `{name}` LOCATION '{where}'")
            running.catalog.setCurrentDatabase(name)
            (folder / "passed").mkdir(mode=0o700)
            yield SparkDatabase(running, folder / "passed")
        finally:
            if session is not None:
                for mark in sorted((folder / "passed").glob("view*.of")):
                    running.catalog.dropTempView(f"{_VIEW}{mark.stem}")
                running.catalog.setCurrentDatabase(before)
                running.sql(f"DROP DATABASE IF EXISTS `{name}` CASCADE")
                running.conf.set("spark.sql.parser.escapedStringLiterals", str(literal))
