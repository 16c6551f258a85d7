"""Writing what was sanitized: every file under a temporary name first, so that nothing is ever half-written."""

import csv
import json
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sanitizer.errors import UsageError


@contextmanager
def whole_file(path: Path, private: bool = False) -> Iterator[IO[str]]:
    """A text file that appears under its name only when complete; `private` files get mode 0600. Raises UsageError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            yield stream
        if not private:
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise UsageError(f"cannot write {path}: {error.strerror}") from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """One document as a file."""
    with whole_file(path) as stream:
        stream.write(text)


def write_rows(path: Path, kind: str, names: Sequence[str], rows: Iterator[dict[str, Any]]) -> None:
    """Documents as rows with the fields `names`: JSON lines, CSV, or a JSON list (TAB form)."""
    with whole_file(path) as stream:
        if kind == "csv":
            writer = csv.DictWriter(stream, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        elif kind == "tab":
            stream.write("[")
            for number, row in enumerate(rows):
                stream.write((",\n" if number else "\n") + dumps(row))
            stream.write("\n]\n")
        else:
            for row in rows:
                stream.write(dumps(row) + "\n")


def safe_cell(value: str) -> str:
    """A cell of CSV as a spreadsheet shows it: behind an apostrophe where it would be read as a formula."""
    begin = value.lstrip("'")[:1]
    number = re.fullmatch(r"[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?%?", value)
    return "'" + value if begin and begin in "=+-@\t\r" and number is None else value


def dumps(value: Any) -> str:
    """JSON on one line, characters as they are."""
    return json.dumps(value, ensure_ascii=False)
