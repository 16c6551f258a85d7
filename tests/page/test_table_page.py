"""The page of a table's release."""

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.commands.report import command
from sanitizer.errors import UsageError
from sanitizer.page import plots
from sanitizer.page.build_table import Recounted, build_table_page, read_release_report

REPORT: dict[str, Any] = {
    "k": 2, "models": ["distinct l"], "partitioner": "mondrian", "lambda": 0.5, "persons": 10, "rows": 12,
    "classes": {"number": 4, "least": 2, "mean": 2.5, "deviation": 0.5, "largest": 3},
    "splits": {"attributes": 2, "terms": 1},
    "loss": {
        "attributes": 0.25, "terms": 0.5, "total": 0.375, "by_attribute": {"age": 0.3, "city": 0.2},
        "by_entity_type": {"GPE": {"loss": 0.5, "kept": 1, "generalized": 2, "suppressed": 1}},
    },
    "risk": {"prosecutor_highest": 0.5, "prosecutor_mean": 0.4, "marketer": 0.4},
    "verification": {"met": True, "failures": [], "not_checked": []},
}  # fmt: skip


def test_figures_and_plots_are_there() -> None:
    page = build_table_page(REPORT)
    for told in ("k = 2; mondrian; distinct l", "Least group", "0.375", "50.0 %", "GPE"):
        assert told in page
    assert page.count("<svg") == 3
    assert "nothing of the original" in page


def test_partitions_against_k() -> None:
    page = build_table_page(REPORT, recounted=Recounted([1, 2, 2, 5]))
    assert "4 groups, 1 of them below k = 2; by persons: 1 of 1, 2 of 2, 1 of 5" in page
    assert page.count('class="bar over"') == 1
    stated = {**REPORT, "partitions": [[2, 3, 0.25, 0.5], [3, 1, 0.5, None]]}
    page = build_table_page(stated)
    assert "3 of 2, 1 of 3" in page and "as the run counted them" in page
    assert "Loss by group. 3 of 2: 2, 0.25; 1 of 3: 3, 0.5; 3 of 2: 2, 0.5" in page


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=60), st.integers(1, 50))
def test_class_sizes_are_all_drawn(sizes: list[int], k: int) -> None:
    svg = plots.class_sizes(sizes, k, "A")
    bars = re.findall(r'class="bar( over)?".*?persons: (\d+) groups', svg)
    assert sum(int(n) for _, n in bars) == len(sizes)
    assert sum(int(n) for over, n in bars if over) == sum(size < k for size in sizes)


def test_rows_under_each_other() -> None:
    svg = plots.rows([("a column with a long name", 0.25), ("b", 0.001)], "A")
    assert "a column with a lon…" in svg and ">&lt;0.01<" in svg


def test_lambda_against_loss() -> None:
    other = {**REPORT, "lambda": 0.1, "loss": {**REPORT["loss"], "total": 0.7}}
    page = build_table_page(REPORT, compared=[other])
    assert page.count("<svg") == 4
    assert "λ = 0.1: 0.1, 0.7" in page
    assert "Releases under other λ" in page


def test_before_and_after(tmp_path: Path) -> None:
    before = pd.DataFrame({"name": ["<b>Ada</b>", None]})
    after = pd.DataFrame({"name": ["*", "*"]})
    page = build_table_page(REPORT, before=before, after=after)
    assert "Confidential" in page
    assert "&lt;b&gt;Ada" in page
    report, table, out = tmp_path / "r.json", tmp_path / "t.csv", tmp_path / "p.html"
    report.write_text(json.dumps(REPORT))
    table.write_text("name,age,city\nAda,36,Leeds\n")
    refused = CliRunner().invoke(command, [str(report), "-o", str(out), "--before", str(table)])
    assert isinstance(refused.exception, UsageError)
    made = CliRunner().invoke(
        command,
        [str(report), "-o", str(out), "--before", str(table), "--after", str(table), "--with-originals"],
    )
    assert made.exit_code == 0, made.output
    assert out.stat().st_mode & 0o777 == 0o600


def test_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text("{}")
    with pytest.raises(UsageError, match="no report of a release"):
        read_release_report(file)
