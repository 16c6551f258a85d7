"""What a word is, byte by byte, compiled: the marks around it, possessives, plural forms; one rule with
:mod:`corpora_stats.normalize`."""

from typing import Final

import numpy as np
from numba import njit

BOUNDARY, COMMA, EMPTY, FIRST_WORD = range(4)
"""Numbers of what is no word; a chunk without words is EMPTY."""


@njit(cache=True)
def space(data, i, end):  # type: ignore[no-untyped-def]
    """Return how many bytes long the white space at place i is; 0 where there is none. As Python's str.isspace."""
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
def is_letter(byte):  # type: ignore[no-untyped-def]
    """Return whether a byte is a letter of ASCII."""
    return 97 <= byte | 32 <= 122


@njit(cache=True)
def _in_word(byte):  # type: ignore[no-untyped-def]
    return is_letter(byte) or 48 <= byte <= 57 or byte >= 0x80


@njit(cache=True)
def possessive(data, begin, end):  # type: ignore[no-untyped-def]
    """Return how long the apostrophe at `begin` is, with an s after it; 0 where there is none."""
    size = 0
    if begin < end and data[begin] == 39:
        size = 1
    elif begin + 2 < end and data[begin] == 0xE2 and data[begin + 1] == 0x80 and data[begin + 2] == 0x99:
        size = 3
    if size and begin + size < end and data[begin + size] == 115:
        size += 1
    return size


@njit(cache=True)
def plain_part(data, begin, end):  # type: ignore[no-untyped-def]
    """Return where the letters of a chunk of the kind of ``("Teas'",`` begin and end, and where what closes it
    begins; zeros for other chunks. The same kind as _PLAIN of normalize.py, less short words before a full stop
    (abbreviations)."""
    first = begin + (1 if data[begin] == 40 or data[begin] == 34 else 0)  # ( "
    last = first
    while last < end and is_letter(data[last]):
        last += 1
    if last < first + 3:
        return 0, 0, 0
    rest = last + possessive(data, last, end)
    for k in range(rest, end):
        byte = data[k]  # . , ; : ) ? ! "
        if byte not in (46, 44, 59, 58, 41, 63, 33, 34):
            return 0, 0, 0
    if end == rest + 1 and data[rest] == 46 and (last - first < 5 or data[first] == 97):
        return 0, 0, 0
    return first, last, rest


@njit(cache=True)
def peeled(data, begin, end):  # type: ignore[no-untyped-def]
    """Return what of a chunk is left without what opens and closes phrases around it: nothing, where that could
    change what it is read as (it would begin with other than a letter or digit, or end with a full stop, say)."""
    first, last = begin, end
    while first < last and _ROLES[data[first]]:
        first += 1
    while last > first and _ROLES[data[last - 1]]:
        last -= 1
    if first == last or not _in_word(data[first]) or not _in_word(data[last - 1]) or data[first] == 0xE2:
        return 0, 0
    return first, last


@njit(cache=True)
def part_end(data, begin, end):  # type: ignore[no-untyped-def]
    """Return where the part of a peeled chunk that begins at `begin` ends, at a hyphen or dash between words, and
    how long that is."""
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
def code_of(data, begin, end, fold):  # type: ignore[no-untyped-def]
    """Return a 64-bit hash of bytes, never 0; letters fold to lower case."""
    code = np.uint64(14695981039346656037)
    for i in range(begin, end):
        code = (code ^ np.uint64(data[i] | fold)) * np.uint64(1099511628211)
    code ^= code >> np.uint64(32)
    return (code * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)


@njit(cache=True)
def same_bytes(left, right, fold):  # type: ignore[no-untyped-def]
    """Return whether a word is the same as another but for its case (``fold``)."""
    same = len(left) == len(right)
    k = 0
    while same and k < len(right):
        same = left[k] | fold == right[k] | fold
        k += 1
    return same


@njit(cache=True)
def edge(data, begin, end, stream, total):  # type: ignore[no-untyped-def]
    """Put what stands around words into the stream; how long it is then."""
    for i in range(begin, end):
        role = _ROLES[data[i]]
        if role != _SKIPPED:
            stream[total] = COMMA if role == _COMMA else BOUNDARY
            total += 1
    return total
