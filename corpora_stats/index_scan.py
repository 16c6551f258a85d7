"""The loops over the bytes of texts when an index is built, compiled: chunks out of bytes, positions out of chunks.

A chunk is what lies between two spaces (:func:`corpora_stats.normalize.chunks`). Text repeats itself: a chunk that was
seen before is found by one look-up, and only new ones go through the rules of normalization, in Python."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from corpora_stats.base import IntArray
from corpora_stats.index_scan_words import (
    BOUNDARY,
    COMMA,
    FIRST_WORD,
    code_of,
    edge,
    is_letter,
    part_end,
    peeled,
    plain_part,
    possessive,
    same_bytes,
    space,
)

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]

_FIRST_SLOTS: Final = 1 << 16


class Found(NamedTuple):
    """Chunks of some texts: ``stream`` numbers of all chunks in order, ``ends`` where each text ends in it, ``new``
    the chunks seen for the first time."""

    stream: Numbers
    ends: IntArray
    new: list[str]


class ChunkTable:
    """Numbers chunks in the order in which they are first seen; 0 is a boundary (an empty line, say), 1 a comma.

    What surrounds a word ("(tea)," is ". tea ,") and the case of letters are told apart here, so that there are few
    chunks; what that gives is always what normalize.chunk_words says of the whole chunk."""

    def __init__(self) -> None:
        self._slots = np.zeros((_FIRST_SLOTS, 2), dtype=np.uint64)  # hash (0: free) and number
        self._bytes = np.zeros(1 << 16, dtype=np.uint8)
        self._limits = np.zeros(
            3, dtype=np.int64
        )  # chunk n is bytes limits[n] to limits[n + 1], less a space

    def __len__(self) -> int:
        return len(self._limits) - 1

    def find(self, data: Bytes, limits: IntArray) -> Found:
        """Return the chunks of texts; text n is the UTF-8 bytes ``limits[n]`` to ``limits[n + 1]`` of `data`."""
        stream, ends, begins, ended, self._slots = _find(data, limits, self._bytes, self._limits, self._slots)
        places = np.concatenate(([0], np.cumsum(ended - begins + 1)))
        new = _joined(data, begins, ended, places)
        used = int(self._limits[-1])
        self._limits = np.concatenate((self._limits, places[1:] + used))
        if self._limits[-1] > len(self._bytes):
            larger = np.empty(2 * int(self._limits[-1]), dtype=np.uint8)
            larger[:used] = self._bytes[:used]
            self._bytes = larger
        self._bytes[used : used + len(new)] = new
        return Found(stream, ends, new.tobytes().decode(errors="surrogatepass").split(" ")[:-1])


@njit(cache=True)
def _find(data, limits, seen, seen_limits, slots):  # type: ignore[no-untyped-def]
    known = len(seen_limits) - 1
    count = known
    stream = np.empty(len(data) + len(limits), dtype=np.int32)
    ends = np.empty(len(limits) - 1, dtype=np.int64)
    begins, ended = np.empty(1024, dtype=np.int64), np.empty(1024, dtype=np.int64)
    total = 0
    for text in range(len(limits) - 1):
        i, end = limits[text], limits[text + 1]
        while i < end:
            lines = 0
            while i < end:
                size = space(data, i, end)
                if size == 0:
                    break
                lines += data[i] == 10
                i += size
            if lines > 1:
                stream[total] = BOUNDARY
                total += 1
            if i == end:
                break
            begin = i
            while i < end and (32 < data[i] < 0xC2 or space(data, i, end) == 0):  # most bytes quickly
                i += 1
            first, last, rest = plain_part(data, begin, i)
            plain = last > 0
            whole = False
            if plain:
                if first > begin:
                    stream[total] = BOUNDARY
                    total += 1
            else:
                first, last = peeled(data, begin, i)
                whole = last == 0
                if whole:
                    first, last = begin, i
                total = edge(data, begin, first, stream, total)
            while first < last:
                part, gap = (last, 0) if plain or whole else part_end(data, first, last)
                stop, fold = part, np.uint8(0)
                if not whole:
                    k = first
                    while k < part and is_letter(data[k]):
                        k += 1
                    if k >= first + 3 and k + possessive(data, k, part) == part:
                        stop, fold = k, np.uint8(32)
                code = code_of(data, first, stop, fold)
                mask = np.uint64(len(slots) - 1)
                slot = (code >> np.uint64(20)) & mask
                number = np.int64(-1)
                while slots[slot, 0] != 0:
                    if slots[slot, 0] == code:
                        n = np.int64(slots[slot, 1])
                        if n < known:
                            same = same_bytes(
                                seen[seen_limits[n] : seen_limits[n + 1] - 1], data[first:stop], fold
                            )
                        else:
                            same = same_bytes(
                                data[begins[n - known] : ended[n - known]], data[first:stop], fold
                            )
                        if same:
                            number = n
                            break
                    slot = (slot + np.uint64(1)) & mask
                if number < 0:
                    if count - known == len(begins):
                        begins, ended = _larger(begins), _larger(ended)
                    begins[count - known], ended[count - known] = first, stop
                    number = np.int64(count)
                    slots[slot, 0], slots[slot, 1] = code, number
                    count += 1
                    if 2 * count > len(slots):
                        slots = _rehash(slots)
                stream[total] = number
                total += 1
                first = part + gap
            if plain:
                if rest < i:
                    stream[total] = COMMA if rest == i - 1 and data[rest] == 44 else BOUNDARY
                    total += 1
            else:
                total = edge(data, last, i, stream, total)
        ends[text] = total
    return (
        stream[:total].copy(),
        ends,
        begins[: count - known].copy(),
        ended[: count - known].copy(),
        slots,
    )


@njit(cache=True)
def _larger(array):  # type: ignore[no-untyped-def]
    result = np.empty(2 * len(array), dtype=array.dtype)
    result[: len(array)] = array
    return result


@njit(cache=True)
def _rehash(slots):  # type: ignore[no-untyped-def]
    result = np.zeros((2 * len(slots), 2), dtype=slots.dtype)
    mask = np.uint64(len(result) - 1)
    for i in range(len(slots)):
        if slots[i, 0] != 0:
            slot = (slots[i, 0] >> np.uint64(20)) & mask
            while result[slot, 0] != 0:
                slot = (slot + np.uint64(1)) & mask
            result[slot] = slots[i]
    return result


@njit(cache=True)
def _joined(data, begins, limits, places):  # type: ignore[no-untyped-def]
    """Pieces of bytes, each followed by a space (which no chunk holds)."""
    result = np.full(places[-1], 32, dtype=np.uint8)
    for n in range(len(begins)):
        result[places[n] : places[n + 1] - 1] = data[begins[n] : limits[n]]
    return result


@njit(cache=True)
def lay_out(stream, ends, words, word_ends, binds, margin):  # type: ignore[no-untyped-def]
    """Chunks -> positions: how often each word occurs, the words in order, their positions, where each text begins, and
    how many positions there are.

    Chunk n is ``words[word_ends[n - 1] : word_ends[n]]``, at least one. Texts are kept apart by one position. A comma
    before a word that binds it ends no phrase, unless the text ends there, and takes no position."""
    count = 0
    for chunk in stream:
        count += word_ends[chunk] - (word_ends[chunk - 1] if chunk else 0)
    which, where = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.uint32)
    often = np.zeros(len(binds), dtype=np.int64)
    starts = np.empty(len(ends), dtype=np.uint32)
    at, total, place = 0, 0, margin
    for text in range(len(ends)):
        starts[text] = place
        comma = False
        while at < ends[text]:
            chunk = stream[at]
            at += 1
            for k in range(word_ends[chunk - 1] if chunk else 0, word_ends[chunk]):
                word = words[k]
                if comma:
                    place += not binds[word]
                    comma = False
                if word >= FIRST_WORD:
                    which[total], where[total] = word, place
                    often[word] += 1
                    total += 1
                    place += 1
                elif word == COMMA:
                    comma = True
                elif word == BOUNDARY:
                    place += 1
        place += 1 + comma
    return often, which[:total], where[:total], starts, place


@njit(cache=True)
def sort_positions(which, where, begins):  # type: ignore[no-untyped-def]
    """Positions grouped by word; the group of word n begins at ``begins[n]``, which is moved to its end."""
    result = np.empty(len(where), dtype=np.uint32)
    for i in range(len(which)):
        result[begins[which[i]]] = where[i]
        begins[which[i]] += 1
    return result
