"""Sanitize texts and tables about people. Start reading at :mod:`sanitizer.pipeline`."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Document", "SanitizedDocument", "Sanitizer", "Settings", "__version__"]

if TYPE_CHECKING:
    from sanitizer.pipeline import SanitizedDocument, Sanitizer
    from sanitizer.settings import Settings
    from sanitizer.types import Document

_HOME = {
    "Document": "sanitizer.types",
    "SanitizedDocument": "sanitizer.pipeline",
    "Sanitizer": "sanitizer.pipeline",
    "Settings": "sanitizer.settings",
}


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used: `sanitizer --help` should not load a language model."""
    if name not in _HOME:
        raise AttributeError(f"module 'sanitizer' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
