"""`sanitizer keys`: make, list and remove the keys of callers of the service."""

from pathlib import Path

import click

from sanitizer.commands.terminal import finish
from sanitizer.common.extras import need

_FILE = click.option(
    "--file",
    type=click.Path(path_type=Path),
    required=True,
    help="File of keys, which only you may read; serve --keys reads it.",
)


@click.group("keys")
def command() -> None:
    """Make, list or end keys of callers of the service (sanitizer help service); they are kept as hashes."""
    need("service", "keys")


@command.command("add")
@click.argument("name")
@click.option(
    "--scope", "scopes", multiple=True, required=True, help="sanitize, jobs, review, originals, restore."
)
@_FILE
def add(name: str, scopes: tuple[str, ...], file: Path) -> int:
    """Make a key called NAME, and print it: it is shown this once."""
    from sanitizer.service.keys import add_key

    click.echo(add_key(file, name, scopes))
    finish(f"give the key to {name}: it is shown this once; then: sanitizer serve --keys {file}", file)
    return 0


@command.command("list")
@_FILE
def listed(file: Path) -> int:
    """List the keys of a file with their scopes."""
    from sanitizer.service.keys import Keys

    for caller in Keys.read(file).callers():
        click.echo(f"{caller.name}: {', '.join(sorted(caller.scopes))}")
    return 0


@command.command("remove")
@click.argument("name")
@_FILE
def remove(name: str, file: Path) -> int:
    """Take the key called NAME out; a service reads its keys when it is started."""
    from sanitizer.service.keys import remove_key

    remove_key(file, name)
    return 0
