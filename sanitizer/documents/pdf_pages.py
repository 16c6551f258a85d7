"""Build the pages of a PDF anew: texts at their places, straight rules and boxes, and nothing else of the old file.

No object of the old file is copied, so no old glyph, picture, annotation, value of a form, attachment, outline, layer,
property or earlier revision can be left. Texts are drawn in fonts of our own choice (`pdf_fonts.py`), as wide as they
were; a new text that has no room is drawn narrower.
"""

import ctypes
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from sanitizer.documents.pdf_fonts import Fonts
from sanitizer.documents.pdf_segments import Segment

_DEEPEST: Final = 8
"""Levels of drawings within drawings that are looked at."""
_MOST_LINES: Final = 8
"""Straight lines of a rule or a box; what has more may be the outline of a letter."""
_STRAIGHT: Final = 0.02
"""Points by which a rule may lean."""
_NARROWEST: Final = 0.35
"""Share of its width to which a text is pressed before its letters become smaller."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawing of straight lines along the edges of the page: ``points`` are (x, y, whether a line is drawn to it),
    ``stroke`` and ``fill`` its colours where it has them, ``width`` that of its lines in points."""

    points: tuple[tuple[float, float, bool], ...]
    stroke: tuple[int, int, int, int] | None
    fill: tuple[int, int, int, int] | None
    even_odd: bool
    width: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page to draw: its size in points, how it is turned (quarters), its ``rules``, and its segments with the texts
    that are to be drawn in their places."""

    width: float
    height: float
    quarters: int
    rules: tuple[Rule, ...]
    texts: tuple[tuple[Segment, str], ...]

    def moved(self, right: float, up: float) -> "Page":
        """Return the same page with everything on it moved."""
        rules = (
            replace(rule, points=tuple((x + right, y + up, line) for x, y, line in rule.points))
            for rule in self.rules
        )
        texts = ((replace(own, x=own.x + right, y=own.y + up), text) for own, text in self.texts)
        return replace(self, rules=tuple(rules), texts=tuple(texts))


def drawn(pages: Sequence[Page]) -> bytes:
    """Return the bytes of a new PDF. Raises DocumentError for letters that no font has."""
    document = pypdfium2.PdfDocument.new()
    fonts = Fonts(document.raw)
    try:
        for page in pages:
            _draw(document, fonts, page)
        fonts.close()
        raw = io.BytesIO()
        document.save(raw)
    finally:
        document.close()
    return _bare(raw.getvalue())


def _bare(raw: bytes) -> bytes:
    """Return the file without properties, the same pages to the same bytes."""
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(raw)) as file:
        for name in ("/Info", "/ID"):
            if name in file.trailer:
                del file.trailer[name]
        file.remove_unreferenced_resources()
        file.save(target, deterministic_id=True, compress_streams=True)
    return target.getvalue()


# --- what is kept of an old page -------------------------------------------------------------------------------------


def rules_of(page: Any) -> tuple[Rule, ...]:
    """Return the straight rules and boxes of a page (of pypdfium2), from the back to the front."""
    raw = page.raw
    objects = (pdfium.FPDFPage_GetObject(raw, n) for n in range(pdfium.FPDFPage_CountObjects(raw)))
    return tuple(rule for own in objects for rule in _rules(own, (1, 0, 0, 1, 0, 0), 0))


Matrix = tuple[float, float, float, float, float, float]


def _rules(own: Any, above: Matrix, depth: int) -> Iterator[Rule]:
    kind = pdfium.FPDFPageObj_GetType(own)
    matrix = _times(_matrix(own), above)
    if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
        for number in range(pdfium.FPDFFormObj_CountObjects(own)):
            yield from _rules(pdfium.FPDFFormObj_GetObject(own, number), matrix, depth + 1)
    elif kind == pdfium.FPDF_PAGEOBJ_PATH:
        points = _points(own, matrix)
        if points:
            yield _rule(own, points, math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])))


def _matrix(own: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(own, matrix):
        return (1, 0, 0, 1, 0, 0)
    return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _times(first: Matrix, second: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _points(own: Any, matrix: Matrix) -> tuple[tuple[float, float, bool], ...]:
    """Return the corners of a path of straight lines along the edges of the page; none of any other."""
    number = pdfium.FPDFPath_CountSegments(own)
    if not 2 <= number <= _MOST_LINES:
        return ()
    a, b, c, d, e, f = matrix
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float, bool]] = []
    begin = (0.0, 0.0)
    for index in range(number):
        segment = pdfium.FPDFPath_GetPathSegment(own, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        place = (a * x.value + c * y.value + e, b * x.value + d * y.value + f)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            begin = place
            points.append((*place, False))
        elif kind == pdfium.FPDF_SEGMENT_LINETO and points:
            if min(abs(place[0] - points[-1][0]), abs(place[1] - points[-1][1])) > _STRAIGHT:
                return ()
            points.append((*place, True))
        else:
            return ()
        if pdfium.FPDFPathSegment_GetClose(segment):
            points.append((*begin, True))
    return tuple(points)


def _rule(own: Any, points: tuple[tuple[float, float, bool], ...], scale: float) -> Rule:
    mode, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pdfium.FPDFPath_GetDrawMode(own, mode, stroked)
    pdfium.FPDFPageObj_GetStrokeWidth(own, width)
    return Rule(
        points,
        _colour(pdfium.FPDFPageObj_GetStrokeColor, own) if stroked.value else None,
        _colour(pdfium.FPDFPageObj_GetFillColor, own) if mode.value else None,
        mode.value == pdfium.FPDF_FILLMODE_ALTERNATE,
        width.value * scale,
    )


def _colour(ask: Any, own: Any) -> tuple[int, int, int, int]:
    parts = tuple(ctypes.c_uint() for _ in range(4))
    if not ask(own, *parts):
        return (0, 0, 0, 255)
    red, green, blue, opacity = (part.value for part in parts)
    return red, green, blue, opacity


# --- drawing ---------------------------------------------------------------------------------------------------------


def _draw(document: Any, fonts: Fonts, page: Page) -> None:
    new = document.new_page(page.width, page.height)
    try:
        for rule in page.rules:
            _draw_rule(new.raw, rule)
        room = _room(page)
        for number, (segment, text) in enumerate(page.texts):
            if text.strip():
                _draw_text(fonts, new.raw, segment, text, room[number])
        pdfium.FPDFPage_SetRotation(new.raw, page.quarters)
        new.gen_content()
    finally:
        new.close()


def _draw_rule(page: Any, rule: Rule) -> None:
    (x, y, _), *rest = rule.points
    path = pdfium.FPDFPageObj_CreateNewPath(x, y)
    for x, y, line in rest:
        (pdfium.FPDFPath_LineTo if line else pdfium.FPDFPath_MoveTo)(path, x, y)
    if rule.stroke:
        pdfium.FPDFPageObj_SetStrokeColor(path, *rule.stroke)
        pdfium.FPDFPageObj_SetStrokeWidth(path, rule.width)
    if rule.fill:
        pdfium.FPDFPageObj_SetFillColor(path, *rule.fill)
    filled = pdfium.FPDF_FILLMODE_ALTERNATE if rule.even_odd else pdfium.FPDF_FILLMODE_WINDING
    pdfium.FPDFPath_SetDrawMode(path, filled if rule.fill else 0, bool(rule.stroke))
    pdfium.FPDFPage_InsertObject(page, path)


def _room(page: Page) -> list[float]:
    """Return the width that each text may have: up to the next one on its line, or to where lines end that begin
    below it."""
    segments = [segment for segment, _ in page.texts]
    room = []
    for own in segments:
        same = [s for s in segments if s.angle == own.angle]
        below = [s for s in same if abs(s.along - own.along) < 2 * own.size]
        far = max(s.end for s in (below if len(below) > 1 else same))
        beside = [
            s.along - 0.3 * own.size
            for s in same
            if abs(s.up - own.up) < own.size and s.along > own.along + 0.5
        ]
        room.append(max(min([far, *beside]) - own.along, own.width))
    return room


def _draw_text(fonts: Fonts, page: Any, segment: Segment, text: str, room: float) -> None:
    """Write a text on the baseline of a segment: with letters as wide as those of the segment were, narrower where
    the room wants it."""
    before, after = (fonts.width(segment.face, t, segment.size) for t in (segment.text or text, text))
    own = fonts.text(segment.face, text, segment.size)
    stretch = segment.width / before if before else 1.0
    if not 0.5 < stretch < 2:
        stretch = 1.0
    if after * stretch > room:
        stretch = room / after
    smaller = min(1.0, stretch / _NARROWEST)
    turn = math.radians(segment.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    pdfium.FPDFPageObj_Transform(
        own, stretch * cos, stretch * sin, -smaller * sin, smaller * cos, segment.x, segment.y
    )
    red, green, blue, opacity = segment.face.colour
    pdfium.FPDFPageObj_SetFillColor(own, red, green, blue, max(opacity, 1))
    pdfium.FPDFPage_InsertObject(page, own)
