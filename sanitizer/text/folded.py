"""A text in another form, with the way back to each character of the original."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text. Character ``i`` of ``text`` comes from the characters ``starts[i]`` to ``ends[i]`` of the
    original; both are None where nothing was folded. ``changed`` are the characters of ``text`` that look different
    or stand where something was dropped, as sorted, disjoint pairs of offsets."""

    text: str
    starts: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None
    changed: tuple[tuple[int, int], ...] = ()

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the original of ``start`` to ``end`` (not empty) of the folded text."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def touches(self, start: int, end: int) -> bool:
        """Return whether something was folded in ``start`` to ``end`` of the folded text."""
        i = bisect_right(self.changed, (start, len(self.text) + 1)) - 1
        if i >= 0 and self.changed[i][1] > start:
            return True
        return i + 1 < len(self.changed) and self.changed[i + 1][0] < end

    def lines_touched(self) -> list[tuple[int, int]]:
        """Return the lines of the folded text in which something was folded, sorted."""
        found: dict[tuple[int, int], None] = {}
        for start, end in self.changed:
            first = self.text.rfind("\n", 0, start) + 1
            last = self.text.find("\n", max(start, end - 1))
            found[first, len(self.text) if last < 0 else last] = None
        return list(found)


Piece = tuple[str, int, int]
"""A character that stays of a match, with the part of the match that it comes from."""


class Working:
    """A text in the making, with the way back to the original."""

    def __init__(self, text: str) -> None:
        self.text = self._original = text
        self.starts: list[int] = list(range(len(text)))
        self.ends: list[int] = list(range(1, len(text) + 1))
        self.marks = bytearray(len(text))

    def substitute(
        self, pattern: re.Pattern[str], put: Callable[[re.Match[str]], list[Piece] | None]
    ) -> None:
        """Put the pieces that `put` gives in the place of each match; None leaves it."""
        done: list[tuple[int, int, list[Piece]]] = []
        for match in pattern.finditer(self.text):
            pieces = put(match)
            if pieces is not None:
                done.append((match.start(), match.end(), pieces))
        if not done:
            return
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        marks = bytearray()
        at = 0
        for begin, end, pieces in done:
            text.append(self.text[at:begin])
            starts += self.starts[at:begin]
            ends += self.ends[at:begin]
            marks += self.marks[at:begin]
            for char, first, last in pieces:
                text.append(char)
                starts.append(self.starts[begin + first])
                ends.append(self.ends[begin + last - 1])
                marks.append(1)
            if not pieces and marks:
                marks[-1] = 1
            if not pieces and end < len(self.text):
                self.marks[end] = 1
            at = end
        text.append(self.text[at:])
        starts += self.starts[at:]
        ends += self.ends[at:]
        marks += self.marks[at:]
        self.text, self.starts, self.ends, self.marks = "".join(text), starts, ends, marks

    def result(self) -> Folded:
        """Return the folded text, with the way back to the original."""
        if self.text == self._original and not any(self.marks):
            return Folded(self.text)
        changed = [m.span() for m in re.finditer(rb"\x01+", bytes(self.marks))]
        return Folded(self.text, tuple(self.starts), tuple(self.ends), tuple(changed))


def whole(match: re.Match[str], by: str) -> list[Piece]:
    """Return the characters ``by``, each in the place of all that was matched."""
    return [(char, 0, len(match.group())) for char in by]
