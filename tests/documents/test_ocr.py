"""Scanned pages: refused by default and without Tesseract, read where it is there and asked for."""

import io
import shutil
import zlib
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pikepdf import Dictionary, Name, Stream

from tests.command import run_command

DPI = 200


LINES = ("Mr Quernby came to Leeds.", "Margaret Holloway saw gardens.", "Then she slept.")


def letter() -> bytes:
    """Return a PDF of one page with a text."""
    with pikepdf.new() as file:
        page = file.add_blank_page(page_size=(300, 200))
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        page.Resources = Dictionary(Font=Dictionary(F1=font))
        words = "".join(f"BT /F1 12 Tf 20 {150 - 25 * n} Td ({line}) Tj ET\n" for n, line in enumerate(LINES))
        page.Contents = Stream(file, words.encode())
        target = io.BytesIO()
        file.save(target)
    return target.getvalue()


def scan(rotation: int = 0) -> bytes:
    """Return a PDF of one page with a picture of a text, which is shown upright."""
    page = pypdfium2.PdfDocument(letter())[0]
    picture = page.render(scale=DPI / 72, grayscale=True, rotation=-rotation % 360).to_numpy()
    height, width = picture.shape[:2]
    with pikepdf.new() as file:
        own = file.add_blank_page(page_size=(width * 72 / DPI, height * 72 / DPI))
        image = Stream(
            file, zlib.compress(picture.tobytes()), Type=Name.XObject, Subtype=Name.Image, Width=width, Height=height,
            ColorSpace=Name.DeviceGray, BitsPerComponent=8, Filter=Name.FlateDecode,
        )  # fmt: skip
        own.Resources = Dictionary(XObject=Dictionary(Im0=image))
        own.Contents = Stream(file, f"{width * 72 / DPI} 0 0 {height * 72 / DPI} 0 0 cm /Im0 Do".encode())
        own.Rotate = rotation
        target = io.BytesIO()
        file.save(target)
    return target.getvalue()


def test_scans_are_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(scan())
    done = run_command("sanitize", tmp_path / "a.pdf")
    assert (
        done.returncode == 1
        and "page 1, but a picture: read it by OCR first, or here with --ocr" in done.stderr
    )
    done = run_command("sanitize", tmp_path / "a.pdf", "--ocr", environment={"PATH": str(tmp_path)})
    assert (
        done.returncode == 2
        and done.stderr == "sanitizer: --ocr needs tesseract: apt-get install tesseract-ocr\n"
    )


@pytest.mark.heavy
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_scans_are_read_and_drawn_where_they_stand(tmp_path: Path, rotation: int) -> None:
    if shutil.which("tesseract") is None:
        pytest.fail("Tesseract is missing: make packages-all, or apt-get install tesseract-ocr")
    (tmp_path / "a.pdf").write_bytes(scan(rotation))
    for kind, name in (("text", "b.txt"), ("pdf", "b.pdf")):
        done = run_command("sanitize", tmp_path / "a.pdf", "--ocr", "--pdf", kind, "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
    told = (tmp_path / "b.txt").read_text()
    assert "Holloway" not in told and "saw gardens" in told and told.index("saw") < told.index("slept")
    page = pypdfium2.PdfDocument(tmp_path / "b.pdf")[0]
    assert "saw gardens" in page.get_textpage().get_text_bounded() and page.get_rotation() == rotation
    pages = (pypdfium2.PdfDocument(raw)[0] for raw in (scan(rotation), tmp_path / "b.pdf"))
    letters = (page.render(scale=1, grayscale=True).to_numpy() for page in pages)
    tops = [[row.min() < 128 for row in picture].index(True) for picture in letters]
    assert abs(tops[0] - tops[1]) <= 6  # points from the upper edge to the first line, as it is shown
