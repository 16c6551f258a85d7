"""Start a server and its workers, each a process forked when all was loaded, and put another in the place of one that
ends.

The first process loads, listens and forks, and does nothing else: it has no threads, so that forking is safe at any
time. A worker and the server are at two ends of a pair of sockets; the server gets its ends over a line of its own.
All end with the first process, however it ends.
"""

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

from sanitizer.common.workers import end_with_parent
from sanitizer.errors import ResourceError
from sanitizer.service.messages import Hands
from sanitizer.service.pool import WorkerPool
from sanitizer.service.worker import work

_log = logging.getLogger(__name__)
_PATIENCE: Final = 15.0
"""Seconds that the server has to end."""
_MOST_STARTS: Final = 5
_WITHIN: Final = 60.0
"""The server is started again at most so often in so many seconds."""

Serve = Callable[[socket.socket], None]
"""The server: answers until it is told to end; its argument is the line on which workers come."""


class Supervisor:
    """Keeps one server and so many workers running."""

    def __init__(self, hands: Hands, workers: int, serve: Serve) -> None:
        self._hands = hands
        self._count = workers
        self._serve = serve
        self._workers: dict[int, float] = {}
        self._server = 0
        self._line: socket.socket | None = None
        self._starts: list[float] = []

    def run(self) -> int:
        """Work until the server ends or this process is asked to; the exit status. Raises ResourceError where the
        server ends again and again."""
        self._hands.prepare()
        try:
            while True:
                self._start_server()
                while len(self._workers) < self._count:
                    self._start_worker()
                pid, status = os.waitpid(-1, 0)
                if pid == self._server:
                    self._server = 0
                    code = os.waitstatus_to_exitcode(status)
                    if code >= 0:
                        return code
                    _log.error("the server was killed by signal %d; it is started again", -code)
                elif pid in self._workers:
                    self._lost(pid, status)
        finally:
            self._end()

    def _lost(self, pid: int, status: int) -> None:
        begun = self._workers.pop(pid)
        code = os.waitstatus_to_exitcode(status)
        if code:
            _log.warning(
                "a worker ended (%s); another takes its place", f"signal {-code}" if code < 0 else code
            )
        if code and time.monotonic() - begun < 1.0:
            time.sleep(0.5)  # one that cannot begin is not begun a thousand times a second

    def _start_server(self) -> None:
        if self._server:
            return
        now = time.monotonic()
        self._starts = [start for start in self._starts if now - start < _WITHIN] + [now]
        if len(self._starts) > _MOST_STARTS:
            raise ResourceError("the server was killed again and again: see what kills it")
        self._end_workers()  # what they do is for a server that is gone
        if self._line is not None:
            self._line.close()
        self._line, far = socket.socketpair()
        line = self._line

        def begin() -> None:
            line.close()
            self._serve(far)

        self._server = _forked(begin)
        far.close()

    def _start_worker(self) -> None:
        near, far = socket.socketpair()
        line = self._line
        assert line is not None, "the server comes first"

        def begin() -> None:
            line.close()
            far.close()
            work(near, self._hands)

        pid = _forked(begin)
        near.close()
        with suppress(OSError):  # a server that is gone is noticed next
            socket.send_fds(line, [b"w"], [far.fileno()])
        far.close()
        self._workers[pid] = time.monotonic()

    def _end_workers(self) -> None:
        for pid in self._workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in self._workers:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self._workers.clear()

    def _end(self) -> None:
        """End the server, which takes its leave of callers, then the workers."""
        if self._server:
            with suppress(ProcessLookupError):
                os.kill(self._server, signal.SIGTERM)
            ends = time.monotonic() + _PATIENCE
            while time.monotonic() < ends and os.waitpid(self._server, os.WNOHANG)[0] == 0:
                time.sleep(0.05)
            with suppress(ProcessLookupError):
                os.kill(self._server, signal.SIGKILL)
        self._end_workers()


def _forked(begin: Callable[[], object]) -> int:
    """Return a copy of this process that does this and ends; its number."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        _begin(begin, parent)
    return pid


def _begin(begin: Callable[[], object], parent: int) -> NoReturn:
    status = 1
    try:
        end_with_parent(parent, by_signal=True)
        begin()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except KeyboardInterrupt:  # it was asked to end
        status = 128 + signal.SIGTERM
    except BaseException as error:
        _log.error("a process ended: %s", type(error).__name__)
    finally:
        os._exit(status)


async def take_workers(line: socket.socket, pool: WorkerPool) -> None:
    """Give the pool each worker that comes on the line of the supervisor."""
    loop = asyncio.get_running_loop()
    line.setblocking(False)
    tasks: set[asyncio.Task[None]] = set()
    while True:
        came = asyncio.Event()
        loop.add_reader(line, came.set)
        await came.wait()
        loop.remove_reader(line)
        with suppress(BlockingIOError):
            told, handles, _, _ = socket.recv_fds(line, 1, 1)
            for handle in handles:
                task = asyncio.create_task(pool.add(socket.socket(fileno=handle)))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            if not told:
                return
