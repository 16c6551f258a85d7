"""Read the result again: collect terms that were not judged yet and sensitive forms that are left (section 4.5 of the
paper)."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from spacy.tokens import Doc

from sanitizer.common.reuse import once
from sanitizer.common.timing import stage
from sanitizer.control.covered_text import in_result
from sanitizer.control.outcomes import FORM_LEFT, Problem
from sanitizer.text.edits import Change, OffsetMap, apply
from sanitizer.text.parse import PIECE
from sanitizer.text.surface_forms import Forms
from sanitizer.text.terms import Phrase, Term, phrases_of, terms_of
from sanitizer.types import Span

_LINE: Final = re.compile(r".+")


class _Line(NamedTuple):
    """A line of a result: where it starts, its text, and the spans in it that changes wrote."""

    start: int
    text: str
    inside: tuple[Span, ...]


class SecondLook:
    """Looks at the results of one document, round after round; remembers what was judged and which lines were read.

    ``parse`` turns a text into a Doc; ``forms`` must not stand in a result; ``terms`` were judged at first.
    """

    def __init__(self, parse: Callable[[str], Doc], forms: Forms, terms: Iterable[Term]) -> None:
        self._parse = parse
        self._forms = forms
        self._judged = {(term.key, span) for term in terms for span in term.spans}
        self._read: set[tuple[str, tuple[Span, ...]]] = set()

    def problems(
        self, text: str, changes: Sequence[Change], is_sealed: Callable[[Change], bool]
    ) -> list[Problem]:
        """Return the sensitive forms that the result of `changes` holds, as the report tells them; not those inside
        of what a change writes that `is_sealed` (a token, a term that is kept)."""
        output = apply(text, changes)
        sealed, shift = [], 0
        for change in changes:
            start = change.span.start + shift
            shift += len(change.replacement) - (change.span.end - change.span.start)
            if is_sealed(change):
                sealed.append((start, start + len(change.replacement)))

        def inside(span: Span) -> bool:
            at = bisect_right(sealed, (span.start, len(output))) - 1
            return at >= 0 and span.end <= sealed[at][1]

        return [
            Problem(kind=FORM_LEFT, term=span.of(output), span=span)
            for span in self._forms.find(output)
            if not inside(span)
        ]

    @stage("check: read again")
    def fresh(self, text: str, changes: Sequence[Change], apart: Sequence[Span] = ()) -> list[Term]:
        """Return terms of the result of `changes` that were not judged before, with spans of the input `text`; what
        is to be left `apart` (spans of the input) is no part of them."""
        output, back = apply(text, changes), OffsetMap(changes)
        found = []
        lines = [
            Span(s.start + m.start(), s.start + m.end()) for s in apart for m in _LINE.finditer(s.of(text))
        ]
        for term in self._terms(output, sorted([*back.replaced(), *in_result(lines, changes)])):
            spans = tuple(
                span for s in term.spans if (term.key, span := back.to_input(s)) not in self._judged
            )
            if spans:
                self._judged.update((term.key, span) for span in spans)
                found.append(replace(term, spans=spans))
        return found

    def _terms(self, output: str, replaced: Sequence[Span]) -> Iterator[Term]:
        """Yield the terms of the lines that were not read in a round before, one line's after the other's."""
        lines: list[_Line] = []
        start = at = 0
        for line in output.splitlines(keepends=True):
            inside = []
            while at < len(replaced) and replaced[at].start < start + len(line):
                inside.append(
                    Span(replaced[at].start - start, min(replaced[at].end, start + len(line)) - start)
                )
                at += 1
            if (line, tuple(inside)) not in self._read:
                self._read.add((line, tuple(inside)))
                lines.append(_Line(start, line, tuple(inside)))
            start += len(line)
        yield from terms_of(output, self._phrases(lines))

    def _phrases(self, lines: Sequence[_Line]) -> Iterator[Phrase]:
        """Yield the phrases of lines, in the output.

        What the model says of a line depends on those around it, so lines are read in pieces, each by itself: a run
        that remembers pieces of an earlier one reads the others as a run from nothing does."""
        for piece in _pieces(lines):
            starts = [0, *accumulate(len(line.text) for line in piece)]
            text = "".join(line.text for line in piece)
            inside = tuple(
                Span(start + span.start, start + span.end)
                for start, line in zip(starts, piece, strict=False)
                for span in line.inside
            )
            for key, span, named in once("phrases", (text, inside), partial(self._read_piece, text, inside)):
                at = bisect_right(starts, span.start) - 1
                moved = piece[at].start - starts[at]
                yield key, Span(span.start + moved, span.end + moved), named

    def _read_piece(self, text: str, inside: Sequence[Span]) -> list[Phrase]:
        return phrases_of(self._parse(text), inside) if text.strip() else []


def _pieces(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Lines behind each other, as many as the network reads at once."""
    piece: list[_Line] = []
    length = 0
    for line in lines:
        if piece and length + len(line.text) > PIECE:
            yield piece
            piece, length = [], 0
        piece.append(line)
        length += len(line.text)
    if piece:
        yield piece
