"""Let a value be in use meanwhile, in this thread alone: the knowledge, the memory and the clock of the stages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")


class InUse(Generic[T]):
    """The value of one kind that is in use; ``name`` tells kinds apart. ``get()`` is that of this thread, None where
    there is none."""

    def __init__(self, name: str) -> None:
        self._now: ContextVar[T | None] = ContextVar(f"sanitizer_{name}", default=None)
        self.get: Callable[[], T | None] = self._now.get  # asked at every step: no call between

    @contextmanager
    def of(self, value: T) -> Iterator[None]:
        """Use a value meanwhile; behind, the one before is in use again."""
        before = self._now.set(value)
        try:
            yield
        finally:
            self._now.reset(before)
