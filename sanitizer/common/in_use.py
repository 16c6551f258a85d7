"""Let a value be in use meanwhile, in this thread alone: the knowledge, the memory and the clock of the stages."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")


class InUse(Generic[T]):
    """The value of one kind that is in use, None where there is none; ``name`` tells kinds apart."""

    def __init__(self, name: str) -> None:
        self._now: ContextVar[T | None] = ContextVar(f"sanitizer_{name}", default=None)

    def get(self) -> T | None:
        """The value in use in this thread."""
        return self._now.get()

    @contextmanager
    def of(self, value: T) -> Iterator[None]:
        """Use a value meanwhile; behind, the one before is in use again."""
        before = self._now.set(value)
        try:
            yield
        finally:
            self._now.reset(before)
