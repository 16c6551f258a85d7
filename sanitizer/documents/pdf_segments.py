"""Put the letters of a PDF page together to segments of lines, with their places and their looks."""

import ctypes
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pypdfium2.raw as pdfium

from sanitizer.documents.formats import BETWEEN

_CELL_GAP: Final = 1.0
"""Blank between two segments of a line, in sizes of the font."""
_SAME_LINE: Final = 0.3
"""Difference of baselines within a segment, in sizes of the font."""
_HYPHEN: Final = "\x02"
"""What the reader gives for a hyphen at the end of a line."""
_READ_AS: Final = {
    _HYPHEN: "-",
    **{chr(c): unicodedata.normalize("NFKC", chr(c)) for c in range(0xFB00, 0xFB07)},
}
_BOLD, _ITALIC, _SERIF, _MONO = 1 << 18, 1 << 6, 1 << 1, 1 << 0


@dataclass(frozen=True, slots=True)
class Face:
    """How letters look: what a standard font is chosen by, and the colour (red, green, blue, opacity; 0 to 255)."""

    serif: bool = False
    mono: bool = False
    bold: bool = False
    italic: bool = False
    colour: tuple[int, int, int, int] = (0, 0, 0, 255)


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters on one baseline. ``x`` and ``y`` are where it begins on the page, in points from the lower left;
    ``width`` is its length, ``size`` that of its font in points, ``angle`` its direction in degrees; ``after`` is what
    stands between it and the next one."""

    text: str = field(repr=False)
    x: float
    y: float
    width: float
    size: float
    angle: int = 0
    face: Face = Face()
    after: str = BETWEEN

    @property
    def along(self) -> float:
        """Where it begins along its own direction."""
        turn = math.radians(self.angle)
        return self.x * math.cos(turn) + self.y * math.sin(turn)

    @property
    def up(self) -> float:
        """Its baseline, across its own direction."""
        turn = math.radians(self.angle)
        return self.y * math.cos(turn) - self.x * math.sin(turn)

    @property
    def end(self) -> float:
        """Where it ends along its own direction."""
        return self.along + self.width


def segments_on(page: Any) -> list[Segment]:
    """Return the segments of a page (of pypdfium2), in the order of the file."""
    return list(_segments(page.get_textpage()))


@dataclass(frozen=True, slots=True)
class _Letter:
    """A character as it is drawn; ``start`` and ``end`` lie along its direction."""

    text: str
    x: float
    y: float
    end: tuple[float, float]
    size: float
    angle: int
    made: bool
    number: int


def _segments(textpage: Any) -> Iterator[Segment]:
    run: list[_Letter] = []
    for letter in _letters(textpage):
        if run and (letter.text in "\r\n" or not _goes_on(run, letter)):
            yield from _segment(textpage, run)
            run = []
        if letter.text not in "\r\n":
            run.append(letter)
    yield from _segment(textpage, run)


def _letters(textpage: Any) -> Iterator[_Letter]:
    number_of = textpage.count_chars()
    x, y = ctypes.c_double(), ctypes.c_double()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    matrix = pdfium.FS_MATRIX()
    for number in range(number_of):
        code = pdfium.FPDFText_GetUnicode(textpage, number)
        made = pdfium.FPDFText_IsGenerated(textpage, number) == 1
        pdfium.FPDFText_GetCharOrigin(textpage, number, x, y)
        pdfium.FPDFText_GetCharBox(textpage, number, left, right, bottom, top)
        scale, angle = 1.0, 0
        if not made and pdfium.FPDFText_GetMatrix(textpage, number, matrix):
            scale = math.hypot(matrix.c, matrix.d)
            angle = round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        size = pdfium.FPDFText_GetFontSize(textpage, number) * scale
        text = chr(code) if code else "\ufffd"
        corners = (right.value, top.value if 45 < angle < 135 else bottom.value)
        if 135 <= angle <= 225:
            corners = (left.value, bottom.value)
        yield _Letter(
            _READ_AS.get(text, text), x.value, y.value, corners, max(size, 0.1), angle, made, number
        )


def _goes_on(run: Sequence[_Letter], letter: _Letter) -> bool:
    """Return whether a character stands on the line of those before it, near them."""
    last = next((own for own in reversed(run) if not own.made), None)
    if letter.made or last is None:
        return True
    turn = math.radians(last.angle)
    up = (letter.y - last.y) * math.cos(turn) - (letter.x - last.x) * math.sin(turn)
    gap = (letter.x - last.end[0]) * math.cos(turn) + (letter.y - last.end[1]) * math.sin(turn)
    if letter.angle != last.angle or abs(up) > _SAME_LINE * min(last.size, letter.size):
        return False
    if not 0.7 < letter.size / last.size < 1.4:
        return False
    return -2 * last.size < gap < _CELL_GAP * max(last.size, letter.size)


def _segment(textpage: Any, run: Sequence[_Letter]) -> Iterator[Segment]:
    """Yield the segment of these characters; blanks at its ends are none of it."""
    real = [n for n, letter in enumerate(run) if not letter.made and letter.text.strip()]
    if not real:
        return
    own = run[real[0] : real[-1] + 1]
    first = next(letter for letter in own if not letter.made)
    last = own[-1]
    turn = math.radians(first.angle)
    width = (last.end[0] - first.x) * math.cos(turn) + (last.end[1] - first.y) * math.sin(turn)
    text = "".join(letter.text for letter in own)
    yield Segment(
        text, first.x, first.y, max(width, 0.1), first.size, first.angle, _face(textpage, first.number)
    )


def _face(textpage: Any, number: int) -> Face:
    name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(textpage, number, name, 256, flags)
    parts = tuple(ctypes.c_uint() for _ in range(4))
    known = pdfium.FPDFText_GetFillColor(textpage, number, *parts)
    red, green, blue, opacity = (part.value for part in parts) if known else (0, 0, 0, 255)
    return replace(_look(name.value, flags.value), colour=(red, green, blue, opacity))


def _look(name: bytes, flags: int) -> Face:
    low = name.lower()
    return Face(
        bool(flags & _SERIF) or b"times" in low,
        bool(flags & _MONO) or b"courier" in low,
        bool(flags & _BOLD) or b"bold" in low,
        bool(flags & _ITALIC) or b"italic" in low or b"oblique" in low,
    )
