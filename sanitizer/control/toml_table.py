"""A table of a TOML file being read: unknown keys are an error at once, and every key is taken with its type."""

from collections.abc import Mapping, Sequence
from typing import Any

from sanitizer.common import arguments
from sanitizer.common.arguments import kind_of
from sanitizer.errors import UsageError, did_you_mean


class TomlTable:
    """One table of `file`, at `where` in it, that may hold `keys`.

    The methods take a key with its type; anything else raises ``error`` with the place. Unknown keys are said first,
    before what is missing or wrong: a misspelt key is why another is missing.
    """

    error: type[UsageError] = UsageError

    def __init__(self, values: Any, where: str, file: str, keys: Sequence[str]) -> None:
        self.where, self.file, self.keys = where, file, tuple(keys)
        if not isinstance(values, Mapping):
            raise self.error(f"{file}: {where}: a table is needed, not {kind_of(values)}")
        self.values: dict[str, Any] = dict(values)
        for key in self.values:
            if key not in self.keys:
                hint = did_you_mean(key, self.keys) or f"; possible: {', '.join(self.keys)}"
                raise self.error(f"{self.place(key)}: unknown key{hint}")

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def place(self, key: str) -> str:
        """Return where a key stands, for messages."""
        return f"{self.file}: {self.where}.{key}" if self.where else f"{self.file}: {key}"

    def fail(self, key: str, message: str) -> UsageError:
        """Return the error for a key; for the table itself where the key is empty."""
        return self.error(f"{self.place(key) if key else f'{self.file}: {self.where}'}: {message}")

    def text(self, key: str, default: str = "", blank: bool = True) -> str:
        """Return a string; a blank one is an error unless ``blank``."""
        if key not in self.values:
            return default
        return arguments.text(self.values[key], self.place(key), blank, self.error)

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        return arguments.flag(self.values.get(key, default), self.place(key), self.error)

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        """Return one of `allowed`."""
        if key not in self.values:
            return default
        return arguments.one_of(self.values[key], allowed, self.place(key), self.error)

    def number(
        self, key: str, default: float, low: float, high: float | None = None, above: bool = False
    ) -> float:
        """Return a finite number inside the bounds."""
        if key not in self.values:
            return default
        return arguments.number(self.values[key], self.place(key), low, high, above, self.error)

    def integer(self, key: str, default: int | None, low: int) -> int | None:
        """Return a whole number of at least `low`."""
        if key not in self.values:
            return default
        return arguments.whole(self.values[key], self.place(key), low, error=self.error)

    def texts(self, key: str, default: tuple[str, ...] = (), blank: bool = True) -> tuple[str, ...]:
        """Return strings; a single one may be written without its list. No or blank strings are an error unless
        ``blank``."""
        if key not in self.values:
            return default
        value = self.values[key]
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list):
            raise self.fail(key, f"a string or a list of strings is needed, not {kind_of(value)}")
        if not all(isinstance(v, str) for v in listed):
            raise self.fail(key, "every element must be a string")
        if not blank and not all(v.strip() for v in (listed or [""])):
            raise self.fail(key, "it is empty; leave the key out, or say what is meant")
        return tuple(listed)

    def table(self, key: str) -> Any:
        """Whatever stands there, unchecked; None when nothing does."""
        return self.values.get(key)

    def entries(self, key: str) -> dict[str, Any]:
        """Return the keys and values of a table of free keys; an empty one is an error, none is empty."""
        value = self.values.get(key, {})
        if not isinstance(value, Mapping):
            raise self.fail(key, f"a table [{key}] is needed, not {kind_of(value)}")
        if key in self.values and not value:
            raise self.fail(key, "the table says nothing; leave it out")
        return dict(value)

    def rows(self, key: str) -> list[tuple[str, Any]]:
        """Return the tables of an array ``[[key]]``, each with its place ("allow[2]")."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or (key in self.values and not value):
            raise self.fail(key, f"write [[{key}]] (a list of tables), not {kind_of(value)}")
        return [(f"{key}[{number}]", row) for number, row in enumerate(value, 1)]
