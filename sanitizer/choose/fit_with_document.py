"""Weigh the meanings of words by how well their kinds fit the document: by their association with its other terms."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from corpora_stats import Query
from kb import Concept
from sanitizer.choose.generalize import NOTHING
from sanitizer.read.senses import ContextScore
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.roll_up import RollUp
from sanitizer.types import Bits

_CHANCE: Final[Bits] = 1.7
"""A word met in few documents is met in long ones, and they hold more of anything: the mean association of the kinds of
words with documents is _CHANCE (1 - exp(-IC / _CHANCE)) bits on the development halves (correlation .77), whatever they
mean. Only what exceeds this speaks for a meaning."""
_SILENT: Final = 10
"""Terms that speak neither for nor against a kind, counted beside those of the document: one or two words of a short
text say little."""


class FitWithDocument:
    """How well each of the ``kinds`` fits the terms ``around`` (those without phrases tell nothing): their mean
    association (PMI with pseudo-count, bits) beyond that of any word so rare. All are counted in one matrix."""

    def __init__(
        self, kinds: Iterable[Concept], around: Sequence[Query], calculator: RiskCalculator, roll_up: RollUp
    ) -> None:
        named = {kind.id: kind for kind in kinds}
        self._columns = {query: column for column, query in enumerate(around)}
        self._rows = {id_: row for row, id_ in enumerate(named)} if around else {}
        if not self._rows:
            return
        queries = [roll_up.query(kind) for kind in named.values()]
        found = calculator.evidence(queries, [NOTHING] * len(queries), around, keep_counts=True)
        self._known = (found.source >= 0) & (found.sq >= 0)
        total = np.array([*calculator.totals, 1])[found.source]
        with np.errstate(
            divide="ignore", invalid="ignore"
        ):  # one document more each, for pairs that never met
            association = np.log2((found.sq + 1) / (found.s * found.q / total + 1))
        self._association = np.where(self._known, association, 0.0)
        ic = calculator.marginals(queries).ic
        self._chance = _CHANCE * (1 - np.exp(-np.maximum(ic, 0.0) / _CHANCE))
        self._sums, self._counts = self._association.sum(axis=1), self._known.sum(axis=1)

    def __call__(self, concept: Concept) -> Bits:
        """Return the fit of a kind with all terms around; NaN of one that was not weighed."""
        return self._fit(concept, None)

    def beside(self, own: Query) -> ContextScore:
        """Return the fit with the terms around but the ``own`` one, whose meaning is asked for: a name is met where
        its known bearer is, and says nothing of who bears it here."""
        column = self._columns.get(own)
        return lambda concept: self._fit(concept, column)

    def _fit(self, concept: Concept, left_out: int | None) -> Bits:
        row = self._rows.get(concept.id)
        if row is None:
            return math.nan
        total, count = float(self._sums[row]), int(self._counts[row])
        if left_out is not None:
            total, count = (
                total - float(self._association[row, left_out]),
                count - int(self._known[row, left_out]),
            )
        return (total / max(count, 1) - float(self._chance[row])) * count / (count + _SILENT)
