"""Spare time of the interpreter: no machine code for small tables, a look for cyclic garbage only now and then."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
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


_RARELY: Final = 1_000_000
"""Objects made between two looks: a large table makes millions of cells, and none of them is garbage."""


@contextmanager
def collecting_rarely(loaded: bool = False) -> Iterator[None]:
    """Look for cyclic garbage less often while a command runs; as before behind it.

    Args:
        loaded: never look among what is there already, as servers do, which keep it: a look takes a fifth of a second.
    """
    before = gc.get_threshold()
    if loaded:
        gc.collect()
        gc.freeze()
    gc.set_threshold(_RARELY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if loaded:
            gc.unfreeze()
