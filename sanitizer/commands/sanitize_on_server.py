"""`sanitizer sanitize --server URL`: let a service that is running do the work; no model is loaded here."""

import os
import sys
import urllib.error
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from sanitizer.common.arguments import refuse_folder
from sanitizer.errors import RefusedInputError, ResourceError, UsageError
from sanitizer.service.client import LOOPBACK, Client, ServiceError

KEY: Final = "SANITIZER_SERVICE_KEY"
"""The variable with the key of the caller, for a service that asks for one."""

SETTINGS: Final = {
    # what a service may be asked for -> the option of the command
    "strategy": "--strategy", "context": "--context", "threshold": "--threshold", "unknown": "--unknown",
    "sensitive": "--sensitive", "groups": "--groups", "distinct": "--distinct", "dates": "--dates",
    "contextual": "--contextual", "kb_order": "--kb-order", "last_resort": "--last-resort",
    "generalization_counts": "--generalization-counts", "any_language": "--any-language", "spread": "--spread",
    "operators": "--operator", "strict": "--strict", "format": "--format", "text_field": "--text-field",
    "id_field": "--id-field", "keep_fields": "--keep-field", "keep_ids": "--keep-ids",
    "person_field": "--person-field", "pdf": "--pdf", "tracked_changes": "--tracked-changes", "comments": "--comments",
}  # fmt: skip
OF_TEXTS: Final = frozenset(
    ("strategy", "context", "threshold", "unknown", "sensitive", "groups", "distinct", "dates", "contextual",
     "kb_order", "last_resort", "generalization_counts", "any_language", "operators")
)  # fmt: skip
"""Those of them that are about one text."""
_HERE: Final = frozenset(("source", "output", "server", "quiet", "overwrite"))
"""Parameters that are about this end."""
_PLAIN: Final = frozenset((".txt", ".md", ""))
_GIVEN: Final = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP, ParameterSource.ENVIRONMENT)


def sanitize_there(context: click.Context, address: str) -> int:
    """Send the one text of the call; write what comes back, tell how it went; the exit status. Raises UsageError,
    ResourceError."""
    settings = _settings(context)
    _check(address)
    source, output = context.params["source"], context.params["output"] or "-"
    refuse_folder(output)
    if output != "-":
        from sanitizer.documents.write import refuse_existing

        refuse_existing([Path(output)], context.params["overwrite"])
    text = _read(source)
    client = Client(address, os.environ.get(KEY, ""))
    try:
        told = client.sanitize(text, settings)
    except ServiceError as error:
        raise UsageError(f"{address}: {error.detail}") from None
    except (urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise ResourceError(
            f"{address} cannot be reached ({reason}); sanitizer serve starts a service"
        ) from None
    _write(output, told["text"])
    if not context.params["quiet"]:
        _tell(told)
    return 0 if told.get("met") else 1


def _check(address: str) -> None:
    """Raise UsageError for an address that is none, or to which the text would go where others on the way read it."""
    place = urlsplit(address)
    if place.scheme not in ("http", "https") or not place.hostname:
        raise UsageError(f"--server {address}: the address of a service begins with https:// or http://")
    if place.scheme == "http" and place.hostname not in LOOPBACK:
        raise UsageError(
            f"--server: over http:// the text and the key go to {place.hostname} as anybody on the way can read them: "
            "https://, or a tunnel that ends on this machine"
        )


def _settings(context: click.Context) -> dict[str, Any]:
    """Return what the call asks for besides, in the words of the service."""
    by_option = {option: name for name, option in SETTINGS.items() if name in OF_TEXTS} | {
        "--profile": "profile"
    }
    settings: dict[str, Any] = {}
    for parameter in context.command.params:
        if parameter.name is None or context.get_parameter_source(parameter.name) not in _GIVEN:
            continue
        name = next((by_option[own] for own in parameter.opts if own in by_option), None)
        value = context.params.get(parameter.name)
        if name is not None:
            settings[name] = list(value) if isinstance(value, tuple) else value
        elif parameter.name not in _HERE:
            raise UsageError(
                f"--server sends one text: {max(parameter.opts, key=len)} cannot be asked for with it"
            )
    return settings


def _read(source: str) -> str:
    """Return the text of a file or of standard input."""
    if source != "-" and (Path(source).is_dir() or Path(source).suffix.lower() not in _PLAIN):
        raise UsageError(
            f"{source}: --server takes a plain text file or -; the jobs of a service take other formats"
        )
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        text = data.decode("utf-8")
    except OSError as error:
        raise UsageError(f"{source}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RefusedInputError(f"{source} is not in UTF-8") from None
    if not text.strip():
        raise RefusedInputError(f"{source} holds no text")
    return text


def _write(output: str, text: str) -> None:
    if output == "-":
        click.echo(text, nl=False)
        return
    from sanitizer.documents.write import whole_file

    with whole_file(Path(output)) as stream:
        stream.write(text)


def _tell(told: dict[str, Any]) -> None:
    """Say what the service said of the text."""
    share = told.get("utility_percent")
    kept = "" if share is None else f", {share} % of the information kept"
    click.echo(f"1 of 1 documents done{kept}", err=True)
    if places := sum(told.get("look", {}).values()):
        click.echo(f"{places} places to look at", err=True)
    if not told.get("met"):
        click.echo("sanitizer: something that had to go is left", err=True)
