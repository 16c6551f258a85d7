"""Let the server and its workers speak: JSON behind its length, over a pair of sockets that nobody else has."""

import asyncio
import json
import socket
from collections.abc import Mapping
from typing import Any, Final, Protocol

_HEAD: Final = 8


class Hands(Protocol):
    """What workers do for the service: given by the command, for the engine is below it and the service knows HTTP."""

    def prepare(self) -> None:
        """Load everything and do a first text, so that workers are forked warm. Raises SanitizerError."""

    def check(self, settings: Mapping[str, Any]) -> None:
        """Refuse settings that cannot be used. Raises UsageError."""

    def do(self, order: Mapping[str, Any], progress: "Progress") -> dict[str, Any]:
        """Carry an order out. Raises SanitizerError, Problem."""


class Progress(Protocol):
    """Whom to tell how far a job is."""

    def __call__(self, done: int, of: int) -> None:
        """So many documents are done, of so many (0: not known)."""


def packed(told: Mapping[str, Any]) -> bytes:
    """Return a message as bytes."""
    body = json.dumps(told).encode("ascii")
    return len(body).to_bytes(_HEAD, "big") + body


async def receive(reader: asyncio.StreamReader) -> dict[str, Any]:
    """Return the next message. Raises EOFError where the other side is gone."""
    try:
        head = await reader.readexactly(_HEAD)
        told: dict[str, Any] = json.loads(await reader.readexactly(int.from_bytes(head, "big")))
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        raise EOFError from error
    return told


def receive_now(line: socket.socket) -> dict[str, Any]:
    """Return the next message, waited for. Raises EOFError where the other side is gone."""
    size = int.from_bytes(_exactly(line, _HEAD), "big")
    told: dict[str, Any] = json.loads(_exactly(line, size))
    return told


def _exactly(line: socket.socket, size: int) -> bytes:
    parts, left = [], size
    while left:
        part = line.recv(min(left, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
