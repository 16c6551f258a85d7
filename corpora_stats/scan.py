"""The loops over the bytes of texts when an index is built, compiled: chunks out of bytes, positions out of chunks.

A chunk is what lies between two spaces (:func:`corpora_stats.normalize.chunks`). Text repeats itself: a chunk that was
seen before is found by one look-up, and only new ones go through the rules of normalization, in Python.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from corpora_stats.base import IntArray

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]

BOUNDARY, COMMA, EMPTY, FIRST_WORD = range(4)
"""Numbers of what is no word; a chunk without words is EMPTY."""

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
    chunks; what that gives is always what normalize.chunk_words says of the whole chunk.
    """

    def __init__(self) -> None:
        self._slots = np.zeros((_FIRST_SLOTS, 2), dtype=np.uint64)  # hash (0: free) and number
        self._bytes = np.zeros(1 << 16, dtype=np.uint8)
        self._limits = np.zeros(
            3, dtype=np.int64
        )  # chunk n is bytes limits[n] to limits[n + 1], less a space

    def __len__(self) -> int:
        return len(self._limits) - 1

    def find(self, data: Bytes, limits: IntArray) -> Found:
        """The chunks of texts; text n is the UTF-8 bytes ``limits[n]`` to ``limits[n + 1]`` of `data`."""
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
def _space(data, i, end):  # type: ignore[no-untyped-def]
    """How many bytes long the white space at place i is; 0 where there is none. As Python's str.isspace."""
    byte = data[i]
    if byte <= 32:
        return 1 if byte == 32 or 9 <= byte <= 13 or byte >= 28 else 0
    if byte == 0xC2 and i + 1 < end:
        return 2 if data[i + 1] == 0x85 or data[i + 1] == 0xA0 else 0
    if i + 2 < end:
        second, third = data[i + 1], data[i + 2]
        if byte == 0xE2:
            if second == 0x80:
                return 3 if third <= 0x8A or 0xA8 <= third <= 0xA9 or third == 0xAF else 0
            return 3 if second == 0x81 and third == 0x9F else 0
        if ((byte == 0xE1 and second == 0x9A) or (byte == 0xE3 and second == 0x80)) and third == 0x80:
            return 3
    return 0


_SKIPPED, _ENDS, _COMMA = 1, 2, 4
_ROLES: Final = np.zeros(256, dtype=np.uint8)
"""What a byte may be at the edge of a chunk: nothing at all, the end of a phrase, or a comma."""
_ROLES[[ord(c) for c in '()[]{}|=;:!?"']] = _ENDS
_ROLES[ord(",")] = _COMMA
_ROLES[ord("_")] = _SKIPPED


@njit(cache=True)
def _is_letter(byte):  # type: ignore[no-untyped-def]
    return 97 <= byte | 32 <= 122


@njit(cache=True)
def _in_word(byte):  # type: ignore[no-untyped-def]
    return _is_letter(byte) or 48 <= byte <= 57 or byte >= 0x80


@njit(cache=True)
def _possessive(data, begin, end):  # type: ignore[no-untyped-def]
    """How long the apostrophe at `begin` is, with an s after it; 0 where there is none."""
    size = 0
    if begin < end and data[begin] == 39:
        size = 1
    elif begin + 2 < end and data[begin] == 0xE2 and data[begin + 1] == 0x80 and data[begin + 2] == 0x99:
        size = 3
    if size and begin + size < end and data[begin + size] == 115:
        size += 1
    return size


@njit(cache=True)
def _plain(data, begin, end):  # type: ignore[no-untyped-def]
    """Where the letters of a chunk of the kind of ``("Teas'",`` begin and end, and where what closes it begins; zeros
    for other chunks. The same kind as _PLAIN of normalize.py, less short words before a full stop (abbreviations)."""
    first = begin + (1 if data[begin] == 40 or data[begin] == 34 else 0)  # ( "
    last = first
    while last < end and _is_letter(data[last]):
        last += 1
    if last < first + 3:
        return 0, 0, 0
    rest = last + _possessive(data, last, end)
    for k in range(rest, end):
        byte = data[k]  # . , ; : ) ? ! "
        if byte not in (46, 44, 59, 58, 41, 63, 33, 34):
            return 0, 0, 0
    if end == rest + 1 and data[rest] == 46 and (last - first < 5 or data[first] == 97):
        return 0, 0, 0
    return first, last, rest


@njit(cache=True)
def _peeled(data, begin, end):  # type: ignore[no-untyped-def]
    """What of a chunk is left without what opens and closes phrases around it: nothing, where that could change what
    it is read as (it would begin with other than a letter or digit, or end with a full stop, say)."""
    first, last = begin, end
    while first < last and _ROLES[data[first]]:
        first += 1
    while last > first and _ROLES[data[last - 1]]:
        last -= 1
    if first == last or not _in_word(data[first]) or not _in_word(data[last - 1]) or data[first] == 0xE2:
        return 0, 0
    return first, last


@njit(cache=True)
def _part_end(data, begin, end):  # type: ignore[no-untyped-def]
    """Where the part of a peeled chunk that begins at `begin` ends, at a hyphen or dash between words, and how long
    that is."""
    for i in range(begin + 1, end - 1):
        size = 0
        if data[i] == 45:
            size = 1
        elif data[i] == 0xE2 and i + 3 < end and data[i + 1] == 0x80 and data[i + 2] == 0x93:
            size = 3
        if size and _in_word(data[i - 1]) and _in_word(data[i + size]) and data[i + size] != 0xE2:
            return i, size
    return end, 0


@njit(cache=True)
def _code(data, begin, end, fold):  # type: ignore[no-untyped-def]
    """A 64-bit hash of bytes, never 0; letters fold to lower case."""
    code = np.uint64(14695981039346656037)
    for i in range(begin, end):
        code = (code ^ np.uint64(data[i] | fold)) * np.uint64(1099511628211)
    code ^= code >> np.uint64(32)
    return (code * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)


@njit(cache=True)
def _same(left, first, last, right, begin, end, fold):  # type: ignore[no-untyped-def]
    same = last - first == end - begin
    k = 0
    while same and k < end - begin:
        same = left[first + k] | fold == right[begin + k] | fold
        k += 1
    return same


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
                size = _space(data, i, end)
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
            while i < end and (32 < data[i] < 0xC2 or _space(data, i, end) == 0):  # most bytes quickly
                i += 1
            first, last, rest = _plain(data, begin, i)
            plain = last > 0
            whole = False
            if plain:
                if first > begin:
                    stream[total] = BOUNDARY
                    total += 1
            else:
                first, last = _peeled(data, begin, i)
                whole = last == 0
                if whole:
                    first, last = begin, i
                total = _edge(data, begin, first, stream, total)
            while first < last:
                part, gap = (last, 0) if plain or whole else _part_end(data, first, last)
                stop, fold = part, np.uint8(0)
                if not whole:
                    k = first
                    while k < part and _is_letter(data[k]):
                        k += 1
                    if k >= first + 3 and k + _possessive(data, k, part) == part:
                        stop, fold = k, np.uint8(32)
                code = _code(data, first, stop, fold)
                mask = np.uint64(len(slots) - 1)
                slot = (code >> np.uint64(20)) & mask
                number = np.int64(-1)
                while slots[slot, 0] != 0:
                    if slots[slot, 0] == code:
                        n = np.int64(slots[slot, 1])
                        if n < known:
                            same = _same(
                                seen, seen_limits[n], seen_limits[n + 1] - 1, data, first, stop, fold
                            )
                        else:
                            same = _same(data, begins[n - known], ended[n - known], data, first, stop, fold)
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
                total = _edge(data, last, i, stream, total)
        ends[text] = total
    return (
        stream[:total].copy(),
        ends,
        begins[: count - known].copy(),
        ended[: count - known].copy(),
        slots,
    )


@njit(cache=True)
def _edge(data, begin, end, stream, total):  # type: ignore[no-untyped-def]
    """Put what stands around words into the stream; how long it is then."""
    for i in range(begin, end):
        role = _ROLES[data[i]]
        if role != _SKIPPED:
            stream[total] = COMMA if role == _COMMA else BOUNDARY
            total += 1
    return total


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
    """Chunks -> positions: how often each word occurs, the words in order, their positions, where each text begins,
    and how many positions there are.

    Chunk n is ``words[word_ends[n - 1] : word_ends[n]]``, at least one. Texts are kept apart by one position. A comma
    before a word that binds it ends no phrase, unless the text ends there, and takes no position.
    """
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
