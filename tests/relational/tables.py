"""Tables of tests, written as files, and what a run of the command gives back."""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path

Run = Callable[..., tuple[int, str, str]]
"""Takes the words of a command; gives its exit status, standard output, standard error."""


def write(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table as CSV."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])
