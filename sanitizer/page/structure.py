"""Show a text with the structure of its file: which stretch is a heading, a cell below which column, a footnote."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from sanitizer.check.report import DocumentReport, Part
from sanitizer.text.edits import Change

_SEEN: Final = frozenset(
    ["heading", "cell", "head", "speaker", "column", "cue", "level-1", "level-2", "level-3", "level-4"]
)
"""Words of roles that a reader sees by their looks; all others are told ("page 2", when a cue is spoken)."""


_CELLS: Final = ("cell", "head")


class Stretch(NamedTuple):
    """Characters ``start`` to ``end`` of a text; ``role`` is what they are ("": plain text), ``label`` what is told
    where they begin: the heading of a column, or the role; ``own`` is the same as the input has it."""

    start: int
    end: int
    role: str = ""
    label: str = ""
    own: str = ""


class Structure:
    """The parts of a text in order, as they are shown."""

    def __init__(self, report: DocumentReport) -> None:
        self._parts = list(_labelled(report))
        self._starts = [part.start for part in self._parts]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Structure) and self._parts == other._parts

    __hash__ = None  # type: ignore[assignment]

    def of(self, start: int, end: int) -> Stretch:
        """Return a stretch as one, by the part that it begins in, or that begins in it."""
        at = bisect_right(self._starts, start) - 1
        if at < 0 or self._parts[at].end <= start:
            at += 1
        if at >= len(self._parts) or self._parts[at].start >= end:
            return Stretch(start, end)
        part = self._parts[at]
        begins = part.start >= start
        return Stretch(start, end, part.role, part.label if begins else "", part.own if begins else "")

    def cut(self, start: int, end: int) -> Iterator[Stretch]:
        """Yield a stretch, cut where parts begin and end."""
        if not self._parts and start < end:
            yield Stretch(start, end)
            return
        at = max(bisect_right(self._starts, start) - 1, 0)
        while start < end:
            while at < len(self._parts) and self._parts[at].end <= start:
                at += 1
            stop = end
            if at < len(self._parts):
                part = self._parts[at]
                stop = min(end, part.end if part.start <= start else part.start)
            yield self.of(start, stop)
            start = stop


def _labelled(report: DocumentReport) -> Iterator[Stretch]:
    """Yield the parts, cells with the headings of their columns, those of the first row, as the output has them and as
    the input has them."""
    heads: dict[int, tuple[str, str]] = {}
    before: Part | None = None
    column, first = 0, True
    output = _Output(report)
    for part in report.parts:
        if before is not None and part.start < before.end:
            continue
        if part.role not in _CELLS:
            before = None
            told = " ".join(word for word in part.role.split() if word not in _SEEN)
            told = told if told != "page" else ""
            yield Stretch(*part, told, told)
            continue
        gap = "" if before is None else report.text[before.end : part.start]
        if before is None or gap.strip("| \n"):
            heads, column, first = {}, _bars_before(report.text, part.start), True
        elif "\n" in gap:
            column, first = _bars_before(report.text, part.start), False
        else:
            column += gap.count("|")
        before = part
        if first:
            heads[column] = output.of(part.start, part.end), report.text[part.start : part.end]
            yield Stretch(part.start, part.end, "column")
        else:
            yield Stretch(part.start, part.end, "cell", *heads.get(column, ("", "")))


def _bars_before(text: str, at: int) -> int:
    """Return how many cells without words a row begins with."""
    return text.count("|", text.rfind("\n", 0, at) + 1, at)


class _Output:
    """What stands in the output for stretches of the input, which are asked for in order."""

    def __init__(self, report: DocumentReport) -> None:
        self._text = report.text
        self._changes: tuple[Change, ...] = report.changes
        self._ends = [change.span.end for change in report.changes]

    def of(self, start: int, end: int) -> str:
        """Return what stands there."""
        parts, at = [], bisect_right(self._ends, start)
        while at < len(self._changes) and self._changes[at].span.start < end:
            change = self._changes[at]
            parts += [self._text[start : change.span.start], change.replacement]
            start, at = change.span.end, at + 1
        return "".join([*parts, self._text[start:end]])
