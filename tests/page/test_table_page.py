"""The page of a table's release."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from sanitizer.commands.report import command
from sanitizer.errors import UsageError
from sanitizer.page.build_table import build_table_page, read_release_report

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
    for told in ("k = 2; mondrian; distinct l", "Least class", "0.375", "50.0 %", "GPE"):
        assert told in page
    assert page.count("<svg") == 3
    assert "nothing of the original" in page


def test_lambda_against_loss() -> None:
    other = {**REPORT, "lambda": 0.1, "loss": {**REPORT["loss"], "total": 0.7}}
    page = build_table_page(REPORT, compared=[other])
    assert page.count("<svg") == 4
    assert "λ = 0.1: 0.1, 0.7" in page


def test_before_and_after(tmp_path: Path) -> None:
    before = pd.DataFrame({"name": ["<b>Ada</b>", None]})
    after = pd.DataFrame({"name": ["*", "*"]})
    page = build_table_page(REPORT, before=before, after=after)
    assert "Confidential" in page
    assert "&lt;b&gt;Ada" in page
    report, table, out = tmp_path / "r.json", tmp_path / "t.csv", tmp_path / "p.html"
    report.write_text(json.dumps(REPORT))
    table.write_text("name,age\nAda,36\n")
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
