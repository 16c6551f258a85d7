"""Guess from counts alone what each replacement stands for, and report how often the guess is right.

The guesser sees the sanitized text. For a generalization ("a city") it lists all that the concept may be
(every city of the knowledge base), and ranks them by how likely each is beside the terms that were left in
clear: log2 p(c) + Σ_q log2 p(q|c)/p(q), naive Bayes over the counts that also judged the disclosure risk, with
p(q|c) smoothed as a language model is (Dirichlet prior; Zhai and Lafferty 2004), for a rare name is beside
nothing often.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from corpora_stats.base import CountProvider, Query
from corpora_stats.normalize import normalize
from kb.base import Concept, KnowledgeBase
from kb.taxonomy import closure
from sanitizer.check.report import DocumentReport, RiskyEntry, SensitiveEntry
from sanitizer.risk.formulas import information_content

_MOST_CANDIDATES: Final = 2_000
"""Most frequent names of a concept that are weighed: beyond lie the ones that no counts tell apart."""

_MOST_BELOW: Final = 20_000
_MOST_CONTEXT: Final = 20
_PRIOR: Final = 100.0
"""Documents of the collection that each candidate is given beside its own, and words of context that are weighed: the
best of those tried on 25 biographies (20 to 100 words, priors of 30 to 1000)."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What the guesser made of one replaced term.

    ``rank`` is the original's place among ``candidates`` (1 is the first guess), ``None`` when it was not
    among them; ``rank_blind`` the place it has by frequency alone, without the context; ``replacement`` what
    the text shows.
    """

    document: str
    kind: str
    reference: int
    replacement: str
    candidates: int
    rank: int | None
    rank_blind: int | None


def reconstruct(report: DocumentReport, counts: CountProvider, knowledge: KnowledgeBase) -> tuple[Guess, ...]:
    """Guess every generalized term of one document of a report (docs/report.md), removed ones aside."""
    context = context_terms(report)
    guesses = []
    for kind, entry, concept, replacement in _generalized(report):
        forms = entry.forms if isinstance(entry, SensitiveEntry) else ()
        originals = {normalize(form) for form in (*forms, entry.term)}
        names = _names_below(knowledge, concept)
        # the context tells nothing about a term that is itself in it
        asked = [term for term in context if term not in originals]
        rank, blind, size = _place(counts, names, originals, asked)
        guesses.append(Guess(report.id, kind, entry.number, replacement, size, rank, blind))
    return tuple(guesses)


def context_terms(report: DocumentReport) -> tuple[str, ...]:
    """Return the terms of the text that the reader still sees: content words and pairs outside all changes,
    normalized.
    """
    text = report.text
    hidden = sorted((c.span.start, c.span.end) for c in report.changes)
    pieces, at = [], 0
    for start, end in hidden:
        pieces.append(text[at:start])
        at = max(at, end)
    pieces.append(text[at:])
    from spacy.lang.en.stop_words import STOP_WORDS

    found: dict[str, int] = {}
    for piece in pieces:
        words = [w for w in normalize(piece).split() if w.isalpha() and len(w) > 2 and w not in STOP_WORDS]
        for word in words:
            found[word] = found.get(word, 0) + 1
    return tuple(found)


def _generalized(report: DocumentReport) -> Iterator[tuple[str, SensitiveEntry | RiskyEntry, str, str]]:
    for entry in report.sensitive:
        if entry.generalization and entry.concept:
            yield "sensitive", entry, entry.concept, entry.generalization
    for risky in report.risky:
        if risky.choice.replacement and risky.choice.concept:
            yield "risky", risky, risky.choice.concept, risky.choice.replacement


def _names_below(knowledge: KnowledgeBase, concept: str) -> list[str]:
    names: dict[str, None] = {}
    for below in closure(knowledge, Concept(concept, ""), _MOST_BELOW):
        for lemma in knowledge.lemmas(below):
            names.setdefault(normalize(lemma), None)
    return [name for name in names if name]


def _place(
    counts: CountProvider, names: Sequence[str], originals: set[str], context: Sequence[str]
) -> tuple[int | None, int | None, int]:
    if not names:
        return None, None, 0
    seen = counts.counts([[Query((name,))] for name in names])
    order = sorted((i for i in range(len(names)) if seen[i] > 0), key=lambda i: (-seen[i], names[i]))
    order = order[:_MOST_CANDIDATES]
    kept = [names[i] for i in order]
    true = [i for i, name in enumerate(kept) if name in originals]
    if not true:
        return None, None, len(kept)
    told = counts.counts([[Query((term,))] for term in context]) if context else np.zeros(0, np.int64)
    # the rarest terms say most, and each costs a column of joint counts
    best = sorted((i for i in range(len(context)) if told[i] > 0), key=lambda i: (told[i], context[i]))
    asked = [context[i] for i in best[:_MOST_CONTEXT]]
    frequency = -information_content(seen[order], counts.total)
    score = frequency.copy()
    if asked:
        matrix = counts.joint([Query((name,)) for name in kept], [Query((term,)) for term in asked])
        usual = matrix.columns[None, :] / matrix.total
        beside = (matrix.joint + _PRIOR * usual) / (matrix.rows[:, None] + _PRIOR)
        score = score + np.log2(beside / usual).sum(axis=1)
    return _rank(score, true), _rank(frequency, true), len(kept)


def _rank(score: np.ndarray[Any, np.dtype[np.float64]], true: Sequence[int]) -> int:
    own = score[list(true)].max()
    others = np.delete(score, list(true))
    return 1 + int((others >= own).sum())


def named_among(guesses: Sequence[Guess], first: int = 10, *, blind: bool = False) -> float | None:
    """Return the share of the guesses whose original is among the ``first``; a term that no counts know is not
    named."""
    if not guesses:
        return None
    ranks = [g.rank_blind if blind else g.rank for g in guesses]
    return sum(rank is not None and rank <= first for rank in ranks) / len(ranks)
