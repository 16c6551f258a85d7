"""Reach what is asked of a whole document: a budget for all that is told, no run of its source."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from sanitizer.check.disclosure_budget import LINKAGE, SINGLING_OUT, Account, spend
from sanitizer.check.removable import Decided, Removable
from sanitizer.check.report import SingledOut, Unlinked
from sanitizer.check.source_runs import SOURCES, break_runs
from sanitizer.risk.singling_out import Population
from sanitizer.risk.word_runs import Sources
from sanitizer.settings import Settings
from sanitizer.text.terms import Words

D = TypeVar("D", bound=Decided)


@dataclass(frozen=True)
class Goals:
    """What is asked: the ``settings``, who is searched through (``population``; None: nobody), and the ``sources``
    whose runs are known (None: the document's own)."""

    settings: Settings
    population: Population | None
    sources: Sources | None


@dataclass(frozen=True)
class Reached:
    """How far the goals were reached, and the words that each hides, by the rule that the report names."""

    singled: SingledOut | None = None
    unlinked: Unlinked | None = None
    reasons: Mapping[str, Words] = field(default_factory=dict, repr=False)


def reach(
    goals: Goals, removable: Removable, usual: D, again: Callable[[Words], D], hidden: Words
) -> tuple[D, Reached]:
    """Hide words until the goals are met, or none is left that may go.

    `usual` is what is decided with the `hidden` words (what an attack has shown to give the person away), `again`
    decides with more.
    """
    singled, unlinked, words = None, None, hidden
    best, reasons, settings = usual, {LINKAGE: hidden}, goals.settings
    if goals.population is not None and settings.strategy.treats_risky:
        account = Account(removable, goals.population, settings.singling_out)
        best, singled, words = spend(account, best, again, words)
        reasons[SINGLING_OUT] = words - hidden
    if settings.unlinkable:
        before = words
        best, unlinked, words = break_runs(removable, settings.unlinkable, goals.sources, best, again, before)
        reasons[SOURCES] = words - before
    return best, Reached(singled, unlinked, reasons)
