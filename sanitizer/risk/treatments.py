"""Find medicines in documents in which an illness is treated: each is for few illnesses, so it tells which."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from corpora_stats.normalize import normalize
from kb import KnowledgeBase
from sanitizer.recognize.finders.clinical import medicine_words
from sanitizer.text.terms import Term
from sanitizer.types import Span

RULE: Final = "medicine"
"""The rule by which a medicine is risky, whatever the counts say."""

KIND: Final = "medicine"
"""What is said of each: its class ("antidepressant") would tell the illness again."""


def medicine_terms(text: str, taken: Sequence[Span], knowledge: KnowledgeBase) -> Iterator[Term]:
    """The medicines outside the `taken` spans that `knowledge` knows below "medicine" or "drug", each one term."""
    free = np.ones(len(text) + 1, dtype=np.bool_)
    for span in taken:
        free[span.start : span.end] = False
    places: dict[str, list[Span]] = {}
    for span in medicine_words(text, knowledge):
        if free[span.start : span.end].all():
            places.setdefault(span.of(text), []).append(span)
    for surface, spans in places.items():
        yield Term(
            normalize(surface) or surface, surface, tuple(spans), False, loose=True, kind=KIND, rule=RULE
        )
