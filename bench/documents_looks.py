# ruff: noqa: E402
"""Compare how files of Office and OpenDocument look before and after: python bench/documents_looks.py FILE...

Each file is read and written without any change of its words; LibreOffice draws both, and the pages are compared.
Pictures, which become grey, are made grey before as well. Prints for each ending how many files were refused, how many
have the same pixels, the same letters within a point, or neither, and names the last.
"""

import argparse
import io
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2

sys.path[:0] = [str(Path(__file__).parent.parent)]

from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.known_formats import format_called, name_of_format
from sanitizer.documents.pictures import BLANK
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError

_AT_ONCE = 40


def unchanged(raw: bytes, kind: str) -> bytes:
    """Return a file as it is written where no word changes. Raises DocumentError."""
    (own,) = format_called(kind).read(raw, "a", Fields())
    assert isinstance(own, FileDocument)
    return rewritten(replace(own, format=kind, asked=Fields()), [], [])


def without_pictures(raw: bytes) -> bytes:
    """Return a packed file with a grey pixel in the place of each picture."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            is_picture = "/media/" in entry.filename or entry.filename.startswith("Pictures/")
            packed = zipfile.ZIP_STORED if entry.filename == "mimetype" else zipfile.ZIP_DEFLATED
            new.writestr(entry.filename, BLANK if is_picture else old.read(entry), packed)
    return target.getvalue()


def draw(files: Sequence[Path], folder: Path) -> None:
    """Let LibreOffice make a PDF of each file."""
    call = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", "pdf"]
    for at in range(0, len(files), _AT_ONCE):
        some = [str(path) for path in files[at : at + _AT_ONCE]]
        subprocess.run([*call, "--outdir", str(folder), *some], capture_output=True, timeout=900, check=False)


def pages_of(path: Path) -> tuple[list[Any], list[list[tuple[str, float, float]]]]:
    """Return the pixels of the pages of a PDF, and the letters of each with their places."""
    file = pypdfium2.PdfDocument(path)
    pixels = [page.render(scale=1).to_numpy() for page in file]
    letters = []
    for page in file:
        text = page.get_textpage()
        told = text.get_text_range()
        boxes = [text.get_charbox(n) for n in range(min(len(told), text.count_chars()))]
        letters.append([(c, box[0], box[1]) for c, box in zip(told, boxes, strict=False) if not c.isspace()])
    file.close()
    return pixels, letters


def compared(before: Path, after: Path) -> str:
    """Return what becomes of a file, in words."""
    if not before.exists():
        return "not drawn before"
    if not after.exists():
        return "NOT DRAWN AFTER"
    (pixels, letters), (others, told) = pages_of(before), pages_of(after)
    if len(pixels) == len(others) and all(
        a.shape == b.shape and (a == b).all() for a, b in zip(pixels, others, strict=True)
    ):
        return "same pixels"
    near = len(letters) == len(told) and all(map(_are_near, letters, told))
    return "same letters" if near else "else"


def _are_near(before: Sequence[tuple[str, float, float]], after: Sequence[tuple[str, float, float]]) -> bool:
    """Return whether two pages have the same letters within a point."""
    return len(before) == len(after) and all(
        a == b and abs(x - u) + abs(y - v) < 1 for (a, x, y), (b, u, v) in zip(before, after, strict=True)
    )


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--keep", type=Path, help="a folder that keeps both files and both PDFs")
    options = parser.parse_args()
    files = options.files
    told: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as place:
        folders = [(options.keep or Path(place)) / name for name in ("before", "after")]
        for folder in folders:
            folder.mkdir(parents=True)
        named: dict[str, Path] = {}
        for number, path in enumerate(files):
            raw, name = path.read_bytes(), f"{number:05d}{path.suffix}"
            try:
                new = unchanged(raw, name_of_format(path.name) or "text")
            except DocumentError as error:
                told[path.suffix, "refused"] += 1
                print(f"  refused: {path.name}: {error}")
                continue
            (folders[0] / name).write_bytes(without_pictures(raw))
            (folders[1] / name).write_bytes(new)
            named[name] = path
        for folder in folders:
            draw(sorted(folder.iterdir()), folder)
        for name, path in named.items():
            what = compared(*(folder / f"{Path(name).stem}.pdf" for folder in folders))
            told[path.suffix, what] += 1
            if what != "same pixels":
                print(f"  {what}: {path.name} ({name})")
    for ending in sorted({ending for ending, _ in told}):
        counts = ", ".join(f"{count} {what}" for (own, what), count in sorted(told.items()) if own == ending)
        print(f"{ending}: {counts}")


if __name__ == "__main__":
    main()
