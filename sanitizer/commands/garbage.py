"""Look for cyclic garbage less often while a command runs; a library leaves that to the program that calls it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

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
