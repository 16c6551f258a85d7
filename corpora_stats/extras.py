"""Load a library that comes with an extra of the package, or say what to install."""

from importlib import import_module
from typing import Any

from corpora_stats.base import CountsError


def load(module: str, extra: str, part: str) -> Any:
    """Return the library `module`, which `extra` brings and `part` needs. Raises CountsError where it is not
    installed."""
    try:
        return import_module(module)
    except ImportError:
        raise CountsError(
            f"{part} needs the extra \"{extra}\": pip install 'semantic-sanitizer[{extra}]'"
        ) from None
