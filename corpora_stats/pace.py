"""How often a source of counts may be asked, and how patiently."""

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manners:
    """How a server is treated: ``timeout`` (seconds for one whole answer), ``tries`` of one question, ``first_wait``
    (seconds before the second try, doubled each time; no chance in it, so that runs are alike), ``longest_wait``
    (seconds; a server that asks for more is left alone), ``per_second`` (requests, over all workers; 0: no limit) and
    ``at_once`` (requests in flight of one process)."""

    timeout: float = 30.0
    tries: int = 5
    first_wait: float = 0.5
    longest_wait: float = 60.0
    per_second: float = 0.0
    at_once: int = 4


class Pace:
    """So many requests a second, over all threads and forked workers (the clock is the machine's)."""

    def __init__(self, per_second: float, sleep: Callable[[float], None] = time.sleep) -> None:
        self._gap = 1 / per_second if per_second > 0 else 0.0
        self._sleep = sleep
        self._next = multiprocessing.Value("d", 0.0) if self._gap else None

    def wait(self) -> None:
        """Return when the next request may go."""
        if self._next is None:
            return
        with self._next.get_lock():
            now = time.monotonic()
            mine = max(now, self._next.value)
            self._next.value = mine + self._gap
        if mine > now:
            self._sleep(mine - now)
