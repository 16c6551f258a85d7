"""Choose the set of disjoint spans with the greatest sum of scores: weighted interval scheduling, exact."""

from bisect import bisect_right
from collections.abc import Sequence

from sanitizer.types import Bits


def best_set(spans: Sequence[tuple[int, int]], bits: Sequence[Bits]) -> list[int]:
    """Return the numbers of the spans of the disjoint set whose bits sum to most, in the order of the text.

    A span of no positive bits is never in it. Of sets with one sum the one is taken that a span joins which ends
    first, so that the order of ``spans`` does not matter. Takes n log n steps (Kleinberg and Tardos, section 6.1).

    Args:
        spans: half-open, not empty.
        bits: one score a span, in bits.
    """
    order = sorted(
        (i for i, score in enumerate(bits) if score > 0), key=lambda i: (spans[i][1], spans[i][0], i)
    )
    ends = [spans[i][1] for i in order]
    best = [0.0]
    before: list[int] = []
    for place, i in enumerate(order):
        before.append(bisect_right(ends, spans[i][0], 0, place))
        best.append(max(best[-1], best[before[place]] + bits[i]))
    chosen: list[int] = []
    place = len(order)
    while place:
        if best[place] == best[place - 1]:
            place -= 1
        else:
            chosen.append(order[place - 1])
            place = before[place - 1]
    return chosen[::-1]
