"""Neither `repr` nor messages nor logs tell a text."""

from pathlib import Path

import pytest

from sanitizer.run.collection import Outcome
from sanitizer.types import Document, EntityClass, Mention, Span
from tests.documents.calls import Call, rows


def test_repr_tells_no_text(tmp_path: Path) -> None:
    from corpora_stats.chain import Sent
    from sanitizer.check.report import FailedReport
    from sanitizer.documents.formats import Unreadable
    from sanitizer.page.read import Report
    from tests.tiny import sanitizer

    document = Document("Ann", "Ann came", {"k": "Ann"}, "Ann")
    done = sanitizer().sanitize(document)
    mention = Mention(Span(0, 3), "PERSON", EntityClass.PERSON, "model", generalization="Ann")
    outcome = Outcome("Ann", "Ann came", fields={"k": "Ann"}, report=done.report)
    for value in (
        document,
        done,
        mention,
        outcome,
        Unreadable("Ann", "x"),
        done.report,
        Report((done.report,)),
        FailedReport(id="Ann", reason="Ann"),
        Sent("Ann", "web"),
    ):
        assert "Ann" not in repr(value), type(value)


def test_messages_and_logs_tell_no_text(tmp_path: Path, call: Call, caplog: pytest.LogCaptureFixture) -> None:
    canaries = ("Quernby", "Zorblax", "Whitcombe")
    texts = [
        f"Mr Ann {canaries[0]} of Oslo.",
        f"half \ud800 {canaries[1]}",
        f"<html><b>{canaries[1]}</b></html>",
    ]
    source = tmp_path / "a.jsonl"
    source.write_text(
        rows(*({"id": f"Gary {canaries[2]} {t[:3]}", "text": t} for t in texts)) + "{" + canaries[1]
    )
    with caplog.at_level("INFO"):
        done = call("sanitize", source, "--id-field", "id", "-o", tmp_path / "o.jsonl", "--json")
    assert done.status == 1 and "1 of 4 documents done" in done.err
    assert not [name for name in canaries if name in done.out + done.err + caplog.text]
