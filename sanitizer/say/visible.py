"""Changes as a reader sees them: without those that write what stood there, and without words that stay."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from sanitizer.operators.plan import Plan
from sanitizer.text.edits import Change
from sanitizer.types import BoolArray, Span


def visible(text: str, changes: Sequence[Change], plan: Plan, terms: Iterable[Span]) -> tuple[Change, ...]:
    """The changes without those that write what stood there (terms that are kept), and without the words around the
    `terms` that fitting took along and left as they were. What operators wrote stays in one piece."""
    own = marked(text, terms)
    shown = (change if plan.is_fixed(change) else narrowed(text, change, own) for change in changes)
    return tuple(change for change in shown if change.replacement != change.span.of(text))


def narrowed(text: str, change: Change, own: BoolArray) -> Change:
    """The same change of the text without the first and last words that it leaves as they are, as far as these are
    not `own` (characters of the text that belong to what is hidden, shape (characters,))."""
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
    """The characters of the text that the spans cover."""
    marked = np.zeros(len(text) + 1, dtype=np.bool_)
    for span in spans:
        marked[span.start : span.end] = True
    return marked
