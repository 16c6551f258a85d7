"""Do without machine code where a table is small: to make it takes half a minute of a processor, once for each
installation, and the release of a few hundred rows two seconds."""

from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sanitizer.relational.definition.definition import Source

IS_PROGRAM: Final[ContextVar[bool]] = ContextVar("is_program", default=False)
"""Whether this process is the program `sanitizer` and ends with its command."""

_SMALL: Final = 64 * 1024
"""Bytes of all tables up to which plain Python is faster than to make the machine code (400 rows of the example: 4.7 s
of a processor against 30 s, and 2.6 s with the code made)."""


def spare_compiler(sources: "Iterable[Source]") -> None:
    """Let this process, if it ends with its command, run the loops over small tables as plain Python: the same result.
    Call it before they are imported."""
    paths = [Path(source.path) for source in sources]
    plain = all(path.suffix in (".csv", ".tsv") and path.is_file() for path in paths)
    if IS_PROGRAM.get() and paths and plain and sum(path.stat().st_size for path in paths) <= _SMALL:
        from numba import config

        config.DISABLE_JIT = True
