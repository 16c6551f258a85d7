"""Find medicines in documents in which an illness is treated: each is for few illnesses, so it tells which."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats.normalize import normalize
from kb import KnowledgeBase
from sanitizer.recognize.finders.clinical import medicine_words
from sanitizer.recognize.finders.common_terms import whole_term
from sanitizer.text import lexicon as shipped
from sanitizer.text.reader import medicines
from sanitizer.text.terms import Term
from sanitizer.types import Span, text_of

_JOINED: Final = re.compile(r"-([^\W\d_]+)(?![\w-])")

RULE: Final = "medicine"
"""The rule by which a medicine is risky, whatever the counts say."""

KIND: Final = "medicine"
"""What is said of each of which no class may be told: that may tell the illness again ("antidepressant")."""


def medicine_terms(doc: Doc, taken: Sequence[Span], knowledge: KnowledgeBase) -> Iterator[Term]:
    """The medicines outside the `taken` spans, each one term: what `knowledge` knows below "medicine" or "drug", and
    what the network takes for one."""
    text = text_of(doc)
    free = np.ones(len(text) + 1, dtype=np.bool_)
    for span in taken:
        free[span.start : span.end] = False
    places: dict[str, list[Span]] = {}
    found = {*medicine_words(text, knowledge), *(Span(*place) for place in medicines(doc))}
    found = {span for span in found if whole_term(text, span) == span}  # a test or an injury is no medicine
    for span in sorted({_whole(text, span, found) for span in found}, key=lambda s: (s.start, -s.end)):
        if free[span.start : span.end].all():
            places.setdefault(span.of(text), []).append(span)
            free[span.start : span.end] = False
    for surface, spans in places.items():
        yield Term(
            normalize(surface) or surface, surface, tuple(spans), False, loose=True, kind=KIND, rule=RULE
        )


def _whole(text: str, span: Span, found: Set[Span]) -> Span:
    """The span with the word that a hyphen joins to it and that is a medicine by itself too, or none of English:
    "alpha-tocopherol", but "warfarin-induced"."""
    behind = _JOINED.match(text, span.end)
    if behind is None or (Span(*behind.span(1)) not in found and behind[1].lower() in shipped.common_words()):
        return span
    return Span(span.start, behind.end())
