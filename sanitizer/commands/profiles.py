"""`sanitizer profiles`: one list of `sanitizer parts`."""

import click

from sanitizer.commands.parts import show


@click.command("profiles")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(as_json: bool) -> int:
    """List the profiles, with what each is."""
    show("profiles", as_json)
    return 0
