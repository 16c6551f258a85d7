"""Files as LibreOffice makes them, and what it reads in those that were written."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.rewrite import rewritten
from tests.contracts.document_format import changes_of

pytestmark = pytest.mark.heavy

PAGE = """<html><body><h1>Letter to Mr Quernby</h1><p>Dear Mr <b>Quer</b>nby, <i>thank you</i>.</p>
<table border="1"><tr><td>Name</td><td>Quernby</td></tr></table><ul><li>one</li><li>Quernby</li></ul></body></html>"""
ROWS = "name,year\nQuernby,1999\nGrey,2001\n"


def convert(source: Path, ending: str, folder: Path) -> Path:
    """What LibreOffice makes of a file."""
    program = shutil.which("soffice")
    if program is None:
        pytest.fail(
            "LibreOffice is missing: make packages-all, or apt-get install libreoffice-writer libreoffice-calc"
        )
    call = [
        program,
        "--headless",
        f"-env:UserInstallation=file://{folder}/profile",
        "--convert-to",
        ending,
        "--outdir",
    ]
    subprocess.run([*call, folder, source], capture_output=True, timeout=120, check=True)
    return folder / f"{source.stem}.{ending.partition(':')[0]}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Files of each format."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "a.html").write_text(PAGE)
    (folder / "t.csv").write_text(ROWS)
    text = convert(folder / "a.html", "odt", folder)
    for ending in ("docx", "pdf"):
        convert(text, ending, folder)
    for ending in ("xlsx", "ods"):
        convert(folder / "t.csv", ending, folder)
    yield folder


@pytest.mark.parametrize(
    ("name", "ending", "reader"),
    [
        ("word", "docx", "txt:Text"), ("opendocument", "odt", "txt:Text"), ("pdf", "pdf", ""), ("excel", "xlsx", "csv"),
        ("opendocument", "ods", "csv"),
    ],
)  # fmt: skip
def test_files_of_libreoffice_are_read_and_written(made: Path, name: str, ending: str, reader: str) -> None:
    source = made / f"{'t' if reader == 'csv' else 'a'}.{ending}"
    (own,) = format_called(name).read(source.read_bytes(), "a", Fields())
    assert isinstance(own, FileDocument) and "Quernby" in own.text
    known = FileDocument(own.id, own.text, format=name, source=own.source, pieces=own.pieces)
    folder = made / f"written-{ending}"
    folder.mkdir()
    out = folder / f"b.{ending}"
    out.write_bytes(rewritten(known, changes_of(own.text, "Quernby", "Green"), ["Quernby"]))
    told = (convert(out, reader, folder) if reader else out).read_text(encoding="utf-8-sig")
    assert "Quernby" not in told and told.count("Green") == own.text.count("Quernby")
    same = (convert(source, reader, folder) if reader else None) if name != "pdf" else None
    if same is not None:  # what was not to change reads as it did
        assert same.read_text(encoding="utf-8-sig").replace("Quernby", "Green") == told
