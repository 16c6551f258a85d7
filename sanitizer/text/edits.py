"""Apply changes to a text, and map offsets of the output back to the input."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.types import BoolArray, Span


@dataclass(frozen=True, slots=True)
class Change:
    """Characters ``span`` of the input become ``replacement``; ``kind`` is ``sensitive`` or ``risky``, ``reference``
    the number of the entity or of the risky term."""

    span: Span
    replacement: str = field(repr=False)
    kind: str
    reference: int

    def __post_init__(self) -> None:
        if not isinstance(self.span, Span) or not isinstance(self.replacement, str):
            raise UsageError("change: a Span and a string are needed")


class Fitted(NamedTuple):
    """Characters of a text to replace, and the words to write there."""

    span: Span
    words: str


def apply(text: str, changes: Sequence[Change]) -> str:
    """Return the text with the changes made. Raises ValueError unless they are sorted, disjoint and inside the text."""
    parts, position = [], 0
    for change in changes:
        if change.span.start < position or change.span.end > len(text):
            raise ValueError(
                f"change at {change.span.start}..{change.span.end} overlaps another or leaves the text"
            )
        parts += [text[position : change.span.start], change.replacement]
        position = change.span.end
    return "".join([*parts, text[position:]])


def disjoint(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return sorted changes without overlap: where two meet, the first keeps its characters and the second loses
    its share of them (a widened article, say); one that has nothing left is dropped, for its characters are
    covered."""
    kept: list[Change] = []
    for change in sorted(changes, key=lambda c: (c.span.start, -c.span.end, c.kind, c.reference)):
        start = max(change.span.start, kept[-1].span.end) if kept else change.span.start
        if start < change.span.end:
            kept.append(
                Change(Span(start, change.span.end), change.replacement, change.kind, change.reference)
            )
    return tuple(kept)


def narrowed(text: str, change: Change, own: BoolArray) -> Change:
    """Return the same change of the text without the first and last words that it leaves as they are, as far as
    these are not `own` (characters of the text that belong to what is hidden, shape (characters,))."""
    start, end, words = change.span.start, change.span.end, change.replacement
    while " " in words:
        size = words.index(" ") + 1
        if (
            text[start : start + size] != words[:size]
            or start + size >= end
            or own[start : start + size].any()
        ):
            break
        start, words = start + size, words[size:]
    while " " in words:
        size = len(words) - words.rindex(" ")
        if text[end - size : end] != words[-size:] or start >= end - size or own[end - size : end].any():
            break
        end, words = end - size, words[:-size]
    return replace(change, span=Span(start, end), replacement=words)


def marked(text: str, spans: Iterable[Span]) -> BoolArray:
    """Return the characters of the text that the spans cover."""
    marked = np.zeros(len(text) + 1, dtype=np.bool_)
    for span in spans:
        marked[span.start : span.end] = True
    return marked


class OffsetMap:
    """Where the characters of the output come from."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = tuple(changes)
        self._starts: list[int] = []
        self._ends: list[int] = []
        shift = 0
        for change in changes:
            start = change.span.start + shift
            self._starts.append(start)
            self._ends.append(start + len(change.replacement))
            shift += len(change.replacement) - (change.span.end - change.span.start)

    def replaced(self) -> list[Span]:
        """Return the spans of the output that are replacements; an empty replacement has none."""
        return [Span(a, b) for a, b in zip(self._starts, self._ends, strict=True) if a < b]

    def to_input(self, span: Span) -> Span:
        """Return the characters of the input that became `span` of the output; a replacement is taken whole."""
        return Span(self._back(span.start, False), self._back(span.end, True))

    def _back(self, offset: int, is_end: bool) -> int:
        i = bisect_right(self._starts, offset - 1 if is_end else offset) - 1
        if i < 0:
            return offset
        change = self._changes[i]
        if offset < self._ends[i] or (is_end and offset == self._ends[i]):
            return change.span.end if is_end else change.span.start
        return change.span.end + (offset - self._ends[i])
