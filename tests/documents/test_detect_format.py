"""The format of what comes without a name is told by its content."""

import gzip
import io
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from sanitizer.documents.detect_format import format_of
from tests.documents import files
from tests.documents.calls import caller, tree
from tests.documents.test_archives import packed

KINDS: dict[str, Callable[[], bytes]] = {
    "word": files.word, "powerpoint": files.powerpoint, "excel": files.excel, "opendocument": files.open_document,
    "html": files.page, "mail": files.mail, "mailbox": files.mailbox, "subtitles": files.subtitles,
    "pdf": lambda: b"%PDF-1.7\n", "rtf": lambda: b"{\\rtf1 Mr Quernby}", "parquet": lambda: b"PAR1",
    "svg": lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>",
    "text": lambda: b"He came <b>late</b>.\n",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_format_is_told_by_its_content(kind: str) -> None:
    assert format_of(KINDS[kind]()) == kind


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04 damaged", b"\xff\xfe\x00", b"\x89PNG\r\n"])
def test_what_is_of_no_known_content_is_a_text(raw: bytes) -> None:
    assert format_of(raw) == "text"


def test_standard_input_needs_no_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(files.word())))
    done = caller(capsys)("sanitize", "-", "-o", tmp_path / "out.docx", "--any-language", "--quiet")
    assert done.status == 0 and format_of((tmp_path / "out.docx").read_bytes()) == "word"


@pytest.mark.parametrize("ending", [".gz", ".xz", ".zst"])
def test_packed_standard_input_is_unpacked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    packers: dict[str, Callable[[bytes], bytes]] = {
        ".gz": gzip.compress,
        ".xz": lzma.compress,
        ".zst": zstandard.ZstdCompressor().compress,
    }
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(packers[ending](files.word()))))
    done = caller(capsys)("sanitize", "-", "-o", tmp_path / "out.docx", "--any-language", "--quiet")
    assert done.status == 0 and format_of((tmp_path / "out.docx").read_bytes()) == "word"


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz"])
def test_an_archive_may_come_by_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    source = packed(tmp_path / name, {"./a/one.txt": b"He came.", "b.docx": files.word()})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(source.read_bytes())))
    done = caller(capsys)("sanitize", "-", "-o", tmp_path / "out", "--any-language", "--quiet")
    assert done.status == 0 and tree(tmp_path / "out") == ["a/one.txt", "b.docx"]
