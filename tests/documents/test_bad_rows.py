"""Bad rows, reports and journals fail alone, and are named."""

import json
import os
from pathlib import Path

import pytest

from sanitizer.errors import UsageError
from sanitizer.run.journal import Journal
from tests.documents.calls import Call


@pytest.mark.finding("M1")
def test_a_bad_line_fails_alone(tmp_path: Path, call: Call) -> None:
    good = '{"id": "doc-1", "kept": 1, "text": "The garden is old."}\n'
    bad = [
        '{"id": "a\\udfffb", "kept": 1, "text": "x"}',
        '{"id": "b", "kept": "a\\udfffb", "text": "x"}',
        '{"id": "c", "kept": ' + "[" * 200_000 + ', "text": "x"}',
        '{"id": "d", "kept": ' + "9" * 6000 + ', "text": "x"}',
        '{"id": ["e"], "kept": 1, "text": "x"}',
        "[]",
    ]
    source = tmp_path / "a.jsonl"
    source.write_text(good + "\n".join(bad) + "\n" + good.replace("doc-1", "doc-2"))
    done = call("sanitize", source, "--id-field", "id", "--keep-field", "kept", "-o", tmp_path / "o.jsonl")
    assert done.status == 1 and "2 of 8 documents done" in done.err
    assert len(done.err.splitlines()) == 10
    tab = tmp_path / "a.json"
    tab.write_text(json.dumps([{"doc_id": "a\udfffb", "text": "x"}, {"doc_id": "doc-1", "text": "x"}]))
    assert call("sanitize", tab, "-o", tmp_path / "o.json").status == 1
    tab.write_text("[" * 200_000)
    assert call("sanitize", tab, "-o", tmp_path / "o2.json").status == 1


@pytest.mark.finding("L11")
def test_a_ragged_row_fails_alone(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.csv").write_text("n,text\n1,one, two\n2\n3,fine\n")
    done = call("sanitize", tmp_path / "a.csv", "-o", tmp_path / "o.csv")
    assert done.status == 1 and "row 2: has more cells" in done.err and "row 3: has fewer" in done.err
    assert (tmp_path / "o.csv").read_text() == "text\nfine\n"


@pytest.mark.parametrize("command", ["explain", "report"])
@pytest.mark.parametrize("entry", ['{"kind": "document"}', '{"kind": "summary"}', "[" * 200_000, "{"])
@pytest.mark.finding("L4")
def test_an_incomplete_report_is_said_to_be_one(tmp_path: Path, call: Call, command: str, entry: str) -> None:
    report = tmp_path / "r.jsonl"
    report.write_text(entry + "\n")
    more = ["-o", tmp_path / "p.html"] if command == "report" else []
    done = call(command, report, *more)
    if (command, entry) != ("report", '{"kind": "summary"}'):  # a page of no documents is one
        assert done.status == 2 and str(report) in done.err and not (tmp_path / "p.html").exists()


@pytest.mark.parametrize("line", ["{}", "x", '{"key": 1, "outcome": {}}', "[1]", "[" * 100_000])
@pytest.mark.finding("L4")
def test_a_damaged_journal_is_said_to_be_one(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.partial"
    Journal(path, "f", False, True, "one").close()
    with path.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(UsageError, match="damaged in line 2"):
        Journal(path, "f", True, True, "one")


@pytest.mark.finding("M6")
def test_a_journal_is_private_and_no_link(tmp_path: Path) -> None:
    mine, others = tmp_path / "r.partial", tmp_path / "others"
    others.write_text("")
    others.chmod(0o666)
    mine.symlink_to(others)
    with pytest.raises(UsageError, match="is a link"):
        Journal(mine, "f", False, True)
    mine.unlink()
    os.link(others, mine)
    with pytest.raises(UsageError, match="yours alone"):
        Journal(mine, "f", False, True)
    mine.unlink()
    mine.write_text("old")
    mine.chmod(0o666)
    Journal(mine, "f", False, True).close()
    assert mine.stat().st_mode & 0o777 == 0o600 and "old" not in mine.read_text()
    assert others.read_text() == ""


def test_two_columns_of_one_name_are_refused(tmp_path: Path, call: Call) -> None:
    """Which of two columns is the text is nobody's to guess: the last won, and the other was dropped."""
    table = tmp_path / "a.csv"
    table.write_text("text,n,text\nMr Jure Drevnik lives here.,1,The garden is old.\n")
    done = call("sanitize", table, "-o", tmp_path / "o.csv")
    assert (
        done.status == 1 and "has the column 'text' twice" in done.err and not (tmp_path / "o.csv").exists()
    )
    table.write_text("text,n,n\nThe garden is old.,1,2\n")
    assert call("sanitize", table, "-o", tmp_path / "o.csv").status == 0


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_an_object_with_one_key_twice_is_refused(tmp_path: Path, call: Call, name: str) -> None:
    row = '{"text": "Mr Jure Drevnik lives here.", "text": "The garden is old."}'
    source = tmp_path / name
    source.write_text(f"[{row}]" if name == "a.json" else row)
    done = call("sanitize", source, "-o", tmp_path / f"o.{name}")
    assert done.status == 1 and "an object has one key twice" in done.err
    assert "Drevnik" not in done.err and "garden" not in done.out
