"""`sanitizer types`: one list of `sanitizer parts`."""

import click

from sanitizer.commands.parts import show


@click.command("types")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(as_json: bool) -> int:
    """List the types, with what each is."""
    show("types", as_json)
    return 0
