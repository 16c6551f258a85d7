"""Hold what a job of the service has in hand instead of places."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sanitizer.control.rules import Control
from sanitizer.documents.locations import Files
from sanitizer.documents.sealed import Seal
from sanitizer.documents.write import Writer
from sanitizer.pipeline import Sanitizer


@dataclass(frozen=True)
class Held:
    """What a job has in hand instead of places: its ``files``, the ``control``, what
    writes files (``writer``), where the ``journal`` lies and what seals it, a sanitizer of the same parts (``base``),
    and whom to tell of the ``progress`` (documents done, and of how many; 0 where that is not known)."""

    files: Files
    control: Control | None
    writer: Writer
    journal: Path
    seal: Seal
    base: Sanitizer
    progress: Callable[[int, int], None]
