"""Missing values as wildcards: how many rows each combination matches when NULL may stand for anything.

The matches of the ANON report (section 3.1; Ciglic et al., DEXA 2014). Combinations are sorted by which of their
fields are NULL; two such patterns are compared at once by masking fields and grouping, not pair by pair.
"""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from sanitizer.relational.table.tuples import Groups, Layout, QuasiIdentifier, collapse, sum_rows
from sanitizer.types import BoolArray, IntArray


class NullMatching(StrEnum):
    """What a missing quasi-identifier is equal to.

    ``basic``: nothing, its row is dropped. ``extended``: another missing value. ``right-maybe``: a row matches
    every row that is equal, or NULL where it differs. ``maybe``: NULL on either side matches anything. The last two are
    open to attack: who knows that a value is missing can tell its row from those that it "matches".
    """

    BASIC = "basic"
    EXTENDED = "extended"
    RIGHT_MAYBE = "right-maybe"
    MAYBE = "maybe"

    @property
    def wildcard(self) -> bool:
        """Whether NULL matches values."""
        return self in (NullMatching.MAYBE, NullMatching.RIGHT_MAYBE)


def matches(
    groups: Groups,
    quasi: Sequence[QuasiIdentifier],
    layout: Layout,
    alive: BoolArray,
    matching: NullMatching,
    histograms: Sequence[IntArray] = (),
) -> tuple[IntArray, list[IntArray]]:
    """Return rows that each combination matches (its own included), shape (g, c), and their histograms (g, values).

    Only combinations that are `alive` (g,) are matched against; the others' results are of no meaning.
    """
    patterns = null_patterns(groups, quasi, layout)
    members = {int(p): np.flatnonzero((patterns == p) & alive) for p in np.unique(patterns[alive])}
    counts = np.zeros_like(groups.counts)
    sums = [np.zeros_like(h) for h in histograms]
    for mine, left in members.items():
        for theirs, right in members.items():
            if matching is NullMatching.RIGHT_MAYBE and mine & ~theirs:
                continue
            keep = _kept_fields(mine | theirs, layout)
            none = np.zeros((len(left), groups.counts.shape[1]), dtype=np.int64)
            labels, _, total = collapse(
                np.concatenate([groups.keys[left] & keep, groups.keys[right] & keep]),
                np.concatenate([none, groups.counts[right]]),
            )
            counts[left] += total[labels[: len(left)]]
            for result, histogram in zip(sums, histograms, strict=True):
                result[left] += sum_rows(labels[len(left) :], histogram[right], len(total))[
                    labels[: len(left)]
                ]
    return counts, sums


def null_patterns(groups: Groups, quasi: Sequence[QuasiIdentifier], layout: Layout) -> IntArray:
    """Bit i of each combination says that its attribute i is NULL (a value at a single-group top is not)."""
    result = np.zeros(len(groups.keys), dtype=np.int64)
    for i, q in enumerate(quasi):
        level = groups.levels[i]
        if not level or len(q.hierarchy.labels[level]) > 1:
            result |= (layout.field(groups.keys, i) == q.size(level) - 1).astype(np.int64) << i
    return result


def _kept_fields(nulls: int, layout: Layout) -> npt.NDArray[np.uint64]:
    keep = np.full(layout.words, np.iinfo(np.uint64).max, dtype=np.uint64)
    for i, (word, shift, mask) in enumerate(zip(layout.word, layout.shift, layout.mask, strict=True)):
        if nulls >> i & 1:
            keep[word] &= ~(np.uint64(mask) << np.uint64(shift))
    return keep
