"""Spend one budget for a document: what is told must not single out the one it is about (docs/method.md)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar

import numpy as np
from spacy.tokens import Doc

from corpora_stats import Query
from corpora_stats.normalize import normalize
from sanitizer.check.report import SingledOut, WordTold
from sanitizer.choose.judge import Treated
from sanitizer.control.cover import Cover
from sanitizer.risk.disclosure import RiskCalculator
from sanitizer.risk.singling import Bought, Population, Search, buy, spenders
from sanitizer.text.edits import Change, apply
from sanitizer.text.terms import Words, words_of
from sanitizer.types import Bits, Span, text_of

RULE: Final = "singling out"
"""The rule by which a term is treated because it tells too much of what the document may tell."""

_ROUNDS: Final = 2
"""Times that words are bought; what stands for them tells something too, so that one time does not always do."""

_FLOOR: Final = 0.5
"""Share of its utility that each document keeps at least."""

_LEAST_BITS: Final = 4.0
"""Words that more than one document in sixteen holds are left: they tell too little to be worth their place."""

_SPENDERS: Final = 12
_VERBS: Final = frozenset(("VERB", "AUX"))
_OF_NOUNS: Final = frozenset(("NOUN", "PROPN", "ADJ"))


class Decided(Protocol):
    """What is decided of a document: all that spending must see of it."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of the text."""

    @property
    def utility_percent(self) -> float | None:
        """Share of information kept."""


D = TypeVar("D", bound=Decided)


@dataclass(frozen=True)
class Account:
    """The text of a document, who may judge what words tell, and what must stay: spans that are ``kept``, and changes
    that an operator wrote (``fixed``)."""

    doc: Doc = field(repr=False)
    calculator: RiskCalculator
    population: Population
    k: int
    kept: Sequence[Span]
    fixed: Callable[[Change], bool]

    def costs(self, changes: Sequence[Change], hidden: Words) -> tuple[dict[str, Bits], dict[str, Words]]:
        """What it costs in bits of information that each word of a result goes wherever it stands, by its form in the
        index, and how it is spelled: words of replacements, and nouns and adjectives in clear that are no verbs too."""
        times: dict[str, int] = {}
        spelled: dict[str, set[str]] = {}
        for word in self._removable(changes):
            key = normalize(word)
            if key and " " not in key and word not in hidden:
                times[key] = times.get(key, 0) + 1
                spelled.setdefault(key, set()).update((word, key))
        verbs = self._verbs(changes)
        ic = self.calculator.marginals([Query((key,)) for key in times]).ic
        ic = np.where(np.isnan(ic), self.calculator.least_support_ic(), ic)
        costs = {
            key: n * bits
            for (key, n), bits in zip(times.items(), ic.tolist(), strict=True)
            if bits >= _LEAST_BITS and key not in verbs
        }
        return costs, {key: frozenset(spelled[key]) for key in costs}

    def _removable(self, changes: Sequence[Change]) -> Iterable[str]:
        for change in changes:
            if not self.fixed(change):
                yield from sorted(words_of(change.replacement))
        gone = Cover([*(change.span for change in changes), *self.kept])
        for token in self.doc:
            span = Span(token.idx, token.idx + len(token))
            if token.pos_ in _OF_NOUNS and not token.is_stop and token.is_alpha and not gone.touches(span):
                yield token.lower_

    def _verbs(self, changes: Sequence[Change]) -> frozenset[str]:
        """Verbs and participles in clear, as they are indexed: a sentence cannot do without them."""
        gone = Cover(change.span for change in changes)
        return frozenset(
            normalize(token.lower_)
            for token in self.doc
            if token.pos_ in _VERBS and not gone.touches(Span(token.idx, token.idx + len(token)))
        )

    def search(self, changes: Sequence[Change]) -> Search:
        """The search for what the result tells."""
        return self.population.search(apply(text_of(self.doc), changes))


def spend(account: Account, first: D, again: Callable[[Words], D], hidden: Words) -> tuple[D, SingledOut]:
    """Hide words until the right document is expected at rank k or later, the cheapest information for each bit first.

    `again` decides anew with more words hidden; `hidden` are those that are hidden already. The best of what was
    decided, and how it ended.
    """
    best, words = first, hidden
    limit = _FLOOR * (first.utility_percent or 0.0)
    search = account.search(best.changes)
    before = rank = search.rank()
    bought: list[Bought] = []
    outcome = "exhausted"
    for _ in range(_ROUNDS):
        if rank >= account.k:
            break
        costs, spelled = account.costs(best.changes, words)
        wanted = buy(search, costs, account.k)
        if not wanted.words:
            break
        more = frozenset(form for one in wanted.words for form in spelled[one.word])
        draft = again(words | more)
        if draft.utility_percent is not None and draft.utility_percent < limit:
            outcome = "floor"
            break
        best, words = draft, words | more
        bought += wanted.words
        search = account.search(best.changes)
        rank = search.rank()
    costs, _ = account.costs(best.changes, words)
    return best, SingledOut(
        k=account.k,
        documents=account.population.total,
        source=account.calculator.providers[0].name,
        rank_before=_rounded(before),
        rank_after=_rounded(rank),
        budget=_rounded(search.bits(account.k)),
        told_before=_rounded(search.bits(before)),
        told_after=_rounded(search.bits(rank)),
        utility_before=first.utility_percent,
        bought=tuple(WordTold(word=b.word, bits=_rounded(b.bits), cost=_rounded(b.cost)) for b in bought),
        spent_by=tuple(
            WordTold(word=word, bits=_rounded(bits))
            for word, bits in spenders(search, sorted(costs), _SPENDERS)
        ),
        outcome="met" if rank >= account.k else outcome,
    )


def named(treated: Sequence[Treated], hidden: Words) -> list[Treated]:
    """The treated terms, those that only the budget hides under its own rule (`hidden` words are an attack's)."""
    return [
        replace(t, risky=replace(t.risky, rule=RULE))
        if t.risky.rule == "linkage" and not words_of(t.risky.term.surface) & hidden
        else t
        for t in treated
    ]


def _rounded(value: float) -> float:
    return round(value, 3)
