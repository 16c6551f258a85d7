"""Sanitize a column of texts of a Spark frame: one sanitizer in each Python worker, the result of a row in its row.

Nothing is scheduled here: Spark's ``mapInArrow`` hands each worker its rows in batches, and a worker opens the parts of
the sanitizer once (they are named, not sent, so each reads its own installed copy).
"""

import json
import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, Unpack

from sanitizer.build import Options
from sanitizer.common.extras import need
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.frames import Row, or_failed
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.ids import names_somebody
from sanitizer.result import Failed, SanitizedDocument

if TYPE_CHECKING:  # Spark and Arrow are loaded where a frame is there
    import pyarrow as pa
    from pyspark.sql import DataFrame

PRIVATE: Final = ("report", "masks")
"""Columns that hold words or places of the input, and are made only where they are asked for."""
_MASKS: Final = "array<struct<start: int, end: int, replacement: string, kind: string>>"
_KINDS: Final = {
    "met": "boolean",
    "utility": "double",
    "reason": "string",
    "report": "string",
    "masks": _MASKS,
}


def sanitize(
    frame: "DataFrame",
    text: str = "text",
    id: str | None = None,
    more: Iterable[str] = (),
    sanitizer: Sanitizer | None = None,
    **options: Unpack[Options],
) -> "DataFrame":
    """A frame with the column ``id`` as it is (where one is named), the column ``text`` sanitized, ``met``,
    ``utility`` (percent), and the ``reason`` why a row failed: its text is then missing. Other columns are left out:
    nothing of them was looked at. The bytes of a text are those of ``Sanitizer.sanitize``.

    Args:
        frame: of ``pyspark.sql``; it is not run here.
        text, id: names of columns; texts are strings, ids of any simple type.
        more: private columns to make as well: ``report`` (JSON, as the command writes it) and ``masks`` (places of
            the input, what stands there now, ``sensitive`` or ``risky``).
        sanitizer: made before, of parts that are named or can be pickled; or
        options: what ``Sanitizer.default`` takes.

    Raises:
        UsageError: a column is missing or of another type, an option is wrong, a part cannot be sent to workers.
        ResourceError: a part is missing or damaged here; where it is so in a worker alone, the job fails with it.
    """
    need("spark", "sanitizer.spark")
    wanted = tuple(dict.fromkeys(more))
    _check(frame, text, id, wanted)
    if sanitizer is not None and options:
        raise UsageError("spark.sanitize: give a sanitizer or options, not both")
    packed = _packed(sanitizer if sanitizer is not None else Sanitizer.default(**options))
    names = [text, "met", "utility", "reason", *wanted]
    fields = [f"`{name.replace('`', '``')}` {_KINDS.get(name, 'string')}" for name in names]
    rows = frame.select(*(_quoted(c) for c in ([] if id is None else [id])), _quoted(text))
    kept = [] if id is None else [f"{_quoted(id)} {rows.schema[id].dataType.simpleString()}"]
    work: Callable[[Iterable[Any]], Iterator[Any]] = partial(_batches, packed, id is not None, wanted)
    return rows.mapInArrow(work, ", ".join([*kept, *fields]))


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _check(frame: "DataFrame", text: str, id: str | None, more: tuple[str, ...]) -> None:
    if not hasattr(frame, "mapInArrow"):
        raise UsageError("spark.sanitize: a frame of pyspark.sql is needed")
    for column in (text, *([] if id is None else [id])):
        if column not in frame.columns:
            raise UsageError(f"there is no column {column!r}{did_you_mean(column, frame.columns)}")
    kind = frame.schema[text].dataType.simpleString()
    if kind != "string":
        raise UsageError(f"column {text!r} is of type {kind}: cast it to string first")
    if names_somebody(text):
        raise UsageError("the column of texts is named as persons or identifiers are: rename it first")
    for name in more:
        if name not in PRIVATE:
            raise UsageError(f"more: {name!r} is not one of {', '.join(PRIVATE)}")
    made = [*([] if id is None else [id]), text, "met", "utility", "reason", *more]
    if len({name.casefold() for name in made}) < len(made):
        raise UsageError(
            "a column is called as one that is made ('met', 'utility', 'reason', ...): name it otherwise"
        )


def _packed(sanitizer: Sanitizer) -> bytes:
    try:
        return pickle.dumps(sanitizer)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError) as error:
        raise UsageError(
            "spark.sanitize: a part of the sanitizer cannot be sent to workers: name parts instead of giving objects, "
            "and give keys as files"
        ) from error


@cache
def _opened(packed: bytes, process: int) -> Sanitizer:
    """The sanitizer of this process."""
    made = pickle.loads(packed)
    assert isinstance(made, Sanitizer)
    return made


def _batches(
    packed: bytes, has_id: bool, more: tuple[str, ...], batches: "Iterable[pa.RecordBatch]"
) -> "Iterator[pa.RecordBatch]":
    """Batches of rows as batches of results: what a worker does."""
    import pyarrow as pa

    work = partial(or_failed, _opened(packed, os.getpid()).sanitize)
    for batch in batches:
        texts = batch.column(batch.num_columns - 1)
        ids = batch.column(0).to_pylist() if has_id else [""] * batch.num_rows
        done = [work(Row(str(of), said)) for of, said in zip(ids, texts.to_pylist(), strict=True)]
        arrays = [pa.array(values, kind) for values, kind in _columns(done, more)]
        names = [batch.schema.names[-1], "met", "utility", "reason", *more]
        if has_id:
            arrays, names = [batch.column(0), *arrays], [batch.schema.names[0], *names]
        yield pa.RecordBatch.from_arrays(arrays, names=names)


def _columns(
    done: list[SanitizedDocument | Failed], more: tuple[str, ...]
) -> Iterator[tuple[list[Any], Any]]:
    """The cells of each column that is made, with their type."""
    import pyarrow as pa

    mask = pa.struct(
        [("start", pa.int32()), ("end", pa.int32()), ("replacement", pa.string()), ("kind", pa.string())]
    )
    yield [None if isinstance(d, Failed) else d.text for d in done], pa.string()
    yield [not isinstance(d, Failed) and d.met for d in done], pa.bool_()
    yield [None if isinstance(d, Failed) else d.utility_percent for d in done], pa.float64()
    yield [d.reason if isinstance(d, Failed) else None for d in done], pa.string()
    for name in more:
        if name == "report":
            yield [None if isinstance(d, Failed) else _told(d) for d in done], pa.string()
        else:
            yield [None if isinstance(d, Failed) else _masks(d) for d in done], pa.list_(mask)


def _told(done: SanitizedDocument) -> str:
    return json.dumps(done.report.to_json(), ensure_ascii=False)


def _masks(done: SanitizedDocument) -> list[dict[str, Any]]:
    return [
        {"start": c.span.start, "end": c.span.end, "replacement": c.replacement, "kind": c.kind}
        for c in done.changes
    ]
