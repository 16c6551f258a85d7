"""Spend one budget for a document: what is told must not single out the one it is about (docs/method.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from sanitizer.check.removable import Decided, Removable, strange
from sanitizer.check.report import SingledOut, WordTold
from sanitizer.choose.risky_terms import Treated
from sanitizer.risk.singling_out import Bought, Population, Search, buy, spenders
from sanitizer.text.edits import Change, apply
from sanitizer.text.terms import Words, words_of
from sanitizer.types import Bits, text_of

D = TypeVar("D", bound=Decided)

LINKAGE: Final = "linkage"
SINGLING_OUT: Final = "singling out"
"""The rules by which a term is treated because it gave the person away in an attack, or tells too much of what the
document may tell."""

_ROUNDS: Final = 4
"""Times that words are bought; what stands for them tells something too, so that one time does not always do."""

_FLOOR: Final = 0.5
"""Share of its utility that each document keeps at least."""

_LEAST_BITS: Final = 4.0
"""Words that more than one document in sixteen holds are left: they tell too little to be worth their place."""

_SPENDERS: Final = 12


@dataclass(frozen=True)
class Account:
    """The words of a document that may go, and the expected rank ``k`` that is to be reached among a ``population``."""

    words: Removable
    population: Population
    k: int

    def costs(self, decided: Decided, hidden: Words) -> tuple[dict[str, Bits], dict[str, Words]]:
        """Return what the words cost that may go and are worth their place."""
        return self.words.costs(decided, hidden, _LEAST_BITS)

    def search(self, changes: Sequence[Change]) -> Search:
        """Return the search for what the result tells."""
        return self.population.search(apply(text_of(self.words.doc), changes))


def spend(
    account: Account, usual: D, again: Callable[[Words], D], hidden: Words
) -> tuple[D, SingledOut, Words]:
    """Hide words until the right document is expected at rank k or later, the cheapest information for each bit first.

    `usual` is what is decided without a budget, `again` decides with more words hidden; `hidden` are those that are
    hidden already. What can be bought is bought, also where it does not bring the rank. What was decided, how it ended,
    and all words that are hidden now.
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
        while more and (odd := strange(draft, more)):
            more, barred = more - odd, barred | odd
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
    told = SingledOut(
        k=account.k,
        documents=account.population.total,
        source=account.words.judge.calculator.providers[0].name,
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
    return best, told, words


def named(treated: Sequence[Treated], reasons: Mapping[str, Words]) -> list[Treated]:
    """Return the treated terms with hidden words, each under the first of the rules (`reasons`) that hides one of
    them."""
    told = []
    for one in treated:
        words = words_of(one.risky.term.surface) if one.risky.rule == LINKAGE else frozenset[str]()
        rule = next((rule for rule, hidden in reasons.items() if words & hidden), one.risky.rule)
        told.append(replace(one, risky=replace(one.risky, rule=rule)))
    return told


def _rounded(value: float) -> float:
    return round(value, 3)
