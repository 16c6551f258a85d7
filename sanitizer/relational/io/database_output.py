"""Write a release into a database: all of it in one transaction, never in the place of a source."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pandas as pd

from sanitizer.relational.definition.definition import Output, Source
from sanitizer.relational.io.databases import (
    BATCH,
    database_errors,
    open_engine,
    schema_and_name,
    streamed,
)
from sanitizer.relational.io.files import SourceError, as_objects
from sanitizer.relational.io.same_database import oid_of, relations_read, server_of
from sanitizer.relational.io.typed_files import cell_type, one_type_each


class DatabaseOutput:
    """A table that is written, read back and renamed within one transaction: when the database goes away in the
    middle, or the release is not wanted, nothing of it is there."""

    def __init__(self, output: Output, name: str, base: Path, sources: Sequence[Source] = ()) -> None:
        self.output, self.name, self.base, self.sources = output, name, base, tuple(sources)
        self.schema, self.table = schema_and_name(output.table)
        self._connection: Any = None
        self._transaction: Any = None
        self._replaced = False
        self._names: list[str] = []

    def check(self) -> None:
        """See whether the table could be written now, before anything is read. Raises SourceError."""
        with database_errors(self.output.label, "written"):
            engine = open_engine(self.output.url, self.base)
            name = engine.url.database
            if engine.dialect.name == "sqlite" and not (name and Path(name).exists()):
                return  # to open it would make it
            with engine.connect() as connection:
                self.replaces(connection)

    def write(self, parts: Iterable[pd.DataFrame]) -> None:
        """Write the rows of `parts` (one or more, with the columns and types of the first) under the temporary name.
        Raises SourceError."""
        import sqlalchemy

        output = self.output
        with database_errors(output.label, "written"):
            engine = open_engine(output.url, self.base)
            self._connection = engine.connect()
            self._transaction = self._connection.begin()
            if engine.dialect.name == "sqlite":
                self._connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver begins before rows only
            self._replaced = self.replaces(self._connection)
            created: sqlalchemy.Table | None = None
            for part in parts:
                frame = one_type_each(part)
                if created is None:
                    created = self._create(frame)
                rows = as_objects(frame).to_dict("records")
                for start in range(0, len(rows), BATCH):
                    self._connection.execute(created.insert(), cast(Any, rows[start : start + BATCH]))

    def _create(self, frame: pd.DataFrame) -> Any:
        """Make the table under the temporary name."""
        import sqlalchemy

        sqltypes: dict[type, Any] = {
            bool: sqlalchemy.Boolean,
            int: sqlalchemy.BigInteger,
            float: sqlalchemy.Float(53),
        }
        columns: list[Any] = [
            sqlalchemy.Column(str(c), sqltypes.get(cell_type(frame[c]), sqlalchemy.Text))
            for c in frame.columns
        ]
        created = sqlalchemy.Table(self.name, sqlalchemy.MetaData(), *columns, schema=self.schema)
        created.create(self._connection)
        return created

    def replaces(self, connection: Any) -> bool:
        """Return whether there is a table in the output's place, which may go. Raises SourceError where it may not."""
        import sqlalchemy

        output = self.output
        longest = connection.dialect.max_identifier_length
        if len(self.table.encode()) > longest:
            raise SourceError(
                f"{output.label}: the name of the table has more than {longest} bytes, which the database would cut off"
            )
        if not sqlalchemy.inspect(connection).has_table(self.table, schema=self.schema):
            return False
        if not output.replace:
            raise SourceError(
                f'{output.label}: table "{output.table}" exists and replace = false; give the output another name, or '
                "say replace = true if that table may go"
            )
        here = server_of(connection, output.url, self.base)
        for source in self.sources:
            if source.url and self._may_be_read(connection, here, source):
                raise SourceError(
                    f'{output.label}: table "{output.table}" exists, and the output is a source of the release or '
                    f"may be one ({source.label}); give it another name"
                )
        return True

    def _may_be_read(self, connection: Any, here: frozenset[str], source: Source) -> bool:
        """Return whether a source may read the table that would be replaced."""
        import sqlalchemy

        engine = open_engine(source.url, self.base)
        with engine.connect() as other:
            same = not server_of(other, source.url, self.base).isdisjoint(here)
            if engine.dialect.name == "postgresql":
                read = relations_read(other, source.query or f"select * from {_quoted(other, source.table)}")
                if read is None or not same:
                    return read is None
                return oid_of(connection, _quoted(connection, self.output.table)) in read
            name = source.table.rpartition(".")[2].casefold()
            tables = {t.casefold() for t in sqlalchemy.inspect(other).get_table_names()}
            return same and (not name or name not in tables or name == self.table.casefold())

    def read(self) -> pd.DataFrame:
        """Return what was written, as the database has it. Raises SourceError."""
        cells = [row for rows in self.rows(BATCH) for row in rows]
        return as_objects(pd.DataFrame(cells, columns=pd.Index(self._names, dtype=object), dtype=object))

    def rows(self, several: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows that were written, as the database has them, so many at a time. Raises SourceError."""
        written = f"{self.schema}.{self.name}" if self.schema else self.name
        with database_errors(self.output.label, "read"):
            self._names, batches = streamed(self._connection, Source(table=written), several)
            for batch in batches:
                yield list(map(tuple, batch))

    def commit(self) -> None:
        """Put it in the place of the output's table. Raises SourceError."""
        import sqlalchemy

        with database_errors(self.output.label, "written"):
            quote = self._connection.dialect.identifier_preparer.quote
            place = _quoted(self._connection, self.output.table)
            written = ".".join(quote(part) for part in (self.schema, self.name) if part)
            if self._replaced:
                self._connection.execute(sqlalchemy.text(f"DROP TABLE {place}"))
            self._connection.execute(sqlalchemy.text(f"ALTER TABLE {written} RENAME TO {quote(self.table)}"))
            self._transaction.commit()
            self._connection.close()

    def discard(self) -> None:
        """Roll back. Never fails: what cannot be reached was never committed."""
        import sqlalchemy

        for part in (self._transaction, self._connection):
            with suppress(sqlalchemy.exc.SQLAlchemyError):
                if part is not None:
                    part.close()


def _quoted(connection: Any, table: str) -> str:
    """Return the name of a table for a statement, with its schema where it names one."""
    quote = connection.dialect.identifier_preparer.quote
    return ".".join(quote(part) for part in schema_and_name(table) if part)
