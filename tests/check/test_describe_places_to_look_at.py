"""What reports, audits, pages, certificates and the command say of places that look like names, numbers or dates."""

import json
from pathlib import Path

import pytest

from sanitizer.audit.texts import look_part
from sanitizer.check import Look, Place, in_words, look_of, told_counts
from sanitizer.check.describe_places_to_look_at import Looked, explained
from sanitizer.check.telling_shapes import Kind
from sanitizer.check.written import output_of, same_words
from sanitizer.page.build import build_page
from sanitizer.page.certificate import build_certificate
from sanitizer.page.collect import figures
from sanitizer.page.read import Report
from sanitizer.page.verdict import overall, promised
from tests.command import run_command
from tests.page.reports import entity_json, report_of, summary

LEFT = "It says 9434765919 here."


def test_replacements_are_not_looked_at_also_where_the_output_was_changed_since() -> None:
    report = report_of("Ann Lee met Bob.", (0, 7, "Okonkwo A"), (12, 15, "Whitcombe B"))
    assert output_of(report) == ("Okonkwo A met Whitcombe B.", [(0, 9), (14, 25)])
    assert look_of(report, "Okonkwo A met Whitcombe B.") == Look(())
    changed = look_of(report, "Okonkwo A met Dragan and Whitcombe B.")
    assert changed.to_json() == {
        "counts": {"name": 1},
        "places": [[14, 20, "name", "capital"]],
        "kept": [],
        "changed": True,
    }
    assert Look.from_json(changed.to_json()) == changed


def test_words_of_ours_count_whole_only() -> None:
    assert same_words(["a man", "a man of Ur"], "a man of Ur met a mannequin, a man.") == [(0, 11), (29, 34)]


def test_what_a_decision_or_an_operator_keeps_is_listed_apart() -> None:
    decided = {
        "form": "okonkwo",
        "decision": "keep",
        "by": "",
        "why": "",
        "line": 1,
        "places": 1,
        "holds": True,
    }
    report = report_of(
        "We met Okonkwo. Later came Dragan.",
        (27, 33, "Dragan"),
        decisions=[decided | {"verdict": "kept by decision"}],
        sensitive=[entity_json(0, "Dragan", operator="keep")],
    )
    look = look_of(report, report.text)
    assert (look.counts, [(p.start, p.end) for p in look.kept]) == ({}, [(7, 14), (27, 33)])


def test_the_line_that_ends_a_run_counts_and_says_where_to_look() -> None:
    looked = Looked()
    looked.add("a", 0, {})
    assert (
        looked.summary(None)
        == "left of what had to go: nothing; no other place looks like a name, number or date"
    )
    looked.add("b", 1, {"date": 2, "name": 12})
    assert looked.summary(Path("r.jsonl")) == (
        "left of what had to go: 1; 14 places that look like names, numbers or dates (2 dates, 12 names): look at them "
        "(sanitizer explain r.jsonl)"
    )
    assert told_counts({}) == "none"


def test_an_audit_lists_the_places_of_the_release() -> None:
    report = report_of("Ann said so.", (0, 3, "A person"))
    part = look_part([report], {"a": "A person said so to Dragan.", "b": LEFT})
    assert part.counts == {"number": 1, "name": 1}
    assert (part.documents_checked, part.documents_without_report, part.documents_changed) == (
        2,
        1,
        1,
    )
    assert [(p.document, p.kind) for p in part.places] == [("a", "name"), ("b", "number")]


def run_of(strict: bool, *kinds: Kind) -> Report:
    """Return a run whose documents have one place each of these kinds to look at."""
    looks = [Look((Place(8, 18, kind, "digits"),)) for kind in kinds]
    documents = tuple(report_of(LEFT, look=look) for look in looks) or (report_of(LEFT, look=Look(())),)
    looked = Looked(documents={str(n): look.counts for n, look in enumerate(looks)}).told(strict)
    return Report(documents, summary(len(documents), look=looked))


def test_a_certificate_never_says_more_than_what_was_checked() -> None:
    some = build_certificate(run_of(False, "number", "name", "name"))
    assert "Checked: no word that was found to be sensitive stands in the results." in some
    assert (
        "Not checked by a person: 3 places that look like names, numbers or dates (1 number, 2 names)."
        in some
    )
    none = build_certificate(run_of(False))
    assert "Not checked by a person: what the program does not take for" in none
    assert "434765919" not in some + none


def test_places_break_the_promise_only_under_strict() -> None:
    for strict, verdict in ((False, "met"), (True, "not met")):
        report = run_of(strict, "number")
        assert overall(figures(report.documents), report, {}) == verdict
    report = run_of(True)
    assert promised(figures(report.documents), report, {})[-1].verdict == "met"


def test_explain_and_page_show_the_places() -> None:
    report = run_of(False, "number")
    assert list(explained(report.done[0])) == [
        "to look at in the output: 1 number",
        "   line 1: It says [9434765919] here.  (number; digits)",
    ]
    assert '"look":[["number","9434765919",8,18,"digits"]]' in build_page(report)


@pytest.mark.parametrize("strict", [False, True])
def test_the_command_tells_and_fails_only_under_strict(tmp_path: Path, strict: bool) -> None:
    source, report = tmp_path / "a.txt", tmp_path / "private" / "r.jsonl"
    source.write_text("We met Okonkwo there.")  # a name, where only patterns recognize and no risk is judged
    done = run_command(
        "sanitize", source, "-o", tmp_path / "out.txt", "--report", report, "--recognizer", "patterns",
        "--strategy", "S2", "--json", *(["--strict"] if strict else []),
    )  # fmt: skip
    told, summary = done.stderr, json.loads(done.stdout)
    assert done.returncode == (1 if strict else 0)
    assert summary["met"] is not strict and summary["look"]["counts"] == {"name": 1}
    assert "left of what had to go: nothing; 1 place that looks like a name, number or date (1 name)" in told
    assert ("--strict: to look at: 1 name" in told) is strict
    document = json.loads(report.read_text().splitlines()[0])
    assert document["residual"]["met"] and document["look"]["counts"] == {"name": 1}
    assert (tmp_path / "out.txt").read_text() == "We met Okonkwo there."


@pytest.mark.parametrize(
    ("text", "start", "end", "told"),
    [
        ("Ann", 0, 3, "line 1: [Ann]"),
        ("One.\nAnn Lee\nran.", 5, 16, "line 2: [Ann Lee ran]."),
        ("a word that stands far before Ann and words behind her too", 30, 33,
         "line 1: stands far before [Ann] and words behind"),
    ],
)  # fmt: skip
def test_a_place_is_told_by_its_line_and_words(text: str, start: int, end: int, told: str) -> None:
    assert in_words(text, start, end) == told
