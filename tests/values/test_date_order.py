"""Which of day and month comes first is decided for the whole document or collection, and told when it is not."""

import json
from pathlib import Path
from typing import Any

import pytest

from sanitizer import Document, Sanitizer, Settings
from sanitizer.check.report import DatesRead, DocumentReport
from sanitizer.errors import UsageError
from sanitizer.run.found_anywhere import spread_over
from tests.command import run_command

CLEAR, UNCLEAR = "She was seen on 3/14/1999.", "She was seen on 3/4/1999."


def concepts(report: DocumentReport) -> list[str]:
    return [c.concept for s in report.sensitive for c in s.candidates if c.concept]


@pytest.fixture(scope="module")
def default() -> Sanitizer:
    return Sanitizer.default()


def with_dates(default: Sanitizer, order: str) -> Sanitizer:
    return Sanitizer(
        default.parse, default.recognizers, default.judge.calculator.chain.providers, default.knowledge,
        Settings(dates=order), tag=default.tag,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("order", "month"), [("dmy", "cal:1999-04"), ("mdy", "cal:1999-03"), ("auto", "cal:1999-04")]
)
def test_the_setting_says_what_comes_first(default: Sanitizer, order: str, month: str) -> None:
    report = with_dates(default, order).sanitize(UNCLEAR).report
    assert month in concepts(report)
    assert report.dates == DatesRead(
        order="mdy" if order == "mdy" else "dmy",
        decided_by="default" if order == "auto" else "setting",
        ambiguous=1,
        undecided=order == "auto",
    )


def test_the_clear_dates_of_a_document_decide(default: Sanitizer) -> None:
    report = default.sanitize(f"{CLEAR} {UNCLEAR}").report
    assert report.dates == DatesRead(order="mdy", decided_by="document", ambiguous=1, undecided=False)
    assert "dates" not in default.sanitize(CLEAR).report.to_json()


def test_the_clear_dates_of_a_collection_decide(default: Sanitizer) -> None:
    documents = [Document("a", CLEAR), Document("b", UNCLEAR)]
    report = spread_over(default, documents).sanitize(documents[1]).report
    assert report.dates and report.dates.decided_by == "collection" and "cal:1999-03" in concepts(report)
    both = [*documents, Document("c", "Seen on 14/3/1999.")]
    report = spread_over(default, both).sanitize(documents[1]).report
    assert report.dates and report.dates.undecided and "cal:1999-04" in concepts(report)


def test_no_other_order_is_taken() -> None:
    with pytest.raises(UsageError, match="dates"):
        Settings(dates="ymd")


def test_the_command_takes_and_tells_the_order(tmp_path: Path) -> None:
    source, report = tmp_path / "in", tmp_path / "r.jsonl"
    source.mkdir()
    (source / "a.txt").write_text(CLEAR)
    (source / "b.txt").write_text(UNCLEAR)

    def decided(*more: str) -> list[Any]:
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        done = run_command("sanitize", source, "-o", out, "--report", report, "--quiet", *more)
        assert done.returncode == 0, done.stderr
        *documents, summary = map(json.loads, report.read_text().splitlines())
        report.unlink()
        return [summary["settings"]["dates"], *(d.get("dates", {}).get("decided_by") for d in documents)]

    assert decided() == ["auto", None, "default"]
    assert decided("--dates", "mdy") == ["mdy", None, "setting"]
    assert decided("--spread", "collection") == ["auto", None, "collection"]
