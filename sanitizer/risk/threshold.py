"""The threshold of a document: which disclosure risk is too high, by each policy of section 3.5 of the paper."""

from dataclasses import dataclass, replace

import numpy as np
from spacy.lang.en.stop_words import STOP_WORDS

from sanitizer.settings import Threshold
from sanitizer.types import BitsArray, BoolArray, EntityClass


@dataclass(frozen=True, slots=True)
class Limit:
    """t_DR in bits for each sensitive term (rows,), and which of them (or of their generalizations) set it (-1: none,
    or each its own). ``strict``: risky only above the limit, not at it (the guarantee)."""

    bits: BitsArray
    set_by: int
    strict: bool = False

    def part(self, rows: slice) -> "Limit":
        """Return the limits of some rows."""
        return replace(self, bits=self.bits[rows])

    def exceeded(self, risk: BitsArray) -> BoolArray:
        """Return where a risk of shape (rows, columns) is too high; an unknown risk never is."""
        with np.errstate(invalid="ignore"):
            return risk > self.bits[:, None] if self.strict else risk >= self.bits[:, None]


_NAMES = {EntityClass.PERSON, EntityClass.LOC, EntityClass.ORG}


def may_set_threshold(surface: str, entity_class: EntityClass) -> bool:
    """Only names may: a lower-case common noun ("all", "city") or a number or a
    code ("A-2") is noise of the first pass."""
    words = (word for word in surface.split() if word[:1].isupper() and word.lower() not in STOP_WORDS)
    return entity_class in _NAMES and any(word.isalpha() and len(word) > 2 for word in words)


def find_limit(
    threshold: Threshold, ic: BitsArray, generalization_ic: BitsArray, eligible: BoolArray
) -> Limit:
    """t_DR by a policy (section 3.5) from `ic` = IC(s), `generalization_ic` = IC(g(s)), and who may set it (rows,).

    ``least`` (8): the least IC(s). ``quantile``: that quantile of IC(s) (the value at or above it). ``most-general``
    (9): the highest IC(g(s)). ``bits``: as given. ``guarantee``: each term has its own, IC(g(s)), exceeded strictly.
    Where nothing is known, the limit is infinite: no pair can be judged then either.
    """
    n = len(ic)
    if threshold.policy == "guarantee":
        return Limit(generalization_ic.copy(), -1, strict=True)
    if threshold.policy == "bits":
        assert threshold.value is not None
        return Limit(np.full(n, threshold.value), -1)
    values = generalization_ic if threshold.policy == "most-general" else ic
    usable = np.flatnonzero(~np.isnan(values) & (eligible if eligible.any() else True))
    if threshold.policy == "most-general":
        usable = np.flatnonzero(~np.isnan(values))
    if not len(usable):
        return Limit(np.full(n, np.inf), -1)
    order = usable[np.argsort(values[usable], kind="stable")]
    if threshold.policy == "least":
        chosen = order[0]
    elif threshold.policy == "most-general":
        chosen = order[-1]
    else:
        assert threshold.value is not None
        chosen = order[max(0, int(np.ceil(threshold.value * len(order))) - 1)]
    return Limit(np.full(n, values[chosen]), int(chosen))
