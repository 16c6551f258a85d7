"""Tell the headings of a PDF by their looks: letters larger than those of the text, or bold where the text is not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from sanitizer.documents.formats import BETWEEN
from sanitizer.documents.pdf_segments import Segment

_LARGER: Final = 1.15
"""Times the size of the text that the letters of a heading have at least."""
_LONGEST: Final = 200
"""Characters."""
_ENDS: Final = (BETWEEN, "\n")
"""What stands behind a line that ends."""
_DEEPEST: Final = 4


def levels_of(pages: Sequence[Sequence[Segment]]) -> list[list[int]]:
    """For each segment of each page the level of the heading that it belongs to, 1 for the largest; 0: to none."""
    letters: Counter[tuple[float, bool]] = Counter()
    for own in pages:
        for segment in own:
            letters[_look(segment)] += len(segment.text)
    if not letters:
        return [[] for _ in pages]
    usual = letters.most_common(1)[0][0]
    found = [list(_headings(own, usual)) for own in pages]
    looks = sorted(
        {_look(own[start]) for own, told in zip(pages, found, strict=True) for start, _ in told}, reverse=True
    )
    levels = {look: min(number, _DEEPEST) for number, look in enumerate(looks, 1)}
    result = [[0] * len(own) for own in pages]
    for own, told, numbers in zip(pages, found, result, strict=True):
        for start, stop in told:
            numbers[start:stop] = [levels[_look(own[start])]] * (stop - start)
    return result


def _look(segment: Segment) -> tuple[float, bool]:
    """Return the size of the letters, in half points, and whether they are bold."""
    return round(2 * segment.size) / 2, segment.face.bold


def _headings(segments: Sequence[Segment], usual: tuple[float, bool]) -> Iterator[tuple[int, int]]:
    """Yield where headings begin and stop: lines of one look that stand by themselves, and are no row of cells."""
    start = 0
    for stop in range(1, len(segments) + 1):
        last = segments[stop - 1]
        if stop < len(segments) and _look(segments[stop]) == _look(last) and last.after != BETWEEN:
            continue
        own = segments[start:stop]
        alone = last.after in _ENDS and (start == 0 or segments[start - 1].after in _ENDS)
        if alone and _is_heading(own, usual):
            yield start, stop
        start = stop


def _is_heading(own: Sequence[Segment], usual: tuple[float, bool]) -> bool:
    (size, bold), text = _look(own[0]), "".join(segment.text for segment in own)
    if (
        not any(map(str.isalpha, text))
        or len(text) > _LONGEST
        or any("   " in segment.after for segment in own)
    ):
        return False
    stands_out = size >= _LARGER * usual[0] or (bold and not usual[1] and size >= usual[0])
    return stands_out and not text.rstrip().endswith((",", ";", "."))
