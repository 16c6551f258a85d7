"""Write the texts of a release: every mention of every term of a person, and where it stands in the new text.

What is written for a mention never empties its phrase, never runs into another mention, and shows what the class
shares; where the words that fit the sentence would not, plainer ones are taken.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sanitizer.relational.terms.fitted_mentions import (
    in_sentences,
    said_once,
    tells,
    windows_once,
    with_capital,
)
from sanitizer.relational.terms.joined_mentions import Piece, pieces_of
from sanitizer.relational.terms.mention_wording import Saying
from sanitizer.relational.terms.redundancy import fold
from sanitizer.relational.terms.terms import TermSpan
from sanitizer.text.edits import Change, Fitted, apply
from sanitizer.text.patterns import WORD
from sanitizer.types import Span

Residual = Callable[[str], Sequence[tuple[int, int, str]]]
"""Direct identifiers that have a form in a text: start, end and type of each."""

_ARTICLE: Final = re.compile(r"\b(?:an?|the)\s*$", re.IGNORECASE)
_BRACKETS: Final = re.compile(r" ?\([^()\n]*\)")
_ASIDE: Final = 2
"""Words of an aside in brackets, beside mentions that tell nothing, up to which it tells nothing either."""
_RUN: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Written:
    """A span of a released text: half-open offsets; ``kind`` is direct, redundant, kept, generalized or suppressed;
    ``says`` is the term as the class shares it (kept, generalized) or what was written in its place."""

    start: int
    end: int
    kind: str
    says: str


def rewrite_text(
    text: str,
    spans: Sequence[TermSpan],
    say: Callable[[TermSpan, str], Saying],
    grammar: bool,
    residual: Residual | None = None,
) -> tuple[str, tuple[Written, ...]]:
    """Return the released text and its spans.

    Args:
        text: the original.
        spans: its terms, disjoint and sorted.
        say: what becomes of a term with that surface.
        grammar: fit replacements to their sentences (articles, number, capitals), else write the bare words.
        residual: finds direct identifiers; where what is written makes one with what stands beside it, it takes that
            along.
    """
    pieces = pieces_of(text, spans, say, grammar)
    pieces = windows_once(pieces) if grammar else pieces
    fitted, beside = in_sentences(text, pieces) if grammar else ({}, [])
    pieces = said_once(pieces, fitted)
    changes = [_change(text, pieces, i, fitted.get(i)) for i in range(len(pieces))]
    changes = _with_beside(_apart(pieces, changes), beside)
    if grammar:
        changes = _without_asides(text, changes)
    new, written = _made(text, pieces, changes)
    if residual is None:
        return new, written
    for start, end, _ in residual(new):
        if any(w.start < end and start < w.end and not (w.start <= start and end <= w.end) for w in written):
            return _made(text, pieces, _with_runs(text, pieces))
    return new, written


def _change(text: str, pieces: Sequence[Piece], number: int, fitted: Fitted | None) -> Change:
    """Return the change of a mention by itself: fitted to its sentence where that touches no other and shows its
    term."""
    piece = pieces[number]
    span, said = piece.span, piece.said
    surface = span.of(text)
    if said.words == surface or said.exact:
        return Change(span, said.words, said.kind, number)
    if fitted is not None:
        before = pieces[number - 1].span.end if number else 0
        after = pieces[number + 1].span.start if number + 1 < len(pieces) else len(text)
        inside = before <= fitted.span.start and fitted.span.end <= after
        if inside and tells(fitted.words, said):
            return Change(fitted.span, fitted.words, said.kind, number)
    return _bare(text, piece, number)


def _bare(text: str, piece: Piece, number: int) -> Change:
    """Return the change of a mention to its bare words, without their article behind an article of the text."""
    said = piece.said
    words = (
        said.wording.bare
        if _ARTICLE.search(text, max(0, piece.span.start - 12), piece.span.start)
        else said.words
    )
    return Change(piece.span, with_capital(text, piece.span, words), said.kind, number)


def _apart(pieces: Sequence[Piece], changes: Sequence[Change]) -> list[Change]:
    """Return the changes without those that grew into the one before: these write their bare words."""
    done: list[Change] = []
    for change in changes:
        if done and change.span.start < done[-1].span.end:
            piece = pieces[change.reference]
            change = Change(piece.span, piece.said.words, change.kind, change.reference)
        if done and change.span.start < done[-1].span.end:
            before = pieces[done[-1].reference]
            done[-1] = Change(before.span, before.said.words, done[-1].kind, done[-1].reference)
        done.append(change)
    return done


def _with_beside(changes: Sequence[Change], beside: Sequence[Fitted]) -> list[Change]:
    """Return the changes with those ``beside`` them that touch none."""
    done = list(changes)
    for fitted in beside:
        at = bisect_left(done, fitted.span, key=lambda c: c.span)
        free = (at == 0 or done[at - 1].span.end <= fitted.span.start) and (
            at == len(done) or fitted.span.end <= done[at].span.start
        )
        if free and done:
            nearest = done[min(at, len(done) - 1)].reference
            done.insert(at, Change(*fitted, "suppressed", nearest))
    return done


def _without_asides(text: str, changes: Sequence[Change]) -> list[Change]:
    """Return the changes, where an aside in brackets of which all mentions tell nothing any more goes as a whole:
    "(born a date)"."""
    done = list(changes)
    for aside in _BRACKETS.finditer(text):
        inside = [c for c in done if c.span.start < aside.end() and aside.start() < c.span.end]
        whole = all(aside.start() < c.span.start and c.span.end < aside.end() for c in inside)
        if not inside or not whole or any(c.kind not in ("suppressed", "direct") for c in inside):
            continue
        left, at = "", aside.start()
        for c in inside:
            left, at = f"{left} {text[at : c.span.start]}", c.span.end
        if len(WORD.findall(left + text[at : aside.end()])) <= _ASIDE:
            gone = Change(Span(*aside.span()), "", "suppressed", inside[0].reference)
            done = sorted([c for c in done if c not in inside] + [gone], key=lambda c: c.span)
    return done


def _with_runs(text: str, pieces: Sequence[Piece]) -> list[Change]:
    """Return the bare changes, each with what stands beside its mention without a blank: what would make an
    identifier of it goes too ("FWD.us")."""
    done: list[Change] = []
    ends = [p.span.start for p in pieces[1:]] + [len(text)]
    for number, (piece, end) in enumerate(zip(pieces, ends, strict=True)):
        span = piece.span
        start = done[-1].span.end if done else 0
        for run in _RUN.finditer(text, max(start, span.start - 80), min(end, span.end + 80)):
            if run.start() < span.end and span.start < run.end():
                span = Span(min(span.start, run.start()), max(span.end, run.end()))
        while span.end > piece.span.end and not text[span.end - 1].isalnum():
            span = Span(span.start, span.end - 1)
        while span.start < piece.span.start and not text[span.start].isalnum():
            span = Span(span.start + 1, span.end)
        done.append(Change(span, with_capital(text, span, piece.said.words), piece.said.kind, number))
    return done


def _made(text: str, pieces: Sequence[Piece], changes: Sequence[Change]) -> tuple[str, tuple[Written, ...]]:
    written: list[Written] = []
    shift = 0
    for change in changes:
        start = change.span.start + shift
        shift += len(change.replacement) - (change.span.end - change.span.start)
        words = pieces[change.reference].said.words
        written.append(Written(start, start + len(change.replacement), change.kind, words))
    return apply(text, changes), tuple(written)


def same_words(surface: str, shared: str) -> str:
    """Return the surface when it only differs from the shared spelling in case or article, else the shared spelling."""
    return surface if fold(surface) == fold(shared) else shared
