"""Say how far a long loop is, to whoever listens in this thread: a command shows a bar with the time left."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TypeAlias, TypeVar

from sanitizer.common.in_use import InUse

T = TypeVar("T")

Done: TypeAlias = Callable[[int], object]
"""Takes how many more are done."""
Listener: TypeAlias = Callable[[str, int], AbstractContextManager[Done]]
"""Hears in words what is done, and with how many things; gives what hears how many are done."""

LISTENING: Final = InUse[Listener]("progress")


def counted(total: int, what: str) -> AbstractContextManager[Done]:
    """Return what takes how many more of `total` things are done: where no single loop goes through them."""
    listener = LISTENING.get()
    return nullcontext(lambda more: None) if listener is None else listener(what, total)


def followed(items: Collection[T], what: str) -> Iterable[T]:
    """Return the items, with their progress told to whoever listens."""
    return items if LISTENING.get() is None else _passed_on(items, what)


def _passed_on(items: Collection[T], what: str) -> Iterator[T]:
    with counted(len(items), what) as done:
        for item in items:
            yield item
            done(1)
