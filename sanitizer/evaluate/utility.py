"""Measure how much a masked text still tells, in bits: the paper's utility (eq. 20 and 21) and TPI, for masks of any
system.

Both rest on one quantity, IC(t) = -log2 h(t)/N from document counts (eq. 1). The pipeline's own report
computes its utility from what it knows (concepts, rolled-up counts); here only texts and masks are known, so
that systems can be compared on equal terms: a replacement is worth the IC of its words, never more than what
it replaced.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from corpora_stats.base import CountProvider, Query
from sanitizer.evaluate.masks import Mask
from sanitizer.evaluate.tab import Pair, Weigh, covered
from sanitizer.risk.formulas import information_content
from sanitizer.types import BitsArray

if TYPE_CHECKING:
    from spacy.tokens import Doc

Inform = Callable[[Sequence[str]], BitsArray]
"""IC of phrases in bits, shape (phrases,); NaN where no count is known."""

_TAG: Final = frozenset("[]{}<>*_█")


def counted(provider: CountProvider) -> Inform:
    """Return IC from a provider's document counts (eq. 1)."""

    def inform(phrases: Sequence[str]) -> BitsArray:
        asked = {phrase: Query.of(phrase) for phrase in dict.fromkeys(phrases)}
        usable = [phrase for phrase, query in asked.items() if query.phrases]
        counts = provider.counts([[asked[phrase]] for phrase in usable])
        known = dict(zip(usable, information_content(counts, provider.total), strict=True))
        return np.array([known.get(phrase, np.nan) for phrase in phrases], dtype=np.float64)

    return inform


def least_support(provider: CountProvider) -> float:
    """Return IC in bits of a phrase seen in just as many documents as the provider must see to tell: the most it
    can say.
    """
    support = np.array([max(1, provider.minimum_support)], dtype=np.int64)
    return float(information_content(support, provider.total)[0])


def bounded(ic: BitsArray, floor: float) -> BitsArray:
    """``ic`` with the IC of the least support (``floor``) where it is unknown or above that."""
    return np.where(np.isnan(ic), floor, np.minimum(ic, floor))


def information_weights(inform: Inform, floor: float) -> Weigh:
    """Return weights for TAB's weighted precision: the IC of each masked word or span, ``floor`` where it is not
    known.

    A span of several words that has no count of its own weighs what its most informative word does.
    """

    def weigh(text: str, spans: Sequence[Pair]) -> Sequence[float]:
        return _span_information([text[a:b] for a, b in spans], inform, floor).tolist()  # type: ignore[no-any-return]

    return weigh


def _span_information(phrases: Sequence[str], inform: Inform, floor: float) -> BitsArray:
    own = inform(phrases)
    parts = [phrase.split() for phrase in phrases]
    words = sorted({word for unknown, p in zip(np.isnan(own), parts, strict=True) if unknown for word in p})
    by_word = dict(zip(words, bounded(inform(words), floor), strict=True)) if words else {}
    best = [max((float(by_word.get(word, 0.0)) for word in p), default=0.0) for p in parts]
    return np.where(np.isnan(own), best, np.minimum(own, floor))


def terms_of(doc: "Doc") -> tuple[Pair, ...]:
    """Return the terms of eq. (20): names (entities) and noun phrases, without determiners and stop words.

    The pipeline's own extraction (section 4.1 of the paper) with the model's entities as units, so that a
    measured term is a term that the method would judge.
    """
    from sanitizer.text.terms import extract_terms
    from sanitizer.types import Span

    units = [Span(e.start_char, e.end_char) for e in doc.ents]
    terms = extract_terms(doc, [], units)
    return tuple(sorted((span.start, span.end) for term in terms for span in term.spans))


@dataclass(frozen=True, slots=True)
class Information:
    """Bits in the terms of a text before and after; ``unknown`` of the ``occurrences`` had no count of their
    own.
    """

    before: float = 0.0
    after: float = 0.0
    occurrences: int = 0
    unknown: int = 0

    @property
    def percent(self) -> float | None:
        """U(D') = 100 · after / before (eq. 21); ``None`` for a text without terms."""
        return 100 * self.after / self.before if self.before else None

    def __add__(self, other: "Information") -> "Information":
        return Information(
            self.before + other.before,
            self.after + other.after,
            self.occurrences + other.occurrences,
            self.unknown + other.unknown,
        )


def information_kept(
    text: str, terms: Sequence[Pair], masks: Sequence[Mask], inform: Inform, floor: float
) -> Information:
    """ΣIC of the terms of a text before and after masking (eq. 20), over occurrences.

    A term that no mask touches keeps its IC. What masks touch is lost, and each replacement brings back the
    IC of its own words, but never more than what the terms under it had; a tag (``[CITY]``, ``PERSON_2``,
    ``***``) brings nothing back. ``floor`` is the IC of the least support (bits), taken where a term has no
    count.
    """
    own = inform([text[a:b] for a, b in terms])
    before = bounded(own, floor)
    hidden = covered(text, masks)
    touched = np.array([hidden[a:b].any() for a, b in terms], dtype=bool)
    after = float(before[~touched].sum())
    replaced = [m for m in masks if m.replacement and not is_tag(m.replacement)]
    told = _span_information([m.replacement or "" for m in replaced], inform, floor)
    left = np.where(touched, before, 0.0)
    for mask, bits in zip(replaced, told, strict=True):
        under = [i for i, (a, b) in enumerate(terms) if a < mask.end and mask.start < b]
        room = float(left[under].sum())
        gained = min(float(bits), room)
        after += gained
        if room > 0:
            left[under] *= 1 - gained / room  # a long term under several masks is not paid for twice
    return Information(float(before.sum()), after, len(terms), int(np.isnan(own).sum()))


def is_tag(replacement: str) -> bool:
    """Return whether a replacement only says that something stood there: no word, or a mark that is no English
    word.
    """
    stripped = replacement.strip()
    if not any(c.isalpha() for c in stripped) or any(c in _TAG for c in stripped):
        return True
    return stripped.isupper() and len(stripped) > 2


def text_preserved_information(
    text: str, units: Sequence[Pair], masks: Sequence[Mask], weights: Sequence[float]
) -> float | None:
    """TPI: share of the information of a text's ``units`` that stays in clear; ``None`` when there is none.

    A unit touched by a mask is lost whatever replaces it (Manzanares-Salor et al., Text Anonymization
    Evaluator).
    """
    hidden = covered(text, masks)
    bits = np.asarray(weights, dtype=np.float64)
    kept = np.array([not hidden[a:b].any() for a, b in units], dtype=bool)
    total = float(bits.sum())
    return float(bits[kept].sum()) / total if total else None


def units_of(doc: "Doc") -> tuple[Pair, ...]:
    """Return the units of TPI: the model's entities, then the noun phrases, then every other token, as published."""
    taken = np.zeros(len(doc), dtype=bool)
    units: list[Pair] = []
    chunks: Iterable[Pair] = terms_of(doc)
    for start, end in [(e.start_char, e.end_char) for e in doc.ents] + list(chunks):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is not None and not taken[span.start : span.end].any():
            taken[span.start : span.end] = True
            units.append((span.start_char, span.end_char))
    units += [(t.idx, t.idx + len(t)) for t in doc if not taken[t.i] and not t.is_space and not t.is_punct]
    return tuple(sorted(units))
