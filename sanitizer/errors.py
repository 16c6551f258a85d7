"""Errors that a user can cure; each message says what, where, and how, and never quotes private text."""

import difflib
from collections.abc import Iterable
from pathlib import Path


class SanitizerError(Exception):
    """Base of all errors raised on purpose. ``exit_status`` is what the command ends with."""

    exit_status = 2


class UsageError(SanitizerError, ValueError):
    """The call or the input as a whole cannot be used."""


class RefusedInputError(UsageError):
    """The one file, archive or stream of documents that was given is refused for what stands in it."""

    exit_status = 1


class DocumentError(SanitizerError):
    """One document cannot be processed; the others go on, and the run ends with status 1."""

    exit_status = 1


class WrongFieldError(DocumentError):
    """A field that was asked for is not in a document: of one that was given alone, the call is wrong (status 2)."""


class ResourceError(SanitizerError):
    """A resource (model, statistics, taxonomy, count source) is missing or corrupt."""

    exit_status = 3


def did_you_mean(word: str, known: Iterable[str], before: str = "") -> str:
    """Return a hint for a misspelt word: `` (did you mean 'phrases'?)`` with the nearest of `known`, or nothing;
    `before` is what all of them begin with."""
    by_low = {name.lower(): name for name in known}
    near = difflib.get_close_matches(str(word).lower(), sorted(by_low), 1, 0.62)
    return f" (did you mean {before + by_low[near[0]]!r}?)" if near else ""


def unreadable(error: Exception) -> str:
    """Return why a file cannot be read, in plain words, without a path and without what stands in the file."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file; check its name, and the folder that you are in"
    if isinstance(error, PermissionError):
        return "you have no right to read it"
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    if isinstance(error, OSError):
        return (error.strerror or type(error).__name__).lower()
    return type(error).__name__


def missing(path: str | Path) -> str:
    """Return what to say of a path where nothing is: with the name beside it that is nearest to its own."""
    place = Path(path)
    try:
        hint = did_you_mean(place.name, (other.name for other in place.parent.iterdir()))
    except OSError:
        hint = ""
    if len(str(path).split()) > 2 and not hint and not place.suffix.strip("."):
        hint = ' (is it the text itself? echo "TEXT" | sanitizer sanitize -)'
    return f"{path} does not exist{hint}: check its name, and the folder that you are in"
