"""Errors that a user can cure; each message says what, where, and how, and never quotes private text."""

from collections.abc import Iterable
from difflib import get_close_matches


class SanitizerError(Exception):
    """Base of all errors raised on purpose. ``exit_status`` is what the command ends with."""

    exit_status = 2


class UsageError(SanitizerError):
    """The call or the input as a whole cannot be used."""


class DocumentError(SanitizerError):
    """One document cannot be processed; the others go on, and the run ends with status 1."""

    exit_status = 1


class ResourceError(SanitizerError):
    """A resource (model, statistics, taxonomy, count source) is missing or corrupt."""

    exit_status = 3


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint at the known word that is nearest to one that is not known: " (did you mean 'phrases'?)", or ""."""
    near = get_close_matches(word, list(known), 1)
    return f" (did you mean {near[0]!r}?)" if near else ""
