"""A dictionary of phrases in arrays: found by the checksum of their key, so nothing is built when it is opened."""

import zlib
from bisect import bisect_left
from collections.abc import Mapping, Sequence

import numpy as np

from kb.lookup_forms import normalize
from kb.store import Array, view


class Lexicon:
    """Phrases numbered 0 to n-1; those with the same key (:func:`kb.lookup_forms.normalize`) are neighbours."""

    def __init__(self, arrays: Mapping[str, Array], name: str) -> None:
        self._checksums = view(arrays[f"{name}_checksums"])
        self._blob = arrays[f"{name}_blob"].tobytes() if len(arrays[f"{name}_blob"]) < 1 << 24 else None
        self._mapped = arrays[f"{name}_blob"]
        ends = np.cumsum(arrays[f"{name}_lengths"], dtype=np.int64)
        self._ends = view(ends)
        self._n = len(ends)

    def __len__(self) -> int:
        return self._n

    def text(self, number: int) -> str:
        """Return the phrase as it is written in the source."""
        start = self._ends[number - 1] if number else 0
        end = self._ends[number]
        blob = self._blob
        raw = blob[start:end] if blob is not None else self._mapped[start:end].tobytes()
        return raw.decode()

    def find(self, key: str) -> Sequence[int]:
        """Return the numbers of the phrases with this key."""
        checksum = zlib.crc32(key.encode("utf-8", "surrogatepass"))
        checksums = self._checksums
        at = bisect_left(checksums, checksum)
        found = []
        while at < self._n and checksums[at] == checksum:
            text = self.text(at)
            if text == key or normalize(text) == key:
                found.append(at)
            at += 1
        return found


def lexicon_order(phrases: Sequence[str]) -> list[int]:
    """Return the order in which :func:`lexicon_arrays` wants the phrases: by checksum of the key, then key, then
    phrase."""
    keys = [normalize(p) for p in phrases]
    return sorted(range(len(phrases)), key=lambda i: (zlib.crc32(keys[i].encode()), keys[i], phrases[i]))


def lexicon_arrays(phrases: Sequence[str], name: str) -> dict[str, Array]:
    """Return the arrays of a lexicon of phrases that stand in the order of :func:`lexicon_order`."""
    encoded = [p.encode() for p in phrases]
    checksums = np.array([zlib.crc32(normalize(p).encode()) for p in phrases], dtype=np.uint32)
    if len(checksums) and np.any(np.diff(checksums.astype(np.int64)) < 0):
        raise ValueError("phrases are not in the order of lexicon_order")
    return {
        f"{name}_checksums": checksums,
        f"{name}_lengths": np.array([len(e) for e in encoded], dtype=np.uint16),
        f"{name}_blob": np.frombuffer(b"".join(encoded), dtype=np.uint8),
    }
