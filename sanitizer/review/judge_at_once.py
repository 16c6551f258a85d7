"""Judge at once what may stand for a term: the bits that it tells, and whether these are too many for the term itself.

What it tells of all others is judged by the check behind (:mod:`sanitizer.review.background_checks`).
"""

import math
from collections.abc import Callable
from typing import Final

from corpora_stats import Query
from corpora_stats.base import SendsTerms
from sanitizer.check.report import CandidateTried, RiskyEntry, SensitiveEntry
from sanitizer.choose.generalize import share_told
from sanitizer.choose.judge import Judge
from sanitizer.common.lock import one_at_a_time
from sanitizer.risk.roll_up import ALL
from sanitizer.types import Bits

Entry = SensitiveEntry | RiskyEntry
Judged = Callable[[Entry, str], CandidateTried | None]
"""What is known of a label that may stand for a term; None where nothing is."""
_MOST: Final = 4096
_DIGITS: Final = 3
"""Of bits, as in reports."""


def tried_before(entry: Entry, label: str) -> CandidateTried | None:
    """Return what the last run of all stages found of a label; None where it did not try it."""
    return next((c for c in entry.candidates if c.label == label), None)


class AtOnce:
    """Judges labels by the counts of a judge, and remembers what they tell. A source that sends words away is not asked
    before somebody has decided."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._sends = any(isinstance(p, SendsTerms) for p in judge.calculator.providers)
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...], str], tuple[str | None, Bits | None]] = {}

    def __call__(self, entry: Entry, label: str) -> CandidateTried | None:
        """Return what the last run found of a label, else what it tells now (``verdict`` "": nothing is wrong so
        far)."""
        found = tried_before(entry, label)
        if found is not None or not label or self._sends:
            return found
        limit: Bits | None = None
        if isinstance(entry, SensitiveEntry):
            concept, bits = self._told(entry.query, entry.within, label)
            limit = entry.limit
        else:
            concept, bits = self._told((), (), label)
        over = limit is not None and bits is not None and share_told(bits, limit) >= ALL.most
        verdict = "unknown" if bits is None else "risky" if over else ""
        return CandidateTried(label=label, concept=concept, ic=bits, dr=None, verdict=verdict)

    def _told(
        self, phrases: tuple[str, ...], within: tuple[str, ...], label: str
    ) -> tuple[str | None, Bits | None]:
        """Return the concept that a label names, and the bits that it tells where it stands for a term of these
        phrases."""
        name = (phrases, within, label)
        if name not in self._known:
            if len(self._known) >= _MOST:
                self._known.clear()
            with one_at_a_time():
                option = self._judge.said(label)
                term = Query(phrases, within=within) if phrases else None
                bits = float(self._judge.calculator.generalized_ic([option], [term])[0])
            concept = None if option.concept is None else option.concept.id
            self._known[name] = concept, None if math.isnan(bits) else round(bits, _DIGITS)
        return self._known[name]
