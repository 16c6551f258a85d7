"""l-diversity and (alpha, k): how many sensitive values a class has, and how often one of them."""

from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.relational.privacy.models import SLACK, Classes, OfColumn
from sanitizer.types import BoolArray


@dataclass(frozen=True, slots=True)
class LDiversity(OfColumn):
    """l-diversity of a sensitive column (Machanavajjhala et al. 2007).

    ``distinct``: l different values. ``entropy``: entropy of the values at least log(l).
    ``recursive``: r1 < c (r_l + ... + r_m), r the counts in falling order. Missing values never count.
    """

    column: str
    l: float  # noqa: E741 - the field's name in the literature
    kind: Literal["distinct", "entropy", "recursive"] = "distinct"
    c: float = 0.0

    def __post_init__(self) -> None:
        arguments.text(self.column, "l-diversity: column")
        arguments.number(self.l, "l-diversity: l", 1)
        arguments.one_of(self.kind, ("distinct", "entropy", "recursive"), "l-diversity")
        arguments.number(self.c, "l-diversity: c", 0, above=self.kind == "recursive")
        if self.kind != "entropy" and self.l != int(self.l):
            raise UsageError(f"l-diversity: {self.kind} needs a whole l, not {self.l}")

    @property
    def absorbing(self) -> bool:
        """Only counting distinct values is."""
        return self.kind == "distinct"

    def satisfied(self, classes: Classes) -> BoolArray:
        """By kind, as above."""
        counts = classes.histogram(self.column)
        if self.kind == "distinct":
            result: BoolArray = np.count_nonzero(counts, axis=1) >= self.l
            return result
        known = counts.sum(axis=1)
        if self.kind == "entropy":
            share = counts / np.maximum(known, 1)[:, None]
            entropy = -(share * np.log(np.where(share > 0, share, 1.0))).sum(axis=1)
            diverse: BoolArray = (entropy >= log(self.l) - SLACK) & (known > 0)
            return diverse
        falling = -np.sort(-counts, axis=1)
        rest = falling[:, int(self.l) - 1 :].sum(axis=1)
        return np.asarray((falling.max(axis=1, initial=0) < self.c * rest) & (known > 0))


@dataclass(frozen=True, slots=True)
class AlphaK(OfColumn):
    """(alpha,k)-anonymity (Wong et al. 2006): k records, and no value (or only ``value``) above a share alpha.

    ``value`` is a code of the sensitive column, None for every value. Shares are of the known values.
    """

    column: str
    alpha: float
    k: int
    value: int | None = None

    def __post_init__(self) -> None:
        arguments.whole(self.k, "k", 1)
        arguments.text(self.column, "(alpha,k)-anonymity: column")
        arguments.number(self.alpha, "(alpha,k)-anonymity: alpha", 0, 1, above=True)
        if self.value is not None:
            arguments.whole(self.value, "(alpha,k)-anonymity: value", 0)

    def satisfied(self, classes: Classes) -> BoolArray:
        """Sizes of at least k and shares of at most alpha."""
        counts = classes.histogram(self.column)
        known = counts.sum(axis=1)
        highest = counts.max(axis=1, initial=0) if self.value is None else counts[:, self.value]
        few: BoolArray = (highest <= self.alpha * known + SLACK) & (classes.sizes >= self.k)
        return few
