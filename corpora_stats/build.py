"""Build a positional index of any size in bounded memory, on all cores, resumable, in place only when finished.

1. The sources are read as one stream and cut into blocks of BLOCK characters; each block is indexed by a worker and
   put beside the others under its number by one rename. A block that is there is not made again, so a build that was
   killed goes on where it was, and nothing is counted twice.
2. The blocks are merged, a range of words at a time, into one segment (more only beyond 2^31 words).
3. The folder is renamed to its final name; `add` puts its segment into the index first and names it in index.json
   last, by one rename as well.
"""

import errno
import json
import logging
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corpora_stats import normalize, sources
from corpora_stats.base import CountsError, IntArray
from corpora_stats.blocks import UNITS, Blocks, encode, split_units
from corpora_stats.index import ARRAYS, FORMAT, read_meta

BLOCK: Final = 8_000_000
"""Characters of a block: a worker needs about 20 bytes for each, and 100 MB for the words it has seen."""

MEMORY_MB: Final = 1024
_WORKER_MB: Final = 330
_MAIN_MB: Final = 300
_SEGMENT: Final = 1 << 31  # positions
_MERGED_AT_ONCE: Final = 1 << 22  # positions

_log = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
"""Told bytes read and bytes in all."""
Pile = tuple[bytes, IntArray]
"""Units for one block, as blocks.encode gives them."""


def build(
    inputs: list[Path],
    output: Path,
    *,
    unit: str = "document",
    exclude: Iterable[str] = (),
    text_field: str = "text",
    id_field: str | None = None,
    workers: int | None = None,
    memory_mb: int = MEMORY_MB,
    progress: Progress | None = None,
    block: int = BLOCK,
) -> dict[str, Any]:
    """Index `inputs` (files and folders) into the new folder `output` and return what its index.json says.

    `unit` is what is counted; texts named in `exclude` (by title, id or file name) are left out. Raises CountsError
    when the output exists or an input cannot be read; a build that was interrupted goes on when it is called again.
    """
    if output.exists():
        raise CountsError(f"{output} exists; choose another name, or add to it with `sanitizer corpus add`")
    if unit not in UNITS:
        raise CountsError(f"unit is {unit!r}; it must be one of {', '.join(UNITS)}")
    work = output.with_name(output.name + ".building")
    with _telling(work):
        made = _index(inputs, work, unit, exclude, text_field, id_field, workers, memory_mb, progress, block)
        named = [str(path) for path in inputs]
        meta = _describe(unit, made["segments"], made["left_out"], named, [made["plan"]])
        _write_json(work / "index.json", meta)
        for name in ("plan.json", "merged.json"):
            (work / name).unlink()
        _sync(work)
        work.rename(output)
    return meta


def add(
    inputs: list[Path],
    output: Path,
    *,
    exclude: Iterable[str] = (),
    text_field: str = "text",
    id_field: str | None = None,
    workers: int | None = None,
    memory_mb: int = MEMORY_MB,
    progress: Progress | None = None,
    block: int = BLOCK,
) -> dict[str, Any]:
    """Index more texts into an existing index. It stays as it was until all of them are in."""
    before = read_meta(output)
    work = output.with_name(output.name + ".building")
    unit = before["unit"]
    if work.exists() and _mark(_read_json(work / "plan.json")) == before["plans"][-1]:
        shutil.rmtree(work)  # all was in before the last run was killed
        return before
    with _telling(work):
        made = _index(inputs, work, unit, exclude, text_field, id_field, workers, memory_mb, progress, block)
        segments = list(before["segments"])
        for about in made["segments"]:
            name = f"segment-{len(segments):04}"
            shutil.rmtree(output / name, ignore_errors=True)  # left by an interrupted run
            (work / about["name"]).rename(output / name)
            segments.append(about | {"name": name})
        named = before["sources"] + [str(path) for path in inputs]
        left_out = before["left_out"] + made["left_out"]
        meta = _describe(unit, segments, left_out, named, [*before["plans"], made["plan"]])
        _write_json(output / "index.json", meta)
        shutil.rmtree(work)
    return meta


@contextmanager
def _telling(work: Path) -> Iterator[None]:
    """Turn what may go wrong on the machine into one line that names the cure."""
    try:
        yield
    except BrokenProcessPool as error:
        raise CountsError(
            "a worker was killed, most likely for want of memory; run again with less --memory"
        ) from error
    except OSError as error:
        full = error.errno == errno.ENOSPC or shutil.disk_usage(work.parent).free < 1 << 20
        reason = (
            "No space left on device; free some space" if full else f"{error.strerror or error}; see to it"
        )
        raise CountsError(f"{work} cannot be written: {reason} and run again, it will go on") from error


def _mark(plan: Any) -> str:
    return f"{zlib.crc32(json.dumps(plan, sort_keys=True).encode()):08x}"


def _describe(
    unit: str, segments: list[dict[str, Any]], left_out: int, inputs: list[str], plans: list[str]
) -> dict[str, Any]:
    marks = [file for about in segments for file in sorted(about["files"].items())]
    return {
        "format": FORMAT,
        "normalization": normalize.VERSION,
        "version": f"{zlib.crc32(json.dumps(marks).encode()):08x}",
        "unit": unit,
        "units": sum(about["units"] for about in segments),
        "words": sum(about["words"] for about in segments),
        "left_out": left_out,
        "sources": inputs,
        "plans": plans,
        "segments": segments,
    }


def _index(
    inputs: list[Path],
    work: Path,
    unit: str,
    exclude: Iterable[str],
    text_field: str,
    id_field: str | None,
    workers: int | None,
    memory_mb: int,
    progress: Progress | None,
    block: int,
) -> dict[str, Any]:
    files = sources.find(inputs)
    names = frozenset(exclude)
    plan = {
        "files": [[str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns] for path in files],
        "unit": unit,
        "exclude": sorted(names),
        "fields": [text_field, id_field],
        "block": block,
        "versions": [FORMAT, normalize.VERSION],
    }
    if work.exists() and _read_json(work / "plan.json") != plan:
        _log.warning("%s was begun with other inputs or settings: starting again", work)
        shutil.rmtree(work)
    work.mkdir(parents=True, exist_ok=True)
    work.chmod(0o700)  # positions tell much of the texts
    _write_json(work / "plan.json", plan)
    merged: dict[str, Any] | None = _read_json(work / "merged.json")
    if merged and all((work / about["name"]).exists() for about in merged["segments"]):
        return merged
    for leftover in work.glob("*.part*"):
        shutil.rmtree(leftover)
    wanted = min(workers or os.cpu_count() or 1, max(1, (memory_mb - _MAIN_MB) // _WORKER_MB))
    left_out = [0]
    stream = _cut(files, names, unit, text_field, id_field, block, progress, left_out)
    count = _make_blocks(stream, work, wanted)
    merged = {"segments": _merge(work, count), "left_out": left_out[0], "plan": _mark(plan)}
    _write_json(work / "merged.json", merged)
    for leftover in work.glob("block-*"):
        shutil.rmtree(leftover)
    return merged


def _cut(
    files: list[Path],
    exclude: frozenset[str],
    unit: str,
    text_field: str,
    id_field: str | None,
    block: int,
    progress: Progress | None,
    left_out: list[int],
) -> Iterator[Pile]:
    sizes = [path.stat().st_size for path in files]
    before, pile, characters = 0, list[str](), 0
    for path, size in zip(files, sizes, strict=True):
        for text in sources.read(path, text_field, id_field):
            if not exclude.isdisjoint(text.names):
                left_out[0] += 1
                continue
            units = split_units(text.text, unit)
            pile += units
            characters += sum(map(len, units)) + 8 * len(units)
            if characters >= block:
                yield encode(pile)
                pile, characters = [], 0
                if progress:
                    progress(before + text.read, sum(sizes))
        before += size
        if progress:
            progress(before, sum(sizes))
    if pile:
        yield encode(pile)


def _make_blocks(stream: Iterator[Pile], work: Path, workers: int) -> int:
    """Index each pile that has no block yet; how many blocks there are."""
    count = 0
    if workers == 1:
        for count, pile in enumerate(stream, 1):
            if not (work / f"block-{count:06}").exists():
                _make_block(pile, work, count)
        return count
    Blocks().make(["compiled once, before there are workers"])
    with ProcessPoolExecutor(workers) as pool:
        waiting: list[Future[None]] = []
        for count, pile in enumerate(stream, 1):
            if (work / f"block-{count:06}").exists():
                continue
            waiting.append(pool.submit(_make_block, pile, work, count))
            if len(waiting) > workers:
                waiting.pop(0).result()
        for future in waiting:
            future.result()
    return count


_blocks: Blocks | None = None  # of this process: what it has seen makes the next block quicker


def _make_block(pile: Pile, work: Path, number: int) -> None:
    global _blocks
    _blocks = _blocks or Blocks()
    block = _blocks.make_encoded(*pile)
    part = work / f"block-{number:06}.part{os.getpid()}"
    part.mkdir()
    np.save(part / "words.npy", block.words)
    np.save(part / "ends.npy", block.ends)
    np.save(part / "positions.npy", block.positions)
    np.save(part / "starts.npy", block.starts)
    np.save(part / "length.npy", np.array(block.length))
    _sync(part)
    part.rename(work / f"block-{number:06}")


def _merge(work: Path, count: int) -> list[dict[str, Any]]:
    """Blocks -> segments, and what index.json says of each."""
    blocks = [work / f"block-{number:06}" for number in range(1, count + 1)]
    lengths = [int(np.load(block / "length.npy")) for block in blocks]
    groups: list[list[int]] = [[]]
    total = 0
    for i, length in enumerate(lengths):
        if total + length > _SEGMENT:
            groups.append([])
            total = 0
        groups[-1].append(i)
        total += length
    segments = []
    for number, group in enumerate(groups):
        name = f"segment-{number:04}"
        if not (work / name).exists():
            _merge_segment([blocks[i] for i in group], [lengths[i] for i in group], work, name)
        segments.append(_read_json(work / name / "about.json") | {"name": name})
    return segments


def _merge_segment(blocks: list[Path], lengths: list[int], work: Path, name: str) -> None:
    part = work / f"{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    shifts = np.cumsum([0, *lengths]).tolist()
    words = [np.load(block / "words.npy", mmap_mode="r") for block in blocks]
    ends = [np.load(block / "ends.npy", mmap_mode="r") for block in blocks]
    positions = [np.load(block / "positions.npy", mmap_mode="r") for block in blocks]
    checks = {file: [0, 0] for file in ARRAYS}
    files = {file: (part / file).open("wb") for file in ARRAYS}

    def write(file: str, array: npt.NDArray[Any]) -> None:
        data = np.ascontiguousarray(array, dtype=ARRAYS[file]).data.cast("B")
        files[file].write(data)
        checks[file] = [checks[file][0] + len(data), zlib.crc32(data, checks[file][1])]

    try:
        all_positions = sum(len(array) for array in positions)
        ranges = all_positions // _MERGED_AT_ONCE + 1  # as many hashes in each
        limits = [(k << 64) // ranges for k in range(1, ranges)]
        cuts = [
            [0, *np.searchsorted(array, np.array(limits, dtype=np.uint64)).tolist(), len(array)]
            for array in words
        ]
        written = 0
        for k in range(ranges):
            pieces = [(i, cut[k], cut[k + 1]) for i, cut in enumerate(cuts) if cut[k] < cut[k + 1]]
            if not pieces:
                continue
            union = np.unique(np.concatenate([words[i][low:high] for i, low, high in pieces]))
            counts = np.zeros(len(union), dtype=np.int64)
            found = []
            for i, low, high in pieces:
                begin = int(ends[i][low - 1]) if low else 0
                sizes = np.diff(ends[i][low:high], prepend=begin)
                at = np.searchsorted(union, words[i][low:high])
                found.append((i, begin, at, sizes))
                counts[at] += sizes
            after = np.cumsum(counts)
            fill = after - counts
            merged = np.empty(int(after[-1]), dtype=np.uint32)
            for i, begin, at, sizes in found:  # blocks in order keep the positions of each word ascending
                ending = np.cumsum(sizes)
                target = np.arange(int(ending[-1])) + np.repeat(fill[at] - (ending - sizes), sizes)
                merged[target] = positions[i][begin : begin + int(ending[-1])] + np.uint32(shifts[i])
                fill[at] += sizes
            write("words.u64", union)
            write("ends.u64", after + written)
            write("positions.u32", merged)
            written += len(merged)
        units = 0
        for block, shift in zip(blocks, shifts, strict=False):
            starts = np.load(block / "starts.npy")
            units += len(starts)
            write("starts.u32", starts + np.uint32(shift))
    finally:
        for file in files.values():
            file.close()
    about = {"units": units, "words": written, "files": checks}
    _write_json(part / "about.json", about)
    _sync(part)
    part.rename(work / name)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _write_json(path: Path, content: Any) -> None:
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    temporary.replace(path)


def _sync(folder: Path) -> None:
    """Have the files of a folder on the disk before the folder gets its name."""
    for path in folder.iterdir():
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
