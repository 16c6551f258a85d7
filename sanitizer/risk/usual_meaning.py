"""Decide whether a given concept is what a phrase in a document usually means.

Documents know words, not meanings: "It" and "Her" are films, "feature" is a kind of film and "am" a degree, and with
the documents of all these words nearly every document would be about films and degrees. A roll-up therefore unites the
documents of those phrases only of which the concept is a usual meaning (the predominant sense; McCarthy et al. 2004,
Finding predominant word senses in untagged text).
"""

from collections.abc import Sequence
from typing import Final

from spacy.lang.en.stop_words import STOP_WORDS

from corpora_stats.normalize import normalize
from kb import Concept, KnowledgeBase, Sense, calendar, quantities
from sanitizer.text.lexicon import common_words

USUAL: Final = 0.25
"""Least share of the uses of a phrase, as the concept's own knowledge base counts them."""

_COMPUTED: Final = frozenset((calendar.PREFIX, quantities.PREFIX))
"""Knowledge bases whose phrases have one meaning: numbers and dates."""

_NAMES: Final = frozenset(("PERSON", "ORG", "LOC", "MISC", ""))
_TITLES: Final = frozenset(("MISC", ""))
"""Classes whose names may be made of any words ("The Other Side"), not of names alone."""


def usually_means(knowledge: KnowledgeBase, phrase: str, concept: Concept) -> bool:
    """Return whether the concept is a usual meaning of a phrase as documents are indexed: without case, articles,
    accents and number. A name is not where its words are common ones, or another base knows them as a common noun."""
    if concept.prefix in _COMPUTED:
        return True
    indexed = normalize(phrase)
    words = indexed.split()
    if all(word in STOP_WORDS for word in words):
        return False
    senses = knowledge.senses(indexed)
    mine = _sense(senses, concept)
    if mine is None:
        if senses:
            return False  # a meaning of the phrase, but not of its normal form
        senses = knowledge.senses(phrase)
        mine = _sense(senses, concept)
        if mine is None:
            return True
    if mine.instance and mine.entity_class in _NAMES:
        before = senses[: senses.index(mine)]
        if any(not s.instance for s in senses) or any(s.entity_class != mine.entity_class for s in before):
            return False
        if len(indexed) <= 2 or (len(words) == 1 and _common(indexed)):
            return False
        if mine.entity_class in _TITLES and all(_common(word) for word in words):
            return False
    rivals = [s for s in senses if s.concept.prefix == concept.prefix and s.instance == mine.instance]
    return mine.frequency + 1 >= USUAL * sum(s.frequency + 1 for s in rivals)


def _sense(senses: Sequence[Sense], concept: Concept) -> Sense | None:
    return next((s for s in senses if s.concept.id == concept.id), None)


def _common(word: str) -> bool:
    return word in STOP_WORDS or word.isdigit() or word in common_words()
