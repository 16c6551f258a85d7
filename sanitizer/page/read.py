"""Reads a report (docs/report.md): documents and summary, each an object a line."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanitizer.documents.decode import open_lines
from sanitizer.errors import DocumentError, UsageError


@dataclass(frozen=True, slots=True)
class Report:
    """The documents of a run, in the order of the input, and its summary (empty when the run did not end)."""

    documents: tuple[Mapping[str, Any], ...] = field(repr=False)
    summary: Mapping[str, Any] = field(repr=False)


def read_report(path: Path) -> Report:
    """The report in a JSON-lines file.

    Raises:
        UsageError: the file is missing, a line is no JSON object, or no line is of a kind that is known.
    """
    documents: list[Mapping[str, Any]] = []
    summary: Mapping[str, Any] = {}
    try:
        for number, line in enumerate(open_lines(path), 1):
            if not line.strip():
                continue
            entry = json.loads(line)
            kind = entry.get("kind") if isinstance(entry, dict) else None
            if kind == "document":
                documents.append(entry)
            elif kind == "summary":
                summary = entry
            else:
                raise UsageError(
                    f"{path}, line {number}: neither a document nor a summary of a report; "
                    "was the file written by --report (docs/report.md)?"
                )
    except DocumentError as error:
        raise UsageError(f"{path} cannot be read ({error}): check the path") from error
    except UsageError:
        raise
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no report: each line must be a JSON object (docs/report.md)") from error
    if not documents and not summary:
        raise UsageError(f"{path} is empty: a report has one line for each document")
    return Report(tuple(documents), summary)
