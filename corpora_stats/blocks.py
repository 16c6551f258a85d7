"""A pile of texts -> one block of an index: the positions of each word, sorted by word.

Words are 64-bit hashes of their normal form from here on: they sort, merge and look up as numbers, and no dictionary
has to fit into memory. The words of a text are those of :func:`corpora_stats.normalize.fold`, one look-up for what
lies between two spaces, and the rest array operations.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from corpora_stats import normalize
from corpora_stats.base import IntArray

UNITS: Final = ("document", "paragraph", "sentence")
MARGIN: Final = 64
"""Positions before the first word, so that a phrase of up to so many words never begins below 0."""

_PARAGRAPH: Final = re.compile(r"\n\s*\n")
_SENTENCE: Final = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"'”’)]))\s+(?=[\"'“‘(]?[A-Z0-9])|\n\s*\n")
_NO_SENTENCE_END: Final = re.compile(normalize.ABBREVIATION + r"$")


def word_hashes(words: Iterable[str]) -> npt.NDArray[np.uint64]:
    """64 bits of each normal word's BLAKE2b hash."""
    joined = b"".join([hashlib.blake2b(word.encode(), digest_size=8).digest() for word in words])
    return np.frombuffer(joined, dtype="<u8")


def split_units(text: str, unit: str) -> list[str]:
    """A text as the units that are counted; empty ones are left out."""
    if unit == "document":
        return [text]
    if unit == "paragraph":
        return [part for part in _PARAGRAPH.split(text) if part.strip()]
    sentences: list[str] = []
    for part in _SENTENCE.split(text):
        if sentences and _NO_SENTENCE_END.search(sentences[-1].rpartition(" ")[2]):
            sentences[-1] += " " + part
        elif part.strip():
            sentences.append(part)
    return sentences


@dataclass(frozen=True)
class Block:
    """The words of some units.

    ``words`` (w,) ascending hashes; ``ends`` (w,) where the positions of each word end; ``positions`` (p,) ascending
    within each word; ``starts`` (u,) position at which each unit begins; ``length`` positions in all.
    """

    words: npt.NDArray[np.uint64]
    ends: IntArray
    positions: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.uint32]
    length: int


class Blocks:
    """Makes blocks; remembers the chunks it has seen (a bounded number), so keep one for many blocks."""

    LIMIT: Final = 1 << 18
    _BOUNDARY, _COMMA, _EMPTY, _FIRST_WORD = range(4)

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._chunks: dict[str, int] = _Numbers(self._add)
        self._numbers = {normalize.BOUNDARY: self._BOUNDARY, ",": self._COMMA, "": self._EMPTY}
        self._hashes = word_hashes(self._numbers)
        self._binds = np.zeros(len(self._numbers), dtype=bool)
        self._flat: list[int] = []
        self._ends: list[int] = []

    def _add(self, chunk: str) -> int:
        numbers, flat = self._numbers, self._flat
        for word in normalize.chunk_words(chunk) or ("",):
            number = numbers.get(word)
            if number is None:
                number = numbers[word] = len(numbers)
            flat.append(number)
        self._ends.append(len(flat))
        return len(self._ends) - 1

    def make(self, units: Sequence[str]) -> Block:
        """The block of these units, in their order."""
        if len(self._chunks) > self.LIMIT:
            self._forget()
        number = self._chunks.__getitem__
        pieces = [np.fromiter(map(number, normalize.chunks(unit)), dtype=np.int32) for unit in units]
        sizes = np.array([len(piece) for piece in pieces], dtype=np.int64)
        chunks = np.concatenate(pieces) if pieces else np.empty(0, dtype=np.int32)
        ends = np.array(self._ends, dtype=np.int64)
        flat = np.array(self._flat, dtype=np.int32)
        lengths = np.diff(ends, prepend=0)
        spread = lengths[chunks]
        after = np.cumsum(spread)
        stream = flat[np.arange(int(spread.sum())) + np.repeat(ends[chunks] - after, spread)]
        unit_of = np.repeat(np.repeat(np.arange(len(units)), sizes), spread)
        return self._sort(stream, unit_of, len(units))

    def _sort(self, stream: npt.NDArray[np.int32], unit_of: IntArray, count: int) -> Block:
        new = list(islice(self._numbers, len(self._hashes), None))
        self._hashes = np.concatenate((self._hashes, word_hashes(new)))
        self._binds = np.concatenate((self._binds, [normalize.binds_comma(word) for word in new])).astype(
            bool
        )
        if len(stream):  # a comma before a year or "Inc." does not end a phrase, unless the unit ends there
            binding = np.zeros(len(stream), dtype=bool)
            binding[:-1] = (
                (stream[:-1] == self._COMMA) & self._binds[stream[1:]] & (unit_of[:-1] == unit_of[1:])
            )
            keep = ~binding & (stream != self._EMPTY)
            stream, unit_of = stream[keep], unit_of[keep]
        # Units are kept apart by one position.
        starts = MARGIN + np.searchsorted(unit_of, np.arange(count)) + np.arange(count)
        position = MARGIN + np.arange(len(stream)) + unit_of
        is_word = np.flatnonzero(stream >= self._FIRST_WORD)
        order = np.argsort(self._hashes)  # ranks of words by hash, so that sorting ranks sorts hashes
        rank = np.empty(len(order), dtype=np.uint64)
        rank[order] = np.arange(len(order), dtype=np.uint64)
        both = (rank[stream[is_word]] << np.uint64(32)) | position[is_word].astype(np.uint64)
        both.sort()
        ranks = (both >> np.uint64(32)).astype(np.int64)
        last = np.flatnonzero(np.diff(ranks, append=-1))
        return Block(
            words=self._hashes[order[ranks[last]]],
            ends=last + 1,
            positions=both.astype(np.uint32),
            starts=starts.astype(np.uint32),
            length=MARGIN + len(stream) + count,
        )


class _Numbers(dict[str, int]):
    """Numbers chunks by a function when they are first seen."""

    def __init__(self, add: Callable[[str], int]) -> None:
        self._add = add

    def __missing__(self, chunk: str) -> int:
        self[chunk] = number = self._add(chunk)
        return number
