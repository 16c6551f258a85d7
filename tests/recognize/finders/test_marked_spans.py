import gzip
import json
from pathlib import Path

import pytest
import spacy

from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.marked_spans import Given, key_of
from sanitizer.recognize.finders.span_files import mention_of
from sanitizer.types import Span
from tests.contracts.recognizer import TEXTS, RecognizerContract

NLP = spacy.blank("en")
TEXT = "Anna met Bob."


class TestContract(RecognizerContract):
    def make(self) -> Recognizer:
        return Given({}, {key_of(TEXTS[2]): [mention_of(3, 15, "PERSON")]})


def test_jsonl(tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl"
    rows = [
        {"id": "a", "spans": [[9, 12, "PER"], [0, 4, "PERSON", "a woman"]]},
        {"text": TEXT, "spans": [{"start": 0, "end": 4, "type": "PERSON", "entity": 3}]},
    ]
    file.write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")
    given = Given.read(file)
    doc = NLP("Anna met Bob!")
    doc.user_data["id"] = "a"
    assert [(m.span, m.type, m.generalization) for m in given.find(doc)] == [
        (Span(0, 4), "PERSON", "a woman"),
        (Span(9, 12), "PERSON", None),
    ]
    assert [m.entity for m in given.find(NLP(TEXT))] == [3]
    assert given.find(NLP("another")) == []


def test_tab_form(tmp_path: Path) -> None:
    def m(start: int, end: int, identifier: str) -> dict[str, object]:
        return {"start_offset": start, "end_offset": end, "entity_type": "DEM", "identifier_type": identifier}

    file = tmp_path / "tab.json.gz"
    annotations = {
        "a1": {"entity_mentions": [m(0, 4, "QUASI"), m(5, 8, "NO_MASK")]},
        "a2": {"entity_mentions": [m(0, 4, "DIRECT"), m(9, 12, "DIRECT")]},
    }
    content = json.dumps([{"doc_id": "x", "text": TEXT, "annotations": annotations}])
    file.write_bytes(gzip.compress(content.encode()))
    assert [(m.span, m.type) for m in Given.read(file).find(NLP(TEXT))] == [
        (Span(0, 4), "DEM"),
        (Span(9, 12), "DEM"),
    ]


def test_spans_that_do_not_fit() -> None:
    doc = NLP("short")
    doc.user_data["id"] = "a"
    with pytest.raises(DocumentError, match="ends after the text"):
        Given({"a": [mention_of(0, 40)]}).find(doc)


@pytest.mark.parametrize(
    "line", ['{"id": "a"}', '{"spans": [[0, 1]]}', '{"id": "a", "spans": [[5, 2, "X"]]}', "no"]
)
def test_bad_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text('{"id": "z", "spans": []}\n' + line, encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        Given.read(file)


def spans(given: Given, text: str, name: str | None = None) -> list[tuple[int, int, str]]:
    doc = NLP(text)
    if name is not None:
        doc.user_data["id"] = name
    return [(m.span.start, m.span.end, m.type) for m in given.find(doc)]


@pytest.mark.parametrize(
    "content",
    [
        '{"a": [[0, 4, "PERSON"], [9, 12, "PERSON"]]}',
        '[{"id": "a", "spans": [[0, 4, "PER"], [9, 12, "PER"]]}]',
        # Presidio's results, GLiNER's, and those of token classification
        '{"id": "a", "results": [{"entity_type": "PERSON", "start": 0, "end": 4, "score": 0.85}, '
        '{"entity_type": "PERSON", "start": 9, "end": 12, "score": 0.4}]}',
        '{"id": "a", "entities": [{"start": 0, "end": 4, "label": "person", "text": "Anna", "score": 0.9}, '
        '{"start": 9, "end": 12, "label": "person", "text": "Bob", "score": 0.8}]}',
        '{"id": "a", "entities": [{"start": 0, "end": 4, "entity_group": "PER"}, '
        '{"start": 9, "end": 12, "entity": "PER"}]}',
    ],
)
def test_results_of_other_tools(tmp_path: Path, content: str) -> None:
    file = tmp_path / "spans.json"
    file.write_text(content, encoding="utf-8")
    assert spans(Given.read(file), TEXT, "a") == [(0, 4, "PERSON"), (9, 12, "PERSON")]


def test_brat_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.ann").write_text(
        "T1\tPERSON 0 4\tAnna\nE1\tMET:T1\nT2\tPER 9 12\tBob\n", encoding="utf-8"
    )
    (tmp_path / "b.ann").write_text("T1\tGPE 0 3;9 12\tAnn Bob\n", encoding="utf-8")
    folder = Given.read(tmp_path)
    assert spans(folder, TEXT, "sub/a.txt") == [(0, 4, "PERSON"), (9, 12, "PERSON")]
    assert spans(folder, TEXT, "b.txt") == [(0, 3, "GPE"), (9, 12, "GPE")]
    assert spans(folder, TEXT, "c.txt") == []
    assert spans(Given.read(tmp_path / "sub" / "a.ann"), TEXT, "a.md") == [
        (0, 4, "PERSON"),
        (9, 12, "PERSON"),
    ]
    with pytest.raises(DocumentError, match="other words"):
        spans(folder, "Bobi met Anna.", "sub/a.txt")
    (tmp_path / "b.ann").write_text("T1\tGPE 5\tx\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"b\.ann: brat annotations, line 1"):
        Given.read(tmp_path)
    (tmp_path / "none").mkdir()
    with pytest.raises(UsageError, match="no brat file"):
        Given.read(tmp_path / "none")
