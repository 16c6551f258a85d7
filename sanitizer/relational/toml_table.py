"""A table of a definition file being read: every key is taken with its type, and what is left over is an error."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from sanitizer.relational.definition import DefinitionError


class TomlTable:
    """One table; the methods take a key with its type and raise DefinitionError, with the place, for any other."""

    def __init__(self, values: Any, where: str, file: str) -> None:
        self.where, self.file = where, file
        if not isinstance(values, Mapping):
            raise DefinitionError(f"{file}: {where}: a table is needed, not {kind_of(values)}")
        self.values: dict[str, Any] = dict(values)
        self.known: list[str] = []

    def place(self, key: str) -> str:
        """Where a key stands, for messages."""
        return f"{self.file}: {self.where}.{key}" if self.where else f"{self.file}: {key}"

    def fail(self, key: str, message: str) -> DefinitionError:
        """The error for a key."""
        return DefinitionError(f"{self.place(key)}: {message}")

    def _take(self, key: str, types: tuple[type, ...], name: str, default: Any) -> Any:
        self.known.append(key)
        if key not in self.values:
            return default
        value = self.values.pop(key)
        if (isinstance(value, bool) and bool not in types) or not isinstance(value, types):
            raise self.fail(key, f"{name} is needed, not {kind_of(value)}")
        return value

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        value: str = self._take(key, (str,), "a string", default)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value: bool = self._take(key, (bool,), "true or false", default)
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        """One of `allowed`."""
        value = self.text(key, default)
        if value and value not in allowed:
            raise self.fail(key, f'"{value}" is not possible; one of: {", ".join(allowed)}')
        return value

    def number(self, key: str, default: float, low: float, high: float | None = None) -> float:
        """A number inside the bounds."""
        value = self._take(key, (int, float), "a number", default)
        if not value >= low or (high is not None and not value <= high):
            bounds = f"at least {low:g}" if high is None else f"{low:g} to {high:g}"
            raise self.fail(key, f"{value!r} is out of bounds ({bounds})")
        return float(value)

    def integer(self, key: str, default: int | None, low: int) -> int | None:
        """A whole number of at least `low`."""
        value: int | None = self._take(key, (int,), "a whole number", default)
        if value is not None and value < low:
            raise self.fail(key, f"{value} is out of bounds (at least {low})")
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Strings; a single one may be written without its list."""
        value = self._take(key, (str, list), "a string or a list of strings", default)
        if isinstance(value, str):
            return (value,)
        if not all(isinstance(v, str) for v in value):
            raise self.fail(key, "every element must be a string")
        return tuple(value)

    def table(self, key: str) -> Any:
        """Whatever stands there, unchecked; None when nothing does."""
        self.known.append(key)
        return self.values.pop(key, None)

    def close(self) -> None:
        """Raise DefinitionError for the first key that nobody asked for."""
        for key in self.values:
            near = difflib.get_close_matches(key, self.known, 1)
            hint = f'; did you mean "{near[0]}"?' if near else f"; possible: {', '.join(self.known)}"
            raise DefinitionError(f"{self.place(key)}: unknown key{hint}")


def kind_of(value: Any) -> str:
    """What a TOML value is, for messages."""
    names = {bool: "true/false", int: "a whole number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "a table" if isinstance(value, Mapping) else f"a {type(value).__name__}")
