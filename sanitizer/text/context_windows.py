"""Which terms stand together: in one paragraph, in one sentence, or in a window of words."""

from collections.abc import Iterable, Sequence

import numpy as np
from spacy.tokens import Doc

from sanitizer.settings import ContextSize
from sanitizer.types import BoolArray, Span, text_of


def shared_contexts(
    doc: Doc, size: ContextSize, anchors: Sequence[Sequence[Span]], occurrences: Sequence[Span]
) -> BoolArray:
    """Return which anchor (sensitive entity) shares a context with which occurrence: shape (anchors, occurrences).

    An anchor without spans (protected, but not named in the text) is in every context. ``document``: all share.
    ``paragraph``: between blank lines, or lines where the text has no blank line. ``window``: at most N words apart.
    """
    if size.kind == "document":
        return np.broadcast_to(np.True_, (len(anchors), len(occurrences)))  # one byte, whatever the shape
    if size.kind == "window":
        return _within_window(doc, size.words, anchors, occurrences)
    unit = _unit_of(doc, size.kind)
    where = unit[np.array([span.start for span in occurrences], dtype=np.int64)]
    shared = np.ones((len(anchors), len(occurrences)), dtype=np.bool_)
    for row, spans in enumerate(anchors):
        if spans:
            present = np.unique([unit[span.start] for span in spans])
            shared[row] = np.isin(where, present)
    return shared


def _unit_of(doc: Doc, kind: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    text = text_of(doc)
    starts = np.zeros(len(text) + 1, dtype=np.int64)
    if kind == "sentence":
        for sentence in doc.sents:
            starts[sentence.start_char] = 1
    else:
        separator = "\n\n" if "\n\n" in text else "\n"
        position = text.find(separator)
        while position != -1:
            starts[position] = 1
            position = text.find(separator, position + 1)
    return np.cumsum(starts)


def _within_window(
    doc: Doc, words: int, anchors: Sequence[Sequence[Span]], occurrences: Sequence[Span]
) -> BoolArray:
    ends = np.array([token.idx + len(token) for token in doc], dtype=np.int64)

    def token_of(offsets: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.searchsorted(ends, np.fromiter(offsets, dtype=np.int64), side="right").astype(np.int64)

    where = token_of(span.start for span in occurrences)
    shared = np.ones((len(anchors), len(occurrences)), dtype=np.bool_)
    for row, spans in enumerate(anchors):
        if not spans:
            continue
        places = np.sort(token_of(span.start for span in spans))
        right = np.searchsorted(places, where)
        before = np.abs(where - places[np.clip(right - 1, 0, len(places) - 1)])
        after = np.abs(places[np.clip(right, 0, len(places) - 1)] - where)
        shared[row] = np.minimum(before, after) <= words
    return shared
