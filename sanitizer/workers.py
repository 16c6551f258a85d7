"""The same results from any number of processes, in the order of the input."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4  # items in flight for each worker: enough to keep it busy, few enough to keep memory bounded

_work: Callable[[Any], Any]


def _adopt(function: Callable[[Any], Any]) -> None:
    global _work
    _work = function


def _call(item: Any) -> Any:
    return _work(item)


def ordered_map(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int = 1
) -> Iterator[Result]:
    """`function` of every item, in order. With more than one worker, processes are forked, so that models and
    statistics loaded before are shared and need not be pickled; items and results must be."""
    if workers <= 1:
        yield from map(function, items)
        return
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_adopt, initargs=(function,)) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(_call, item))
                if len(waiting) >= workers * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
