"""Build an index on Spark: the same segments, byte for byte, as on one machine.

The workers read Parquet files themselves and write blocks and segments into the folder of the index, so all of them
must see both under the same paths. Where a block ends depends on all texts before it: so the texts are measured first,
the driver finds the ends, and each block is then made by one worker, of the texts that it would be made of on one
machine. A block or segment gets its name by one rename: a worker that is lost, or slow and overtaken, changes nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from corpora_stats.base import CountsError, IntArray
from corpora_stats.build import Effort, Inputs, build, make_block, size_of
from corpora_stats.extras import load
from corpora_stats.index_blocks import encode, split_units
from corpora_stats.index_segments import block_folder, blocks_of_segments, merge_segment
from corpora_stats.read_texts import read_parquet
from corpora_stats.spark_tasks import each, told_in_one_line

if TYPE_CHECKING:  # Spark is loaded where a session is there
    from pyspark.sql import DataFrame, SparkSession

_LEFT_OUT: Final = -1
"""The size of a text that is left out."""


@dataclass(frozen=True, slots=True)
class OnSpark:
    """Makes blocks and segments by the workers of a session (:data:`corpora_stats.build.Making`)."""

    session: "SparkSession"

    def __call__(
        self, files: Sequence[Path], inputs: Inputs, work: Path, unit: str, effort: Effort
    ) -> tuple[list[dict[str, Any]], int]:
        """Return the segments of Parquet files, and how many texts were left out. Raises CountsError."""
        pieces = [(path.absolute(), group) for path in files for group in range(_groups(path, inputs))]
        reading, work = _Reading(pieces, inputs, unit), work.absolute()
        sizes = work / "sizes"
        sizes.mkdir(exist_ok=True)
        each(self.session, partial(_measure, reading, sizes), len(pieces))
        measured = (np.load(_sizes(sizes, n)) for n in range(len(pieces)))
        runs, count, left_out = _runs(measured, effort.block)
        todo = [run for run in runs if not all(block_folder(work, n).exists() for n, _ in run.blocks)]
        each(self.session, partial(_make, reading, work, todo), len(todo))
        groups = blocks_of_segments(work, count)
        segments = each(self.session, partial(_merge, work, groups), len(groups))
        rmtree(sizes)
        return segments, left_out


def build_of_frame(
    frame: "DataFrame",
    output: Path,
    *,
    text: str = "text",
    id: str | None = None,
    exclude: Iterable[str] = (),
    unit: str = "document",
) -> dict[str, Any]:
    """Index the column ``text`` of a frame, a row a document, into the new folder ``output``, and return what its
    index.json says. The rows are laid down as Parquet beside it first, and go when the index is there: what a frame
    computes twice need not be in the same order. ``id`` names the column that ``exclude`` names rows by.

    Raises CountsError.
    """
    if output.exists():
        raise CountsError(f"{output} exists; choose another name")
    for column in (text, *([] if id is None else [id])):
        if column not in frame.columns:
            raise CountsError(f"there is no column {column!r}; the frame has {', '.join(frame.columns)}")
    texts = output.absolute().with_name(f"{output.name}.texts")
    for before in (texts, output.with_name(f"{output.name}.building")):
        rmtree(before, ignore_errors=True)
    texts.mkdir(mode=0o700)
    try:
        columns = [f"`{c.replace('`', '``')}`" for c in dict.fromkeys([text, *([] if id is None else [id])])]
        with told_in_one_line():
            frame.select(*columns).write.parquet(str(texts / "rows"))
        inputs = Inputs([texts / "rows"], exclude, text, id)
        return build(inputs, output, unit=unit, making=OnSpark(frame.sparkSession))
    finally:
        rmtree(texts, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The texts in their order: row groups of files (``pieces``), and how they are read."""

    pieces: Sequence[tuple[Path, int]]
    inputs: Inputs
    unit: str

    def units(self, piece: int) -> Iterator[list[str] | None]:
        """Yield the units of each text of a piece; None for one that is left out."""
        path, group = self.pieces[piece]
        exclude = frozenset(self.inputs.exclude)
        for text in read_parquet(path, self.inputs.text_field, self.inputs.id_field, [group]):
            yield split_units(text.text, self.unit) if exclude.isdisjoint(text.names) else None


@dataclass(frozen=True, slots=True)
class _Run:
    """Blocks that begin in one piece, one after the other, each with how many texts it goes over; the first of them
    after `skip` texts of the piece."""

    piece: int
    skip: int
    blocks: list[tuple[int, int]]


def _groups(path: Path, inputs: Inputs) -> int:
    """Return how many row groups a file has."""
    if path.suffix.lower() != ".parquet":
        raise CountsError(f"{path}: Spark reads Parquet only: make Parquet of it, or build on this machine")
    parquet, pyarrow = load("pyarrow.parquet", "corpus", "Parquet"), load("pyarrow", "corpus", "Parquet")
    try:
        file = parquet.ParquetFile(path)
    except pyarrow.lib.ArrowException as error:
        raise CountsError(f"{path}: not a Parquet file that can be read ({error})") from error
    names = file.schema_arrow.names
    if inputs.text_field not in names:
        raise CountsError(f"{path}: no column {inputs.text_field!r}; it has {', '.join(names)}")
    return int(file.metadata.num_row_groups)


def _sizes(folder: Path, piece: int) -> Path:
    return folder / f"{piece:07}.npy"


def _measure(reading: _Reading, folder: Path, piece: int) -> None:
    """Write down the size of each text of a piece."""
    place = _sizes(folder, piece)
    if not place.exists():
        sizes = [_LEFT_OUT if units is None else size_of(units) for units in reading.units(piece)]
        with NamedTemporaryFile(dir=folder, delete=False) as file:
            np.save(file, np.array(sizes, dtype=np.int64))
        Path(file.name).rename(place)


def _runs(measured: Iterable[IntArray], block: int) -> tuple[list[_Run], int, int]:
    """Return which texts are in which block, how many blocks there are, and how many texts are left out. A block
    ends with the text that fills it, as it does on one machine."""
    begins, left_out = [(0, 0, 0)], 0
    """For each block, its piece, the texts of the piece before it, and all texts before it."""
    before = filled = 0
    for piece, sizes in enumerate(measured):
        left_out += int((sizes == _LEFT_OUT).sum())
        reached = np.cumsum(np.maximum(sizes, 0))
        base = -filled
        """What is reached where the block begins, counted from the beginning of the piece."""
        while (end := int(np.searchsorted(reached, base + block))) < len(sizes):
            begins.append((piece, end + 1, before + end + 1))
            base = int(reached[end])
        filled = (int(reached[-1]) if len(sizes) else 0) - base
        before += len(sizes)
    count = len(begins) if filled else len(begins) - 1
    runs: list[_Run] = []
    for number, ((piece, skip, first), (_, _, end)) in enumerate(
        zip(begins[:count], [*begins[1:], (0, 0, before)], strict=False), 1
    ):
        if not runs or runs[-1].piece != piece:
            runs.append(_Run(piece, skip, []))
        runs[-1].blocks.append((number, end - first))
    return runs, count, left_out


def _make(reading: _Reading, work: Path, runs: Sequence[_Run], number: int) -> None:
    """Make the blocks of a run."""
    run = runs[number]
    texts = chain.from_iterable(map(reading.units, range(run.piece, len(reading.pieces))))
    for _ in islice(texts, run.skip):
        pass
    for block, count in run.blocks:
        pile = [unit for units in islice(texts, count) for unit in units or ()]
        if not block_folder(work, block).exists():
            make_block(encode(pile), work, block)


def _merge(work: Path, groups: Sequence[list[int]], number: int) -> dict[str, Any]:
    return merge_segment(work, number, groups[number])
