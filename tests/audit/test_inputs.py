"""What an audit reads: releases, backgrounds in every form, and who is who after documents were renamed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sanitizer.audit.inputs import read_background, read_match, read_texts
from sanitizer.audit.tables import read_table
from sanitizer.commands.audit import command
from sanitizer.commands.sweep import command as sweep
from sanitizer.errors import UsageError
from tests.contracts.attacker import BACKGROUND, TEXT
from tests.page.reports import document_json


def test_a_background_in_every_form_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps(BACKGROUND))
    rows = [{"person": name, "text": text} for name, text in BACKGROUND.items()]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "b.csv").write_text("person,text\n" + "".join(f'{r["person"]},"{r["text"]}"\n' for r in rows))
    (tmp_path / "b").mkdir()
    for name, text in BACKGROUND.items():
        (tmp_path / "b" / f"{name}.txt").write_text(text)
    for source in ("b.json", "b.jsonl", "b.csv", "b"):
        assert read_background(str(tmp_path / source)) == BACKGROUND, source


def test_rows_are_named_by_their_field(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text('{"n": "x", "body": "one"}\n{"n": "y", "body": "two"}\n')
    assert read_texts(str(tmp_path / "r.jsonl"), "body", "n") == {"x": "one", "y": "two"}
    with pytest.raises(UsageError, match="has no field 'text'"):
        read_texts(str(tmp_path / "r.jsonl"))


def test_a_match_needs_its_columns(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("doc,person\na,b\n")
    with pytest.raises(UsageError, match="needs the columns document and person"):
        read_match(tmp_path / "m.csv")


def test_renamed_documents_are_found_by_their_first_names(tmp_path: Path) -> None:
    release, report = tmp_path / "release.jsonl", tmp_path / "run.jsonl"
    release.write_text(json.dumps({"id": "000001", "text": TEXT}) + "\n")
    entry = document_json(id="mary.txt", output_id="000001", text=TEXT, changes=[], sensitive=[], risky=[])
    report.write_text(json.dumps(entry) + "\n")
    (tmp_path / "b.json").write_text(json.dumps(BACKGROUND))
    (tmp_path / "m.csv").write_text("document,person\nmary.txt,Mary\n")
    result = CliRunner().invoke(
        command,
        [
            str(release), "--id-field", "id", "--background", str(tmp_path / "b.json"),
            "--match", str(tmp_path / "m.csv"), "--report", str(report), "--json",
        ],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)["linkage"][0]["documents"]
    assert [(d["id"], d["person"]) for d in found] == [("000001", "Mary")]


@pytest.mark.parametrize("content", [b"\xff\xfe\0", b"doc,who\n1,2\n", b""])
def test_a_match_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.csv"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=r"document and person|document, person"):
        read_match(file)


def test_an_empty_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("")
    with pytest.raises(UsageError, match="cannot be read as a table"):
        read_table(file)


def test_the_report_of_another_release_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text("A person wrote.")
    report = tmp_path / "run.jsonl"
    entry = document_json(id="b.txt", output_id="b.txt", text="", changes=[], sensitive=[], risky=[])
    report.write_text(json.dumps(entry) + "\n")
    result = CliRunner().invoke(command, [str(tmp_path / "out"), "--report", str(report)])
    assert isinstance(result.exception, UsageError)
    assert "is it the report of this release?" in str(result.exception)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--thresholds", ""], "at least one each"),
        (["--strategies", ","], "at least one each"),
        (["--thresholds", "guarantee"], "no list of protected entities"),
        (["--strategies", "S9"], "S1, S2"),
    ],
)
def test_a_sweep_over_nothing_is_refused(tmp_path: Path, options: list[str], told: str) -> None:
    (tmp_path / "a.txt").write_text("Ada wrote.")
    result = CliRunner().invoke(sweep, [str(tmp_path / "a.txt"), *options])
    assert isinstance(result.exception, UsageError) and told in str(result.exception)


def test_a_sweep_needs_texts_and_marks_of_them(tmp_path: Path) -> None:
    empty, text, gold = tmp_path / "empty.txt", tmp_path / "a.txt", tmp_path / "gold.json"
    empty.write_text(" \n")
    text.write_text("Ada wrote.")
    gold.write_text(json.dumps([{"doc_id": "other", "text": "x", "annotations": {}}]))
    assert "holds no text" in str(CliRunner().invoke(sweep, [str(empty)]).exception)
    refused = CliRunner().invoke(sweep, [str(text), "--gold", str(gold)])
    assert "marks none of the 1 documents" in str(refused.exception)
