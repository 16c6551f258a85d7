"""Spend one budget for a document: what is told must not single out the one it is about (docs/method.md)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar

import numpy as np
from spacy.tokens import Doc, Token

from corpora_stats import Query
from corpora_stats.normalize import normalize
from sanitizer.check.report import SingledOut, WordTold
from sanitizer.choose.fewer import FEWER, may_go
from sanitizer.choose.judge import Judge, Treated
from sanitizer.control.cover import Cover
from sanitizer.risk.singling import Bought, Population, Search, buy, spenders
from sanitizer.text.edits import Change, apply
from sanitizer.text.terms import VERBS, Words, words_of
from sanitizer.types import Bits, Span, text_of

RULE: Final = "singling out"
"""The rule by which a term is treated because it tells too much of what the document may tell."""

_ROUNDS: Final = 4
"""Times that words are bought; what stands for them tells something too, so that one time does not always do."""

_FLOOR: Final = 0.5
"""Share of its utility that each document keeps at least."""

_LEAST_BITS: Final = 4.0
"""Words that more than one document in sixteen holds are left: they tell too little to be worth their place."""

_SAID: Final = 0.5
"""Share of what a word tells that is told at least by what stands for it: what tells less is no word for the same."""

_SPENDERS: Final = 12
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


D = TypeVar("D", bound=Decided)


@dataclass(frozen=True)
class Account:
    """The text of a document, who may judge what words tell, and what must stay: spans that are ``kept``, and changes
    that an operator wrote (``fixed``)."""

    doc: Doc = field(repr=False)
    judge: Judge
    population: Population
    k: int
    kept: Sequence[Span]
    fixed: Callable[[Change], bool]

    def costs(self, decided: Decided, hidden: Words) -> tuple[dict[str, Bits], dict[str, Words]]:
        """What it costs in bits of information that each word of a result goes wherever it stands, by its form in the
        index, and how it is spelled: words of replacements, and nouns and adjectives in clear that are no verbs too and
        whose sentences can do without them."""
        times: dict[str, int] = {}
        spelled: dict[str, set[str]] = {}
        changes = decided.changes
        for word in self._removable(changes, decided.labels):
            key = normalize(word)
            if key and " " not in key and word not in hidden:
                times[key] = times.get(key, 0) + 1
                spelled.setdefault(key, set()).update((word, key))
        needed = self._needed(changes)
        ic = self.judge.calculator.marginals([Query((key,)) for key in times]).ic
        ic = np.where(np.isnan(ic), self.judge.calculator.least_support_ic(), ic)
        costs = {
            key: n * bits
            for (key, n), bits in zip(times.items(), ic.tolist(), strict=True)
            if bits >= _LEAST_BITS and key not in needed
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
        """Words in clear without which a sentence does not read, as they are indexed: verbs and participles, and nouns
        and adjectives of which nothing sensible can stand in their place."""
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

    def search(self, changes: Sequence[Change]) -> Search:
        """The search for what the result tells."""
        return self.population.search(apply(text_of(self.doc), changes))


def spend(account: Account, usual: D, again: Callable[[Words], D], hidden: Words) -> tuple[D, SingledOut]:
    """Hide words until the right document is expected at rank k or later, the cheapest information for each bit first.

    `usual` is what is decided without a budget, `again` decides with more words hidden; `hidden` are those that are
    hidden already. What can be bought is bought, also where it does not bring the rank. What was decided, and how it
    ended.
    """
    best, words = usual, hidden
    limit = _FLOOR * (usual.utility_percent or 0.0)
    search = account.search(best.changes)
    before = rank = search.rank()
    bought: list[Bought] = []
    barred: Words = frozenset()
    outcome = "exhausted"
    for _ in range(_ROUNDS):
        if rank >= account.k:
            break
        costs, spelled = account.costs(best, words | barred)
        wanted = buy(search, costs, account.k)
        if not wanted.words:
            break
        more = frozenset(form for one in wanted.words for form in spelled[one.word])
        draft = again(words | more)
        while more and (strange := _strange(draft, more)):
            more, barred = more - strange, barred | strange
            draft = again(words | more) if more else best
        if not more:
            continue
        if draft.utility_percent is not None and draft.utility_percent < limit:
            outcome = "floor"
            break
        best, words = draft, words | more
        bought += [one for one in wanted.words if spelled[one.word] & more]
        search = account.search(best.changes)
        rank = search.rank()
    costs, _ = account.costs(best, words)
    return best, SingledOut(
        k=account.k,
        documents=account.population.total,
        source=account.judge.calculator.providers[0].name,
        rank_before=_rounded(before),
        rank_after=_rounded(rank),
        budget=_rounded(search.bits(account.k)),
        told_before=_rounded(search.bits(before)),
        told_after=_rounded(search.bits(rank)),
        utility_before=usual.utility_percent,
        bought=tuple(WordTold(word=b.word, bits=_rounded(b.bits), cost=_rounded(b.cost)) for b in bought),
        spent_by=tuple(
            WordTold(word=word, bits=_rounded(bits))
            for word, bits in spenders(search, sorted(costs), _SPENDERS)
        ),
        outcome="met" if rank >= account.k else outcome,
    )


def _strange(draft: Decided, fresh: Words) -> Words:
    """The ``fresh`` words that stand in terms for which nothing was found that a reader would say and that tells at
    least half as much."""
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
