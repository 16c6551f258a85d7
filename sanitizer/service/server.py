"""Answer on a socket with uvicorn: no log of its own, no patience with callers who never finish a request."""

import asyncio
import socket
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from sanitizer.errors import UsageError
from sanitizer.service.app import create_app
from sanitizer.service.pool import WorkerPool
from sanitizer.service.service import Service
from sanitizer.service.supervisor import take_workers

PATIENCE: Final = 15.0
"""Seconds in which the head of a request must have come."""
MOST_CALLERS: Final = 500
_GRACE: Final = 5
"""Seconds that requests have to end when the server is told to."""


class PunctualProtocol(H11Protocol):
    """Closes connections on which the head of a request does not come in time."""

    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request of a client, not for ever."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request; stop when it is there."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._cancel()
        elif self._due is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a client that has gone."""
        self._cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._due = self.loop.call_later(PATIENCE, self._close)

    def _cancel(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _close(self) -> None:
        self._due = None
        if (self.cycle is None or self.cycle.response_complete) and not self.transport.is_closing():
            self.transport.close()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises UsageError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        raise UsageError(
            f"cannot listen on {host}, port {port}: {getattr(error, 'strerror', None) or error}"
        ) from error
    return listening


def answer(
    listening: socket.socket, workers: socket.socket, service: Service, desk: ASGIApp | None = None
) -> None:
    """Answer until the process is told to end; workers come on their line. ``service.pool`` is a WorkerPool."""
    guarded, _ = create_app(service, desk)
    pool = service.pool
    assert isinstance(pool, WorkerPool)
    config = uvicorn.Config(
        _with_workers(guarded, workers, pool),
        http=PunctualProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CALLERS,
        timeout_keep_alive=int(PATIENCE),
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=32 << 10,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _with_workers(app: ASGIApp, line: socket.socket, pool: WorkerPool) -> ASGIApp:
    """Return the application, which takes workers as soon as there is a loop."""
    taking: set[asyncio.Task[None]] = set()

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" and not taking:
            taking.add(asyncio.create_task(take_workers(line, pool)))
        await app(scope, receive, send)

    return wrapped
