"""`sanitizer verify`: recount a written release by code that knows nothing of how it was made."""

import json

import click

from sanitizer.commands.terminal import finish, waiting
from sanitizer.commands.wrong_calls import Input
from sanitizer.common.extras import need


@click.command("verify")
@click.argument("release", type=Input(as_path=False), required=False)
@click.option("--definition", required=True, type=Input(as_path=False), help="What has to hold.")
@click.option("--sidecar", type=Input(as_path=False), help="The private sidecar of the release.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def command(release: str | None, definition: str, sidecar: str | None, as_json: bool) -> int:
    """Check the file RELEASE (by default the definition's output) against its definition.

    Exit status 1 when something does not hold. Without a sidecar (--sidecar, or for the definition's own output the one
    that it names), rows are counted as persons and the terms of texts cannot be compared; what was not checked is said.
    """
    need("tables", "verify")
    from sanitizer.commands.garbage import collecting_rarely
    from sanitizer.relational.definition.schema import load_definition
    from sanitizer.relational.verify_file import verify_files

    with collecting_rarely(), waiting("checking the release"):
        verdict = verify_files(release or "", load_definition(definition), sidecar)
    if as_json:
        click.echo(json.dumps(verdict.told.to_json(), indent=2))
    else:
        click.echo("holds" if verdict.met else "DOES NOT HOLD")
        for line in verdict.failures:
            click.echo(f"  {line}")
        for line in verdict.warnings:
            click.echo(f"  warning: {line}")
        for line in verdict.unchecked:
            click.echo(f"  not checked: {line}")
        for name, value in verdict.figures.to_json().items():
            click.echo(f"  {name}: {value}")
    finish(
        "read twenty rows, then hand the release over, without its sidecar"
        if verdict.met
        else "change the definition where it says so, release again; nothing of this release may go out"
    )
    return 0 if verdict.met else 1
