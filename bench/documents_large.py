# ruff: noqa: E402, E501
"""Time large files by the command: python bench/documents_large.py [--pages N] [--rows N].

A PDF of many pages of prose, read as text and made anew, and a workbook of many rows; for each the seconds of processor
and the most memory of the command, and what is left of the names.
"""

import argparse
import io
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pikepdf
from openpyxl import Workbook
from pikepdf import Dictionary, Name, Stream

sys.path[:0] = [str(Path(__file__).parent.parent)]

from bench.documents import holds

_NAME = "Quernby"
_PROSE = (
    f"Mr {_NAME} came to Leeds on the fourth of May.", "He saw the gardens of the hospital and went home.",
    "The nurse said that he slept well, and that he ate.", "In the evening his sister came from Ghent to see him.",
)  # fmt: skip


def long_pdf(pages: int) -> bytes:
    """Return a PDF of pages of forty lines."""
    with pikepdf.new() as file:
        font = file.make_indirect(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
            )
        )
        for number in range(pages):
            page = file.add_blank_page(page_size=(595, 842))
            page.Resources = Dictionary(Font=Dictionary(F1=font))
            lines = [_PROSE[(number + n) % len(_PROSE)] for n in range(40)]
            told = "".join(
                f"BT /F1 11 Tf 60 {780 - 18 * n} Td ({line}) Tj ET\n" for n, line in enumerate(lines)
            )
            page.Contents = Stream(file, told.encode())
        target = io.BytesIO()
        file.save(target)
        return target.getvalue()


def long_workbook(rows: int) -> bytes:
    """Return a workbook of three columns."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("rows")
    sheet.append(["number", "note", "year"])
    for number in range(rows):
        sheet.append([number, _PROSE[number % len(_PROSE)], 1950 + number % 60])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def timed(name: str, raw: bytes, output: str, *more: str) -> None:
    """Print what a call of the command took."""
    with tempfile.TemporaryDirectory() as place:
        source, target = Path(place) / name, Path(place) / output
        source.write_bytes(raw)
        call = [
            sys.executable,
            "-m",
            "sanitizer",
            "sanitize",
            str(source),
            "-o",
            str(target),
            "--quiet",
            *more,
        ]
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        spent, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        left = not target.exists() or holds(target.read_bytes(), _NAME)
        print(
            f"{name} -> {output}: {processor:.0f} s of processor, {spent:.0f} s, at most {after.ru_maxrss / 1024:.0f} MB so "
            f"far, exit status {done.returncode}, {'NOT CLEAN' if left else 'clean'} {done.stderr[-300:] if left else ''}"
        )


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--rows", type=int, default=50_000)
    options = parser.parse_args()
    if options.pages:
        raw = long_pdf(options.pages)
        timed(f"{options.pages}-pages.pdf", raw, "a.txt")
        timed(f"{options.pages}-pages.pdf", raw, "a.pdf", "--pdf", "pdf")
    if options.rows:
        timed(f"{options.rows}-rows.xlsx", long_workbook(options.rows), "a.xlsx")


if __name__ == "__main__":
    main()
