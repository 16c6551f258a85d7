"""The service in the process of the tests: the same routes, guard and store, and orders carried out here."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from sanitizer.commands.service_work import Engine, explained
from sanitizer.pipeline import Sanitizer
from sanitizer.service.app import create_app
from sanitizer.service.keys import Keys, add_key
from sanitizer.service.pool import WorkerDied
from sanitizer.service.problems import Problem
from sanitizer.service.service import Config, Service
from sanitizer.service.store import Store
from sanitizer.service.worker import carry_out


@cache
def engine(key_file: str | None = None) -> Engine:
    """Return the engine of the tests, loaded once."""
    if key_file is not None:
        return Engine(lambda: engine().base, key_file)
    return Engine(Sanitizer.default)


class Here:
    """Orders carried out in this process, one after another. ``kill_next`` workers are said to be killed; ``hold``
    keeps orders from going on; ``runs`` counts them."""

    def __init__(self, hands: Engine) -> None:
        self.hands = hands
        self.kill_next = 0
        self.hold: threading.Event = threading.Event()
        self.hold.set()
        self.runs = 0

    async def ask(self, order: Mapping[str, Any], patience: float | None = None) -> dict[str, Any]:
        """As the pool."""
        return await self.run(order, lambda done, of: None)

    async def run(self, order: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
        """As the pool."""
        self.runs += 1
        while not self.hold.is_set():
            await asyncio.sleep(0.01)
        if self.kill_next:
            self.kill_next -= 1
            raise WorkerDied
        answer = carry_out(self.hands, dict(order), lambda told: progress(*told["progress"]))
        if "problem" in answer:
            raise Problem(*answer["problem"])
        done: dict[str, Any] = answer["done"]
        return done

    async def stop(self, job: str) -> None:
        """As the pool."""

    def figures(self) -> dict[str, Any]:
        """As the pool."""
        return {"workers": 1, "busy": 0, "waiting": 0, "pids": []}


@contextmanager
def serving(place: Path, key_file: str | None = None, **how: Any) -> Iterator[tuple[TestClient, Service]]:
    """Provide a client of a service whose state lies at a place."""
    config = Config(state=place / "state", **how)
    service = Service(
        config, Store(config.state, config.master), Here(engine(key_file)), engine(key_file).check, explained
    )
    guarded, _ = create_app(service)
    with TestClient(guarded, base_url="http://localhost") as client:
        yield client, service
    service.store.close()


def keys_of(place: Path, **scopes: list[str]) -> tuple[Keys, dict[str, dict[str, str]]]:
    """Return keys with these scopes by name, and the headers that bring them."""
    file = place / "keys.json"
    tokens = {name: add_key(file, name, chosen) for name, chosen in scopes.items()}
    return Keys.read(file), {name: {"authorization": f"Bearer {token}"} for name, token in tokens.items()}


def ended(client: TestClient, job: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return how a job stands when it has ended."""
    for line in client.get(f"/v1/jobs/{job}/events", headers=dict(headers or {})).iter_lines():
        del line
    told: dict[str, Any] = client.get(f"/v1/jobs/{job}", headers=dict(headers or {})).json()
    return told


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port
