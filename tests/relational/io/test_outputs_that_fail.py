"""What is left behind where an output cannot be written."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from sanitizer.relational.definition.definition import Output
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.io.sources import TABLE


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
import pandas as pd
from pathlib import Path
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.io.joins import join
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.postgres import Server
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.table.plain_table import PlainTable
table = PlainTable.of(["a"], [["x" * 100] * 100], 100)
try:
    PendingOutput(Output(path="big.csv"), Path({str(tmp_path)!r})).write(table)
except SourceError as error:
    print(error)
"""
    assert resource.RLIM_INFINITY
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot write: File too large" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"there is no folder .*none: make it first"):
        PendingOutput(Output(path="none/out.csv"), tmp_path).write(PlainTable.of_frame(TABLE))
