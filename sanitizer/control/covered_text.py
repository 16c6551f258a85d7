"""What decisions of persons cover in a text, and what is left beside it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from operator import attrgetter
from typing import Final

from sanitizer.recognize.institution_words import LINKS
from sanitizer.recognize.name_groups import BEFORE_NAMES, PARTICLES, SUFFIXES
from sanitizer.text.edits import Change
from sanitizer.text.fold import plain
from sanitizer.text.patterns import ANY_POSSESSIVE, WORD
from sanitizer.types import Mention, Span

_NO_REST: Final = BEFORE_NAMES | SUFFIXES | PARTICLES | LINKS | {"s"}
"""Words that tell nothing when they alone are left of a name."""
_PLACE: Final = attrgetter("start", "end")
"""The order of spans, compared faster than by themselves."""


class Cover:
    """Characters that spans cover, to ask fast what touches them."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = united(spans)
        self._starts = [span.start for span in self.spans]

    def on(self, span: Span) -> list[Span]:
        """Return the covering spans that share a character with a span."""
        first = max(0, bisect_right(self._starts, span.start) - 1)
        last = bisect_left(self._starts, span.end)
        return [own for own in self.spans[first:last] if own.overlaps(span)]

    def touches(self, span: Span) -> bool:
        """Return whether one of the characters of a span is covered."""
        return bool(self.on(span))


def without_places(spans: Iterable[Span], taken: Cover) -> list[Span]:
    """Return what is left of spans without the characters that others cover; sorted."""
    left = []
    for span in sorted(spans):
        start = span.start
        for other in taken.on(span):
            if start < other.start:
                left.append(Span(start, other.start))
            start = max(start, other.end)
        if start < span.end:
            left.append(Span(start, span.end))
    return left


def united(spans: Iterable[Span]) -> list[Span]:
    """Return disjoint spans, sorted, that cover the same characters."""
    result: list[Span] = []
    for span in sorted(spans, key=_PLACE):
        if result and span.start < result[-1].end:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result


def cut(text: str, mentions: Iterable[Mention], kept: Cover) -> tuple[tuple[Mention, ...], tuple[Span, ...]]:
    """Return mentions without the characters that are ``kept``, and the kept spans that lay inside of a longer
    name. What is left of a name is as sensitive as it was; titles and small words alone are not."""
    result: list[Mention] = []
    inside: list[Span] = []
    for mention in mentions:
        own = kept.on(mention.span)
        if not own:
            result.append(mention)
            continue
        rest = rest_of(text, mention.span, own)
        if rest:
            inside += own
        result += [replace(mention, span=span) for span in rest]
    return tuple(result), tuple(sorted(set(inside)))


def rest_of(text: str, span: Span, kept: Sequence[Span]) -> list[Span]:
    """Return the pieces of a name that tell something beside what is kept of it."""
    rest = []
    for piece in without_places([span], Cover(kept)):
        match = re.search(r"\w(?:.*\w)?", ANY_POSSESSIVE.sub("", piece.of(text)), re.DOTALL)
        if match and not {plain(w) for w in WORD.findall(match.group())} <= _NO_REST:
            rest.append(Span(piece.start + match.start(), piece.start + match.end()))
    return rest


def in_result(spans: Iterable[Span], changes: Sequence[Change]) -> list[Span]:
    """Return where spans of the input that no change touches stand in the result; sorted."""
    changed = Cover(change.span for change in changes)
    ends = [change.span.end for change in changes]
    shifts = [0, *accumulate(len(c.replacement) - (c.span.end - c.span.start) for c in changes)]
    found = []
    for span in sorted(spans):
        if not changed.touches(span):
            shift = shifts[bisect_right(ends, span.start)]
            found.append(Span(span.start + shift, span.end + shift))
    return found
