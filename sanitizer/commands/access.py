"""The options that say whether sources of counts beyond this machine may be asked, and where their answers are kept."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sanitizer.risk.sources import Access

COUNTS_HELP = (
    "default, a path, or a source beyond this machine: elastic:, opensearch:, quickwit:, postgres:, mediawiki:, "
    "infini-gram:, google: (sanitizer help counts); repeatable, asked in order."
)

CACHE = click.option(
    "--cache",
    type=click.Path(path_type=Path),
    help="Folder that keeps the answers of sources beyond this machine.  [default: SANITIZER_CACHE, or the user's "
    "cache folder]",
)

_OPTIONS = (
    click.option(
        "--offline",
        is_flag=True,
        envvar="SANITIZER_OFFLINE",
        help="Send nothing: sources beyond this machine answer from the cache only, and the rest is unknown.",
    ),
    CACHE,
    click.option(
        "--cache-days",
        type=click.IntRange(0),
        help="Ask again what is older.  [default: answers hold for ever]",
    ),
)


def with_access(command: Callable[..., Any]) -> Callable[..., Any]:
    """A click command with these options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_access(options: Mapping[str, Any]) -> "Access":
    """What the options allow."""
    from sanitizer.risk.sources import Access

    return Access(options["offline"], options["cache"], options["cache_days"])
