"""Sorted document numbers as few bits: binary interpolative coding, level by level, many lists at once.

Moffat and Stuiver (2000, "Binary interpolative coding for effective index compression"): the middle number of a list is
written in just the bits that its possible range takes, then the middles of both halves, and so on, so that runs of
neighbouring documents cost next to nothing. The usual order is depth first; here all nodes of one level stand together,
first the sure bits of each, then the odd bit of those that have one (truncated binary codes whose short codes are in
the middle of the range). So a whole batch of lists is read with some twenty array operations a level, and no compiler
is needed on the user's machine."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]

PADDING = 8
"""Bytes that must follow the last list, because bits are read eight bytes at a time."""


_BATCH = 1 << 17


class _Nodes:
    """The nodes of one level, list by list: slot range [left, right) of the list, values between low and high."""

    __slots__ = ("high", "left", "low", "of", "right")

    def __init__(self, of: Ints, left: Ints, right: Ints, low: Ints, high: Ints) -> None:
        self.of, self.left, self.right, self.low, self.high = of, left, right, low, high

    @classmethod
    def roots(cls, sizes: Ints, total: int) -> "_Nodes":
        lists = np.flatnonzero(sizes)
        zeros = np.zeros(len(lists), dtype=np.int64)
        return cls(lists, zeros, sizes[lists], zeros, np.full(len(lists), total - 1, dtype=np.int64))

    def middles(self) -> tuple[Ints, Ints, Ints]:
        """Slot of each middle, its least value, and how many values it may have."""
        middle = (self.left + self.right) >> 1
        least = self.low + (middle - self.left)
        return middle, least, self.high - (self.right - 1 - middle) - least + 1

    def below(self, middle: Ints, value: Ints) -> "_Nodes":
        """The next level, in order."""
        count = len(middle)
        left, right, low, high = (np.empty(2 * count, dtype=np.int64) for _ in range(4))
        left[0::2], right[0::2], low[0::2], high[0::2] = self.left, middle, self.low, value - 1
        left[1::2], right[1::2], low[1::2], high[1::2] = middle + 1, self.right, value + 1, self.high
        keep = np.flatnonzero(left < right)
        return _Nodes(self.of[keep >> 1], left[keep], right[keep], low[keep], high[keep])


def _floor_log2(values: Ints) -> Ints:
    exponents: Ints = np.asarray(np.frexp(values.astype(np.float64))[1], dtype=np.int64)
    return np.subtract(exponents, 1)


def _before(widths: Ints, of: Ints, position: Ints) -> Ints:
    """Bit position of each code, when codes of one list follow each other; moves the position of each list on."""
    ends = np.cumsum(widths)
    first = np.flatnonzero(np.diff(of, prepend=-1))
    starts = ends - widths
    sizes = np.diff(np.append(starts[first], ends[-1] if len(ends) else 0))
    places: Ints = starts + np.repeat(position[of[first]] - starts[first], np.diff(np.append(first, len(of))))
    position[of[first]] += sizes
    return places


def decode(data: Bytes, position: Ints, sizes: Ints, total: int) -> npt.NDArray[np.uint32]:
    """The lists that begin at these bit positions of `data` and have these sizes, one after the other.

    `data` is followed by at least PADDING bytes of anything; numbers are below `total` (at most 2^32)."""
    words = np.ndarray((len(data) - 7,), dtype="<u8", buffer=data, strides=(1,))
    ends = np.cumsum(sizes)
    result = np.empty(int(ends[-1]) if len(ends) else 0, dtype=np.uint32)
    first = 0
    while first < len(sizes):  # as many lists at a time as the processor's cache holds
        done = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + _BATCH, side="right")))
        some = slice(first, last)
        _decode(words, position[some].copy(), sizes[some], total, result[done : int(ends[last - 1])])
        first = last
    return result


def _decode(
    words: npt.NDArray[np.uint64], position: Ints, sizes: Ints, total: int, result: npt.NDArray[np.uint32]
) -> None:
    begin = np.cumsum(sizes) - sizes
    nodes = _Nodes.roots(sizes, total)
    while len(nodes.of):
        middle, least, choices = nodes.middles()
        width = _floor_log2(choices)
        at = _before(width, nodes.of, position)
        code = ((words[at >> 3] >> (at & 7).astype(np.uint64)).astype(np.int64)) & ((1 << width) - 1)
        short = (2 << width) - choices  # this many values take `width` bits, the others one more
        longer = np.flatnonzero(code >= short)
        if len(longer):
            at = _before(np.ones(len(longer), dtype=np.int64), nodes.of[longer], position)
            odd = (words[at >> 3] >> (at & 7).astype(np.uint64)).astype(np.int64) & 1
            code[longer] = 2 * code[longer] + odd - short[longer]
        value = code + ((choices - short) >> 1)  # the short codes are in the middle of the range
        value -= np.where(value >= choices, choices, 0)
        value += least
        result[begin[nodes.of] + middle] = value
        nodes = nodes.below(middle, value)


def encode(numbers: npt.NDArray[np.uint32], sizes: Ints, total: int) -> tuple[Bytes, Ints]:
    """Lists (ascending, one after the other) -> their bits, and the length of each in bits."""
    lengths = np.zeros(len(sizes), dtype=np.int64)
    begin = np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)
    parts: list[tuple[Ints, Ints, Ints, Ints]] = []  # list, place within it, code, width
    nodes = _Nodes.roots(sizes, total)
    while len(nodes.of):
        middle, least, choices = nodes.middles()
        value = numbers[begin[nodes.of] + middle].astype(np.int64)
        width = _floor_log2(choices)
        short = (2 << width) - choices
        code = value - least - ((choices - short) >> 1)
        code += np.where(code < 0, choices, 0)
        longer = code >= short
        sure = np.where(longer, (code + short) >> 1, code)
        parts.append((nodes.of, _before(width, nodes.of, lengths), sure, width))
        which = np.flatnonzero(longer)
        if len(which):
            ones = np.ones(len(which), dtype=np.int64)
            odd = (code[which] + short[which]) & 1
            parts.append((nodes.of[which], _before(ones, nodes.of[which], lengths), odd, ones))
        nodes = nodes.below(middle, value)
    starts = np.cumsum(lengths) - lengths
    bits = np.zeros(int(lengths.sum()), dtype=np.uint8)
    for of, place, code, width in parts:
        for shift in range(int(width.max(initial=0))):
            wide = np.flatnonzero(width > shift)
            bits[starts[of[wide]] + place[wide] + shift] = (code[wide] >> shift) & 1
    return np.packbits(bits, bitorder="little"), lengths
