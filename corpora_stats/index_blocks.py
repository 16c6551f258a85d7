"""Turn a pile of texts into one block of an index: the positions of each word, sorted by word.

Words are 64-bit hashes of their normal form from here on: they sort, merge and look up as numbers, and no dictionary
has to fit into memory. The words of a text are those of :func:`corpora_stats.normalize.fold`; the loops over bytes and
positions are in scan.py."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from corpora_stats import normalize
from corpora_stats.base import IntArray
from corpora_stats.index import MARGIN, word_hashes

UNITS: Final = ("document", "paragraph", "sentence")
_PARAGRAPH: Final = re.compile(r"\n\s*\n")
_SENTENCE: Final = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][\"'”’)]))\s+(?=[\"'“‘(]?[A-Z0-9])|\n\s*\n")
_NO_SENTENCE_END: Final = re.compile(normalize.ABBREVIATION + r"$")


def split_units(text: str, unit: str) -> list[str]:
    """Return a text as the units that are counted; empty ones are left out."""
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
    within each word; ``starts`` (u,) position at which each unit begins; ``length`` positions in all."""

    words: npt.NDArray[np.uint64]
    ends: IntArray
    positions: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.uint32]
    length: int


class Blocks:
    """Makes blocks; remembers the chunks it has seen (a bounded number), so keep one for many blocks."""

    LIMIT: Final = 1 << 19

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        from corpora_stats.index_scan import ChunkTable
        from corpora_stats.index_scan_words import BOUNDARY, COMMA, EMPTY

        self._chunks = ChunkTable()
        self._numbers = _Numbers({normalize.BOUNDARY: BOUNDARY, ",": COMMA, "": EMPTY})
        self._hashes = word_hashes(self._numbers)
        self._binds = np.zeros(len(self._numbers), dtype=bool)
        self._words = np.array([BOUNDARY, COMMA], dtype=np.int32)
        self._ends = np.array([1, 2], dtype=np.int64)

    def make(self, units: Sequence[str]) -> Block:
        """Return the block of these units, in their order."""
        return self.make_encoded(*encode(units))

    def make_encoded(self, data: bytes, limits: IntArray) -> Block:
        """Return the block of units given as :func:`encode` gives them."""
        from corpora_stats.index_scan import lay_out, sort_positions

        if len(self._chunks) > self.LIMIT:
            self._forget()
        found = self._chunks.find(np.frombuffer(data, dtype=np.uint8), limits)
        self._learn(found.new)
        often, which, where, starts, length = lay_out(
            found.stream, found.ends, self._words, self._ends, self._binds, MARGIN
        )
        present = np.flatnonzero(often)
        present = present[np.argsort(self._hashes[present])]
        ends = np.cumsum(often[present])
        begins = np.zeros(len(often), dtype=np.int64)
        begins[present] = ends - often[present]
        return Block(
            words=self._hashes[present],
            ends=ends,
            positions=sort_positions(which, where, begins),
            starts=starts,
            length=int(length),
        )

    def _learn(self, chunks: list[str]) -> None:
        """Add the words of chunks that are new."""
        numbers, words, ends = self._numbers, list[int](), list[int]()
        known, before = len(numbers), len(self._words)
        for chunk in chunks:
            if chunk.isalpha() and chunk.isascii() and len(chunk) > 2:  # as chunk_words, quicker
                words.append(numbers[normalize.singular(chunk.lower())])
            else:
                words += map(numbers.__getitem__, normalize.chunk_words(chunk) or ("",))
            ends.append(before + len(words))
        new = list(islice(numbers, known, None))
        self._words = np.concatenate((self._words, np.array(words, dtype=np.int32)))
        self._ends = np.concatenate((self._ends, np.array(ends, dtype=np.int64)))
        self._hashes = np.concatenate((self._hashes, word_hashes(new)))
        binds = np.array([normalize.binds_comma(word) for word in new], dtype=bool)
        self._binds = np.concatenate((self._binds, binds))


def encode(units: Sequence[str]) -> tuple[bytes, IntArray]:
    """Units as UTF-8 bytes one after the other, and where each begins (units + 1 places)."""
    parts = [unit.encode(errors="surrogatepass") for unit in units]
    limits = np.zeros(len(parts) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in parts], out=limits[1:])
    return b"".join(parts), limits


class _Numbers(dict[str, int]):
    """Numbers words when they are first asked for."""

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number
