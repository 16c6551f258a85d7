"""Count how many documents sorted sets share: every row with every column, or all the members of a set of several.

The work is done by array operations over many sets at once, so that neither the number of pairs nor the size of the
collection is paid for in Python."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from corpora_stats.base import IntArray

Documents: TypeAlias = npt.NDArray[np.uint32]
"""Document numbers, ascending, without duplicates."""

_DENSE: Final = 128  # a set that holds more than 1/128 of all documents is counted by bits
_ENTRIES: Final = 1 << 22  # documents that are kept at a time when sets of three and more are intersected
_LANES: Final = 1024  # 64-bit words whose counts are added eight at a time
_MARKS: Final = (
    16  # frequent sets that are counted against rare ones at a time: a line of the cache for each document
)
_BITS: Final = 1 << 20  # bytes of frequent sets that are counted at a time: the processor's cache holds them
_CELLS: Final = 200  # a set intersected by itself takes as long as so many cells of a matrix


class Packed:
    """Sets as bits, remembered by the very array up to a number of bytes: packing takes longer than counting."""

    def __init__(self, total: int, cache_bytes: int = 0) -> None:
        self._total = total
        self._limit = cache_bytes
        self._bytes = 0
        self._kept: OrderedDict[int, tuple[Documents, npt.NDArray[np.uint64]]] = OrderedDict()

    def of(self, documents: Documents) -> npt.NDArray[np.uint64]:
        """Return one bit for each document of the collection, in bytes from high to low; padded to whole lanes."""
        kept = self._kept.get(id(documents))
        if kept is not None:  # the array is held, so no other can have its id
            self._kept.move_to_end(id(documents))
            return kept[1]
        mask = np.zeros(-(-self._total // (64 * _LANES)) * 64 * _LANES, dtype=bool)
        mask[documents.astype(np.intp)] = True
        packed = np.packbits(mask).view(np.uint64)
        self._kept[id(documents)] = documents, packed
        self._bytes += documents.nbytes + packed.nbytes
        while self._bytes > self._limit and self._kept:
            self._bytes -= sum(array.nbytes for array in self._kept.popitem(last=False)[1])
        return packed

    def outside(self, sets: Sequence[Documents], of: Documents) -> list[Documents]:
        """Of each of the `sets` the documents that the set `of` does not hold."""
        if len(sets) > 1 and sum(map(len, sets)) > _ENTRIES:
            half = len(sets) // 2
            return [*self.outside(sets[:half], of), *self.outside(sets[half:], of)]
        documents = sets[0] if len(sets) == 1 else np.concatenate(sets)
        packed = self.of(of).view(np.uint8)
        held = packed[documents >> np.uint32(3)] << (documents & np.uint32(7)).astype(np.uint8)
        rest = (held < np.uint8(128)).nonzero()[0]
        left = documents[rest]
        if len(sets) == 1:
            return [left]
        ends = rest.searchsorted(np.cumsum([len(one) for one in sets])).tolist()
        return [left[first:end] for first, end in pairwise([0, *ends])]


def joint_matrix(
    rows: Sequence[Documents], columns: Sequence[Documents], total: int, packed: Packed | None = None
) -> IntArray:
    """Return how many documents each row set shares with each column set, shape (rows, columns).

    Exact for any number of documents. Each pair is counted in the cheapest way: rare sets by the documents that they
    share, a frequent and a rare one by looking up the rare one's documents, two frequent ones by bits (from `packed`).
    """
    bits = packed or Packed(total)

    def split(sets: Sequence[Documents]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        frequent = np.array([len(s) * _DENSE > total for s in sets], dtype=bool)
        return np.flatnonzero(~frequent), np.flatnonzero(frequent)

    result = np.zeros((len(rows), len(columns)), dtype=np.int64)
    rare_rows, frequent_rows = split(rows)
    rare_columns, frequent_columns = split(columns)
    if len(rare_rows) and len(rare_columns):
        result[np.ix_(rare_rows, rare_columns)] = _shared(
            [rows[i] for i in rare_rows], [columns[i] for i in rare_columns], total
        )
    for few, few_at, many, many_at, flip in (
        (columns, rare_columns, rows, frequent_rows, True),
        (rows, rare_rows, columns, frequent_columns, False),
    ):
        if len(few_at) and len(many_at):
            block = _look_up([few[i] for i in few_at], [many[i] for i in many_at], total, bits)
            result[np.ix_(many_at, few_at) if flip else np.ix_(few_at, many_at)] = block.T if flip else block
    height = max(1, _BITS // (total // 8 + 1))
    for first in range(0, len(frequent_columns) if len(frequent_rows) else 0, height):
        some = frequent_columns[first : first + height]
        stacked = np.stack([bits.of(columns[j]) for j in some])
        for i in frequent_rows:
            result[i, some] = _count_bits(bits.of(rows[i]), stacked)
    return result


def _flat(sets: Sequence[Documents]) -> tuple[Documents, npt.NDArray[np.int32]]:
    """Return the documents of all sets behind each other, and the set that each belongs to."""
    sizes = [len(s) for s in sets]
    return np.concatenate(sets), np.repeat(np.arange(len(sets), dtype=np.int32), sizes)


def _shared(rows: Sequence[Documents], columns: Sequence[Documents], total: int) -> IntArray:
    """Return how many documents rare sets share with rare sets, shape (rows, columns): documents that both sides
    name are paired, and the pairs counted by their cell."""
    (documents, row), (others, column) = _flat(rows), _flat(columns)
    held = np.zeros(total, dtype=bool)
    held[documents] = True
    both = held[others]
    others, column = others[both], column[both]
    held[:] = False
    held[others] = True
    both = held[documents]
    documents, row = documents[both], row[both]
    column = column[np.argsort(others, kind="stable")]
    many = np.bincount(others, minlength=total)  # columns that name each document
    last = np.cumsum(many)
    times, ends = many[documents], last[documents]
    counts = np.zeros(len(rows) * len(columns), dtype=np.int64)
    steps = np.searchsorted(np.cumsum(times), np.arange(0, int(times.sum()), _ENTRIES))
    for first, end in pairwise([*steps.tolist(), len(times)]):  # some millions of pairs at a time
        own = times[first:end]
        at = np.repeat(ends[first:end] - np.cumsum(own), own) + np.arange(int(own.sum()))
        cells = np.repeat(row[first:end].astype(np.int64) * len(columns), own) + column[at]
        counts += np.bincount(cells, minlength=len(counts))
    return counts.reshape(len(rows), len(columns))


def _look_up(few: Sequence[Documents], many: Sequence[Documents], total: int, bits: Packed) -> IntArray:
    """Return how many documents rare sets share with frequent ones, shape (few, many).

    Few documents are looked up among the bits of each frequent set; where there are many, it pays to mark the documents
    of several frequent sets in a table."""
    result = np.zeros((len(few), len(many)), dtype=np.int64)
    ends = np.cumsum([len(s) for s in few])
    if 2 * int(ends[-1]) < total:
        documents = np.concatenate(few).astype(np.intp)
        for j, held_by in enumerate(many):
            marks = np.unpackbits(bits.of(held_by).view(np.uint8)).view(np.bool_)
            result[:, j] = marks[documents].nonzero()[0].searchsorted(ends)
        result[1:] -= result[:-1].copy()
        return result
    filled = np.flatnonzero([len(s) for s in few])
    documents, starts = np.concatenate(few), np.concatenate(([0], ends[filled][:-1])).astype(np.int64)
    width = max(1, min(_MARKS, (64 << 20) // (total + 1)))  # of at most 64 MB
    for first in range(0, len(many), width):
        some = many[first : first + width]
        marks = np.zeros((total, len(some)), dtype=np.uint8)
        for j, held_by in enumerate(some):
            marks[held_by, j] = 1
        found = np.add.reduceat(marks[documents], starts, axis=0, dtype=np.int64)
        result[filled, first : first + width] = found
    return result


_EVEN_BYTES: Final = np.uint64(0x00FF00FF00FF00FF)


def _count_bits(left: npt.NDArray[np.uint64], right: npt.NDArray[np.uint64]) -> IntArray:
    """Return bits that each row of `right` shares with `left`. Adding single bytes one by one would take most of
    the time."""
    counts = np.bitwise_count(left & right).view(np.uint64)  # eight counts of at most 64 in each
    pairs = (counts & _EVEN_BYTES) + ((counts >> np.uint64(8)) & _EVEN_BYTES)
    sums = pairs.reshape(len(right), -1, _LANES // 8).sum(axis=2)  # four of at most 128 * 128 in each
    result: IntArray = sums.view(np.uint16).sum(axis=1, dtype=np.int64)
    return result


def overlaps(sets: Sequence[Sequence[int]], documents: Sequence[Documents], total: int) -> IntArray:
    """Return how many documents all members of each set share, shape (sets,); members are places in `documents`.

    Exact for sets of any size, at least one member each. What all but the most frequent member share is worked out once
    for all sets that have it in common (groups grow so), and counted against those members as a matrix where most of
    its cells are asked for."""
    ordered = [tuple(sorted(set(members), key=lambda i: (len(documents[i]), i))) for members in sets]
    result = np.zeros(len(sets), dtype=np.int64)
    for batch in _batches(ordered, documents):
        common = _Common(documents)
        firsts = {members: n for n, members in enumerate(dict.fromkeys(ordered[i][:-1] for i in batch))}
        lasts = {member: n for n, member in enumerate(dict.fromkeys(ordered[i][-1] for i in batch))}
        several = {first: n for n, first in enumerate(first for first in firsts if first)}
        whole = len(several) * len(lasts) <= _CELLS * len(batch)
        if whole and several:
            table = joint_matrix([common[first] for first in several], [documents[i] for i in lasts], total)
        for i in batch:
            first, last = ordered[i][:-1], ordered[i][-1]
            if not first:
                result[i] = len(documents[last])
            elif whole:
                result[i] = table[several[first], lasts[last]]
            else:
                result[i] = len(_intersect(common[first], documents[last]))
    return result


class _Common(dict[tuple[int, ...], Documents]):
    """The documents that members share, each tuple made from the one that is shorter by its last member."""

    def __init__(self, documents: Sequence[Documents]) -> None:
        self._documents = documents

    def __missing__(self, members: tuple[int, ...]) -> Documents:
        last = self._documents[members[-1]]
        self[members] = found = _intersect(self[members[:-1]], last) if len(members) > 1 else last
        return found


def _intersect(few: Documents, many: Documents) -> Documents:
    """Return what two sets share; quick when the first is the smaller one."""
    if not len(few) or not len(many):
        return few[:0]
    place = np.searchsorted(many, few)
    place[place == len(many)] = 0
    shared: Documents = few[many[place] == few]
    return shared


def _batches(sets: Sequence[tuple[int, ...]], documents: Sequence[Documents]) -> Iterator[list[int]]:
    """Yield numbers of sets in an order that keeps equal beginnings together, as many at a time as fit into
    _ENTRIES."""
    batch, entries, before = list[int](), 0, tuple[int, ...]()
    for number in sorted(range(len(sets)), key=sets.__getitem__):
        members = sets[number]
        size = (
            len(documents[members[0]]) * (len(members) - 2)
            if members[:-1] != before and len(members) > 2
            else 0
        )
        if batch and entries + size > _ENTRIES:
            yield batch
            batch, entries = [], 0
        batch.append(number)
        entries, before = entries + size, members[:-1]
    if batch:
        yield batch
