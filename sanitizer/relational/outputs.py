"""Where a release is written: under a temporary name first, read back, then put in place or discarded."""

import uuid
from pathlib import Path

import pandas as pd

from sanitizer.relational.databases import drop_table, rename_table, write_sql
from sanitizer.relational.definition import Output, Source
from sanitizer.relational.table_files import file_errors, write_file


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
                write_sql(table, self.output, self._temporary_table, self.base)
            else:
                with file_errors(self._path, "write"):
                    write_file(table, self._temporary, self.output)
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
            rename_table(self.output, self._temporary_table, self.base)
        else:
            with file_errors(self._path, "write"):
                self._temporary.replace(self._path)

    def discard(self) -> None:
        """Leave nothing behind. Never fails."""
        if self._path is not None:
            self._temporary.unlink(missing_ok=True)
            return
        drop_table(self.output, self._temporary_table, self.base)
