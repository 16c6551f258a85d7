"""Regular expressions of users: Python's syntax, with a limit of time wherever one runs.

An expression that tries for ever ("(a|a)*b") would stop a run, or hide that nothing was looked at: when the time is
over, the document fails, and nothing of it is written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import regex

from sanitizer.errors import DocumentError, UsageError

LIMIT_SECONDS: Final = 10.0
"""Time that one expression may take for one text."""

_FLAGS: Final = int(re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE)
_BRACE: Final = re.compile(r"(?<!\\)(?:\\\\)*\{(?!\d*,?\d*\})(?!,?\d)")


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression of a user, with ``flags`` of ``re`` (I, M, S, X), named after ``where`` it stands. Its
    methods are those of ``re``; each raises :class:`DocumentError` when it runs out of time."""

    pattern: str = field(repr=False)
    flags: int = 0
    where: str = "expression"
    _compiled: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.pattern, str):
            raise UsageError(f"{self.where}: a regular expression is a string")
        try:
            if self.flags & ~_FLAGS:
                raise re.error("of the flags only I, M, S and X are possible")
            re.compile(self.pattern, self.flags)
            if _BRACE.search(self.pattern):
                raise re.error("a brace that is no repetition is written \\{")
            made = regex.compile(self.pattern, regex.V0 | self.flags)
        except (re.error, regex.error, OverflowError, RecursionError) as error:
            raise UsageError(f"{self.where}: {self.pattern!r} is no regular expression ({error})") from error
        object.__setattr__(self, "_compiled", made)

    @property
    def groups(self) -> int:
        """Count the groups of the expression."""
        return int(self._compiled.groups)

    def search(self, text: str) -> Any:
        """Return the first match anywhere."""
        return self._run(self._compiled.search, text)

    def match(self, text: str) -> Any:
        """Return a match at the beginning."""
        return self._run(self._compiled.match, text)

    def fullmatch(self, text: str) -> Any:
        """Return a match of the whole text."""
        return self._run(self._compiled.fullmatch, text)

    def finditer(self, text: str) -> Iterator[Any]:
        """Return all matches, from left to right; the limit is for all of them."""
        return iter(self._run(lambda t, timeout: list(self._compiled.finditer(t, timeout=timeout)), text))

    def _run(self, method: Any, text: str) -> Any:
        try:
            return method(text, timeout=LIMIT_SECONDS)
        except TimeoutError as error:
            raise DocumentError(
                f"{self.where}: the regular expression ran for {LIMIT_SECONDS:g} seconds and was stopped; write it "
                "without repetitions inside of repetitions"
            ) from error

    def __getstate__(self) -> tuple[str, int, str]:
        return self.pattern, self.flags, self.where

    def __setstate__(self, state: tuple[str, int, str]) -> None:
        for name, value in zip(("pattern", "flags", "where"), state, strict=True):
            object.__setattr__(self, name, value)
        self.__post_init__()


def expression(value: Any, where: str, ignore_case: bool = False) -> Expression:
    """Return an expression from a string, a compiled pattern or an expression; one that matches nothing at all (the
    empty string) would hold everywhere and is refused. Raises :class:`UsageError` that says where it stands."""
    flags = int(re.IGNORECASE) if ignore_case else 0
    if isinstance(value, Expression):
        made = value
    elif isinstance(value, re.Pattern):
        made = Expression(value.pattern, flags | (value.flags & ~int(re.UNICODE)), where)
    else:
        made = Expression(value, flags, where)
    try:
        empty = made.search("") is not None
    except DocumentError as error:
        raise UsageError(str(error)) from error
    if empty:
        raise UsageError(f"{where}: {made.pattern!r} matches the empty string, and so everywhere")
    return made
