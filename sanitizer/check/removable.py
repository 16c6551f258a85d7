"""Words of a result that may go: what each costs, and whether the text reads without it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np
from spacy.tokens import Doc, Token

from corpora_stats import Query
from corpora_stats.normalize import normalize
from sanitizer.choose.judge import Judge
from sanitizer.choose.risky_terms import Treated
from sanitizer.choose.smaller_changes import FEWER, may_go
from sanitizer.control.covered_text import Cover
from sanitizer.text.edits import Change
from sanitizer.text.terms import VERBS, Words, words_of
from sanitizer.types import Bits, Span

_SAID: Final = 0.5
"""Share of what a word tells that is told at least by what stands for it: what tells less is no word for the same."""

_OF_NOUNS: Final = frozenset(("NOUN", "PROPN", "ADJ"))


class Decided(Protocol):
    """What is decided of a document: all that spending must see of it."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of the text."""

    @property
    def labels(self) -> Words:
        """Words of what knowledge bases say of sensitive terms."""

    @property
    def treated(self) -> Sequence[Treated]:
        """The risky terms, and what stands for them."""

    @property
    def utility_percent(self) -> float | None:
        """Share of information kept."""


@dataclass(frozen=True)
class Removable:
    """The words of a document that may go: its text, who judges what they tell, and what must stay: spans that are
    ``kept``, and changes that an operator wrote (``fixed``)."""

    doc: Doc = field(repr=False)
    judge: Judge
    kept: Sequence[Span]
    fixed: Callable[[Change], bool]

    def costs(
        self, decided: Decided, hidden: Words, least: Bits = 0.0, readable: bool = True
    ) -> tuple[dict[str, Bits], dict[str, Words]]:
        """Return what it costs in bits of information that each word of a result goes wherever it stands, by its
        form in the index, and how it is spelled: words of replacements, and nouns and adjectives in clear that tell
        at `least` so much. Where the result must be `readable`, none that is a verb too and only those whose
        sentences can do without them."""
        times: dict[str, int] = {}
        spelled: dict[str, set[str]] = {}
        changes = decided.changes
        for word in self._removable(changes, decided.labels):
            key = normalize(word)
            if key and " " not in key and word not in hidden:
                times[key] = times.get(key, 0) + 1
                spelled.setdefault(key, set()).update((word, key))
        needed = self._needed(changes) if readable else frozenset[str]()
        ic = self.judge.calculator.marginals([Query((key,)) for key in times]).ic
        ic = np.where(np.isnan(ic), self.judge.calculator.least_support_ic(), ic)
        costs = {
            key: n * bits
            for (key, n), bits in zip(times.items(), ic.tolist(), strict=True)
            if bits >= least and key not in needed
        }
        return costs, {key: frozenset(spelled[key]) for key in costs}

    def _removable(self, changes: Sequence[Change], labels: Words) -> Iterable[str]:
        for change in changes:
            if change.kind == "sensitive" and not self.fixed(change):  # what was bought is not bought again
                yield from sorted(words_of(change.replacement) & labels)
        for token in self._clear([*(change.span for change in changes), *self.kept]):
            if token.pos_ in _OF_NOUNS and not token.is_stop and token.is_alpha:
                yield token.lower_

    def _needed(self, changes: Sequence[Change]) -> frozenset[str]:
        """Return words in clear without which a sentence does not read, as they are indexed: verbs and participles,
        and nouns and adjectives of which nothing sensible can stand in their place."""
        senses = self.judge.knowledge.senses
        return frozenset(
            normalize(token.lower_)
            for token in self._clear([change.span for change in changes])
            if token.pos_ in VERBS
            or (token.pos_ in _OF_NOUNS and not may_go(token, senses(token.lower_) or senses(token.lemma_)))
        )

    def _clear(self, taken: Sequence[Span]) -> Iterator[Token]:
        gone = Cover(taken)
        return (t for t in self.doc if not gone.touches(Span(t.idx, t.idx + len(t))))


def strange(draft: Decided, fresh: Words) -> Words:
    """Return the ``fresh`` words that stand in terms for which nothing was found that a reader would say and that
    tells at least half as much."""
    return frozenset(
        word
        for t in draft.treated
        if t.choice.rule != FEWER and not _is_said(t)
        for word in words_of(t.risky.term.surface) & fresh
    )


def _is_said(t: Treated) -> bool:
    own = t.own
    found = [c for c in t.choice.candidates if c.option == t.choice.option]
    return bool(found) and found[-1].verdict == "safe" and (own is None or t.choice.ic >= _SAID * own)
