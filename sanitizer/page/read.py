"""Read a report (docs/report.md): documents and summary, each an object a line."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanitizer.check.report import DocumentReport, DocumentTold, document_told, done_of
from sanitizer.check.summary import SummaryReport
from sanitizer.common.keys import Key
from sanitizer.documents.decode import open_lines
from sanitizer.documents.encrypted_files import Seal, is_sealed
from sanitizer.errors import DocumentError, UsageError, missing


@dataclass(frozen=True, slots=True)
class Report:
    """The documents of a run, in the order of the input, and its summary (None when the run did not end)."""

    documents: tuple[DocumentTold, ...] = field(repr=False)
    summary: SummaryReport | None = field(default=None, repr=False)

    @property
    def done(self) -> tuple[DocumentReport, ...]:
        """The documents that were sanitized."""
        return done_of(self.documents)


def read_report(path: Path) -> Report:
    """Return the report in a JSON-lines file.

    Raises:
        UsageError: the file is missing, a line is no JSON object, is of no kind that is known, or is incomplete.
    """
    documents: list[DocumentTold] = []
    summary: SummaryReport | None = None
    for entry in read_entries(path):
        if isinstance(entry, SummaryReport):
            summary = entry
        else:
            documents.append(entry)
    if not documents and summary is None:
        raise UsageError(f"{path} is empty: a report has one line for each document")
    return Report(tuple(documents), summary)


def read_entries(path: Path, key_file: str | None = None) -> Iterator[DocumentTold | SummaryReport]:
    """Yield the lines of a report one by one; a sealed one is opened with the key of a file, or of SANITIZER_KEY.

    Raises UsageError as :func:`read_report`."""
    try:
        lines = Seal.of(Key.read(key_file)).lines(path) if is_sealed(path) else open_lines(path)
        yield from _entries(lines, str(path))
    except DocumentError as error:
        raise UsageError(f"{path} cannot be read ({error})" if path.exists() else missing(path)) from error
    except UsageError:
        raise
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{path} is no report: `sanitizer sanitize --report FILE` writes one, a JSON object a line "
            "(sanitizer help report)"
        ) from error


def entries_of(report: bytes) -> Iterator[DocumentTold | SummaryReport]:
    """Yield the lines of a report that is at hand. Raises UsageError."""
    try:
        yield from _entries(report.decode("utf-8").split("\n"), "the report")
    except UsageError:
        raise
    except (ValueError, RecursionError) as error:
        raise UsageError(
            "the report is none: each line must be a JSON object (sanitizer help report)"
        ) from error


def _entries(lines: Iterable[str], where: str) -> Iterator[DocumentTold | SummaryReport]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _entry(json.loads(line), f"{where}, line {number}")


def _entry(told: Any, where: str) -> DocumentTold | SummaryReport:
    """Return the record of one line."""
    kind = told.get("kind") if isinstance(told, dict) else None
    if kind not in ("document", "summary"):
        raise UsageError(
            f"{where}: neither a document nor a summary of a report; "
            "was the file written by --report (sanitizer help report)?"
        )
    try:
        return document_told(told) if kind == "document" else SummaryReport.from_json(told)
    except UsageError as error:
        raise UsageError(
            f"{where} is incomplete or was changed ({error}): run sanitize --report again, or see sanitizer help report"
        ) from error
