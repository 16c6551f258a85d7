"""Compare entities, as sets of spans, with gold ones: MUC, B3 and CEAFe, and their mean (CoNLL-2012).

Vilain and others 1995 (MUC), Bagga and Baldwin 1998 (B3), Luo 2005 (CEAF with phi 4), Pradhan and others 2014 (how
mentions that only one side has are counted: they lower recall or precision, nothing else).
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.optimize import linear_sum_assignment

Cluster = frozenset[Hashable]


@dataclass(frozen=True, slots=True)
class Tally:
    """Numerators and denominators of recall and precision; tallies of several documents add up."""

    recalled: float = 0.0
    gold: float = 0.0
    right: float = 0.0
    found: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.recalled + other.recalled,
            self.gold + other.gold,
            self.right + other.right,
            self.found + other.found,
        )

    @property
    def recall(self) -> float:
        """0 where there is nothing to find."""
        return self.recalled / self.gold if self.gold else 0.0

    @property
    def precision(self) -> float:
        """0 where nothing was found."""
        return self.right / self.found if self.found else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


def _owners(clusters: Sequence[Cluster]) -> dict[Hashable, int]:
    return {mention: i for i, cluster in enumerate(clusters) for mention in cluster}


def _muc_half(clusters: Sequence[Cluster], owners: dict[Hashable, int]) -> tuple[float, float]:
    """Links of ``clusters`` that the other side has too, and all of them."""
    kept = total = 0
    for cluster in clusters:
        parts = {owners.get(mention, ("alone", mention)) for mention in cluster}
        kept += len(cluster) - len(parts)
        total += len(cluster) - 1
    return float(kept), float(total)


def muc(gold: Sequence[Cluster], found: Sequence[Cluster]) -> Tally:
    """Links."""
    return Tally(*_muc_half(gold, _owners(found)), *_muc_half(found, _owners(gold)))


def _b3_half(clusters: Sequence[Cluster], others: Sequence[Cluster]) -> tuple[float, float]:
    owners = _owners(others)
    kept, total = 0.0, 0
    for cluster in clusters:
        shared: dict[int, int] = {}
        for mention in cluster:
            if mention in owners:
                shared[owners[mention]] = shared.get(owners[mention], 0) + 1
        kept += sum(n * n for n in shared.values()) / len(cluster)
        total += len(cluster)
    return kept, float(total)


def b_cubed(gold: Sequence[Cluster], found: Sequence[Cluster]) -> Tally:
    """Return mentions, each by the entities it is in."""
    return Tally(*_b3_half(gold, found), *_b3_half(found, gold))


def ceaf_e(gold: Sequence[Cluster], found: Sequence[Cluster]) -> Tally:
    """Entities, each paired with at most one of the other side, by the share of mentions they have in common."""
    owners = _owners(found)
    likeness = np.zeros((len(gold), len(found)))
    for i, cluster in enumerate(gold):
        for mention in cluster:
            if mention in owners:
                likeness[i, owners[mention]] += 1
    sizes = np.array([[len(g) + len(f) for f in found] for g in gold], dtype=float).reshape(likeness.shape)
    likeness = 2 * likeness / np.maximum(sizes, 1)
    rows, columns = linear_sum_assignment(-likeness)
    best = float(likeness[rows, columns].sum())
    return Tally(best, float(len(gold)), best, float(len(found)))


MEASURES: Final[dict[str, Callable[[Sequence[Cluster], Sequence[Cluster]], Tally]]] = {
    "MUC": muc, "B3": b_cubed, "CEAFe": ceaf_e,
}  # fmt: skip


def score(
    documents: Iterable[tuple[Sequence[Cluster], Sequence[Cluster]]], *, alone: bool = False
) -> dict[str, Tally]:
    """Return the three measures over gold and found entities of ``documents``.

    Args:
        documents: gold and found entities of each; no mention is in two entities of one side.
        alone: whether entities with one mention count; CoNLL-2012 leaves them out.
    """
    totals = {name: Tally() for name in MEASURES}
    for gold, found in documents:
        sides = [[c for c in side if alone or len(c) > 1] for side in (gold, found)]
        for name, measure in MEASURES.items():
            totals[name] += measure(sides[0], sides[1])
    return totals


def conll(tallies: dict[str, Tally]) -> float:
    """Return the mean F1 of the three."""
    return sum(t.f1 for t in tallies.values()) / len(tallies)
