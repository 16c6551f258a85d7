"""Read the text of a PDF page by its place: segments of lines, in the order in which a person reads them.

Columns of prose are read one after the other; cells of tables and forms are read row by row. The order is found from
the boxes of the segments alone: a gutter that no segment crosses, with prose on both sides, parts two columns.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
_SIGN: Final = 4
"""Characters of a sign that hangs on a line."""
_SMALL: Final = 0.8
"""Share of the size of a line below which such a sign is."""
_HYPHENED: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_ENDS: Final = (".", ":", ";", "!", "?")
_HYPHENS: Final = "\u00ad\u2010-"


def in_order(found: Sequence[Segment]) -> list[Segment]:
    """Segments of a page in the order of reading."""
    ordered: list[Segment] = []
    for angle in sorted({segment.angle for segment in found}, key=lambda a: (a != 0, a)):
        own = [segment for segment in found if segment.angle == angle]
        for part in _parts(own):
            told = list(_spaced(part.lines))
            if part.follows and ordered and _goes_on(ordered[-1], told[0]):
                ordered[-1] = replace(ordered[-1], after=" ")
            ordered += told
    return _closed(ordered)


def _goes_on(last: Segment, first: Segment) -> bool:
    """Return whether a sentence goes on from the end of a column at the head of the next one."""
    same = last.angle == first.angle and 0.9 < last.size / first.size < 1.1
    return same and first.text[:1].islower() and last.text[-1:] not in _ENDS


@dataclass(frozen=True, slots=True)
class _Part:
    """Lines of a page that are read one after the other; whether a column that ``follows`` another."""

    lines: list[list[Segment]]
    follows: bool = False


def _parts(segments: Sequence[Segment]) -> list[_Part]:
    """Parts of a page in order: what stands above two columns, each column, what stands below."""
    columns = _columns(segments)
    if columns is None:
        lines = _lines(segments)
        return [_Part(lines)] if lines else []
    above, left, right, below = map(_parts, columns)
    return [*above, *left, replace(right[0], follows=True), *right[1:], *below]


def _columns(
    segments: Sequence[Segment],
) -> tuple[list[Segment], list[Segment], list[Segment], list[Segment]] | None:
    """Return what stands above, left, right, and below the longest gutter between two columns of prose, if there is
    one."""
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
    left, under_left = _parted(left, min(segment.up for segment in right))
    right, under_right = _parted(right, min(segment.up for segment in left))
    return by_height[:start], left, right, [*under_left, *under_right, *by_height[stop:]]


def _parted(column: Sequence[Segment], bottom: float) -> tuple[list[Segment], list[Segment]]:
    """Return a column, and what stands below both (the other one ends at ``bottom``): a table, or notes in smaller
    letters, behind a gap."""
    lines = _lines(column)
    size = median(segment.size for segment in column)
    for number in range(_COLUMN_LINES, len(lines)):
        line, above = lines[number], lines[number - 1]
        behind_gap = above[0].up - line[0].up > _LEADING * max(line[0].size, 0.8 * size)
        other = len(line) > 1 or not 0.9 < line[0].size / size < 1.1
        if line[0].up < bottom - 0.5 * size and behind_gap and other:
            return [s for own in lines[:number] for s in own], [s for own in lines[number:] for s in own]
    return list(column), []


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
    """Segments on one baseline each, from the top, each line from its beginning; small signs that are raised or lowered
    (numbers of notes) stand in the line that they hang on."""
    lines: list[list[Segment]] = []
    hanging = _hanging(segments)

    def line_of(segment: Segment) -> Segment:
        return hanging.get(segment, segment)

    for segment in sorted(segments, key=lambda s: (-line_of(s).up, s.along)):
        own, last = line_of(segment), line_of(lines[-1][0]) if lines else None
        if last is not None and abs(last.up - own.up) <= 0.5 * min(last.size, own.size):
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return [sorted(line, key=lambda s: s.along) for line in lines]


def _hanging(segments: Sequence[Segment]) -> dict[Segment, Segment]:
    """Small signs, and the segments beside which they are raised or lowered."""
    largest = max((segment.size for segment in segments), default=0.0)
    small = [
        s
        for s in segments
        if s.size < _SMALL * largest and len(s.text) <= _SIGN and not any(map(str.isspace, s.text))
    ]
    found = {}
    for sign in small:
        for own in segments:
            higher, size = sign.up - own.up, own.size
            beside = min(abs(sign.along - own.end), abs(own.along - sign.end))
            if sign.size < _SMALL * size and -0.35 * size < higher < 0.7 * size and beside < 0.4 * size:
                found[sign] = own
                break
    return found


def _spaced(lines: Sequence[Sequence[Segment]]) -> Iterator[Segment]:
    """Yield the segments of lines, with what stands behind each: a line that is full goes on in the next one."""
    left, right = _edges(lines)
    reaches = [_FULL * (right - left) < line[-1].end - left for line in lines]
    for number, line in enumerate(lines):
        near_prose = any(
            reaches[n] and _is_one(lines[n]) for n in (number - 1, number + 1) if 0 <= n < len(lines)
        )
        flows = _is_one(line) or (near_prose and _is_set_out(line, left, right))
        for own, following in pairwise(line):
            gap = following.along - own.end
            hangs = following.size < _SMALL * own.size
            glued = gap < 0.12 * min(own.size, following.size) and not hangs
            yield replace(own, after="" if glued else " " if gap < 2 * own.size or flows else "   ")
        last = line[-1]
        if number + 1 < len(lines):
            below = lines[number + 1]
            last_size, size = _largest(line), max(_largest(line), _largest(below))
            near = (
                _baseline(line) - _baseline(below) < _LEADING * size
                and 0.8 < last_size / _largest(below) < 1.25
            )
            yield replace(last, after=(" " if flows and reaches[number] else "\n") if near else BETWEEN)
        else:
            yield last


def _edges(lines: Sequence[Sequence[Segment]]) -> tuple[float, float]:
    """Return where the lines of a part begin and end: those in letters of the size that most of its letters have."""
    letters: Counter[int] = Counter()
    for line in lines:
        letters[round(_largest(line))] += sum(len(segment.text) for segment in line)
    usual = letters.most_common(1)[0][0] if letters else 0
    own = [line for line in lines if round(_largest(line)) == usual]
    return min((line[0].along for line in own), default=0.0), max((line[-1].end for line in own), default=0.0)


def _largest(line: Sequence[Segment]) -> float:
    """Return the size of the letters of a line, but of signs that hang on it."""
    return max(segment.size for segment in line)


def _baseline(line: Sequence[Segment]) -> float:
    """Return where the largest letters of a line stand."""
    return max(line, key=lambda s: s.size).up


def _is_one(line: Sequence[Segment]) -> bool:
    """Return whether a line is one segment, but for signs that hang on it."""
    size = _largest(line)
    return all(
        following.along - own.end < 0.5 * size and min(own.size, following.size) < _SMALL * size
        for own, following in pairwise(line)
    )


def _is_set_out(line: Sequence[Segment], left: float, right: float) -> bool:
    """Return whether a line is words that are set apart to fill it: from edge to edge, with about the same gaps."""
    gaps = [following.along - own.end for own, following in pairwise(line)]
    size = _largest(line)
    from_edge = line[0].along - left < 2 * size and right - line[-1].end < 0.5 * size
    return (
        from_edge
        and max(gaps) < _APART * size
        and (max(gaps) < 2 * size or max(gaps) - min(gaps) < 0.5 * size)
    )


def _closed(segments: Sequence[Segment]) -> list[Segment]:
    """Let words that are divided at the end of a line stand whole at its end, with their hyphen where the page
    has it within a line too."""
    texts = [segment.text for segment in segments]
    hyphened = {word.lower() for text in texts for word in _HYPHENED.findall(text)}
    for number, (own, following) in enumerate(pairwise(segments)):
        text, below = texts[number], texts[number + 1]
        divided = text[-1:] in _HYPHENS and text[-2:-1].isalpha() and below[:1].islower()
        if text and below and divided and own.after in ("\n", " ") and own.angle == following.angle:
            rest, blank, others = below.partition(" ")
            whole = _HYPHENED.search(f"{text[:-1].rpartition(' ')[2]}-{rest}")
            kept = "-" if whole and whole[0].lower() in hyphened else ""
            if blank or len(below) > 1:
                texts[number], texts[number + 1] = text[:-1] + kept + rest, others
    return [replace(own, text=text) for own, text in zip(segments, texts, strict=True)]
