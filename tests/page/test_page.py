"""The page and the certificate: what they tell, and what they must not."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sanitizer.check.report import DocumentReport, FailedReport
from sanitizer.commands.report import command
from sanitizer.errors import UsageError
from sanitizer.page import plots
from sanitizer.page.build import build_page
from sanitizer.page.build_sweep import build_sweep
from sanitizer.page.build_table import build_table_page
from sanitizer.page.certificate import build_certificate
from sanitizer.page.collect import figures, risk_margins
from sanitizer.page.read import Report, read_report
from sanitizer.page.report_data import document_view, segments
from tests.page.reports import (
    AUDIT,
    SECRETS,
    TEXT,
    document,
    document_json,
    operated_report,
    report_on,
    summary,
)
from tests.page.test_table_page import REPORT as RELEASE


def test_segments_replay_the_changes() -> None:
    told = document()
    pieces = segments(told, originals=True)
    assert "".join(p if isinstance(p, str) else p[0] for p in pieces) == told.text
    sanitized = "".join(p if isinstance(p, str) else p[1] for p in pieces)
    assert sanitized.startswith("A person wrote <b>notes</b> & tables in a city.\n\nShe met an artisan")
    hidden = segments(told, originals=False)
    assert [p if isinstance(p, str) else p[1:] for p in pieces] == [
        p if isinstance(p, str) else p[1:] for p in hidden
    ]
    assert all(p[0] is None for p in hidden if not isinstance(p, str))


def test_without_originals_nothing_of_them_is_in_the_page() -> None:
    # the texts end before the last form, which the report's author left in clear
    told = document(text=TEXT[:80], characters=80)
    page = build_page(report_on(told), audit=AUDIT)
    certificate = build_certificate(report_on(told), audit=AUDIT)
    for secret in SECRETS:
        assert secret not in page
        assert secret not in certificate


def test_with_originals_the_evidence_is_there() -> None:
    page = build_page(report_on(document()), originals=True)
    for told in ("Ada Byron", "English city", "10.415", "manufacturer"):
        assert told in page
    assert "Confidential" in page


def test_text_never_becomes_markup() -> None:
    evil = "</script><img src=x onerror=alert(1)>{{ 7 * 191 }}"
    told = document(text=evil + "Ada", changes=[[len(evil), len(evil) + 3, evil, "sensitive", 0]], id=evil)
    for page in (
        build_page(report_on(told), originals=True, title=evil),
        build_certificate(report_on(told), title=evil),
    ):
        assert "<img" not in page
        assert "1337" not in page


def test_nothing_is_fetched() -> None:
    page = build_page(report_on(document()), originals=True)
    assert "default-src 'none'" in page
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", page)


def test_failed_documents_are_told_without_their_name() -> None:
    failed = FailedReport(id="byron-7", reason="is not English")
    assert document_view(failed, 3, originals=False) == {"name": "document 3", "failed": "is not English"}
    assert document_view(failed, 3, originals=True)["name"] == "byron-7"
    certificate = build_certificate(Report((document(), failed), summary(2)))
    assert "NOT MET" in certificate
    assert "1 of 2" in certificate


def test_a_run_that_did_not_end_is_not_certified() -> None:
    assert "The run did not end" in build_certificate(Report((document(),)))


def test_figures_by_hand() -> None:
    nothing = {
        "percent": None,
        "bits_before": 0.0,
        "bits_after": 0.0,
        "occurrences": 0,
        "without_count": None,
    }
    found = figures([document(), document(1, utility=nothing)])
    assert (found.done, found.sensitive, found.risky, found.mentions, found.utility_mean) == (
        2,
        4,
        2,
        8,
        48.5,
    )
    assert found.by_class == (("LOC", 2), ("PERSON", 2), ("RISKY", 2))
    assert found.replaced[0] == ("PERSON", "person", 4)
    assert risk_margins([document()]) == [8.25 - 6.5]


def test_operators_and_decisions_are_told() -> None:
    report = operated_report()
    found = figures(report.documents, "encrypt")
    assert found.by_operator == (("hash", 1, 2), ("generalize", 1, 1), ("encrypt", 1, 1))
    assert (found.decided, found.by_knowledge) == (1, (("WordNet", 1),))
    assert ("PERSON", "(hash)", 2) in found.replaced and ("RISKY", "(encrypt)", 1) in found.replaced
    certificate = build_certificate(report)
    assert "PERSON: hash; risky words: encrypt" in certificate
    assert "hash 1, generalize 1, encrypt 1" in certificate
    assert "decided of 3 words or phrases whether they are hidden or kept: 1 sensitive things" in certificate
    page = build_page(report)
    assert ">encrypt</th>" in page and "1 of the entities is masked because a person decided so" in page


def test_reports_are_read_with_clear_errors(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    with pytest.raises(UsageError, match="check its name"):
        read_report(file)
    file.write_text("")
    with pytest.raises(UsageError, match="is empty"):
        read_report(file)
    file.write_text('{"kind": "other"}\n')
    with pytest.raises(UsageError, match="line 1: neither a document nor a summary"):
        read_report(file)
    file.write_text("no json\n")
    with pytest.raises(UsageError, match=r"is no report: .* a JSON object a line"):
        read_report(file)
    told = document_json()
    del told["risky"][0]["choice"]["rule"]
    file.write_text("\n" + json.dumps(told) + "\n")
    with pytest.raises(
        UsageError, match=r"line 2 is incomplete .* \(risky, 0, choice, rule: field required\)"
    ):
        read_report(file)


@pytest.mark.finding("n4")
def test_the_line_of_k_stands_at_its_bar_and_persons_are_whole() -> None:
    for sizes in ([3, 3, 4], [3], [1, 3, 3, 9]):
        drawn = plots.class_sizes(sizes, 3, "A")
        line = re.search(r'class="mark" x1="([\d.]+)"', drawn)
        bar = re.search(
            r'class="bar" x="([\d.]+)"', drawn
        )  # the first that does not stand out: that of three
        assert line and bar and line.group(1) == bar.group(1)
    one = plots.lines([("a", [(3.0, 0.5, "2 of 3")])], "A", ("persons", "loss"), plots.Style(whole_x=True))
    below = re.findall(r'<text x="[\d.]+" y="232" text-anchor="middle">([^<]+)</text>', one)
    assert below == ["3"]


@pytest.mark.finding("n4")
def test_every_page_has_one_landmark_and_no_empty_header() -> None:
    pages = [
        build_page(report_on(document())), build_certificate(report_on(document())), build_table_page(RELEASE),
        build_sweep([], "of nothing"),
    ]  # fmt: skip
    for page in pages:
        assert page.count("<main") == 1
        assert not re.search(r"<th[^>]*>\s*</th>", page)
    assert 'grid(["generalization", "bits", "DR", ""]' not in pages[0]


def test_plots_say_in_words_what_they_show() -> None:
    assert "3 values from 1.00 to 4.00, middle 2.00" in plots.histogram([1, 2, 4], "A", "bits")
    assert "2 documents, from 1.0 to 3.0" in plots.ranked([("a", 3), ("b", 1)], "A", "percent")
    assert "nothing to show" in plots.scatter([], "A", ("x", "y"))
    assert "&lt;b&gt;" in plots.ranked([("<b>", 3)], "A", "percent")
    assert plots.ticks(0, 1) == [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
    assert plots.ticks(0, 3, whole=True) == [0, 1, 2, 3]
    assert [plots.above(high) for high in (55, 60, 0.43)] == pytest.approx([60, 60, 0.5])


def test_points_are_named_where_names_can_be_read() -> None:
    series = [("S5", [(1.0, 0.5, "least"), (2.0, 0.4, "bits:6")])]
    assert ">least</text>" in plots.lines(series, "A", ("x", "y"))
    assert ">least</text>" not in plots.lines(series, "A", ("x", "y"), plots.Style(named=False))
    # two points at one place: one name above the other
    near = plots.lines([("S5", [(1.0, 0.5, "one"), (1.0, 0.5, "two")])], "A", ("x", "y"))
    one, two = (float(y) for y in re.findall(r'<text class="small" x="[\d.]+" y="([\d.]+)"', near))
    assert one - two == pytest.approx(15)


def test_hardening_that_fell_short_is_told() -> None:
    hard = {
        "k": 5, "floor": 0.5, "candidates": 40, "attacked": 2, "among_k_before": 2, "among_k_after": 1,
        "first_before": 2, "first_after": 0, "utility_before": 50.0, "utility_after": 40.0, "outcomes": {"hidden": 1},
        "not_hidden": ["byron-0"], "without_person": [],
    }  # fmt: skip
    short = Report((document(),), summary(1, hardening=hard))
    assert "NOT MET" in build_certificate(short)
    assert "2 documents before hardening, 1 after, of 2" in build_certificate(short)
    assert ">not met<" in build_page(short) and "2 → 1" in build_page(short)
    done = Report((document(),), summary(1, hardening=hard | {"among_k_after": 0, "not_hidden": []}))
    assert "NOT MET" not in build_certificate(done)


def _budgeted(number: int, outcome: str) -> DocumentReport:
    """Return a document with a budget that ended so."""
    return document(
        number,
        singled_out={
            "k": 5, "documents": 4096, "source": "tiny", "rank_before": 1.2, "rank_after": 6.5, "budget": 9.678,
            "told_before": 11.7, "told_after": 9.3, "utility_before": 60.0, "outcome": outcome,
            "bought": [{"word": "loom", "bits": 2.25, "cost": 7.5}], "spent_by": [{"word": "table", "bits": 0.75}],
        },
    )  # fmt: skip


def test_the_budget_of_documents_is_told_beside_the_promise() -> None:
    report = Report((_budgeted(0, "met"), _budgeted(1, "exhausted"), _budgeted(2, "floor")), summary(3))
    told = (
        "holds for 1 of 3 documents; of the others 1 have no more words that may go, 1 would keep too little"
    )
    for shown in (build_certificate(report), build_page(report)):
        assert told in shown
    assert '"bought":[["loom",2.25,7.5]]' in build_page(report, originals=True)
    assert '"bought"' not in build_page(report)
    met = Report((_budgeted(0, "met"),), summary(1))
    assert "holds for 1 of 1 documents<" in build_certificate(met)
    assert "Singling out" not in build_certificate(Report((document(),), summary(1)))


def test_command_writes_page_and_certificate(tmp_path: Path) -> None:
    report = tmp_path / "r.jsonl"
    report.write_text("\n".join(json.dumps(entry.to_json()) for entry in (document(), summary(1))))
    page, certificate = tmp_path / "p.html", tmp_path / "c.html"
    result = CliRunner().invoke(
        command, [str(report), "-o", str(page), "--certificate", str(certificate), "--with-originals"]
    )
    assert result.exit_code == 0, result.output
    assert page.stat().st_mode & 0o777 == 0o600
    told = certificate.read_text(encoding="utf-8")
    assert (
        "Each of the 2 checks below was met. They say nothing of what they did not look at. The release"
        in told
    )
