"""Things that lie in a file, in the order in which they were put there: what many texts make is too much for memory."""

import os
import pickle
from array import array
from collections.abc import Iterable, Sequence
from operator import index
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, overload

T = TypeVar("T")


class Shelf(Sequence[T], Generic[T]):
    """A sequence whose items are read from a file each time they are asked for; eight bytes of each are in memory.

    The file, which only this user reads, has no name any more once it is open: it goes with the shelf.
    """

    def __init__(self, path: Path, items: Iterable[T]) -> None:
        """Put all `items` there; nothing may be at `path`. Raises OSError."""
        self._ends = array("q", [0])
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        self._file = os.fdopen(handle, "r+b")
        path.unlink()
        for item in items:
            self._ends.append(self._ends[-1] + self._file.write(pickle.dumps(item, pickle.HIGHEST_PROTOCOL)))
        self._file.flush()

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        number = index(at)
        number += len(self) if number < 0 else 0
        if not 0 <= number < len(self):
            raise IndexError(number)
        start, end = self._ends[number], self._ends[number + 1]
        item: T = pickle.loads(os.pread(self._file.fileno(), end - start, start))
        return item


_BEGIN: Final = 32
"""Characters by which texts are compared before they are read."""


def numbers_in_order(values: Sequence[Any]) -> list[int]:
    """Return the numbers of distinct `values` in the order of these; of texts on a shelf the beginnings alone are in
    memory."""
    keys = [_Late(values, i) for i in range(len(values))] if isinstance(values, Shelf) else values
    return sorted(range(len(values)), key=keys.__getitem__)


class _Late:
    """A text of a shelf, which is read where its beginning does not tell it from another."""

    __slots__ = ("_begin", "_number", "_shelf")

    def __init__(self, shelf: Sequence[str], number: int) -> None:
        self._shelf, self._number, self._begin = shelf, number, shelf[number][:_BEGIN]

    def __lt__(self, other: "_Late") -> bool:
        if self._begin != other._begin:
            return self._begin < other._begin
        return self._shelf[self._number] < other._shelf[other._number]
