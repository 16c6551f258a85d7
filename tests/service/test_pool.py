"""Workers at the ends of their lines: they take orders, are lost, and leave when they have grown."""

import asyncio
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import pytest

from sanitizer.errors import UsageError
from sanitizer.service.messages import Progress, packed, receive_now
from sanitizer.service.pool import WorkerDied, WorkerPool
from sanitizer.service.problems import Problem
from sanitizer.service.worker import SWELLS, take_orders


class Echo:
    """Says the order again; raises what it is asked to raise."""

    def prepare(self) -> None:
        """Nothing is loaded."""

    def check(self, settings: Mapping[str, Any]) -> None:
        """All settings are good."""

    def do(self, order: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """Do it."""
        match order["do"]:
            case "fail":
                raise UsageError("this cannot be done")
            case "break":
                raise RuntimeError("a private text")
            case "job":
                progress(1, 2)
        return dict(order)


def worker(pool: WorkerPool, resident: Callable[[], int] = lambda: 0) -> Awaitable[None]:
    """Return a worker of the pool, in a thread."""
    near, far = socket.socketpair()

    def begin() -> None:
        with near:
            take_orders(near, Echo(), resident)

    threading.Thread(target=begin, daemon=True).start()
    return pool.add(far)


def dying(pool: WorkerPool) -> Awaitable[None]:
    """Return a worker of the pool that goes when it gets an order."""
    near, far = socket.socketpair()

    def begin() -> None:
        with near:
            near.sendall(packed({"ready": os.getpid()}))
            receive_now(near)

    threading.Thread(target=begin, daemon=True).start()
    return pool.add(far)


def test_orders_are_carried_out_and_errors_are_problems_without_content() -> None:
    async def go() -> None:
        pool = WorkerPool()
        await worker(pool)
        heard: list[tuple[int, int]] = []
        assert await pool.ask({"do": "echo", "text": "é\ud800"}) == {"do": "echo", "text": "é\ud800"}
        assert (await pool.run({"do": "job", "job": "1"}, lambda done, of: heard.append((done, of))))[
            "job"
        ] == "1"
        assert heard == [(1, 2)]
        for what, status, told in (("fail", 422, "cannot be done"), ("break", 500, "RuntimeError")):
            with pytest.raises(Problem) as caught:
                await pool.ask({"do": what})
            assert caught.value.status == status and told in caught.value.detail
            assert "private" not in caught.value.detail
        assert pool.figures()["workers"] == 1 and pool.figures()["busy"] == 0

    asyncio.run(go())


def test_an_order_goes_to_another_worker_where_one_is_lost_and_a_job_is_told_so() -> None:
    async def go() -> None:
        pool = WorkerPool()
        await dying(pool)
        await worker(pool)
        assert await pool.ask({"do": "echo"}) == {"do": "echo"}
        assert pool.figures()["workers"] == 1
        await dying(pool)
        await pool.ask({"do": "echo"})
        with pytest.raises(WorkerDied):
            await pool.run({"do": "job", "job": "1"}, lambda done, of: None)
        await dying(pool)
        pool._idle.rotate(1)  # both are asked first
        await dying(pool)
        pool._idle.rotate(1)
        with pytest.raises(Problem, match="killed twice"):
            await pool.ask({"do": "echo"})

    asyncio.run(go())


def test_a_worker_that_has_grown_leaves_behind_its_answer() -> None:
    def sizes() -> Iterator[int]:
        yield 0
        yield SWELLS - 1
        while True:
            yield SWELLS

    async def go() -> None:
        pool, told = WorkerPool(), sizes()
        await worker(pool, lambda: next(told))
        await pool.ask({"do": "echo"})
        assert pool.figures()["workers"] == 1
        assert await pool.ask({"do": "echo"}) == {"do": "echo"}
        assert pool.figures()["workers"] == 0

    asyncio.run(go())


def test_what_waits_is_bounded_and_texts_go_before_jobs() -> None:
    async def go() -> None:
        pool, order = WorkerPool(most=2), []

        async def one(name: str, asked: Awaitable[Any]) -> None:
            await asked
            order.append(name)

        tasks = [asyncio.create_task(one("job", pool.run({"do": "job", "job": "1"}, lambda done, of: None)))]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(one(f"text {n}", pool.ask({"do": "echo"}))) for n in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Problem) as full:
            await pool.ask({"do": "echo"})
        assert full.value.status == 503 and full.value.headers["retry-after"]
        await worker(pool)
        await asyncio.gather(*tasks)
        assert order == ["text 0", "text 1", "job"]

    asyncio.run(go())
