"""Tables of tests, written as files, and what a run of the command gives back."""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.sources import read_cells
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.verify import Verdict, verify

Run = Callable[..., tuple[int, str, str]]
"""Takes the words of a command; gives its exit status, standard output, standard error."""


def write(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table as CSV."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])


def verified(frame: pd.DataFrame, *rest: Any) -> Verdict:
    """Return what the verification says of a release that is a data frame."""
    return verify(PlainTable.of_frame(frame), *rest)


def read_frame(source: Source, base: Path = Path()) -> pd.DataFrame:
    """Return one relation as a data frame."""
    return read_cells(source, base).to_pandas()
