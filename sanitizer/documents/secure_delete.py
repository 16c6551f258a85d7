"""Overwrite files before they are removed."""

import os
from pathlib import Path
from typing import Final

_PART: Final = b"\0" * (1 << 20)


def wipe_file(path: Path) -> None:
    """Overwrite a regular file with zeros, and remove it; a link is removed alone. On file systems that write elsewhere
    (copy on write, flash) the old blocks may stay: there only what was sealed is unreadable, once its key is gone."""
    if path.is_file() and not path.is_symlink():
        with path.open("r+b") as stream:
            left = os.fstat(stream.fileno()).st_size
            while left > 0:
                left -= stream.write(_PART[:left])
            stream.flush()
            os.fsync(stream.fileno())
    path.unlink()
