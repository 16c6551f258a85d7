"""Read the text of a PDF page by its place: segments of lines, in the order in which a person reads them.

Columns of prose are read one after the other; cells of tables and forms are read row by row. The order is found from
the boxes of the segments alone: a gutter that no segment crosses, with prose on both sides, parts two columns.
"""

import ctypes
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import Any, Final

import pypdfium2.raw as pdfium

from sanitizer.documents.formats import BETWEEN

_CELL_GAP: Final = 1.0
"""Blank between two segments of a line, in sizes of the font."""
_SAME_LINE: Final = 0.3
"""Difference of baselines within a segment, in sizes of the font."""
_LEADING: Final = 1.65
"""Distance of baselines above which a new paragraph begins, in sizes of the font."""
_APART: Final = 4.0
"""Blank, in sizes of the font, that no column goes over."""
_FULL: Final = 0.8
"""Share of the width of its column from which a line goes on in the next one."""
_COLUMN_LINES: Final = 3
_COLUMN_FILL: Final = 0.6
"""Share of a column's width that its lines have at the median; cells of tables have less."""
_COLUMN_LETTERS: Final = 20
"""Characters that a line of a column has at the median."""
_HYPHEN: Final = "\x02"
"""What the reader gives for a hyphen at the end of a line."""
_READ_AS: Final = {
    _HYPHEN: "-",
    **{chr(c): unicodedata.normalize("NFKC", chr(c)) for c in range(0xFB00, 0xFB07)},
}
_HYPHENS: Final = "\u00ad\u2010-"
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


def segments_of(page: Any) -> list[Segment]:
    """The segments of a page (of pypdfium2) in the order of reading, hyphens at ends of lines closed."""
    found = list(_segments(page.get_textpage()))
    ordered = []
    for angle in sorted({segment.angle for segment in found}, key=lambda a: (a != 0, a)):
        own = [segment for segment in found if segment.angle == angle]
        ordered += [s for part in _parts(own) for s in _spaced(part)]
    return _closed(ordered)


# --- characters to segments ----------------------------------------------------------------------------------------


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
    """Whether a character stands on the line of those before it, near them."""
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
    """The segment of these characters; blanks at its ends are none of it."""
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


# --- the order of reading ------------------------------------------------------------------------------------------


def _parts(segments: Sequence[Segment]) -> list[list[list[Segment]]]:
    """Parts of a page in order, each as its lines: what stands above two columns, each column, what stands below."""
    columns = _columns(segments)
    if columns is None:
        lines = _lines(segments)
        return [lines] if lines else []
    return [part for own in columns for part in _parts(own)]


def _columns(segments: Sequence[Segment]) -> tuple[list[Segment], ...] | None:
    """What stands above, left, right, and below the longest gutter between two columns of prose, if there is one."""
    by_height = sorted(segments, key=lambda s: (-s.up, s.along))
    edges: list[float] = []
    for edge in sorted(segment.along for segment in segments):
        if not edges or edge > edges[-1] + 1:
            edges.append(edge)
    best: tuple[int, int, float] | None = None
    for edge in edges[1:]:
        for start, stop in _runs(by_height, edge):
            if (best is None or stop - start > best[1] - best[0]) and _are_columns(
                by_height[start:stop], edge
            ):
                best = (start, stop, edge)
    if best is None:
        return None
    start, stop, edge = best
    between = by_height[start:stop]
    left = [segment for segment in between if segment.end <= edge]
    right = [segment for segment in between if segment.end > edge]
    return by_height[:start], left, right, by_height[stop:]


def _runs(segments: Sequence[Segment], edge: float) -> Iterator[tuple[int, int]]:
    """Longest runs of segments of which none crosses the place left of ``edge``."""
    start = 0
    for number, segment in enumerate(segments):
        if number > start and segments[number - 1].up - segment.up > _APART * segment.size:
            if number - start >= 2 * _COLUMN_LINES:
                yield start, number
            start = number
        if segment.along < edge - 0.5 and segment.end > edge - 0.3 * segment.size:
            if number - start >= 2 * _COLUMN_LINES:
                yield start, number
            start = number + 1
    if len(segments) - start >= 2 * _COLUMN_LINES:
        yield start, len(segments)


def _are_columns(segments: Sequence[Segment], edge: float) -> bool:
    for side in (
        [segment for segment in segments if segment.end <= edge],
        [segment for segment in segments if segment.end > edge],
    ):
        lines = _lines(side)
        if len(lines) < _COLUMN_LINES:
            return False
        wide = max(s.end for s in side) - min(s.along for s in side)
        if median(line[-1].end - line[0].along for line in lines) < _COLUMN_FILL * wide:
            return False
        if median(sum(len(s.text) for s in line) for line in lines) < _COLUMN_LETTERS:
            return False
        if sum(len(line) > 1 for line in lines) > len(lines) / 2:
            return False
    return True


def _lines(segments: Sequence[Segment]) -> list[list[Segment]]:
    """Segments on one baseline each, from the top, each line from its beginning."""
    lines: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda s: (-s.up, s.along)):
        if lines and abs(lines[-1][0].up - segment.up) <= 0.5 * min(lines[-1][0].size, segment.size):
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return [sorted(line, key=lambda s: s.along) for line in lines]


def _spaced(lines: Sequence[Sequence[Segment]]) -> Iterator[Segment]:
    """The segments of lines, with what stands behind each: a line that is full goes on in the next one."""
    left = min((line[0].along for line in lines), default=0.0)
    right = max((line[-1].end for line in lines), default=0.0)
    for number, line in enumerate(lines):
        for own, following in pairwise(line):
            gap = following.along - own.end
            glued = gap < 0.12 * min(own.size, following.size)
            yield replace(own, after="" if glued else " " if gap < 2 * own.size else "   ")
        last = line[-1]
        if number + 1 < len(lines):
            below = lines[number + 1][0]
            size = max(last.size, below.size)
            near = last.up - below.up < _LEADING * size and 0.8 < last.size / below.size < 1.25
            full = len(line) == 1 and last.end - left > _FULL * (right - left)
            yield replace(last, after=(" " if full else "\n") if near else BETWEEN)
        else:
            yield last


def _closed(segments: Sequence[Segment]) -> list[Segment]:
    """Words that are divided at the end of a line stand whole at its end."""
    texts = [segment.text for segment in segments]
    for number, (own, following) in enumerate(pairwise(segments)):
        text, below = texts[number], texts[number + 1]
        divided = text[-1:] in _HYPHENS and text[-2:-1].isalpha() and below[:1].islower()
        if text and below and divided and own.after in ("\n", " ") and own.angle == following.angle:
            rest, blank, others = below.partition(" ")
            if blank or len(below) > 1:
                texts[number], texts[number + 1] = text[:-1] + rest, others
    return [replace(own, text=text) for own, text in zip(segments, texts, strict=True)]
