"""Carry out orders one after another in a process that was forked when all was loaded."""

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sanitizer.errors import SanitizerError
from sanitizer.service.messages import Hands, packed, receive_now
from sanitizer.service.problems import Problem, place_of

SWELLS: Final = 160 << 20
"""Bytes by which a worker may grow; then another takes its place, and memory stays flat over any number of texts."""


def work(line: socket.socket, hands: Hands) -> None:
    """Be a worker at the end of a line."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: the server ends its workers
    take_orders(line, hands)


def take_orders(line: socket.socket, hands: Hands, resident: Callable[[], int] | None = None) -> None:
    """Take orders until the other side is gone, or ``resident`` bytes have become too many."""
    size = resident or resident_bytes
    most = size() + SWELLS
    line.sendall(packed({"ready": os.getpid()}))
    last = False
    while not last:
        try:
            order = receive_now(line)
        except (EOFError, OSError):
            return
        answer = carry_out(hands, order, lambda told: line.sendall(packed(told)))
        last = size() >= most
        line.sendall(packed({**answer, "last": last}))


def carry_out(hands: Hands, order: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the answer to an order: what came of it, or the problem; never an exception."""
    try:
        return {"done": hands.do(order, lambda done, of: tell({"progress": [done, of]}))}
    except Problem as problem:
        return {"problem": [problem.status, problem.detail]}
    except SanitizerError as error:
        return {"problem": [503 if error.exit_status == 3 else 422, str(error)]}
    except Exception as error:
        return {"problem": [500, f"{place_of(error)}; please report it"]}


def resident_bytes(pid: int | None = None) -> int:
    """Return the memory of a process, in bytes; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid or 'self'}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
