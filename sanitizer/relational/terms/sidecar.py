"""A release, and its private companion: which rows are one person, and where terms stand in the released texts.

It says nothing that is not in the release except the person numbers, but those undo the removal of A*: it is written
with mode 0600, and only where it is asked for.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sanitizer.documents.encrypted_files import Seal, SealedWriter
from sanitizer.errors import UsageError
from sanitizer.relational.io.temporary import temporary_of
from sanitizer.relational.report.report import TableReport

if TYPE_CHECKING:  # writing texts needs the grammar, which is slow to load
    import pandas as pd

    from sanitizer.relational.terms.rewriting import Written

_FORMAT = "sanitizer-persons"


@dataclass(frozen=True, slots=True)
class Sidecar:
    """``persons`` (rows,) are person numbers; ``spans`` (rows,) gives each text column's spans in the released text."""

    persons: tuple[int, ...]
    spans: Sequence[Mapping[str, "tuple[Written, ...]"]]

    def lines(self) -> Iterator[str]:
        """JSON lines: a header, then one line a row."""
        yield json.dumps({"format": _FORMAT, "version": 1, "rows": len(self.persons)})
        for person, spans in zip(self.persons, self.spans, strict=True):
            cells = {
                name: [[s.start, s.end, s.kind, s.says] for s in written]
                for name, written in sorted(spans.items())
            }
            yield json.dumps({"person": person, "spans": cells}, ensure_ascii=False)

    def write(self, path: Path, name: Path | None = None, seal: Seal | None = None) -> None:
        """Write the lines, sealed where there is a `seal`.

        Raises UsageError when the file cannot be written; it says `name` where `path` is a temporary one."""
        temporary = temporary_of(path) if name is None else path
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as stream:
                target = SealedWriter(stream, seal) if seal else stream
                for line in self.lines():
                    target.write(f"{line}\n".encode())
                if seal:
                    target.close()
            temporary.chmod(0o600)
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise UsageError(f"{name or path}: the sidecar cannot be written ({error.strerror})") from error


@dataclass(frozen=True, slots=True)
class Release:
    """``table`` may be given away; ``report`` are its figures (``report.to_json()``: as the file has them);
    ``sidecar`` is private (who is who among the rows)."""

    table: "pd.DataFrame"
    report: TableReport
    sidecar: Sidecar
