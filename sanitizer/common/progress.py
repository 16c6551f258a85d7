"""Say how far a long loop is, to whoever listens in this thread: a command shows a bar with the time left."""

from collections.abc import Collection, Iterable
from typing import Final, Protocol, TypeVar

from sanitizer.common.in_use import InUse

T = TypeVar("T")


class Listener(Protocol):
    """Passes the items of a loop on, and says how far it is."""

    def __call__(self, items: Iterable[T], what: str, total: int) -> Iterable[T]:
        """The same items; `what` says in words what is done with them."""


LISTENING: Final = InUse[Listener]("progress")


def followed(items: Collection[T], what: str) -> Iterable[T]:
    """The items, in sight of who listens."""
    listener = LISTENING.get()
    return items if listener is None else listener(items, what, len(items))
