"""The file format of phrase statistics: which documents hold each phrase, without its words and without positions.

A folder of four files. ``phrases.bin``: the last 24 of the first 44 bits of each phrase's hash, in the order of these
hashes; the 20 bits before them are kept as the number of hashes with each. That is all that is kept of the phrases: an
unknown phrase is taken for a known one once in ten million. ``sizes.zst``: these numbers, the number of documents of
each phrase and the length of its list in bits. ``documents.bin``: the lists (see codec.py). ``meta.json``: names,
numbers, check sums."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
import zstandard

from corpora_stats import normalize
from corpora_stats.base import CountsError, IntArray
from corpora_stats.default import codec
from corpora_stats.overlap import Documents

FORMAT: Final = 1
_PREFIXES: Final = 1 << 20
_REST: Final = 24  # bits
_FILES: Final = ("phrases.bin", "sizes.zst", "documents.bin")
LENGTHS: Final = "lengths.bin"
LENGTHS_SCALE: Final = 64
"""By what the lengths in the file LENGTHS are multiplied."""


def phrase_hash(phrase: str) -> int:
    """Return the first 44 bits of a phrase's BLAKE2b hash."""
    return int.from_bytes(hashlib.blake2b(phrase.encode(), digest_size=8).digest(), "big") >> 20


def hashes(phrases: Sequence[str]) -> npt.NDArray[np.uint64]:
    """Return the first 44 bits of each phrase's BLAKE2b hash."""
    return np.array([phrase_hash(phrase) for phrase in phrases], dtype=np.uint64)


class PhraseStore:
    """Opened statistics: a :class:`~corpora_stats.joint.DocumentSource`.

    ``meta`` is what meta.json says: name, total, least (documents of a phrase that is in), longest (words)."""

    def __init__(self, folder: Path) -> None:
        """Open a folder written by :func:`write`. Raises CountsError when it is missing, corrupt or of another make."""
        try:
            self.meta: dict[str, Any] = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
            raw = {name: np.memmap(folder / name, dtype=np.uint8, mode="r") for name in _FILES}
        except (OSError, ValueError) as error:
            raise CountsError(
                f"statistics in {folder} are missing or unreadable ({error}); install again"
            ) from error
        made = isinstance(self.meta, dict) and (self.meta.get("format"), self.meta.get("normalization"))
        if made != (FORMAT, normalize.VERSION):
            raise CountsError(
                f"statistics in {folder} were made by another version of this program; install again"
            )
        try:
            sums = {name: self.meta["files"][name] for name in raw}
            self.total: int = self.meta["total"]
            count = self.meta["phrases"]
            self.meta["name"], self.meta["least"]
        except (LookupError, TypeError) as error:
            raise CountsError(f"{folder / 'meta.json'} is corrupt ({error}); install again") from None
        for name, data in raw.items():
            if [len(data), zlib.crc32(data.data)] != sums[name]:
                raise CountsError(f"{folder / name} is corrupt (wrong check sum); install again")
        unpacked = np.frombuffer(
            zstandard.ZstdDecompressor().decompress(raw["sizes.zst"].tobytes()), np.uint8
        )
        prefixes, planes = unpacked[:_PREFIXES], unpacked[_PREFIXES:].reshape(2, 4, count)
        ends = np.cumsum(prefixes, dtype=np.uint32)
        self._ends = memoryview(cast(Any, ends))  # quicker to index one by one
        self._rest = memoryview(cast(Any, raw["phrases.bin"]))
        self._documents = raw["documents.bin"]
        self._sizes, lengths = (np.ascontiguousarray(plane.T).view("<u4")[:, 0] for plane in planes)
        self._begin = np.zeros(count, dtype=np.min_scalar_type(8 * len(self._documents)))
        np.cumsum(lengths[:-1], dtype=self._begin.dtype, out=self._begin[1:])
        self._folder = folder

    def lengths(self) -> npt.NDArray[np.float64] | None:
        """Return how much each document tells: the root of the sum of IC^2 over its phrases, in bits, shape
        (total,); None where the statistics do not say (training/statistics/lengths.py). Raises CountsError for a
        damaged file."""
        path = self._folder / LENGTHS
        if not path.exists():
            return None
        found = np.fromfile(path, dtype="<u2")
        if len(found) != self.total:
            raise CountsError(f"{path} is corrupt (wrong size); install again")
        lengths: npt.NDArray[np.float64] = np.maximum(1.0, found.astype(np.float64)) / LENGTHS_SCALE
        return lengths

    def lists(self, at_once: int) -> Iterator[tuple[Documents, IntArray]]:
        """Yield the documents of all phrases, so many phrases at a time, and how many documents each has."""
        for first in range(0, len(self._sizes), at_once):
            yield self._lists(slice(first, first + at_once))

    def known(self, phrases: Sequence[str]) -> list[bool]:
        """Return which of the phrases there are."""
        return [self._place(phrase) is not None for phrase in phrases]

    def sizes(self, phrases: Sequence[str]) -> IntArray:
        """Return how many documents each phrase has; an unknown one has none."""
        places = [self._place(phrase) for phrase in phrases]
        return np.array([0 if at is None else self._sizes[at] for at in places], dtype=np.int64)

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        """Return the documents of each phrase, one after the other, and where each begins; an unknown phrase has
        none."""
        places = [self._place(phrase) for phrase in phrases]
        values, sizes = self._lists(np.array([at for at in places if at is not None], dtype=np.intp))
        offsets = np.zeros(len(phrases) + 1, dtype=np.int64)
        offsets[1:][[at is not None for at in places]] = sizes
        return values, offsets.cumsum()

    def _lists(self, places: slice | npt.NDArray[np.intp]) -> tuple[Documents, IntArray]:
        """Return the documents of the phrases at some places, one after the other, and how many each has."""
        sizes = self._sizes[places].astype(np.int64)
        begin = self._begin[places].astype(np.int64)
        return codec.decode(self._documents, begin, sizes, self.total), sizes

    def _place(self, phrase: str) -> int | None:
        """Return the place of a phrase; None where it is not there. The first bits of its hash tell where to look."""
        prefix, rest = divmod(phrase_hash(phrase), 1 << _REST)
        wanted = rest.to_bytes(_REST // 8, "little")
        first = self._ends[prefix - 1] if prefix else 0
        places = range(first, self._ends[prefix])
        return next((at for at in places if self._rest[3 * at : 3 * at + 3] == wanted), None)


def write(
    folder: Path,
    keys: npt.NDArray[np.uint64],
    sizes: IntArray,
    documents: Documents,
    meta: Mapping[str, Any],
) -> None:
    """Write statistics: hashes of the phrases (ascending), documents of each (ascending within each).

    Raises CountsError when there is none."""
    if not len(sizes):
        raise CountsError("no phrase is in enough documents for statistics")
    folder.mkdir(parents=True, exist_ok=True)
    begin = np.concatenate(([0], np.cumsum(sizes)))
    data, lengths = [], []
    step = 100_000  # lists at a time; each step ends on a byte so that steps can be joined
    for first in range(0, len(sizes), step):
        some = slice(first, first + step)
        chunk = documents[begin[first] : begin[min(first + step, len(sizes))]]
        packed, bits = codec.encode(chunk, sizes[some], meta["total"])
        bits[-1] += len(packed) * 8 - bits.sum()
        data.append(packed)
        lengths.append(bits)
    # Bytes of equal weight stand together, which compresses better.
    planes = np.stack(
        [plane.astype("<u4").view(np.uint8).reshape(-1, 4).T for plane in (sizes, np.concatenate(lengths))]
    )
    prefixes = np.bincount((keys >> np.uint64(_REST)).astype(np.int64), minlength=_PREFIXES).astype(np.uint8)
    contents = {
        "phrases.bin": keys.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :3].tobytes(),
        "sizes.zst": zstandard.ZstdCompressor(level=19).compress(prefixes.tobytes() + planes.tobytes()),
        "documents.bin": np.concatenate(data).tobytes() + bytes(codec.PADDING),
    }
    for name, content in contents.items():
        _replace(folder / name, content)
    about = dict(meta) | {
        "format": FORMAT,
        "normalization": normalize.VERSION,
        "phrases": len(sizes),
        "postings": len(documents),
        "files": {name: [len(content), zlib.crc32(content)] for name, content in contents.items()},
    }
    _replace(folder / "meta.json", (json.dumps(about, indent=1) + "\n").encode())


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(content)
    temporary.replace(path)
