"""Files as LibreOffice makes them, and what it reads in those that were written."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill

from sanitizer.documents.formats import Choices, Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.rewrite import rewritten
from tests.contracts.document_format import changes_of

pytestmark = pytest.mark.heavy

PAGE = """<html><body><h1>Letter to Mr Quernby</h1><p>Dear Mr <b>Quer</b>nby, <i>thank you</i>.</p>
<table border="1"><tr><td>Name</td><td>Quernby</td></tr></table><ul><li>one</li><li>Quernby</li></ul></body></html>"""
ROWS = "name,year\nQuernby,1999\nGrey,2001\n"


def convert(source: Path, ending: str, folder: Path) -> Path:
    """Return what LibreOffice makes of a file."""
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
    folder.mkdir(exist_ok=True)
    subprocess.run([*call, folder, source], capture_output=True, timeout=120, check=True)
    return folder / f"{source.stem}.{ending.partition(':')[0]}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Provide files of each format."""
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


def pixels(path: Path) -> list[bytes]:
    """Return the pages of a PDF as pixels."""
    return [page.render(scale=1).to_numpy().tobytes() for page in pypdfium2.PdfDocument(path)]


def coloured(path: Path) -> Path:
    """Return a workbook with colours, widths and formats of numbers, and without headers of pages, which are left
    out."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["name", "share"], ["Quernby", 0.25], ["Grey", 0.75]):
        sheet.append(row)
    sheet["A1"].font, sheet["A2"].fill = Font(bold=True, size=15), PatternFill("solid", "FFCC00")
    sheet["B2"].number_format, sheet.column_dimensions["A"].width = "0.0%", 33
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("name", "ending"),
    [("word", "docx"), ("opendocument", "odt"), ("excel", "xlsx"), ("opendocument", "ods")],
)
def test_what_is_not_changed_looks_as_it_did(made: Path, name: str, ending: str) -> None:
    source = made / f"{'t' if ending == 'ods' else 'a'}.{ending}"
    if ending == "xlsx":
        source = coloured(made / "c.xlsx")
    (own,) = format_called(name).read(source.read_bytes(), "a", Fields())
    assert isinstance(own, FileDocument)
    known = FileDocument(own.id, own.text, format=name, source=own.source, pieces=own.pieces)
    folder = made / f"same-{ending}"
    folder.mkdir()
    out = folder / f"b.{ending}"
    out.write_bytes(rewritten(known, [], []))
    before, after = (pixels(convert(path, "pdf", folder / str(n))) for n, path in enumerate((source, out)))
    assert before == after and any(set(page) != {255} for page in before)


def test_a_pdf_of_libreoffice_is_made_anew(made: Path) -> None:
    fields = Fields(choices=Choices(pdf="pdf"))
    (own,) = format_called("pdf").read((made / "a.pdf").read_bytes(), "a", fields)
    assert isinstance(own, FileDocument)
    known = replace(own, format="pdf", asked=fields)
    raw = rewritten(known, changes_of(own.text, "Quernby", "Green"), ["Quernby"])
    (made / "anew.pdf").write_bytes(raw)
    told = pypdfium2.PdfDocument(raw)[0].get_textpage().get_text_bounded()
    assert told.count("Green") == own.text.count("Quernby") and "Quernby" not in told and "thank you" in told
    size = [pypdfium2.PdfDocument(path)[0].get_size() for path in (made / "a.pdf", made / "anew.pdf")]
    assert size[0] == size[1]
