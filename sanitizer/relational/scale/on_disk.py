"""Where texts are worked on by processes of this machine, and what is found in them lies on disk."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sanitizer.common.shelf import Shelf
from sanitizer.common.spark_session import working_folder
from sanitizer.errors import UsageError
from sanitizer.relational.terms.parts import Place, Processes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DiskPlace(Processes):
    """So many processes of this machine, and a ``folder`` instead of its memory."""

    folder: Path = field(kw_only=True)

    def held(self, items: Iterable[T]) -> Sequence[T]:
        """Return all items, in a file of the folder. Raises UsageError."""
        return shelved(self.folder, items)


@contextmanager
def disk_place(folder: Path, workers: int = 1) -> Iterator[Place]:
    """Provide a place in a `folder` that only this user reads, and that is gone afterwards. Raises UsageError."""
    with working_folder(folder):
        yield DiskPlace(workers, folder=folder)


def shelved(folder: Path, items: Iterable[T]) -> Sequence[T]:
    """Return all items, in a file of a folder. Raises UsageError."""
    try:
        return Shelf(folder / uuid.uuid4().hex, items)
    except OSError as error:
        raise UsageError(f"{folder}: cannot write: {error.strerror}") from None
