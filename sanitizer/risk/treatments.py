"""Find medicines in documents in which an illness is treated: each is for few illnesses, so it tells which."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from corpora_stats.normalize import normalize
from kb import KnowledgeBase
from kb.medicines import Medicines
from kb.taxonomy import ancestors
from sanitizer.text import lexicon as shipped
from sanitizer.text.terms import Term
from sanitizer.types import Span

RULE: Final = "medicine"
"""The rule by which a medicine is risky, whatever the counts say."""

KIND: Final = "medicine"
"""What is said of each: its class ("antidepressant") would tell the illness again."""

_WORD: Final = re.compile(r"(?<![\w-])[A-Za-z]{5,24}(?: acid\b)?(?![\w-])")
_DRUGS: Final = frozenset(("wn:medicine.n.02", "wn:drug.n.01", "wn:hypoglycemic_agent.n.01"))
_NO_MEDICINES: Final = frozenset(
    ("wn:drug_of_abuse.n.01", "wn:beverage.n.01", "wn:food.n.01", "wn:instrumentality.n.03")
)
_MEANINGS: Final = 2
"""Meanings of a word, the usual ones first, of which one is that of a medicine."""


def medicine_terms(text: str, taken: Sequence[Span], knowledge: KnowledgeBase) -> Iterator[Term]:
    """The medicines outside the `taken` spans that `knowledge` knows below "medicine" or "drug", each one term."""
    free = np.ones(len(text) + 1, dtype=np.bool_)
    for span in taken:
        free[span.start : span.end] = False
    places: dict[str, list[Span]] = {}
    is_medicine = _asked_once(knowledge)
    for match in _WORD.finditer(text):
        if free[match.start() : match.end()].all() and is_medicine(match.group().lower()):
            places.setdefault(match.group(), []).append(Span(*match.span()))
    for surface, spans in places.items():
        yield Term(
            normalize(surface) or surface, surface, tuple(spans), False, loose=True, kind=KIND, rule=RULE
        )


def _asked_once(knowledge: KnowledgeBase) -> Callable[[str], bool]:
    answers: dict[str, bool] = {}

    def ask(word: str) -> bool:
        if word not in answers:
            answers[word] = word not in shipped.frequent_words() and _is_medicine(word, knowledge)
        return answers[word]

    return ask


def _is_medicine(word: str, knowledge: KnowledgeBase) -> bool:
    for sense in list(knowledge.senses(word))[:_MEANINGS]:
        if sense.instance or sense.concept.id in _DRUGS:
            continue
        above = {concept.id for concept, _ in ancestors(knowledge, sense.concept)}
        if sense.concept.prefix == Medicines.prefix or (above & _DRUGS and not above & _NO_MEDICINES):
            return True
    return False
