"""What was promised and what was found beside: each line with its verdict, by hand."""

from typing import Any

from sanitizer.check.report import FailedReport
from sanitizer.page.build import build_page
from sanitizer.page.certificate import build_certificate
from sanitizer.page.collect import figures
from sanitizer.page.read import Report
from sanitizer.page.verdict import beside, overall, promised
from tests.page.reports import document, summary


def _trace(entity_class: str, sure: bool = True, promised: bool = True, name: str = "a") -> dict[str, Any]:
    return {"document": name, "entity_class": entity_class, "sure": sure, "promised": promised}


def _audit(*traces: dict[str, Any], after: float = 0.0) -> dict[str, Any]:
    linkage = {
        "attacker": "tfidf", "candidates": 20, "documents_attacked": 4, "documents_without_person": 0, "documents": [],
        "chance": {"1": 0.05}, "before": {"1": 1.0}, "after": {"1": after},
    }  # fmt: skip
    residue = {"sure": 0, "documents_checked": 2, "documents_not_released": 0, "traces": list(traces)}
    return {"residue": residue, "metadata": [], "linkage": [linkage]}


REPORT = Report((document(), document(1)), summary(2))
TOTAL = figures(REPORT.documents)


def _verdicts(audit: dict[str, Any], report: Report = REPORT) -> tuple[list[str], list[str], str]:
    total = figures(report.documents)
    kept, found = promised(total, report, audit), beside(total, audit)
    return [line.verdict for line in kept], [line.verdict for line in found], overall(total, report, audit)


def test_everything_kept_and_nothing_found() -> None:
    nothing = "nothing found"
    assert _verdicts(_audit()) == (["met"] * 3, [nothing] * 4, "met")


def test_a_year_that_is_left_is_told_beside_the_promise() -> None:
    bare = [_trace("DATETIME", promised=False), _trace("DATETIME", promised=False, name="b")]
    audit = _audit(*bare, _trace("QUANTITY", promised=False))
    kept, found, whole = _verdicts(audit)
    assert (kept, found[0], whole) == (["met"] * 3, "found", "met, with findings")
    assert beside(TOTAL, audit)[0].value == "2 dates, 1 number in 2 documents"
    for shown in (build_certificate(REPORT, audit=audit), build_page(REPORT, audit=audit)):
        assert "2 dates, 1 number in 2 documents" in shown
    assert "Each of the 3 checks below was met. Something else was found" in build_certificate(
        REPORT, audit=audit
    )


def test_a_name_that_is_left_breaks_the_promise() -> None:
    audit = _audit(_trace("PERSON"), _trace("PERSON", sure=False))
    kept, found, whole = _verdicts(audit)
    assert (kept, found[1], whole) == (["met", "met", "not met"], "found", "not met")
    assert promised(TOTAL, REPORT, audit)[2].value == "1 name or phrase in 1 document"


def test_what_an_attacker_finds_beyond_chance_is_a_finding() -> None:
    assert _verdicts(_audit(after=0.05))[2] == "met"
    assert _verdicts(_audit(after=0.25))[2] == "met, with findings"


def test_no_attack_is_said() -> None:
    assert [line.verdict for line in beside(TOTAL, {})] == ["not made"]


def test_documents_that_are_missing_break_the_promise() -> None:
    assert _verdicts({}, Report((document(),), summary(2)))[0][0] == "not met"
    assert _verdicts({}, Report((document(),)))[0][0] == "not met"
    failed = FailedReport(id="x", reason="is not English")
    assert _verdicts({}, Report((document(), failed), summary(1)))[0][0] == "not met"
