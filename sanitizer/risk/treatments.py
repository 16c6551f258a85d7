"""Find medicines in documents in which an illness is treated: each is for few illnesses, so it tells which."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats.normalize import normalize
from kb import KnowledgeBase
from sanitizer.recognize.finders.clinical import medicine_words
from sanitizer.text.reader import medicines
from sanitizer.text.terms import Term
from sanitizer.types import Span, text_of

RULE: Final = "medicine"
"""The rule by which a medicine is risky, whatever the counts say."""

KIND: Final = "medicine"
"""What is said of each: its class ("antidepressant") would tell the illness again."""


def medicine_terms(doc: Doc, taken: Sequence[Span], knowledge: KnowledgeBase) -> Iterator[Term]:
    """The medicines outside the `taken` spans, each one term: what `knowledge` knows below "medicine" or "drug", and
    what the network takes for one."""
    text = text_of(doc)
    free = np.ones(len(text) + 1, dtype=np.bool_)
    for span in taken:
        free[span.start : span.end] = False
    places: dict[str, list[Span]] = {}
    read = (Span(*place) for place in medicines(doc))
    for span in sorted({*medicine_words(text, knowledge), *read}, key=lambda s: (s.start, -s.end)):
        if free[span.start : span.end].all():
            places.setdefault(span.of(text), []).append(span)
            free[span.start : span.end] = False
    for surface, spans in places.items():
        yield Term(
            normalize(surface) or surface, surface, tuple(spans), False, loose=True, kind=KIND, rule=RULE
        )
