"""A positional index of the user's own texts, opened: which units hold a phrase, exactly, whatever its length.

An index is a folder: ``index.json`` names its segments and their check sums; a segment is three arrays, read through
memory maps: word hashes with where their positions end, positions (32 bits each), starts of units. A phrase is found by
shifting the positions of its words onto each other, rarest word first. build.py writes what is read here."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corpora_stats import normalize
from corpora_stats.base import CountsError, IntArray
from corpora_stats.joint import SetCounts
from corpora_stats.overlap import Documents

FORMAT: Final = 1
ARRAYS: Final = {"words.u64": "<u8", "ends.u64": "<u8", "positions.u32": "<u4", "starts.u32": "<u4"}
MARGIN: Final = 64
"""Positions before the first word, so that a phrase of up to so many words never begins below 0."""


def word_hashes(words: Iterable[str]) -> npt.NDArray[np.uint64]:
    """64 bits of each normal word's BLAKE2b hash."""
    joined = b"".join([hashlib.blake2b(word.encode(), digest_size=8).digest() for word in words])
    return np.frombuffer(joined, dtype="<u8")


def read_meta(folder: Path) -> dict[str, Any]:
    """Return what index.json says. Raises CountsError when it is missing, corrupt or of another make."""
    try:
        meta: dict[str, Any] = json.loads((folder / "index.json").read_text(encoding="utf-8"))
        made = (meta["format"], meta["normalization"])
    except FileNotFoundError:
        unfinished = folder.with_name(folder.name + ".building").exists()
        cure = (
            "run `sanitizer corpus build` again to finish it"
            if unfinished
            else "see `sanitizer corpus build`"
        )
        raise CountsError(f"{folder} holds no index; {cure}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CountsError(f"{folder / 'index.json'} is corrupt ({error}); build the index again") from error
    if made != (FORMAT, normalize.VERSION):
        raise CountsError(f"{folder} was made by another version of this program; build it again")
    return meta


class Segment:
    """One segment, mapped into memory."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        arrays = {}
        for name, kind in ARRAYS.items():
            path = folder / name
            try:
                size = path.stat().st_size
            except OSError as error:
                raise CountsError(f"{path} is missing; build the index again") from error
            if size != about["files"][name][0]:
                raise CountsError(f"{path} is corrupt (wrong size); build the index again")
            arrays[name] = np.memmap(path, dtype=kind, mode="r") if size else np.empty(0, dtype=kind)
        self.words: npt.NDArray[np.uint64] = np.asarray(arrays["words.u64"])
        self.ends: npt.NDArray[np.uint64] = np.asarray(arrays["ends.u64"])
        self.positions: npt.NDArray[np.uint32] = np.asarray(arrays["positions.u32"])
        self.starts: npt.NDArray[np.uint32] = np.asarray(arrays["starts.u32"])

    def places(self, hashes: npt.NDArray[np.uint64]) -> tuple[list[int], list[int]]:
        """Return where the positions of each word begin and end; both 0 for a word that does not occur."""
        if not len(self.words):
            return [0] * len(hashes), [0] * len(hashes)
        at = np.searchsorted(self.words, hashes)
        at[at == len(self.words)] = 0
        found = self.words[at] == hashes
        ends = np.where(found, self.ends[at], 0).astype(np.int64)
        begins = np.where(found & (at > 0), self.ends[at - 1], 0).astype(np.int64)
        return begins.tolist(), ends.tolist()

    def units(self, spans: Sequence[tuple[int, int]]) -> npt.NDArray[np.int64]:
        """Return the units that hold these words one after the other, given where the positions of each lie."""
        rarest = min(range(len(spans)), key=lambda i: spans[i][1] - spans[i][0])
        begin, end = spans[rarest]
        first = self.positions[begin:end] - np.uint32(rarest)
        for offset in sorted(range(len(spans)), key=lambda i: spans[i][1] - spans[i][0]):
            if offset == rarest:
                continue
            begin, end = spans[offset]
            other = self.positions[begin:end]
            wanted = first + np.uint32(offset)
            at = np.searchsorted(other, wanted)
            at[at == len(other)] = 0
            first = first[other[at] == wanted]
            if not len(first):
                break
        if len(first) > len(self.starts):  # oftener than there are units: look for the units among the places
            after = np.searchsorted(first, self.starts[1:])
            return np.flatnonzero(np.diff(after, prepend=0, append=len(first)))
        units = np.searchsorted(self.starts, first, side="right") - 1
        return units[np.diff(units, prepend=-1) > 0]


class Index:
    """An opened index: a :class:`~corpora_stats.joint.DocumentSource`."""

    def __init__(self, folder: Path, segment: int | None = None) -> None:
        """Open all of it, or one segment; raises CountsError when something is missing or has a wrong size (see
        :func:`check` for more)."""
        self.meta = read_meta(folder)
        opened = self.meta["segments"] if segment is None else [self.meta["segments"][segment]]
        self._segments = [Segment(folder / about["name"], about) for about in opened]
        self._first = np.cumsum([0] + [about["units"] for about in opened]).tolist()
        self.total: int = self._first[-1]

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        """Return the units of each phrase, one after the other, and where each begins."""
        split = [phrase.split() for phrase in phrases]
        numbers = {word: i for i, word in enumerate(dict.fromkeys(word for words in split for word in words))}
        hashes = word_hashes(numbers)
        found: list[list[npt.NDArray[np.int64]]] = [[] for _ in phrases]
        for segment, first in zip(self._segments, self._first, strict=False):
            begins, ends = segment.places(hashes)
            for i, words in enumerate(split):
                spans = [(begins[n], ends[n]) for n in [numbers[word] for word in words]]
                if spans and len(spans) <= MARGIN and all(begin < end for begin, end in spans):
                    found[i].append(segment.units(spans) + first)
        sizes = [sum(map(len, parts)) for parts in found]
        flat = [part for parts in found for part in parts]
        values = np.concatenate(flat).astype(np.uint32) if flat else np.empty(0, dtype=np.uint32)
        return values, np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


def open_index(path: Path | str, *, minimum_support: int = 2) -> SetCounts:
    """Return an index made by `sanitizer corpus build`, as a CountProvider. Raises CountsError when it cannot be
    used."""
    folder = Path(path)
    index = Index(folder)
    name = f"{folder.name}:{index.meta['version']}"
    return SetCounts(index, name=name, unit=index.meta["unit"], minimum_support=minimum_support)


def check(path: Path | str) -> Iterator[str]:
    """Read every byte of an index and say what is wrong with it; nothing when it is whole."""
    folder = Path(path)
    for about in read_meta(folder)["segments"]:
        for name, (size, expected) in about["files"].items():
            file = folder / about["name"] / name
            if not file.exists():
                yield f"{file} is missing"
                continue
            found = 0
            with file.open("rb") as data:
                while piece := data.read(1 << 22):
                    found = zlib.crc32(piece, found)
            if file.stat().st_size != size or found != expected:
                yield f"{file} is corrupt (wrong check sum)"
