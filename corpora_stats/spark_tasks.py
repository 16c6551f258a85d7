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
    """What `work` returns for each number below `tasks`, in order; Spark does them again where a worker is lost, so
    doing one twice must be doing it once. Raises CountsError in one line that holds nothing of a text."""
    if not tasks:
        return []
    load("pyspark", "spark", "counting on Spark")
    with told_in_one_line():
        parts = min(tasks, _PARTS * int(session.sparkContext.defaultParallelism))
        frame = session.range(0, tasks, 1, parts).mapInArrow(partial(_do, work), "task long, made binary")
        made = {row.task: pickle.loads(row.made) for row in frame.collect()}
    for result in made.values():
        if isinstance(result, CountsError):
            raise result
    return [made[number] for number in range(tasks)]


def _do(work: Callable[[int], Any], batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    for batch in batches:
        numbers = batch.column(0).to_pylist()
        done = [pickle.dumps(_or_error(work, number)) for number in numbers]
        yield pa.RecordBatch.from_pydict({"task": numbers, "made": pa.array(done, pa.binary())})


def _or_error(work: Callable[[int], Any], number: int) -> Any:
    """What is made, or the line that says why nothing can be: asking again would not help."""
    try:
        return work(number)
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
