"""Read the result again: collect terms that were not judged yet and sensitive forms that are left (section 4.5 of the
paper)."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from sanitizer.common.reuse import table
from sanitizer.common.timing import stage
from sanitizer.control.cover import in_result
from sanitizer.control.outcomes import FORM_LEFT, Problem
from sanitizer.text.edits import Change, OffsetMap, apply
from sanitizer.text.surface_forms import Forms
from sanitizer.text.terms import Phrase, Term, phrases_of, terms_of
from sanitizer.types import Span

_LINE: Final = re.compile(r".+")


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
        """The sensitive forms that the result of `changes` holds, as the report tells them; not those inside of what a
        change writes that `is_sealed` (a token, a term that is kept)."""
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
        """Terms of the result of `changes` that were not judged before, with spans of the input `text`; what is to be
        left `apart` (spans of the input) is no part of them."""
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
        """The terms of the lines that were not read in a round before, one line's after the other's.

        The model looks at a few words around each word and never past a line, so lines can be parsed apart."""
        lines, start, at = [], 0, 0
        for line in output.splitlines(keepends=True):
            inside = []
            while at < len(replaced) and replaced[at].start < start + len(line):
                inside.append(
                    Span(replaced[at].start - start, min(replaced[at].end, start + len(line)) - start)
                )
                at += 1
            if (line, tuple(inside)) not in self._read:
                self._read.add((line, tuple(inside)))
                lines.append((start, line, inside))
            start += len(line)
        yield from terms_of(output, self._phrases(lines))

    def _phrases(self, lines: Sequence[tuple[int, str, list[Span]]]) -> list[Phrase]:
        """The phrases of lines (where each begins, its characters, the spans in it to leave out), in the output; lines
        that were read in a run before are not parsed again."""
        known = table("lines", ())
        held: dict[tuple[str, tuple[Span, ...]], list[Phrase]] = {} if known is None else known
        new = {(line, tuple(inside)): None for _, line, inside in lines if (line, tuple(inside)) not in held}
        held |= dict(zip(new, self._read_lines(list(new)), strict=True))
        return [
            (key, Span(span.start + begin, span.end + begin), named)
            for begin, line, inside in lines
            for key, span, named in held[line, tuple(inside)]
        ]

    def _read_lines(self, lines: Sequence[tuple[str, tuple[Span, ...]]]) -> list[list[Phrase]]:
        """The phrases of each line, parsed behind each other."""
        joined, starts, masked = "".join(line for line, _ in lines), [], []
        origin = 0
        for line, inside in lines:
            starts.append(origin)
            masked += [Span(span.start + origin, span.end + origin) for span in inside]
            origin += len(line)
        found: list[list[Phrase]] = [[] for _ in lines]
        if joined.strip():
            for key, span, named in phrases_of(self._parse(joined), masked):
                at = bisect_right(starts, span.start) - 1
                moved = Span(span.start - starts[at], span.end - starts[at])
                found[at].append((key, moved, named))
        return found
