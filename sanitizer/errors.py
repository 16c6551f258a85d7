"""Errors that a user can cure; each message says what, where, and how, and never quotes private text."""


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
