"""Change terms that hold hidden words as little as possible: leave a modifier out, or say a commoner word for the same.

What is above a phrase in a knowledge base seldom fits the sentence around it ("critical acclaim" is "a situation"); the
phrase without its modifier always does.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from spacy.tokens import Token

from corpora_stats import Query
from kb import KnowledgeBase, Sense
from sanitizer.choose.generalize import Choice
from sanitizer.choose.meanings import Proposal
from sanitizer.read.senses import as_usual
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.roll_up import Generalization
from sanitizer.text.terms import Term, Words, words_of
from sanitizer.types import Bits

FEWER: Final = "fewer words"
"""The rule of a choice that leaves words of the term out."""

_NOUNS: Final = frozenset(("NOUN", "PROPN"))
_MODIFIERS: Final = frozenset(("ADJ", "NOUN", "PROPN"))


def fewer_words(surface: str, hidden: Words) -> str:
    """Return a phrase without its hidden words, where its last word stays and no hidden one is a part of another;
    else ""."""
    words = surface.split()
    left = [word for word in words if not words_of(word) & hidden]
    told_apart = all(words_of(word) <= hidden for word in words if word not in left)
    return " ".join(left) if left and left[-1] == words[-1] and told_apart else ""


def shortened(term: Term, own: Bits | None, hidden: Words, calculator: RiskCalculator) -> Choice | None:
    """Return the choice of fewer words for a term with hidden ones; None where that leaves no phrase. What the
    counts do not know as a whole tells what its last word does."""
    label = fewer_words(term.surface, hidden)
    if not label or term.named or term.loose:
        return None
    ic = calculator.marginals([Query.of(label), Query.of(label.split()[-1])]).ic
    known = ic[~np.isnan(ic)]
    bits = float(known[0]) if len(known) else 0.0
    return Choice(Generalization(label, None, Query.of(label)), min(bits, own or bits), FEWER, ())


def with_commoner(
    proposal: Proposal, own: Bits | None, hidden: Words, knowledge: KnowledgeBase, calculator: RiskCalculator
) -> Proposal:
    """Return a proposal with the commonest other word for the meaning before what is more general, where it tells
    less than the term's ``own`` words."""
    if own is None or proposal.sense is None or proposal.sense.chosen.instance:
        return proposal
    lemmas = [
        lemma
        for lemma in knowledge.lemmas(proposal.sense.chosen.concept)
        if lemma.islower() and not words_of(lemma) & hidden
    ]
    if not lemmas or not proposal.options:
        return proposal
    ic = calculator.marginals([Query.of(lemma) for lemma in lemmas]).ic
    best = int(np.argmin(np.where(np.isnan(ic), np.inf, ic)))
    if not ic[best] < own:
        return proposal
    said = Generalization(lemmas[best], None, Query.of(lemmas[best]))
    return replace(proposal, options=(said, *proposal.options))


def may_go(token: Token, senses: Sequence[Sense]) -> bool:
    """Return whether a word can go from its sentence and leave one that reads: it stands before the noun that it
    modifies, not joined by a hyphen; or it is a noun of one usual meaning, so that what is more general is true."""
    doc, i = token.doc, token.i
    joined = any(0 <= j < len(doc) and doc[j].text == "-" for j in (i - 1, i + 1))
    if joined or token.pos_ not in _MODIFIERS:
        return False
    behind = doc[i + 1] if i + 1 < len(doc) and not doc[i + 1].is_sent_start else None
    if behind is not None and behind.pos_ in _MODIFIERS and not behind.is_stop:
        return bool(behind.pos_ in _NOUNS or token.pos_ == "ADJ")
    usual = [s for s in senses if not s.instance and s.frequency > 0]
    return token.pos_ == "NOUN" and bool(usual) and not as_usual(usual[0], usual)
