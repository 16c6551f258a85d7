"""Tables of Spark in a folder of their own: the rows lie there as Parquet, and what is asked is Spark SQL.

The folder stands beside the output and goes with the release. On a cluster all workers must see it, and the sources.
"""

import csv
import gzip
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from sanitizer.common.extras import need
from sanitizer.documents.faults import lines_of, told
from sanitizer.errors import UsageError
from sanitizer.relational.scale.database import Arrays, CsvForm, numbers
from sanitizer.relational.scale.duck import working_folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_TYPES: Final = {"string": "STRING", "tinyint": "INT", "smallint": "INT", "int": "INT", "bigint": "BIGINT"}
_RECORDS: Final = 100_000
"""Records of a CSV file that are handed on at once."""
_LONGEST: Final = 1 << 30
_VIEW: Final = "sanitizer_"


def _in_one_line(work: Any) -> Any:
    """Tell what Spark raises by the name of its kind: its messages hold cells."""

    @wraps(work)
    def made(*given: Any, **named: Any) -> Any:
        from pyspark.errors import PySparkException

        try:
            return work(*given, **named)
        except PySparkException as error:
            raise UsageError(f"spark: {error.getCondition() or type(error).__name__}") from None
        except Exception as error:
            if not type(error).__module__.startswith("py4j"):  # the bridge to Java, which comes with Spark
                raise
            raise UsageError(f"spark: {type(error).__name__}: the engine ended") from None

    return made


@dataclass(frozen=True, slots=True)
class SparkDatabase:
    """A session as a :class:`~.database.Database`; ``folder`` is for what passes between it and Python."""

    session: "SparkSession"
    folder: Path
    engine: Literal["spark"] = "spark"

    def quoted(self, name: str) -> str:
        """A name of a column; see :class:`~.database.Database`, here and below."""
        return "`" + name.replace("`", "``") + "`"

    @_in_one_line
    def create(self, table: str, select: str) -> None:
        """Make a table of what a query gives."""
        self.session.sql(select).write.format("parquet").saveAsTable(table)

    @_in_one_line
    def new(self, table: str, columns: Mapping[str, str]) -> None:
        """Make an empty table."""
        told = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        self.session.sql(f"CREATE TABLE {table} ({told}) USING parquet")

    @_in_one_line
    def insert(self, table: str, select: str) -> None:
        """Append what a query gives."""
        self.session.sql(f"INSERT INTO {table} {select}")

    @_in_one_line
    def add(self, table: str, columns: Mapping[str, Any]) -> None:
        """Append columns."""
        import pyarrow as pa
        from pyspark.sql.pandas.types import to_arrow_schema

        schema = to_arrow_schema(self.session.table(table).schema)
        held = pa.table([pa.array(columns[f.name], f.type) for f in schema], schema=schema)
        self.session.createDataFrame(held).write.insertInto(table)

    @_in_one_line
    def drop(self, table: str) -> None:
        """Forget a table."""
        self.session.sql(f"DROP TABLE {table}")

    def csv(self, path: Path, form: CsvForm) -> str:
        """What a query reads a CSV file by: it is read here as all engines read it, and laid down as Parquet."""
        import pyarrow as pa
        from pyarrow import parquet

        made = self._fresh("csv")
        schema = pa.schema([(f"s{i}", pa.string()) for i in range(form.columns)])
        with parquet.ParquetWriter(made, schema) as writer:
            for records in _records(path, form):
                cells = list(zip(*records, strict=True))
                writer.write_table(pa.table([pa.array(c, pa.string()) for c in cells], schema=schema))
        return self._view(self.session.read.parquet(str(made)))

    @_in_one_line
    def parquet(self, path: Path) -> tuple[str, Sequence[tuple[str, str]]]:
        """What a query reads a Parquet file by, and its columns."""
        frame = self.session.read.parquet(str(path))
        kinds = [(f.name, f.dataType.simpleString()) for f in frame.schema]
        return self._view(frame), [(name, _TYPES.get(kind, kind)) for name, kind in kinds]

    @_in_one_line
    def arrays(self, query: str) -> Arrays:
        """The columns of a result."""
        return numbers(self.session.sql(query).toArrow())

    @_in_one_line
    def number(self, query: str) -> int:
        """The one whole number that a query gives."""
        return int(self.session.sql(query).collect()[0][0])

    @_in_one_line
    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All rows of a result."""
        return [tuple(row) for row in self.session.sql(query).collect()]

    def batches(self, query: str, rows: int) -> Iterator[Any]:
        """The result as Arrow batches in the order of the query: the parts of a sorted result are in order."""
        from pyarrow import parquet

        made = self._fresh("sorted")
        self._write(query, made)
        for part in sorted(made.glob("part-*.parquet")):
            yield from parquet.ParquetFile(part).iter_batches(rows)

    @_in_one_line
    def _write(self, query: str, folder: Path) -> None:
        self.session.sql(query).write.parquet(str(folder))

    def _view(self, frame: Any) -> str:
        name = f"{_VIEW}{self._fresh('view').name}"
        frame.createOrReplaceTempView(name)
        return name

    def _fresh(self, kind: str) -> Path:
        """A name in the folder that nothing has."""
        number = next(i for i in itertools.count() if not (self.folder / f"{kind}{i}.of").exists())
        mark = self.folder / f"{kind}{number}.of"
        mark.touch()
        return self.folder / f"{kind}{number}"


def _records(path: Path, form: CsvForm) -> Iterator[list[list[str]]]:
    """The records of a CSV file, some at a time, without the header and empty lines. Raises UsageError."""
    quoting: Any = csv.QUOTE_MINIMAL if form.quote else csv.QUOTE_NONE
    begin, before = 1, csv.field_size_limit(_LONGEST)
    with gzip.open(path) if form.packed else path.open("rb") as raw:
        lines = io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")
        reader = csv.reader(
            lines, delimiter=form.delimiter, quotechar=form.quote or None, quoting=quoting, strict=True
        )
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


@contextmanager
def spark_database(
    folder: Path, mebibytes: int, master: str = "local[*]", session: "SparkSession | None" = None
) -> Iterator[SparkDatabase]:
    """Tables in a `folder` that is gone afterwards, of the `session` or of a new one at `master`, whose driver may hold
    so many `mebibytes` of heap. Raises MissingExtraError, UsageError."""
    need("spark", "release --engine spark")
    with working_folder(folder):
        own = session is None
        running = _started(folder, mebibytes, master) if session is None else session
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
            if own:
                running.stop()
            else:
                for mark in sorted((folder / "passed").glob("view*.of")):
                    running.catalog.dropTempView(f"{_VIEW}{mark.stem}")
                running.catalog.setCurrentDatabase(before)
                running.sql(f"DROP DATABASE IF EXISTS `{name}` CASCADE")
                running.conf.set("spark.sql.parser.escapedStringLiterals", str(literal))


def _started(folder: Path, mebibytes: int, master: str) -> "SparkSession":
    from pyspark.sql import SparkSession

    said = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": f"{mebibytes}m",
        "spark.local.dir": str(folder.absolute() / "spilled"),
        "spark.sql.warehouse.dir": str(folder.absolute() / "tables"),
        "spark.sql.shuffle.partitions": "16",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
    }
    if master.startswith("local"):
        said |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    builder = SparkSession.builder.master(master).appName("sanitizer release")
    for name, value in said.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except Exception as error:  # what a gateway raises has no common kind
        raise UsageError(
            f"spark: no session at {master} ({type(error).__name__}): Java 17 is needed, and a master that answers"
        ) from None
