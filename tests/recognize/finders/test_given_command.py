"""Spans and recognizers through the command: what would mark nothing is refused."""

import json
from pathlib import Path

import pytest

from sanitizer.build import Recipe
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.marked_spans import Given
from tests.test_command import ok, run

TEXT = "They work for  sunrise in the north."
SPAN = [15, 22, "ORG"]


def given(folder: Path, content: object) -> str:
    (folder / "s.json").write_text(json.dumps(content), encoding="utf-8")
    return f"spans:{folder / 's.json'}"


@pytest.mark.parametrize("kind", ["text", "rows", "brat"])
def test_spans_of_no_document_of_the_run_are_refused(tmp_path: Path, kind: str) -> None:
    source, spans = tmp_path / "l.txt", given(tmp_path, [{"id": "letter", "spans": [SPAN]}])
    if kind == "rows":
        source, spans = tmp_path / "l.jsonl", given(tmp_path, {"07": [SPAN], "8": [SPAN]})
        source.write_text(f'{{"id": 7, "text": "{TEXT}"}}\n{{"id": 8, "text": "{TEXT}"}}\n', encoding="utf-8")
    else:
        source.write_text(TEXT, encoding="utf-8")
    if kind == "brat":
        (tmp_path / "marks").mkdir()
        (tmp_path / "marks" / "L.ann").write_text("T1\tORG 15 22\tsunrise\n", encoding="utf-8")
        spans = f"spans:{tmp_path / 'marks'}"
    ids = ["--id-field", "id"] if kind == "rows" else []
    done = run("sanitize", source, "-o", tmp_path / "o", "--recognizer", spans, *ids)
    assert done.returncode == 2
    assert f"1 of the {2 if kind == 'rows' else 1} documents that have spans there" in done.stderr.decode()
    assert b"letter" not in done.stderr and not (tmp_path / "o").exists()


def test_spans_that_fit_are_taken(tmp_path: Path) -> None:
    (tmp_path / "l.txt").write_text(TEXT, encoding="utf-8")
    spans = given(tmp_path, [{"id": "l", "spans": [SPAN]}, {"id": "m", "spans": []}])
    ok("sanitize", tmp_path / "l.txt", "-o", tmp_path / "o.txt", "--recognizer", spans)
    assert "sunrise" not in (tmp_path / "o.txt").read_text(encoding="utf-8")


def test_a_document_is_known_by_its_id_or_its_text(tmp_path: Path) -> None:
    mention = {"start_offset": 15, "end_offset": 22, "entity_type": "ORG", "identifier_type": "DIRECT"}
    row = {"doc_id": "x", "text": TEXT, "annotations": {"a": {"entity_mentions": [mention]}}}
    known = Given.read(given(tmp_path, [row]).removeprefix("spans:"))
    for name, text in (("x.txt", "other"), ("y", TEXT)):
        known.check_documents([("z", "more"), (name, text)])
    with pytest.raises(UsageError, match="1 of the 1 documents"):
        known.check_documents([("y", "other")])


@pytest.mark.parametrize("content", ["", "[]", '[{"id": "l", "spans": []}]', "{}"])
def test_files_without_a_span_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "l.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "s.json").write_text(content, encoding="utf-8")
    done = run(
        "sanitize", tmp_path / "l.txt", "-o", tmp_path / "o", "--recognizer", f"spans:{tmp_path / 's.json'}"
    )
    assert done.returncode == 2 and b"it holds no span" in done.stderr
    assert not (tmp_path / "o").exists()


def test_no_recognizer_at_all_is_said() -> None:
    with pytest.raises(UsageError, match='say "none"'):
        Sanitizer.default(recognizers=[])
    with pytest.raises(UsageError, match='say "none"'):
        Sanitizer.default(recognizers=())
    with pytest.raises(UsageError, match="stands alone"):
        Recipe(("none", "model"))
    done = Sanitizer.default(recognizers=["none"], strategy="S2").sanitize("Ann Miller lives in Oslo.")
    assert done.text == "Ann Miller lives in Oslo."
