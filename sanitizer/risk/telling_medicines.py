"""Find medicines in documents in which an illness is treated: each is for few illnesses, so it tells which."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats.normalize import normalize
from kb import Concept, KnowledgeBase
from kb.medicines import PREFIX as LISTED
from kb.taxonomy import is_a
from sanitizer.recognize.finders.medicines_and_conditions import medicine_words
from sanitizer.recognize.finders.whole_compounds import whole_term
from sanitizer.text import lexicon as shipped
from sanitizer.text.reader import is_read, medicine_chance, medicines
from sanitizer.text.terms import Term
from sanitizer.types import Span, text_of

_DOUBTED: Final = 0.05
"""Chance below which a word that a dictionary alone calls a medicine is none where it stands ("Remedy")."""
_SURE: Final = 0.85
"""Chance from which a word that nobody lists is one."""
_LETTERS: Final = 4
"""Letters of such a word, at least: shorter ones are abbreviations of anything."""
_PART_OF_BODY: Final = Concept("wn:body_part.n.01", "body part")

_JOINED: Final = re.compile(r"-([^\W\d_]+)(?![\w-])")

RULE: Final = "medicine"
"""The rule by which a medicine is risky, whatever the counts say."""

KIND: Final = "medicine"
"""What is said of each of which no class may be told: that may tell the illness again ("antidepressant")."""


def medicine_terms(doc: Doc, taken: Sequence[Span], knowledge: KnowledgeBase) -> Iterator[Term]:
    """Yield the medicines outside the `taken` spans, each one term: what `knowledge` knows below "medicine" or
    "drug", and what the network takes for one."""
    text = text_of(doc)
    free = np.ones(len(text) + 1, dtype=np.bool_)
    for span in taken:
        free[span.start : span.end] = False
    places: dict[str, list[Span]] = {}
    known = frozenset(medicine_words(text, knowledge))
    found = {*known, *(Span(*place) for place in medicines(doc))}
    if is_read(doc):
        found = {span for span in found if _is_medicine(doc, span, span in known, knowledge)}
    found = {span for span in found if whole_term(text, span) == span}  # a test or an injury is no medicine
    for span in sorted({_whole(text, span, found) for span in found}, key=lambda s: (s.start, -s.end)):
        if free[span.start : span.end].all():
            places.setdefault(span.of(text), []).append(span)
            free[span.start : span.end] = False
    for surface, spans in places.items():
        yield Term(
            normalize(surface) or surface, surface, tuple(spans), False, loose=True, kind=KIND, rule=RULE
        )


def _is_medicine(doc: Doc, span: Span, known: bool, knowledge: KnowledgeBase) -> bool:
    """Return whether words are a medicine where they stand: what the list of medicines has, what a dictionary calls so
    (`known`) and the network does not exclude, and what the network alone is sure of."""
    words = span.of(text_of(doc))
    senses = knowledge.senses(words.lower())
    if any(sense.concept.prefix == LISTED for sense in senses):
        return True
    chance = medicine_chance(doc, span.start, span.end)
    if known:
        return chance >= _DOUBTED
    if chance < _SURE or len(words) < _LETTERS:
        return False
    return not any(is_a(knowledge, sense.concept, _PART_OF_BODY) for sense in senses[:1])


def _whole(text: str, span: Span, found: Set[Span]) -> Span:
    """Return the span with the word that a hyphen joins to it and that is a medicine by itself too, or none of English:
    "alpha-tocopherol", but "warfarin-induced"."""
    behind = _JOINED.match(text, span.end)
    if behind is None or (Span(*behind.span(1)) not in found and behind[1].lower() in shipped.common_words()):
        return span
    return Span(span.start, behind.end())
