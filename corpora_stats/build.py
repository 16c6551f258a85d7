"""Build a positional index of any size in bounded memory, on all cores, resumable, in place only when finished.

1. The sources are read as one stream and cut into blocks of BLOCK characters; each block is indexed by a worker and
   put beside the others under its number by one rename. A block that is there is not made again, so a build that was
   killed goes on where it was, and nothing is counted twice.
2. The blocks are merged, a range of words at a time, into one segment (more only beyond 2^31 words).
3. The folder is renamed to its final name; `add` puts its segment into the index first and names it in index.json
   last, by one rename as well."""

import errno
import json
import logging
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from corpora_stats import normalize, read_texts
from corpora_stats.base import CountsError, IntArray
from corpora_stats.extras import load
from corpora_stats.index import FORMAT, read_meta
from corpora_stats.index_blocks import UNITS, Blocks, encode, split_units
from corpora_stats.index_segments import block_folder, merge, read_json, sync, write_block, write_json

BLOCK: Final = 8_000_000
"""Characters of a block: a worker needs about 20 bytes for each, and 100 MB for the words it has seen."""

MEMORY_MB: Final = 1024
_WORKER_MB: Final = 330
_MAIN_MB: Final = 300

_log = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
"""Told bytes read and bytes in all."""
Pile = tuple[bytes, IntArray]
"""Units for one block, as blocks.encode gives them."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is indexed: files and folders (``paths``), without the texts named in ``exclude`` (by title, id or file
    name); ``text_field`` and ``id_field`` say where rows have their text and name (None: id, title or name)."""

    paths: Sequence[Path]
    exclude: Iterable[str] = ()
    text_field: str = "text"
    id_field: str | None = None


@dataclass(frozen=True, slots=True)
class Effort:
    """How much of the machine a build may take: processes (None: all cores that memory allows), memory in MB,
    characters of a ``block``; ``progress`` is told how far it is."""

    workers: int | None = None
    memory_mb: int = MEMORY_MB
    block: int = BLOCK
    progress: Progress | None = None


USUAL: Final = Effort()

Making = Callable[[Sequence[Path], Inputs, Path, str, Effort], tuple[list[dict[str, Any]], int]]
"""Makes blocks of files and segments of blocks in a folder: given files, inputs, the folder, the unit and the effort,
what index.json says of each segment, and how many texts were left out."""


def build(
    inputs: Inputs,
    output: Path,
    *,
    unit: str = "document",
    effort: Effort = USUAL,
    making: Making | None = None,
) -> dict[str, Any]:
    """Index `inputs` into the new folder `output` and return what its index.json says; `unit` is what is counted.
    `making` says who makes blocks and segments (None: processes of this machine; :mod:`corpora_stats.on_spark`).

    Raises CountsError when the output exists or an input cannot be read; a build that was interrupted goes on when it
    is called again."""
    if output.exists():
        raise CountsError(f"{output} exists; choose another name, or add to it with `sanitizer corpus add`")
    if unit not in UNITS:
        raise CountsError(f"unit is {unit!r}; it must be one of {', '.join(UNITS)}")
    work = output.with_name(output.name + ".building")
    with _telling(work):
        made = _index(inputs, work, unit, effort, making)
        named = [str(path) for path in inputs.paths]
        meta = _describe(unit, made["segments"], made["left_out"], named, [made["plan"]])
        write_json(work / "index.json", meta)
        for name in ("plan.json", "merged.json"):
            (work / name).unlink()
        sync(work)
        work.rename(output)
    return meta


def add(
    inputs: Inputs, output: Path, *, effort: Effort = USUAL, making: Making | None = None
) -> dict[str, Any]:
    """Index more texts into an existing index. It stays as it was until all of them are in."""
    before = read_meta(output)
    work = output.with_name(output.name + ".building")
    unit = before["unit"]
    if work.exists() and _mark(read_json(work / "plan.json")) == before["plans"][-1]:
        shutil.rmtree(work)  # all was in before the last run was killed
        return before
    with _telling(work):
        made = _index(inputs, work, unit, effort, making)
        segments = list(before["segments"])
        for about in made["segments"]:
            name = f"segment-{len(segments):04}"
            shutil.rmtree(output / name, ignore_errors=True)  # left by an interrupted run
            (work / about["name"]).rename(output / name)
            segments.append(about | {"name": name})
        named = before["sources"] + [str(path) for path in inputs.paths]
        left_out = before["left_out"] + made["left_out"]
        meta = _describe(unit, segments, left_out, named, [*before["plans"], made["plan"]])
        write_json(output / "index.json", meta)
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


def _index(inputs: Inputs, work: Path, unit: str, effort: Effort, making: Making | None) -> dict[str, Any]:
    load("numba", "corpus", "indexing texts")
    files = read_texts.find(list(inputs.paths))
    inputs = replace(inputs, exclude=frozenset(inputs.exclude))
    plan = {
        "files": [[str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns] for path in files],
        "unit": unit,
        "exclude": sorted(inputs.exclude),
        "fields": [inputs.text_field, inputs.id_field],
        "block": effort.block,
        "versions": [FORMAT, normalize.VERSION],
    }
    if work.exists() and read_json(work / "plan.json") != plan:
        _log.warning("%s was begun with other inputs or settings: starting again", work)
        shutil.rmtree(work)
    work.mkdir(parents=True, exist_ok=True)
    work.chmod(0o700)  # positions tell much of the texts
    write_json(work / "plan.json", plan)
    merged: dict[str, Any] | None = read_json(work / "merged.json")
    if merged and all((work / about["name"]).exists() for about in merged["segments"]):
        return merged
    for leftover in work.glob("*.part*"):
        shutil.rmtree(leftover)
    segments, left_out = (making or _here)(files, inputs, work, unit, effort)
    merged = {"segments": segments, "left_out": left_out, "plan": _mark(plan)}
    write_json(work / "merged.json", merged)
    for leftover in work.glob("block-*"):
        shutil.rmtree(leftover)
    return merged


def _here(
    files: Sequence[Path], inputs: Inputs, work: Path, unit: str, effort: Effort
) -> tuple[list[dict[str, Any]], int]:
    """Return what Making asks for, by processes of this machine."""
    allowed = max(1, (effort.memory_mb - _MAIN_MB) // _WORKER_MB)
    wanted = min(effort.workers or os.cpu_count() or 1, allowed)
    left_out = [0]
    count = _make_blocks(_cut(files, inputs, unit, effort, left_out), work, wanted)
    return merge(work, count), left_out[0]


def size_of(units: Sequence[str]) -> int:
    """Return characters that the units of a text fill of a block."""
    return sum(map(len, units)) + 8 * len(units)


def _cut(
    files: Sequence[Path], inputs: Inputs, unit: str, effort: Effort, left_out: list[int]
) -> Iterator[Pile]:
    exclude, progress = frozenset(inputs.exclude), effort.progress
    sizes = [path.stat().st_size for path in files]
    before, pile, characters = 0, list[str](), 0
    for path, size in zip(files, sizes, strict=True):
        for text in read_texts.read(path, inputs.text_field, inputs.id_field):
            if not exclude.isdisjoint(text.names):
                left_out[0] += 1
                continue
            units = split_units(text.text, unit)
            pile += units
            characters += size_of(units)
            if characters >= effort.block:
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
            if not block_folder(work, count).exists():
                make_block(pile, work, count)
        return count
    Blocks().make(["compiled once, before there are workers"])
    with ProcessPoolExecutor(workers) as pool:
        waiting: list[Future[None]] = []
        for count, pile in enumerate(stream, 1):
            if block_folder(work, count).exists():
                continue
            waiting.append(pool.submit(make_block, pile, work, count))
            if len(waiting) > workers:
                waiting.pop(0).result()
        for future in waiting:
            future.result()
    return count


_blocks: Blocks | None = None  # of this process: what it has seen makes the next block quicker


def make_block(pile: Pile, work: Path, number: int) -> None:
    """Index a pile and put it into its place."""
    global _blocks
    _blocks = _blocks or Blocks()
    write_block(_blocks.make_encoded(*pile), work, number)
