"""Give orders to the workers: texts that somebody waits for go first, jobs have what is left."""

import asyncio
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

from sanitizer.service.messages import packed, receive
from sanitizer.service.problems import Problem

RETRY_AFTER: Final = 2
"""Seconds after which somebody who met a full queue may come again."""


class WorkerDied(Exception):
    """The process that carried out an order is gone."""


class Pool(Protocol):
    """What carries out orders, as :class:`WorkerPool` does."""

    async def ask(self, order: Mapping[str, Any], patience: float | None = None) -> dict[str, Any]:
        """Return what comes of an order that somebody waits for, at most so many seconds. Raises Problem."""

    async def run(self, order: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
        """Return what comes of a job. Raises Problem, WorkerDied."""

    async def stop(self, job: str) -> None:
        """End what runs for a job, and wait until it has ended."""

    def figures(self) -> dict[str, Any]:
        """Return how it stands: workers, how many are busy, how many orders wait, their processes."""


class _Worker:
    """A process at the other end of a line."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.reader = reader
        self.writer = writer
        self.job = ""

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


class WorkerPool:
    """Workers that come over time: each is a process with a line to it. ``most`` orders may wait; one that somebody
    waits for may take ``patience`` seconds, then its worker is ended."""

    def __init__(self, most: int = 64, patience: float = 120.0) -> None:
        self._most = most
        self._patience = patience
        self._workers: set[_Worker] = set()
        self._idle: deque[_Worker] = deque()
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._jobs_waiting: deque[asyncio.Future[_Worker]] = deque()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def add(self, line: socket.socket) -> None:
        """Begin a worker at the other end of this line; told when it is ready."""
        reader, writer = await asyncio.open_unix_connection(sock=line, limit=1 << 26)
        try:
            worker = _Worker((await receive(reader))["ready"], reader, writer)
        except EOFError:
            writer.close()
            return
        self._workers.add(worker)
        self._free(worker)

    async def ask(self, order: Mapping[str, Any], patience: float | None = None) -> dict[str, Any]:
        """See :class:`Pool`."""
        if len(self._waiting) >= self._most:
            raise Problem(503, "too much is waiting: come again", {"retry-after": str(RETRY_AFTER)})
        for _ in range(2):  # a worker may be killed for another's memory
            worker = await self._next(self._waiting)
            try:
                return await self._kept(self._exchange(worker, order, None, patience or self._patience))
            except WorkerDied:
                continue
        raise Problem(500, "the worker was killed twice, perhaps for want of memory: hand in less at a time")

    async def run(self, order: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
        """See :class:`Pool`."""
        worker = await self._next(self._jobs_waiting)
        worker.job = str(order["job"])
        return await self._kept(self._exchange(worker, order, progress, None))

    async def stop(self, job: str) -> None:
        """See :class:`Pool`."""
        for worker in [w for w in self._workers if w.job == job]:
            worker.kill()
            while worker in self._workers:
                await asyncio.sleep(0.01)

    def figures(self) -> dict[str, Any]:
        """See :class:`Pool`."""
        return {
            "workers": len(self._workers),
            "busy": len(self._workers) - len(self._idle),
            "waiting": len(self._waiting),
            "pids": sorted(worker.pid for worker in self._workers),
        }

    # --- workers -------------------------------------------------------------------------------------------------

    async def _next(self, queue: "deque[asyncio.Future[_Worker]]") -> _Worker:
        """Return a worker that is free; texts before jobs."""
        while self._idle:
            worker = self._idle.popleft()
            if not worker.reader.at_eof():
                return worker
            self._lose(worker)
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free(turn.result())
            elif turn in queue:
                queue.remove(turn)
            raise

    def _free(self, worker: _Worker) -> None:
        worker.job = ""
        for queue in (self._waiting, self._jobs_waiting):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(worker)
                    return
        self._idle.append(worker)

    def _lose(self, worker: _Worker) -> None:
        self._workers.discard(worker)
        with suppress(ValueError):
            self._idle.remove(worker)
        worker.writer.close()

    async def _kept(self, exchange: Any) -> dict[str, Any]:
        """Return what is going on with a worker goes on when who asked has left: the line must be read to its end."""
        task = asyncio.ensure_future(exchange)
        self._tasks.add(task)
        task.add_done_callback(self._heard)
        answer: dict[str, Any] = await asyncio.shield(task)
        return answer

    def _heard(self, task: "asyncio.Task[Any]") -> None:
        """Pass over what went wrong: it is nobody's matter where who asked has left."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def _exchange(
        self,
        worker: _Worker,
        order: Mapping[str, Any],
        progress: Callable[[int, int], None] | None,
        patience: float | None,
    ) -> dict[str, Any]:
        try:
            async with asyncio.timeout(patience):
                worker.writer.write(packed(order))
                await worker.writer.drain()
                while True:
                    told = await receive(worker.reader)
                    if "progress" not in told:
                        break
                    if progress:
                        progress(*told["progress"])
        except (EOFError, OSError) as error:
            if isinstance(error, TimeoutError):
                worker.kill()
                self._lose(worker)
                raise Problem(504, "it took too long: hand in less at a time, or a job (/v1/jobs)") from None
            self._lose(worker)
            raise WorkerDied from error
        if told["last"]:
            self._lose(worker)
        else:
            self._free(worker)
        if "problem" in told:
            raise Problem(*told["problem"])
        done: dict[str, Any] = told["done"]
        return done
