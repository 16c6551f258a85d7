"""Write a release under a temporary name first, read it back, then put it in place or discard it."""

import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sanitizer.documents.write import is_written_through
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Output, Source
from sanitizer.relational.io.files import file_errors, refuse_by_name
from sanitizer.relational.io.late_columns import Late
from sanitizer.relational.io.sources import read_released
from sanitizer.relational.io.temporary import give_away, private, remove_leftovers, temporary_of
from sanitizer.relational.io.write_files import write_file
from sanitizer.relational.table.plain_table import PlainTable


class PendingOutput:
    """An output under a temporary name: write, read back, then commit or discard."""

    def __init__(self, output: Output, base: Path = Path(), sources: Sequence[Source] = ()) -> None:
        """Take note of `sources`, which are what the release is made from: a table of theirs is never replaced."""
        self.output, self.base = output, base
        suffix = uuid.uuid4().hex[:8]
        if output.format == "sql" or output.url:
            from sanitizer.relational.io.database_output import DatabaseOutput

            self._database: DatabaseOutput | None = DatabaseOutput(
                output, f"_pending_{suffix}", base, sources
            )
        else:
            self._database = None
            self._path = base / output.path
            if is_written_through(self._path):
                raise UsageError(
                    f"{self._path} is no file: a release is read back and verified before it gets its name; -o FILE"
                )
            if output.format == "csv":
                refuse_by_name(self._path)
            remove_leftovers(self._path)
            self._temporary = temporary_of(self._path)

    @property
    def staged(self) -> Path | None:
        """The temporary name of a file; None of a table of a database."""
        return None if self._database is not None else self._temporary

    def check(self) -> None:
        """See whether a database would take the output, before anything is read. Raises SourceError."""
        if self._database is not None:
            self._database.check()

    def write(self, table: PlainTable) -> None:
        """Write `table` under the temporary name; on failure nothing is left and SourceError is raised."""
        try:
            if self._database is not None:
                typed = any(
                    table.coded(name) is None for name in table.columns
                )  # types are those of all rows
                self._database.write(p.to_pandas() for p in ([table] if typed else table.in_parts()))
            else:
                with file_errors(self._path, "write"), private(self._temporary):
                    write_file(table, self._temporary, self.output)
        except BaseException:
            self.discard()
            raise

    def read(self, late: Late | None = None) -> PlainTable:
        """Return the table as it was written, for the verification; `late` columns are laid down. Raises
        SourceError."""
        o = self.output
        if self._database is not None:
            table = PlainTable.of_frame(self._database.read())
            return table if late is None else late.laid(table)
        return read_released(
            Source(
                path=str(self._temporary.absolute()),
                format=o.format,
                delimiter=o.delimiter,
                encoding=o.encoding,
                null=(o.null,),
                row=o.row,
                table=o.table,
            ),
            late=late,
        )

    def commit(self) -> None:
        """Put the output in place (rename; for a database, the end of the one transaction)."""
        if self._database is not None:
            self._database.commit()
        else:
            with file_errors(self._path, "write"):
                give_away(self._temporary, self._path)

    def discard(self) -> None:
        """Leave nothing behind. Never fails."""
        if self._database is not None:
            self._database.discard()
        else:
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)
