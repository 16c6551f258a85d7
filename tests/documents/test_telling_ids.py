"""Ids and names of files are read like texts, and fields that are kept are warned about."""

import json
from pathlib import Path

import pytest

from tests.documents.calls import PLAIN, Call, rows, tree

TELLING = [
    "Gary-Whitcombe-HIV-positive.txt", "helena.markovic@example.org.txt", "536-90-4399.txt", "1991-05-03.txt",
    "536904399.txt", "hmarkovic.txt", "markovic2.txt", "Priya Raghunathan/notes.txt", "MarkBrown.txt",
    "notes/QX-72-C3.txt", "letter_g_brown.txt", "Markovi%C4%87.txt", "nhs-684 934 0722.txt",
]  # fmt: skip
ORDINARY = ["discharge-letter.txt", "000012.txt", "doc-17.txt", "chapter_3.md", "ward/DischargeLetter.txt"]


@pytest.mark.finding("C2", "M3")
def test_names_of_files_are_read(tmp_path: Path, call: Call) -> None:
    for name in (*TELLING, *ORDINARY):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PLAIN)
    report, masks = tmp_path / "r.jsonl", tmp_path / "m.json"
    call("sanitize", tmp_path / "in", "-o", tmp_path / "out", "--report", report, "--masks", masks)
    out = tree(tmp_path / "out")
    assert len(out) == len(TELLING) + len(ORDINARY) and set(ORDINARY) <= set(out)
    assert not set(TELLING) & set(out) and not [name for name in out if "Priya" in name]
    assert [n for n in out if n.startswith("notes/")] and [n for n in out if n.endswith("/notes.txt")]
    assert sorted(json.loads(masks.read_text())) == out
    done = call("sanitize", tmp_path / "in", "-o", tmp_path / "kept", "--keep-ids")
    assert done.status == 0 and tree(tmp_path / "kept") == sorted((*TELLING, *ORDINARY))


@pytest.mark.finding("C2", "n9")
def test_ids_of_rows_are_read_and_numbers_stay_numbers(tmp_path: Path, call: Call) -> None:
    ids = ["Gary Whitcombe", "536-90-4399", "gary.whitcombe@nhs.uk", 7, "doc-17", 536904399, "000001"]
    (tmp_path / "a.jsonl").write_text(rows(*({"id": i, "text": PLAIN} for i in ids)))
    done = call("sanitize", tmp_path / "a.jsonl", "--id-field", "id", "-o", tmp_path / "o.jsonl")
    assert done.status == 0
    new = [json.loads(line)["id"] for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert new == ["000001", "000002", "000003", 7, "doc-17", "000006", "000007"]


def test_what_fails_is_not_named_by_its_name(tmp_path: Path, call: Call) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Gary-Whitcombe.txt").write_bytes(b"%PDF-1.3 endobj")
    (tmp_path / "in" / "letter.txt").write_text(PLAIN)
    done = call("sanitize", tmp_path / "in", "-o", tmp_path / "out", "--json", "--report", tmp_path / "r")
    assert (
        done.status == 1
        and "document 1 of the input: is a PDF" in done.err
        and "Whitcombe" not in done.err + done.out
    )
    assert "Gary-Whitcombe.txt" in (tmp_path / "r").read_text()


@pytest.mark.finding("N20")
def test_kept_fields_that_tell_are_warned_about(tmp_path: Path, call: Call) -> None:
    people = ["Helena Markovic", "gary whitcombe", "quite", "often"]
    (tmp_path / "a.jsonl").write_text(rows(*({"who": p, "year": 1999, "text": PLAIN} for p in people)))
    call_ = ("sanitize", tmp_path / "a.jsonl", "--keep-field", "who", "--keep-field", "year", "-o")
    done = call(*call_, tmp_path / "o.jsonl", "--report", tmp_path / "r.jsonl")
    assert "in 2 of 4 documents the field 'who'" in done.err and "'year'" not in done.err
    assert "Markovic" not in done.err
    summary = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])
    assert summary["kept_identifying"] == {"who": 2}


def test_kept_ids_that_tell_are_warned_about(tmp_path: Path, call: Call) -> None:
    people = ["Helena Markovic", "a-17", "quite"]
    (tmp_path / "a.jsonl").write_text(rows(*({"id": p, "text": PLAIN} for p in people)))
    asked = ("sanitize", tmp_path / "a.jsonl", "--keep-ids", "-o")
    done = call(*asked, tmp_path / "o.jsonl", "--id-field", "id", "--report", tmp_path / "r.jsonl")
    assert "in 1 of 3 documents the id or the name of the file may tell something" in done.err
    assert "Markovic" not in done.err and "Markovic" in (tmp_path / "o.jsonl").read_text()
    summary = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])
    assert summary["kept_identifying"] == {"(id)": 1}
    assert "may tell" not in call(*asked, tmp_path / "numbers.jsonl").err


@pytest.mark.parametrize("option", ["--keep-field", "--text-field", "--id-field", "--person-field"])
@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
@pytest.mark.finding("N20")
def test_a_misspelt_field_is_one_error(tmp_path: Path, call: Call, option: str, name: str) -> None:
    source = tmp_path / name
    source.write_text(rows({"text": "x", "year": 1}) * 3 if name == "a.jsonl" else "text,year\nx,1\ny,2\n")
    done = call("sanitize", source, option, "yaer", "-o", tmp_path / "o")
    assert done.status == 2 and len(done.err.splitlines()) == 1
    assert "did you mean 'year'?" in done.err and option in done.err and not (tmp_path / "o").exists()
