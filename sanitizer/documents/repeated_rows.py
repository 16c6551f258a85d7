"""Read rows of large tables that say the same once: what becomes of a cell becomes of all that repeat it.

A row whose words, cell by cell, stood in the same table before is left out of what is read, but for numbers that are
new there: these are read with the words before them in their row, and with a short one behind.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby
from typing import Final

from sanitizer.check.describe_places_to_look_at import look_of
from sanitizer.check.report import Residual
from sanitizer.documents.formats import FileDocument, Piece
from sanitizer.documents.structure import CELL
from sanitizer.result import SanitizedDocument
from sanitizer.text.edits import Change, apply, disjoint
from sanitizer.types import Document, Span

LEAST: Final = 3_000
"""Cells of a document from which on repeated rows are read once."""
_SHORT: Final = 3
"""Words of a cell that may say what the number before it is."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A document without what is repeated: what is read, and where its pieces stand in the whole one.

    ``read`` has the ``starts`` of its pieces, ``places`` the places in ``whole`` of each, the first of them its own.
    """

    whole: FileDocument
    read: Document
    starts: Sequence[int] = field(repr=False)
    lengths: Sequence[int] = field(repr=False)
    places: Sequence[Sequence[int]] = field(repr=False)

    def spans(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return where spans of the text that was read, in order, stand in the whole text, in order."""
        return tuple(sorted({there for span in spans for there, _ in self._parts(span)}))

    def changes(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        """Return the changes of the whole text."""
        return disjoint(
            replace(change, span=there, replacement=change.replacement if first else "")
            for change in changes
            for there, first in self._parts(change.span)
        )

    def result(self, done: SanitizedDocument) -> SanitizedDocument:
        """Return what comes of the whole document, where ``done`` is what came of what was read. Figures of the
        report are of what was read; problems have no place."""
        report, text = done.report, self.whole.text
        changes = self.changes(done.changes)
        told = replace(
            report,
            characters=len(text),
            text=text,
            changes=changes,
            sensitive=tuple(
                replace(
                    entry,
                    spans=self.spans(entry.spans),
                    links=tuple(
                        replace(link, span=span) for link in entry.links for span in self.spans((link.span,))
                    ),
                )
                for entry in report.sensitive
            ),
            risky=tuple(replace(entry, spans=self.spans(entry.spans)) for entry in report.risky),
            left=tuple(replace(entry, spans=self.spans(entry.spans)) for entry in report.left),
            residual=Residual(
                met=report.residual.met,
                problems=tuple(replace(problem, span=None) for problem in report.residual.problems),
            ),
        )
        output = apply(text, changes)
        told = replace(told, look=look_of(told, output))
        return replace(done, text=output, changes=changes, report=told)

    def _parts(self, span: Span) -> Iterator[tuple[Span, bool]]:
        """Yield where a span stands in the whole, and whether that is its beginning: of one over several cells each
        has its share where they are repeated."""
        first, last = self._piece(span.start), self._piece(span.end - 1)
        yield Span(self._own(first, span.start), self._own(last, span.end)), True
        for piece in range(first, last + 1):
            start = max(span.start - self.starts[piece], 0)
            end = min(span.end - self.starts[piece], self.lengths[piece])
            if start < end:
                yield from ((Span(at + start, at + end), piece == first) for at in self.places[piece][1:])

    def _piece(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1

    def _own(self, piece: int, at: int) -> int:
        return self.places[piece][0] + at - self.starts[piece]


@dataclass(slots=True)
class _Kept:
    """A piece of what is read, and where it and those that repeat it stand in the whole."""

    piece: Piece
    places: list[int]


def shortened(document: Document) -> Shortened | None:
    """Return a document without its repeated rows; None for one that has few cells, or whose cells do not repeat."""
    if not isinstance(document, FileDocument) or sum(p.role == "cell" for p in document.pieces) < LEAST:
        return None
    starts = list(accumulate((len(p.text) + len(p.after) for p in document.pieces), initial=0))
    kept: list[_Kept] = []
    for is_table, members in groupby(
        zip(document.pieces, starts, strict=False), lambda m: m[0].role == "cell"
    ):
        if is_table:
            _read_table(list(members), kept)
        else:
            kept += [_Kept(piece, [start]) for piece, start in members]
    if len(kept) == len(document.pieces):
        return None
    pieces = [one.piece for one in kept]
    text = "".join(p.text + p.after for p in pieces[:-1]) + pieces[-1].text
    read = Document(document.id, text, document.fields, document.person, document.number, document.place)
    begin = list(accumulate((len(p.text) + len(p.after) for p in pieces), initial=0))[:-1]
    return Shortened(document, read, begin, [len(p.text) for p in pieces], [one.places for one in kept])


_Cell = tuple[Piece, int, int]
"""A piece of a row, where it stands, and its column."""


def _rows(members: Sequence[tuple[Piece, int]]) -> Iterator[list[_Cell]]:
    row: list[_Cell] = []
    column = 0
    for piece, start in members:
        row.append((piece, start, column))
        column += piece.after.count(CELL)
        if "\n" in piece.after:
            yield row
            row, column = [], piece.after.rpartition("\n")[2].count(CELL)
    if row:
        yield row


def _read_table(members: Sequence[tuple[Piece, int]], kept: list[_Kept]) -> None:
    """Add the rows of a table to what is read."""
    rows: dict[tuple[tuple[int, str], ...], list[_Kept]] = {}
    numbers: dict[tuple[int, str], _Kept] = {}
    for row in _rows(members):
        worded = [cell for cell in row if _has_letters(cell)]
        before = rows.get(tuple((column, piece.text) for piece, _, column in worded))
        new = [n for n, cell in enumerate(row) if not _has_letters(cell) and _key(cell) not in numbers]
        if before is None or not worded:
            count = len(row) if worded else (new[-1] + 1 if new else 0)
        else:
            count = new[-1] + 1 if new else 0
            if new and count < len(row) and _has_letters(row[count]) and _is_short(row[count]):
                count += 1
        own = [_Kept(piece, [start]) for piece, start, _ in row[:count]]
        if 0 < count < len(row):
            own[-1].piece = replace(own[-1].piece, after="\n")
        kept += own
        if before is None:
            rows[tuple((column, piece.text) for piece, _, column in worded)] = [
                one for one, cell in zip(own, row, strict=False) if _has_letters(cell)
            ]
        for cell, one in zip(row, own, strict=False):
            if not _has_letters(cell):
                numbers.setdefault(_key(cell), one)
        again = iter(before or ())
        for n, cell in enumerate(row):
            same = next(again, None) if _has_letters(cell) else numbers.get(_key(cell))
            if n >= count and same is not None:
                same.places.append(cell[1])


def _key(cell: _Cell) -> tuple[int, str]:
    return cell[2], cell[0].text


def _has_letters(cell: _Cell) -> bool:
    return any(map(str.isalpha, cell[0].text))


def _is_short(cell: _Cell) -> bool:
    return len(cell[0].text.split()) <= _SHORT
