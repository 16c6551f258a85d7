"""What leaves the desk: the audit sample, certificate and export."""

import json
from pathlib import Path

import pytest

from sanitizer.check.report import DocumentReport
from sanitizer.control.log.replay import not_undone, read_given
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.page.read import read_report
from sanitizer.review.audit_sample import passing, reviewed, sample_size, upper_bound
from sanitizer.review.export import export
from sanitizer.review.import_decisions import events_in
from sanitizer.review.session import Session
from tests import tiny
from tests.review.world import FOUND, desk, item, report


@pytest.mark.parametrize(
    ("found", "of", "bound"),
    [(0, 20, 1 - 0.05 ** (1 / 20)), (0, 1, 0.95), (3, 3, 1.0), (1, 10, 0.3942), (5, 100, 0.1023)],
)
def test_upper_bound_is_that_of_clopper_and_pearson(found: int, of: int, bound: float) -> None:
    assert upper_bound(found, of) == pytest.approx(bound, abs=5e-5)


@pytest.mark.parametrize(
    ("found", "risk", "size"), [(0, 0.05, 59), (0, 0.01, 299), (1, 0.05, 93), (0, 0.96, 1)]
)
def test_a_stated_risk_says_how_many_have_to_be_read(found: int, risk: float, size: int) -> None:
    assert sample_size(found, risk) == size
    assert upper_bound(found, size) <= risk < upper_bound(found, size - 1)


def test_documents_pass_but_for_a_seeded_sample(tmp_path: Path) -> None:
    own = desk(tmp_path)
    standings = [own.standing(n) for n in range(3)]
    events = passing(standings, 1e9, 0.96, 7, ())
    assert events == passing(standings, 1e9, 0.96, 7, ())
    fit = [s for s in standings if report(own, own.documents.index(s.document)).residual.met]
    assert len(events) == len(fit) > 1 and sum(e["act"] == "sample" for e in events) == 1
    assert {e["act"] for e in passing(standings, 1e9, 0.05, 7, ())} == {"sample"}
    with pytest.raises(UsageError, match="above 0"):
        passing(standings, 1.0, 0.0, 7, ())
    own.add(events, None)
    assert not passing(standings, 1e9, 0.96, 7, not_undone(own.log().events))
    sampled = next(e["document"] for e in events if e["act"] == "sample")
    own.add([{"act": "done", "far": "document", "document": sampled}], None)
    told = reviewed([own.standing(n) for n in range(3)], own.log().events)
    assert (told.audited, told.missed) == (1, 0) and told.bound == pytest.approx(0.95)
    assert "95 % confidence at most 95.0 %" in " ".join(told.lines())
    assert "The audit bears that out" in " ".join(told.lines())
    hidden = [s for s in report(own, int(sampled[1:])).sensitive if s.spans]
    assert (told.identifiers, told.overlooked) == (len(hidden), 0)
    assert told.share == (upper_bound(0, len(hidden)) if hidden else None)
    text_of = own.documents[int(sampled[1:])].text
    span = [text_of.index("the"), text_of.index("the") + 3] if "the" in text_of else [0, 4]
    form = text_of[span[0] : span[1]]
    mark = {"act": "mark", "far": "place", "document": sampled, "span": span, "forms": [form], "type": "MISC"}
    own.add([mark], None)
    told = reviewed([own.standing(n) for n in range(3)], own.log().events)
    assert (told.missed, told.overlooked, told.identifiers) == (1, 1, len(hidden) + 1)
    assert told.share == upper_bound(1, len(hidden) + 1)
    assert "does NOT bear that out: it takes 3 " in " ".join(told.lines())
    more = passing(standings, 1e9, 0.96, 7, not_undone(own.log().events))
    assert [(e["act"], e["document"]) for e in more] == [
        ("sample", s.document.id) for s in fit if s.document.id != sampled
    ]


def test_export_replays_from_its_own_files(tmp_path: Path) -> None:
    own = desk(tmp_path)
    Session(own).decide(0, item(own, 0, "Boston") | {"act": "keep"})
    told = export(own, tmp_path / "out")
    assert told == {"documents": 3, "left_out": 0}
    control = read_given(tmp_path / "out" / "decisions.jsonl").given_to(Control())
    again = tiny.sanitizer(*FOUND).with_(control=control).sanitize(own.documents[0])
    assert (tmp_path / "out" / "texts" / "000001.txt").read_text() == again.text
    page = (tmp_path / "out" / "certificate.html").read_text()
    assert "1 of" in page and "decided by hand, by anna (1)" in page and "Boston" not in page
    assert (tmp_path / "out" / "report.jsonl").stat().st_mode & 0o77 == 0
    told_of = read_report(
        tmp_path / "out" / "report.jsonl"
    ).documents  # an audit pairs texts and report by this name
    assert sorted(f.name for f in (tmp_path / "out" / "texts").iterdir()) == [
        d.output_id for d in told_of if isinstance(d, DocumentReport)
    ]
    with pytest.raises(UsageError, match="exists already"):
        export(own, tmp_path / "out")


def test_decisions_of_another_file_become_events(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    rows = [
        {"form": "Boston", "decision": "keep", "by": "eve", "why": "a city"},
        {"form": "Paris", "decision": "mask", "document": "d1", "type": "GPE"},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    own = desk(tmp_path)
    own.add(events_in(file, {"d0", "d1", "d2"}, ()), None)
    assert [(e.act, e.far, e.why) for e in own.log().events] == [
        ("keep", "collection", "eve; a city"),
        ("mask", "document", ""),
    ]
    with pytest.raises(UsageError, match="does not have"):
        events_in(file, {"d0"}, ())
