"""Map a function over documents in several processes; results come in the order of the input."""

import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from sanitizer.errors import ResourceError, UsageError

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4  # items in flight for each worker: enough to keep it busy, few enough to keep memory bounded

_WATCH: Final = 1.0
"""Seconds between two looks at whether the parent is still there."""
_PR_SET_PDEATHSIG: Final = 1  # of Linux's prctl

_work: Callable[[Any], Any]


def start_method() -> str:
    """Return how processes are started: as the program has set it (``multiprocessing.set_start_method``), else
    forked on Linux, where models and statistics loaded before are shared, and anew (``spawn``) elsewhere."""
    chosen = multiprocessing.get_start_method(allow_none=True)
    return chosen or ("fork" if sys.platform == "linux" else "spawn")


def packed(function: Callable[..., Any]) -> bytes:
    """Return a function as bytes for a process that is started anew. Raises UsageError where it holds what cannot
    be sent."""
    try:
        return pickle.dumps(function)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(
            f"workers: a part of the sanitizer cannot be sent to another process ({reason}): name parts instead of "
            "giving objects, give keys as files, or use one worker"
        ) from error


def _adopt(function: Callable[[Any], Any] | bytes, parent: int, by_signal: bool) -> None:
    """Make a worker of this process, which ends with its `parent`: texts must not stay in the memory of orphans."""
    global _work
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent's handler tidies up the parent's files
    end_with_parent(parent, by_signal)
    _work = pickle.loads(function) if isinstance(function, bytes) else function
    gc.freeze()  # what was loaded before is shared with the parent as long as nobody writes to it


def end_with_parent(parent: int, by_signal: bool) -> None:
    """Let this process end with its `parent`: ``by_signal`` at once where the system can do so."""
    if by_signal and sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(_WATCH)
    os._exit(1)


def _call(item: Any) -> Any:
    return _work(item)


def ordered_map(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int = 1
) -> Iterator[Result]:
    """Return `function` of every item, in order. Items and results are pickled between processes, and so is the
    function where processes are not forked (:func:`start_method`). Raises ResourceError, UsageError."""
    if workers <= 1:
        yield from map(function, items)
        return
    method = start_method()
    context = multiprocessing.get_context(method)
    # the signal comes when the thread ends that made the worker; only the first thread ends with the process
    by_signal = threading.current_thread() is threading.main_thread()
    told = (function if method == "fork" else packed(function), os.getpid(), by_signal)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_adopt, initargs=told)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(_call, item))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise ResourceError(
            "a worker process was killed, perhaps for want of memory: use fewer --workers, and --resume"
            + ("" if method == "fork" else '; or the script has no `if __name__ == "__main__":`')
        ) from error
    except BaseException:
        for process in list((pool._processes or {}).values()):  # what they do is of no use any more
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
