"""Read the words of a scanned page with Tesseract, where it is installed and was asked for."""

import csv
import io
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from statistics import median
from typing import Any, Final

from sanitizer.documents.pdf_segments import Segment
from sanitizer.errors import DocumentError

_DPI: Final = 300
_LONGEST: Final = 300
"""Seconds that a page may take."""
_BELOW: Final = 0.2
"""Share of the height of a line that lies below its baseline."""
_WORD: Final = "5"
"""The level of words in the answer."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Words of one line, in points from the lower left of the page as it is shown."""

    text: str = field(repr=False)
    left: float
    bottom: float
    width: float
    height: float


def scanned_segments(page: Any) -> list[Segment]:
    """Return the lines of a page (of pypdfium2) as a picture shows them, where they stand. Raises DocumentError."""
    quarters = page.get_rotation() // 90
    width, height = page.get_size()
    left, bottom, *_ = page.get_cropbox()
    picture = page.render(scale=_DPI / 72, grayscale=True).to_numpy()
    found = []
    for line in _lines(picture, height):
        u, v = line.left, line.bottom + _BELOW * line.height
        # what is shown is the page after so many quarters of a turn to the right
        x, y = ((u, v), (height - v, u), (width - u, height - v), (v, width - u))[quarters]
        turned = 90 * quarters % 360
        found.append(Segment(line.text, left + x, bottom + y, line.width, line.height, turned))
    return found


def _lines(picture: Any, height: float) -> Iterator[_Line]:
    """Yield the lines that Tesseract finds in a grey picture of a page of this height in points."""
    rows, columns = picture.shape[:2]
    raw = b"P5\n%d %d\n255\n" % (columns, rows) + picture.tobytes()
    call = ["tesseract", "-", "-", "--dpi", str(_DPI), "-l", "eng", "tsv"]
    try:
        done = subprocess.run(
            call,
            input=raw,
            capture_output=True,
            timeout=_LONGEST,
            check=True,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired as error:
        raise DocumentError(f"holds a scan that takes longer than {_LONGEST} seconds: split it") from error
    except (OSError, subprocess.CalledProcessError) as error:
        raise DocumentError("holds a scan that tesseract cannot read: are its data for eng there?") from error
    table = csv.DictReader(io.StringIO(done.stdout.decode("utf-8")), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = [row for row in table if row["level"] == _WORD and row["text"].strip()]
    for _, paragraph in groupby(words, lambda row: (row["block_num"], row["par_num"])):
        yield from _of_one_size(
            [_line(list(own), height) for _, own in groupby(paragraph, lambda row: row["line_num"])]
        )


def _of_one_size(lines: list[_Line]) -> Iterator[_Line]:
    """Return the lines of a paragraph with one height: that of a line depends on which letters are in it."""
    usual = median(line.height for line in lines)
    return (replace(line, height=usual) if 0.7 < line.height / usual < 1.4 else line for line in lines)


def _line(own: list[dict[str, str]], height: float) -> _Line:
    """Return the words of a line as one."""
    point = 72 / _DPI
    lefts, tops = ([int(row[side]) * point for row in own] for side in ("left", "top"))
    ends = [(int(row["left"]) + int(row["width"])) * point for row in own]
    bottoms = [(int(row["top"]) + int(row["height"])) * point for row in own]
    return _Line(
        " ".join(row["text"] for row in own),
        min(lefts),
        height - max(bottoms),
        max(ends) - min(lefts),
        max(bottoms) - min(tops),
    )
