"""Name places in a row of JSON by a path: ``messages[].content`` are the texts of all messages, ``meta.agent`` one."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

_STEP: Final = re.compile(r"([^.\[\]]+)|(\[\])")
_PATH: Final = re.compile(r"[^.\[\]]+(?:\[\])*(?:\.[^.\[\]]+(?:\[\])*)*")
Path = tuple[str | None, ...]
"""Keys of objects in order; None: every element of a list."""


def path_of(name: str) -> Path | None:
    """Return the path that a name of a field is; None where it is a plain name, or no path."""
    if not ("." in name or "[]" in name) or not _PATH.fullmatch(name):
        return None
    return tuple(key or None for key, _ in _STEP.findall(name))


def values_at(row: Any, path: Path) -> Iterator[Any]:
    """Yield the values at a path, in order."""
    if not path:
        yield row
    elif path[0] is None:
        if isinstance(row, list):
            for part in row:
                yield from values_at(part, path[1:])
    elif isinstance(row, Mapping) and path[0] in row:
        yield from values_at(row[path[0]], path[1:])


def only(row: Any, path: Path) -> Any:
    """Return a copy of a row with nothing but what lies at a path; lists keep their lengths, what is missing stays
    so."""
    if not path or row is None:
        return row
    if path[0] is None:
        return [only(part, path[1:]) for part in row] if isinstance(row, list) else []
    if isinstance(row, Mapping) and path[0] in row:
        return {path[0]: only(row[path[0]], path[1:])}
    return {}


def merged(first: Any, second: Any) -> Any:
    """Return two copies of parts of one row as one."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        both = [key for key in first if key in second]
        return {**first, **second, **{key: merged(first[key], second[key]) for key in both}}
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        return [merged(a, b) for a, b in zip(first, second, strict=True)]
    return second if first in ({}, []) else first


def replaced(row: Any, path: Path, change: Callable[[str], str]) -> Any:
    """Return a copy of a row, the texts at a path changed, in order."""
    if not path:
        return change(row) if isinstance(row, str) else row
    if path[0] is None:
        return [replaced(part, path[1:], change) for part in row] if isinstance(row, list) else row
    if isinstance(row, Mapping) and path[0] in row:
        return {**row, path[0]: replaced(row[path[0]], path[1:], change)}
    return row
