"""Formats of files: the shipped ones and that of the plug-in keep one contract; what is written is read again."""

import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanitizer import UsageError, plugins
from sanitizer.documents import known_formats
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Fields,
    FileDocument,
    Piece,
    Written,
    edited,
)
from sanitizer.documents.known_formats import SHIPPED, format_called, name_of_format
from sanitizer.documents.rewrite import edits_of_pieces, rewritten
from sanitizer.errors import DocumentError
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.run.collection import Work
from sanitizer.run.journal import Journal
from sanitizer.text.edits import Change, apply
from sanitizer.types import Span
from tests import tiny
from tests.contracts.document_format import DocumentFormatContract, changes_of
from tests.plugin.badge_parts import Notes

NOTE = b"note\ntitle: Boston\n\nMr Quernby of Boston came.\n"


class TestPlainText(DocumentFormatContract):
    def make(self) -> DocumentFormat:
        return SHIPPED["text"]

    def file(self) -> bytes:
        return b"Mr Quernby came.\r\nMr Quernby went.\n"


class TestJsonLines(DocumentFormatContract):
    def make(self) -> DocumentFormat:
        return SHIPPED["jsonl"]

    def file(self) -> bytes:
        return b'{"text": "Mr Quernby came.", "year": 1999}\n{"text": "Quernby", "year": [2]}\n'


class TestCsv(DocumentFormatContract):
    def make(self) -> DocumentFormat:
        return SHIPPED["csv"]

    def file(self) -> bytes:
        return b'text,year\n"Mr Quernby, of Boston","19 99"\nQuernby,1\n'


class TestTab(DocumentFormatContract):
    def make(self) -> DocumentFormat:
        return SHIPPED["json"]

    def file(self) -> bytes:
        return json.dumps([{"doc_id": "1", "text": "Mr Quernby", "year": None}]).encode()


class TestNotes(DocumentFormatContract):
    def make(self) -> DocumentFormat:
        return Notes()

    def file(self) -> bytes:
        return b"note\ntitle: Mr Quernby\ntitle: Quernby\ntrace: host\n\nMr Quernby came.\n\nHe went.\n"


PIECES = st.lists(st.text("ab \n", max_size=5).map(Piece), min_size=1, max_size=5)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a loaded machine is no fault
@given(PIECES, st.data())
def test_edits_of_pieces_are_the_changes_of_their_text(pieces: list[Piece], data: st.DataObject) -> None:
    """Each character that a change covers goes, each other stays, and a replacement stands once."""
    text = BETWEEN.join(p.text for p in pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    changes = [Change(span, f"<{n}>", "sensitive", n) for n, span in enumerate(spans)]
    edits = edits_of_pieces(pieces, changes)
    covered = {at for span in spans for at in range(span.start, span.end)}
    start, owner = 0, {}
    for number, piece in enumerate(pieces):
        own = range(start, start + len(piece.text))
        stays = [text[at] for at in own if at not in covered]
        plain = [(e.start, e.end, "") for e in edits[number]]
        cut = "".join(
            piece.text[a:b]
            for a, b in zip([0, *(e for _, e, _ in plain)], [*(s for s, _, _ in plain), None], strict=True)
        )
        assert cut == "".join(stays)
        owner.update(dict.fromkeys(own, number))
        start += len(piece.text) + len(BETWEEN)
    told = "".join(edited(p.text, own) for p, own in zip(pieces, edits, strict=True))
    for number, span in enumerate(spans):
        touches = any(at in owner for at in range(span.start, span.end))
        assert told.count(f"<{number}>") == int(touches)


def note(raw: bytes = NOTE) -> FileDocument:
    (document,) = SHIPPED_AND_NOTES["note"].read(raw, "a.note", Fields())
    assert isinstance(document, FileDocument)
    return FileDocument(document.id, document.text, format="note", source=raw, pieces=document.pieces)


SHIPPED_AND_NOTES: dict[str, DocumentFormat] = {**SHIPPED, "note": Notes()}


class Careless(Notes):
    """Writes the traces too, which are not read."""

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        for document in documents:
            head, _, _ = document.source.partition(b"\n\n")
            traces = [line.decode() for line in head.split(b"\n") if line.startswith(b"trace: ")]
            yield "\n".join(
                ["note", *traces, *(f"title: {t}" for t in document.texts[:-1]), "", document.texts[-1]]
            ).encode()


class Lossy(Notes):
    """Writes no title."""

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        for document in documents:
            yield f"note\n\n{document.texts[-1]}".encode()


@pytest.fixture
def formats(monkeypatch: pytest.MonkeyPatch) -> dict[str, DocumentFormat]:
    """Provide the formats that are known, to be changed."""
    known = dict(SHIPPED_AND_NOTES)
    monkeypatch.setattr("sanitizer.documents.rewrite.format_called", known.__getitem__)
    return known


def test_a_file_is_written_with_its_changes(formats: dict[str, DocumentFormat]) -> None:
    document = note()
    changes = sorted(
        [*changes_of(document.text, "Boston", "a city"), *changes_of(document.text, "Mr Quernby", "a man")],
        key=lambda c: c.span,
    )
    raw = rewritten(document, changes, ["Boston", "Quernby"])
    assert raw == b"note\ntitle: a city\n\na man of a city came.\n"
    assert apply(document.text, changes) == "a city\n\na man of a city came.\n"


@pytest.mark.parametrize(
    ("own", "raw", "why"),
    [
        (
            Careless(),
            b"note\ntrace: Quernby\n\nMr Quernby came.\n",
            "which is not read as text, holds a sensitive form",
        ),
        (Lossy(), NOTE, "does not read as what was sanitized"),
    ],
)
def test_a_file_that_would_not_be_clean_is_not_written(
    formats: dict[str, DocumentFormat], own: DocumentFormat, raw: bytes, why: str
) -> None:
    formats["note"] = own
    document = note(raw)
    with pytest.raises(DocumentError, match=why):
        rewritten(document, changes_of(document.text, "Quernby", "a man"), ["Quernby"])


def test_work_writes_and_the_journal_keeps_the_file(
    formats: dict[str, DocumentFormat], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("run") / "journal"
    document = note()
    work = Work(tiny.sanitizer(Phrase("Boston", "GPE")), ids="kept")
    outcome = work(document)
    assert outcome.reason is None and outcome.file is not None and b"Boston" not in outcome.file
    journal = Journal(place, "same", False, False)
    journal.add(document, outcome)
    journal.close()
    again = Journal(place, "same", True, False)
    known = again.known(document)
    assert known is not None and known.file == outcome.file
    assert again.known(note(NOTE + b"More.\n")) is None
    other = FileDocument(document.id, document.text, format="note", source=b"other", pieces=document.pieces)
    assert again.known(other) is None  # the same text in another file
    again.close()
    formats["note"] = Lossy()
    assert "cannot be written as note" in str(work(document).reason)


def test_formats_are_told_by_the_ending() -> None:
    cases = {
        "a.txt": "text", "A.MD": "markdown", "a.jsonl.gz": "jsonl", "a.csv": "csv", "a.json.zst": "json", "a.gz": None,
        "a": None, "a.docx": "word", "a.doc": None,
    }  # fmt: skip
    assert {name: name_of_format(name) for name in cases} == cases
    with pytest.raises(UsageError, match=r"no such format.*did you mean"):
        format_called("jsonlines")


def test_a_format_that_takes_the_ending_of_another_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Texts(Notes):
        suffixes: tuple[str, ...] = (".note", ".md")

    monkeypatch.setattr(plugins, "without_clash", lambda *_: {"texts": Texts()})
    with pytest.raises(UsageError, match=r"'markdown' and 'texts' both read files named \*\.md"):
        known_formats.known_formats()
    monkeypatch.setattr(plugins, "without_clash", lambda *_: {"texts": object()})
    monkeypatch.setattr(plugins, "origins", lambda *_: {"texts": "some 1.0"})
    with pytest.raises(UsageError, match=r"some 1\.0: 'texts' is no DocumentFormat"):
        known_formats.known_formats()
