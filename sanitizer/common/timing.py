"""Measure what each stage costs: seconds of the processor, each counted for the innermost stage alone.

Nothing is measured unless a :class:`Costs` is in use; then a stage costs two looks at the clock.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from sanitizer.common.in_use import InUse

P = ParamSpec("P")
R = TypeVar("R")

REST: Final = "the rest"
"""What is done between the stages."""


class Costs:
    """Seconds by stage, since it was made."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, int] = {}
        self._open = [REST]
        self._since = time.process_time()

    def enter(self, stage: str) -> None:
        """Begin a stage, inside of the one that is open."""
        self._turn()
        self._open.append(stage)
        self.calls[stage] = self.calls.get(stage, 0) + 1

    def leave(self) -> None:
        """End the innermost stage."""
        self._turn()
        self._open.pop()

    def _turn(self) -> None:
        now = time.process_time()
        stage = self._open[-1]
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now

    def lines(self, documents: int) -> list[str]:
        """Return a table: seconds of each stage, its share of all, milliseconds a document, calls; the dearest
        first."""
        self._turn()
        total = sum(self.seconds.values())
        head = f"{'stage':24} {'seconds':>8} {'share':>7} {'ms a document':>14} {'calls':>7}"
        ordered = sorted(self.seconds.items(), key=lambda entry: (-entry[1], entry[0]))
        return [
            head,
            *(
                f"{name:24} {spent:8.2f} {100 * spent / max(total, 1e-9):5.1f} % "
                f"{1000 * spent / max(documents, 1):14.1f} {self.calls.get(name, 1):7}"
                for name, spent in ordered
            ),
            f"{'all':24} {total:8.2f} {100.0:5.1f} % {1000 * total / max(documents, 1):14.1f}",
        ]

    def in_use(self) -> AbstractContextManager[None]:
        """Count for the stages of this thread meanwhile."""
        return _IN_USE.of(self)


_IN_USE: Final = InUse[Costs]("costs")


def stage(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let what a function does count for a stage, where costs are measured."""

    def of(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> R:
            costs = _IN_USE.get()
            if costs is None:
                return function(*args, **kwargs)
            costs.enter(name)
            try:
                return function(*args, **kwargs)
            finally:
                costs.leave()

        return measured

    return of
