"""Run jobs as workers get free, tell who watches, send webhooks, remove what has expired."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sanitizer.service.pool import WorkerDied
from sanitizer.service.problems import Problem, place_of
from sanitizer.service.retention import purge, purge_expired
from sanitizer.service.rows import ENDED, JobRow
from sanitizer.service.service import Service
from sanitizer.service.webhooks import tell

_log = logging.getLogger(__name__)
_ROUND: Final = 60.0
"""Seconds between two looks at what has expired."""


class Dispatcher:
    """Carries jobs from ``queued`` to their end. After a start, jobs that were running wait again."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._progress: dict[str, tuple[int, int]] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._hooks: dict[str, asyncio.Task[None]] = {}
        self._wake = asyncio.Event()
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to hand out jobs."""
        self._service.store.again(counts=False)
        self._loop = asyncio.create_task(self._forever())

    async def stop(self) -> None:
        """Leave what runs: it waits again after the next start."""
        tasks = [t for t in (self._loop, *self._running.values(), *self._hooks.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Wake the loop that hands out jobs."""
        self._wake.set()

    # --- what routes ask -----------------------------------------------------------------------------------------

    def progress(self, job: str) -> tuple[int, int]:
        """Return documents done, and of how many (0: not known)."""
        return self._progress.get(job, (0, 0))

    async def cancel(self, job: str) -> bool:
        """End a job; False where it has ended."""
        done = self._service.store.end(job, "cancelled", {})
        if done:
            task = self._running.get(job)
            if task is not None:
                task.cancel()
            await self._service.pool.stop(job)
            self._changed(job)
            self.wake()
        return done

    async def remove(self, job: str) -> bool:
        """End a job if need be, and remove all of it; whether nothing is left."""
        await self.cancel(job)
        left = purge(self._service.store, [job]).left
        self._progress.pop(job, None)
        return not left

    async def changes(self, job: str, most: float) -> None:
        """Wait until something of a job changes, or `most` seconds."""
        event = asyncio.Event()
        self._watchers.setdefault(job, set()).add(event)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), most)
        finally:
            self._watchers[job].discard(event)
            if not self._watchers[job]:
                del self._watchers[job]

    # --- what goes on --------------------------------------------------------------------------------------------

    async def _forever(self) -> None:
        while True:
            self._wake.clear()
            try:
                purge_expired(self._service.store)
                self._claim()
                self._send()
            except Exception as error:
                _log.error("jobs: %s", place_of(error))
                await asyncio.sleep(1)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _ROUND)

    def _claim(self) -> None:
        while len(self._running) < self._service.config.jobs_at_once:
            row = self._service.store.claim()
            if row is None:
                return
            task = asyncio.create_task(self._run(row))
            self._running[row.id] = task
            self._changed(row.id)

    def _send(self) -> None:
        key = self._service.config.hook_key
        for row in self._service.store.hooks() if key else ():
            if row.id not in self._hooks and key:
                task = asyncio.create_task(tell(self._service.store, row, key))
                task.add_done_callback(partial(self._sent, row.id))
                self._hooks[row.id] = task

    def _sent(self, job: str, task: "asyncio.Task[None]") -> None:
        self._hooks.pop(job, None)

    async def _run(self, row: JobRow) -> None:
        store = self._service.store
        order: dict[str, Any] = {
            "do": "job",
            "job": row.id,
            "folder": str(store.folder(row.id)),
            "key": row.key.hex(),
            "settings": row.asked["settings"],
        }
        try:
            told = await self._service.pool.run(order, lambda done, of: self._note(row.id, done, of))
            store.end(row.id, "done", told)
            with suppress(OSError):
                (store.folder(row.id) / "journal").unlink(missing_ok=True)
        except Problem as problem:
            store.end(row.id, "failed", {"reason": problem.detail})
        except WorkerDied:
            store.again(row.id)
        finally:
            self._running.pop(row.id, None)
            self._changed(row.id)
            self.wake()

    def _note(self, job: str, done: int, of: int) -> None:
        self._progress[job] = (done, of)
        self._changed(job)

    def _changed(self, job: str) -> None:
        row = self._service.store.get(job)
        if row is None or row.state in ENDED:
            self._progress.pop(job, None)
        for event in self._watchers.get(job, ()):
            event.set()
