"""k-anonymity, k-map and km-anonymity: how many persons share a class, or a set of its terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.relational.privacy.models import Classes, OfNoColumn
from sanitizer.types import BoolArray


@dataclass(frozen=True, slots=True)
class KAnonymity(OfNoColumn):
    """At least `k` records in each class (Samarati and Sweeney)."""

    k: int

    def __post_init__(self) -> None:
        arguments.whole(self.k, "k", 1)

    @property
    def absorbing(self) -> bool:
        """Yes."""
        return True

    def satisfied(self, classes: Classes) -> BoolArray:
        """Sizes of at least k."""
        result: BoolArray = classes.sizes >= self.k
        return result


@dataclass(frozen=True, slots=True)
class KMap(OfNoColumn):
    """k-map (Sweeney 2001): each class fits at least `k` persons of the population table."""

    k: int

    def __post_init__(self) -> None:
        arguments.whole(self.k, "k", 1)

    @property
    def absorbing(self) -> bool:
        """Yes."""
        return True

    def satisfied(self, classes: Classes) -> BoolArray:
        """At least k persons of the population."""
        if classes.population is None:
            raise UsageError("k-map needs a population table: the same quasi-identifiers of everyone")
        result: BoolArray = classes.population >= self.k
        return result


@dataclass(frozen=True, slots=True)
class KmAnonymity(OfNoColumn):
    """km-anonymity (Terrovitis et al. 2008) of the set-valued terms of each class.

    Whoever knows up to `m` terms of a person finds at least `k` records of the class that hold them all.
    """

    k: int
    m: int = 2

    def __post_init__(self) -> None:
        arguments.whole(self.k, "k", 1)
        arguments.whole(self.m, "m", 1)

    def satisfied(self, classes: Classes) -> BoolArray:
        """Return every combination of up to m terms that occurs does so k times."""
        if classes.terms is None:
            raise UsageError("km-anonymity is about terms: it needs a text column")
        return np.array(
            [not rare_combinations(sets, self.k, self.m) for sets in classes.terms], dtype=np.bool_
        )


def rare_combinations(sets: Sequence[frozenset[int]], k: int, m: int) -> list[tuple[int, ...]]:
    """Return the combinations of up to `m` terms that occur in some set, but in fewer than `k`, sorted.

    Only the smallest are listed: a combination that contains a rare one is rare as well.
    """
    rare: set[tuple[int, ...]] = set()
    for size in range(1, m + 1):
        counts: dict[tuple[int, ...], int] = {}
        for terms in sets:
            for combination in combinations(sorted(terms), size):
                counts[combination] = counts.get(combination, 0) + 1
        for combination, count in counts.items():
            smaller = (c for s in range(1, size) for c in combinations(combination, s))
            if count < k and not any(c in rare for c in smaller):
                rare.add(combination)
    return sorted(rare)
