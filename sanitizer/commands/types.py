"""`sanitizer types`: one list of `sanitizer parts`."""

import click

from sanitizer.commands.parts import show


@click.command("types")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(as_json: bool) -> int:
    """List the types of terms, with what each is, and the eight classes that hold them: settings, decisions and
    --operator take both."""
    show("types", as_json)
    if not as_json:
        click.echo("classes:")
        show("classes", as_json)
    return 0
