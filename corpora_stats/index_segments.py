"""Blocks and segments of an index on disk: each is put together beside its place and gets its name by one rename.

Blocks are merged a range of words at a time, so that memory does not grow with the number or size of the blocks."""

import json
import os
import shutil
import zlib
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corpora_stats.index import ARRAYS
from corpora_stats.index_blocks import Block

_SEGMENT: Final = 1 << 31  # positions
_MERGED_AT_ONCE: Final = 1 << 22  # positions


def block_folder(work: Path, number: int) -> Path:
    """Return the place of a block."""
    return work / f"block-{number:06}"


def write_block(block: Block, work: Path, number: int) -> None:
    """Put a block into its place, unless another worker has done so."""
    place = block_folder(work, number)
    part = Path(mkdtemp(prefix=f"{place.name}.part", dir=work))
    arrays: list[npt.NDArray[Any]] = [block.words, block.ends, block.positions, block.starts]
    for name, array in zip(ARRAYS, arrays, strict=True):
        (part / name).write_bytes(array.astype(ARRAYS[name]).tobytes())
    write_json(part / "length.json", block.length)
    _put(part, place)


def _put(part: Path, place: Path) -> None:
    """Give a folder its name; the other way to it, which another worker took, has the same bytes."""
    sync(part)
    try:
        part.rename(place)
    except OSError:
        if not place.exists():
            raise
        shutil.rmtree(part)


def merge(work: Path, count: int) -> list[dict[str, Any]]:
    """Blocks -> segments, and what index.json says of each."""
    return [
        merge_segment(work, number, blocks) for number, blocks in enumerate(blocks_of_segments(work, count))
    ]


def blocks_of_segments(work: Path, count: int) -> list[list[int]]:
    """Return the numbers of the blocks that each segment is made of."""
    groups: list[list[int]] = [[]]
    total = 0
    for number in range(1, count + 1):
        length = _length(work, number)
        if total + length > _SEGMENT:
            groups.append([])
            total = 0
        groups[-1].append(number)
        total += length
    return groups


def _length(work: Path, number: int) -> int:
    return int(read_json(block_folder(work, number) / "length.json"))


def merge_segment(work: Path, number: int, blocks: list[int]) -> dict[str, Any]:
    """Merge these blocks into a segment, if there is none of this number, and say what index.json says of it."""
    name = f"segment-{number:04}"
    if not (work / name).exists():
        _merge_segment(
            [block_folder(work, n) for n in blocks], [_length(work, n) for n in blocks], work, name
        )
    about: dict[str, Any] = read_json(work / name / "about.json")
    return about | {"name": name}


def _merge_segment(blocks: list[Path], lengths: list[int], work: Path, name: str) -> None:
    part = Path(mkdtemp(prefix=f"{name}.part", dir=work))
    shifts = np.cumsum([0, *lengths]).tolist()
    counts_of = [(block / "positions.u32").stat().st_size // 4 for block in blocks]
    checks = {file: [0, 0] for file in ARRAYS}
    files = {file: (part / file).open("wb") for file in ARRAYS}

    def write(file: str, array: npt.NDArray[Any]) -> None:
        data = np.ascontiguousarray(array, dtype=ARRAYS[file]).data.cast("B")
        files[file].write(data)
        checks[file] = [checks[file][0] + len(data), zlib.crc32(data, checks[file][1])]

    try:
        ranges = sum(counts_of) // _MERGED_AT_ONCE + 1  # as many hashes in each
        limits = np.array([(k << 64) // ranges for k in range(1, ranges)], dtype=np.uint64)
        cuts = [_cut_words(block / "words.u64", limits) for block in blocks]
        written = 0
        for k in range(ranges):
            pieces = [
                (i, _read(blocks[i], "words.u64", cut[k], cut[k + 1]), cut[k])
                for i, cut in enumerate(cuts)
                if cut[k] < cut[k + 1]
            ]
            if not pieces:
                continue
            union = np.unique(np.concatenate([words for _, words, _ in pieces]))
            counts = np.zeros(len(union), dtype=np.int64)
            found = []
            for i, words, low in pieces:
                ends = _read(blocks[i], "ends.u64", max(0, low - 1), low + len(words)).astype(np.int64)
                ends = ends if low else np.concatenate(([0], ends))
                begin, sizes = int(ends[0]), np.diff(ends)
                at = np.searchsorted(union, words)
                found.append((i, begin, at, sizes))
                counts[at] += sizes
            after = np.cumsum(counts)
            fill = after - counts
            merged = np.empty(int(after[-1]), dtype=np.uint32)
            for i, begin, at, sizes in found:  # blocks in order keep the positions of each word ascending
                ending = np.cumsum(sizes)
                target = np.arange(int(ending[-1])) + np.repeat(fill[at] - (ending - sizes), sizes)
                some = _read(blocks[i], "positions.u32", begin, begin + int(ending[-1]))
                merged[target] = some + np.uint32(shifts[i])
                fill[at] += sizes
            write("words.u64", union)
            write("ends.u64", after + written)
            write("positions.u32", merged)
            written += len(merged)
        units = 0
        for block, shift in zip(blocks, shifts, strict=False):
            starts = np.fromfile(block / "starts.u32", dtype=ARRAYS["starts.u32"])
            units += len(starts)
            write("starts.u32", starts + np.uint32(shift))
    finally:
        for file in files.values():
            file.close()
    about = {"units": units, "words": written, "files": checks}
    write_json(part / "about.json", about)
    _put(part, work / name)


def _read(block: Path, name: str, low: int, high: int) -> npt.NDArray[Any]:
    """Return a stretch of an array on disk. Not by a memory map: its pages would count as memory that is held."""
    kind = np.dtype(ARRAYS[name])
    return np.fromfile(block / name, dtype=kind, count=high - low, offset=low * kind.itemsize)


def _cut_words(path: Path, limits: npt.NDArray[np.uint64]) -> list[int]:
    """Return where each range of hashes begins in the words of a block, and where the last one ends."""
    words = np.fromfile(path, dtype=ARRAYS["words.u64"])
    return [0, *np.searchsorted(words, limits).tolist(), len(words)]


def read_json(path: Path) -> Any:
    """Return what a JSON file holds, None when it is missing or no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write_json(path: Path, content: Any) -> None:
    """Write a JSON file, whole or not at all."""
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    temporary.replace(path)


def sync(folder: Path) -> None:
    """Have the files of a folder on the disk before the folder gets its name."""
    for path in folder.iterdir():
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
