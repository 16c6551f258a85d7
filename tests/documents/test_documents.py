"""Reading what people have, and saying clearly what cannot be read."""

import gzip
import json
from pathlib import Path

import pytest

from sanitizer.documents.decode import decode
from sanitizer.documents.formats import FileDocument, Unreadable, Written
from sanitizer.documents.read import find_collection, read_documents
from sanitizer.documents.rewrite import rewritten
from sanitizer.documents.write import whole_file
from sanitizer.errors import DocumentError, UsageError
from sanitizer.text.edits import Change
from sanitizer.text.language import other_language
from sanitizer.types import Document, Span


def read(path: Path, **how: object) -> list[Document | Unreadable]:
    options = {"kind": None, "text_field": None, "id_field": None, "keep": (), **how}
    return list(read_documents(find_collection(str(path), **options)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "raw",
    ["naïve café".encode(), b"\xef\xbb\xbf" + "naïve café".encode(), "naïve café".encode("utf-16")],
)
def test_unicode_with_and_without_mark(raw: bytes) -> None:
    assert decode(raw) == "naïve café"


def test_other_encodings_are_recognized() -> None:
    text = "Señor Núñez vivió en Cádiz y trabajó allí muchos años; después murió. " * 5
    assert decode(text.encode("cp1252")) == text


def test_line_ends_stay_as_they_are() -> None:
    assert decode(b"a\r\nb\n\rc") == "a\r\nb\n\rc"


def test_binary_and_mixed_are_refused() -> None:
    with pytest.raises(DocumentError, match="binary"):
        decode(b"PK\0\1\2")
    with pytest.raises(DocumentError, match="mixes encodings"):
        decode("first café ".encode() + "then café".encode("latin-1") + b" and more text to come")


def test_folder_lists_texts_and_names_the_rest(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("two")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("one")
    (tmp_path / "scan.png").write_bytes(b"\x89PNG")
    (tmp_path / "bad.txt").write_bytes(b"\0\1")
    collection = find_collection(str(tmp_path), None, None, None, ())
    assert collection.skipped == ("scan.png",)
    items = list(read_documents(collection))
    assert [(i.id, i.text) for i in items if isinstance(i, Document)] == [
        ("b.txt", "two"),
        ("sub/a.md", "one"),
    ]
    assert [i.id for i in items if isinstance(i, Unreadable)] == ["bad.txt"]


def test_jsonl_fields_ids_and_faults(tmp_path: Path) -> None:
    rows = [
        '{"n": 1, "body": "one", "year": 1999}',
        "{broken",
        '{"n": 2}',
        "",
        '{"n": 1, "body": "again", "year": 1}',
    ]
    path = tmp_path / "notes.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    items = read(path, text_field="body", id_field="n", keep=("year",))
    assert items[0] == Document("1", "one", {"year": 1999})
    reasons = [i.reason for i in items if isinstance(i, Unreadable)]
    assert [r.split(":")[0] for r in reasons] == [
        "is not JSON",
        "has no text in field 'body' (--text-field)",
        "a document before it has the same id",
    ]


def test_csv_with_semicolons_and_long_fields(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f'id;text\n7;"a; ""b""\nc"\n8;{"x" * 200_000}\n', encoding="utf-8")
    items = read(path, id_field="id")
    assert [i.id for i in items] == ["7", "8"]
    assert isinstance(items[0], Document) and items[0].text == 'a; "b"\nc'
    with pytest.raises(UsageError, match="has no column 'body'"):
        read(path, text_field="body")


def test_tab_form(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{"doc_id": "001", "text": "A case.", "annotations": {}}]))
    assert read(path) == [Document("001", "A case.")]
    path.write_text("{}")
    with pytest.raises(UsageError, match="not a list"):
        read(path)


def test_missing_source_and_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        read(tmp_path / "none")
    with pytest.raises(UsageError, match=r"holds no \.txt"):
        read(tmp_path)


def test_files_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out" / "report.jsonl"
    with pytest.raises(RuntimeError), whole_file(target, private=True) as stream:
        stream.write("half")
        raise RuntimeError
    assert list(target.parent.iterdir()) == []
    with whole_file(target, private=True) as stream:
        stream.write("whole")
    assert target.read_text() == "whole" and target.stat().st_mode & 0o777 == 0o600


def test_language() -> None:
    french = (
        "Le chat dort sur la table de la cuisine pendant que les enfants jouent au ballon dans le jardin. "
        * 4
    )
    english = (
        "The cat sleeps on the table in the kitchen while the children play with a ball in the garden. " * 4
    )
    assert other_language(french) == "fr"
    assert other_language(english) is None
    assert other_language("Trop court") is None


CHAT = (  # a row of a chat
    '{"id": 7, "messages": [{"role": "user", "content": "I am Quernby."}, '
    '{"role": "bot", "content": "Hello Quernby"}], '
    '"meta": {"agent": "Vasterling", "n": [1, 2]}}\n'
)


def test_texts_of_nested_rows_are_one_document_and_keep_their_places(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        CHAT + '{"id": 8, "messages": []}\n{"id": 9, "messages": [{"content": 1}]}\n'
    )
    collection = find_collection(
        str(tmp_path / "a.jsonl"), None, "messages[].content", "id", ("messages[].role", "meta.n")
    )
    good, *bad = read_documents(collection)
    assert isinstance(good, FileDocument) and [p.text for p in good.pieces] == [
        "I am Quernby.",
        "Hello Quernby",
    ]
    assert [i.reason for i in bad if isinstance(i, Unreadable)] == [
        "has no texts, or something else, at 'messages[].content' (--text-field)"
    ] * 2
    start = good.text.index("Quernby")
    changes = [Change(Span(start, start + 7), "=a man", "sensitive", 0)]
    start = good.text.rindex("Quernby")
    changes.append(Change(Span(start, start + 7), "him", "sensitive", 0))
    raw = rewritten(good, changes, ["Quernby"])
    written = Written("n1", "", {}, raw)
    (line,) = collection.format.write([written], collection.fields)
    assert json.loads(line) == {
        "id": "n1",
        "messages": [{"content": "I am =a man.", "role": "user"}, {"content": "Hello him", "role": "bot"}],
        "meta": {"n": [1, 2]},
    }
    assert list(json.loads(line)) == ["id", "messages", "meta"]
