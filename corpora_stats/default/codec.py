"""Sorted document numbers as few bits: binary interpolative coding, level by level, many lists at once.

Moffat and Stuiver (2000, "Binary interpolative coding for effective index compression"): the middle number of a list is
written in just the bits that its possible range takes, then the middles of both halves, and so on, so that runs of
neighbouring documents cost next to nothing. The usual order is depth first; here all nodes of one level stand together,
first the sure bits of each, then the odd bit of those that have one (truncated binary codes whose short codes are in
the middle of the range). So a whole batch of lists is read with some twenty array operations a level, and no compiler
is needed on the user's machine."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[Any]
"""Whole numbers that are as wide as the number of documents asks for."""
Bytes: TypeAlias = npt.NDArray[np.uint8]

PADDING: Final = 8
"""Bytes that must follow the last list, because bits are read four or eight bytes at a time."""
_BATCH: Final = 1 << 17
_SMALL: Final = 1 << 24
"""Up to so many documents a code, with the bits of its first byte that are another's, is within four bytes."""


def _bounded(sizes: Ints, total: int) -> tuple[Numbers, Ints, Ints]:
    """Room for lists of these sizes behind each other, each between two bounds (-1 and `total`), and where the lower
    and the upper bounds are."""
    upper = np.cumsum(sizes + 2) - 1
    lower = upper - sizes - 1
    numbers = np.empty(int(sizes.sum()) + 2 * len(sizes), dtype=np.int32 if total <= _SMALL else np.int64)
    numbers[lower], numbers[upper] = -1, total
    return numbers, lower, upper


def _inside(count: int, lower: Ints, upper: Ints) -> npt.NDArray[np.bool_]:
    """Return which of so many places hold numbers of lists, and no bounds."""
    inside = np.ones(count, dtype=np.bool_)
    inside[lower] = inside[upper] = False
    return inside


def _levels(
    numbers: Numbers, lower: Ints, upper: Ints
) -> Iterator[tuple[Ints, Ints, Ints, Numbers, Numbers]]:
    """Yield the nodes of each level: the list of each, the first node of each list, the places of the middles, the
    least number that each may be, and how many it may be. A node lies between two places whose numbers are known:
    the bounds, or the middles of levels before, which must be set by then."""
    of = np.flatnonzero(upper - lower > 1)
    several = len(of) > 1
    lower, upper = lower[of], upper[of]
    while len(lower):
        middle = (lower + upper + 1) >> 1
        least = numbers.take(lower) + (middle - lower).astype(numbers.dtype)
        choices = numbers.take(upper) - (upper - middle).astype(numbers.dtype) - least + 1
        first = _firsts(of) if several else np.zeros(1, dtype=np.int64)
        yield of, first, middle, least, choices
        left, right = np.empty((2, 2 * len(lower)), dtype=np.int64)
        left[0::2], left[1::2], right[0::2], right[1::2] = lower, middle, middle, upper
        keep = (right - left > 1).nonzero()[0]
        lower, upper, of = left.take(keep), right.take(keep), of.take(keep >> 1)


def _floor_log2(values: Numbers) -> Numbers:
    """Return the exponents of numbers that floats of the same width hold exactly."""
    if values.dtype == np.int32:
        return (values.astype(np.float32).view(np.int32) >> 23) - 127
    return (values.astype(np.float64).view(np.int64) >> 52) - 1023


def _before(widths: Numbers, of: Ints, first: Ints, position: Ints) -> Ints:
    """Bit position of each code, when codes of one list follow each other, the `first` of each list given; moves the
    position of each list on."""
    bounds = np.zeros(len(widths) + 1, dtype=np.int64)
    widths.cumsum(out=bounds[1:])
    limits = np.empty(len(first) + 1, dtype=np.int64)  # where the codes of each list begin, and all end
    limits[:-1], limits[-1] = first, len(widths)
    lists, limit = of.take(first), bounds.take(limits)
    begin, places = position.take(lists), bounds[:-1]
    position[lists] = begin + limit[1:] - limit[:-1]
    away = begin - limit[:-1]
    return places + (away if len(first) == 1 else away.repeat(limits[1:] - limits[:-1]))


def _firsts(of: Ints) -> Ints:
    """Return the first node of each list."""
    begins = np.ones(len(of), dtype=np.bool_)
    np.not_equal(of[1:], of[:-1], out=begins[1:])
    return begins.nonzero()[0]


def decode(data: Bytes, position: Ints, sizes: Ints, total: int) -> npt.NDArray[np.uint32]:
    """Return the lists that begin at these bit positions of `data` and have these sizes, one after the other.

    `data` is followed by at least PADDING bytes of anything; numbers are below `total` (at most 2^32)."""
    small = total <= _SMALL
    words = np.ndarray((len(data) - 7,), dtype="<u4" if small else "<u8", buffer=data, strides=(1,))
    ends = np.cumsum(sizes)
    result = np.empty(int(ends[-1]) if len(ends) else 0, dtype=np.uint32)
    first = 0
    while first < len(sizes):  # as many lists at a time as the processor's cache holds
        done = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + _BATCH, side="right")))
        some = slice(first, last)
        result[done : int(ends[last - 1])] = _decode(words, position[some].copy(), sizes[some], total)
        first = last
    return result


def _decode(words: npt.NDArray[Any], position: Ints, sizes: Ints, total: int) -> Numbers:
    numbers, lower, upper = _bounded(sizes, total)
    for of, first, middle, least, choices in _levels(numbers, lower, upper):
        width = _floor_log2(choices)
        code = _read(words, _before(width, of, first, position), choices.dtype) & ((1 << width) - 1)
        short = (2 << width) - choices  # this many values take `width` bits, the others one more
        longer = (code >= short).nonzero()[0]
        if len(longer):
            lists = of.take(longer)
            at = _before(np.ones(len(longer), dtype=np.int64), lists, _firsts(lists), position)
            code[longer] = 2 * code[longer] + (_read(words, at, choices.dtype) & 1) - short[longer]
        value = code + ((choices - short) >> 1)  # the short codes are in the middle of the range
        value -= choices * (value >= choices)
        value += least
        numbers[middle] = value
    return numbers[_inside(len(numbers), lower, upper)]


def _read(words: npt.NDArray[Any], at: Ints, kind: np.dtype[Any]) -> Numbers:
    """Return the bits from some positions on."""
    read: Numbers = (words[at >> 3] >> (at & 7).astype(words.dtype)).astype(kind)
    return read


def encode(numbers: npt.NDArray[np.uint32], sizes: Ints, total: int) -> tuple[Bytes, Ints]:
    """Return lists (ascending, one after the other) -> their bits, and the length of each in bits."""
    lengths = np.zeros(len(sizes), dtype=np.int64)
    bounded, lower, upper = _bounded(sizes, total)
    bounded[_inside(len(bounded), lower, upper)] = numbers
    parts: list[tuple[Ints, Ints, Ints, Ints]] = []  # list, place within it, code, width
    for of, first, middle, least, choices in _levels(bounded, lower, upper):
        value = bounded[middle]
        width = _floor_log2(choices)
        short = (2 << width) - choices
        code = value - least - ((choices - short) >> 1)
        code += np.where(code < 0, choices, 0)
        longer = code >= short
        sure = np.where(longer, (code + short) >> 1, code)
        parts.append((of, _before(width, of, first, lengths), sure, width))
        which = np.flatnonzero(longer)
        if len(which):
            lists = of[which]
            ones = np.ones(len(which), dtype=np.int64)
            parts.append(
                (lists, _before(ones, lists, _firsts(lists), lengths), (code[which] + short[which]) & 1, ones)
            )
    starts = np.cumsum(lengths) - lengths
    bits = np.zeros(int(lengths.sum()), dtype=np.uint8)
    for of, place, code, width in parts:
        for shift in range(int(width.max(initial=0))):
            wide = np.flatnonzero(width > shift)
            bits[starts[of[wide]] + place[wide] + shift] = (code[wide] >> shift) & 1
    return np.packbits(bits, bitorder="little"), lengths
