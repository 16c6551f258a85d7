"""Errors that a user can cure; each message says what, where, and how, and never quotes private text."""

import difflib
from collections.abc import Iterable


class SanitizerError(Exception):
    """Base of all errors raised on purpose. ``exit_status`` is what the command ends with."""

    exit_status = 2


class UsageError(SanitizerError, ValueError):
    """The call or the input as a whole cannot be used."""


class DocumentError(SanitizerError):
    """One document cannot be processed; the others go on, and the run ends with status 1."""

    exit_status = 1


class ResourceError(SanitizerError):
    """A resource (model, statistics, taxonomy, count source) is missing or corrupt."""

    exit_status = 3


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: `` (did you mean 'phrases'?)`` with the nearest of `known`, or nothing."""
    by_low = {name.lower(): name for name in known}
    near = difflib.get_close_matches(str(word).lower(), sorted(by_low), 1)
    return f" (did you mean {by_low[near[0]]!r}?)" if near else ""
