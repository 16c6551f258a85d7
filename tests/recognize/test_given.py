import gzip
import json
from pathlib import Path

import pytest
import spacy

from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.given import Given, key_of, mention_of
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
