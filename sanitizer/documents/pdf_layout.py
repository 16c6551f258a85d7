"""Read the text of a PDF page by its place: segments of lines, in the order in which a person reads them.

Columns of prose are read one after the other; cells of tables and forms are read row by row. The order is found from
the boxes of the segments alone: a gutter that no segment crosses, with prose on both sides, parts two columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import Final

from sanitizer.documents.formats import BETWEEN
from sanitizer.documents.pdf_segments import Segment

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
_HYPHENS: Final = "\u00ad\u2010-"


def in_order(found: Sequence[Segment]) -> list[Segment]:
    """Segments of a page in the order of reading."""
    ordered = []
    for angle in sorted({segment.angle for segment in found}, key=lambda a: (a != 0, a)):
        own = [segment for segment in found if segment.angle == angle]
        ordered += [s for part in _parts(own) for s in _spaced(part)]
    return _closed(ordered)


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
