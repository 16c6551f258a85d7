"""Have numbered tasks done by the workers of a Spark session."""

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from corpora_stats.base import CountsError
from corpora_stats.extras import load

if TYPE_CHECKING:  # Spark and Arrow are loaded where a session is there
    import pyarrow as pa
    from pyspark.sql import SparkSession

_PARTS: Final = 4
"""Parts of the work for each core: few enough that starting one costs little, enough that none waits long."""


def each(session: "SparkSession", work: Callable[[int], Any], tasks: int) -> list[Any]:
    """Return what `work` returns for each number below `tasks`; see :func:`mapped`. Raises CountsError."""
    if tasks:
        load("pyspark", "spark", "counting on Spark")
    return mapped(session, work, range(tasks), CountsError)


def mapped(
    session: "SparkSession", work: Callable[[Any], Any], items: Iterable[Any], wrong: type[Exception]
) -> list[Any]:
    """Return what `work` returns for each item, in order; Spark does them again where a worker is lost, so doing
    one twice must be doing it once. Raises CountsError, `wrong` for an error of Spark's: one line that holds
    nothing of a text."""
    import pyarrow as pa

    given = pa.array(map(pickle.dumps, items), pa.binary())
    if not len(given):
        return []
    with told_in_one_line(wrong):
        parts = min(len(given), _PARTS * int(session.sparkContext.defaultParallelism))
        rows = pa.table({"task": pa.array(range(len(given)), pa.int64()), "given": given})
        frame = session.createDataFrame(rows).repartition(parts)
        done = frame.mapInArrow(partial(_do, work), "task long, made binary").collect()
    made = {row.task: pickle.loads(row.made) for row in done}
    for result in made.values():
        if isinstance(result, CountsError):
            raise result
    return [made[number] for number in range(len(given))]


def _do(work: Callable[[Any], Any], batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    for batch in batches:
        done = [pickle.dumps(_or_error(work, pickle.loads(one))) for one in batch.column(1).to_pylist()]
        yield pa.RecordBatch.from_pydict({"task": batch.column(0), "made": pa.array(done, pa.binary())})


def _or_error(work: Callable[[Any], Any], item: Any) -> Any:
    """Return what is made, or the line that says why nothing can be: asking again would not help."""
    try:
        return work(item)
    except CountsError as error:
        return error


@contextmanager
def told_in_one_line(kind: type[Exception] = CountsError) -> Iterator[None]:
    """Turn an error of Spark's into one of this kind: one line without its message, which may hold texts."""
    from pyspark.errors import PySparkException

    try:
        yield
    except PySparkException as error:
        raise kind(f"spark: {error.getCondition() or type(error).__name__}") from None
    except Exception as error:
        if not type(error).__module__.startswith("py4j"):  # the bridge to Java, which comes with Spark
            raise
        raise kind(f"spark: {type(error).__name__}: the engine ended") from None
