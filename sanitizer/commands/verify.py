"""`sanitizer verify`: recount a written release by code that knows nothing of how it was made."""

import json
from typing import Final

import click

from sanitizer.commands.terminal import finish, waiting
from sanitizer.commands.wrong_calls import Input
from sanitizer.common.extras import need

_IN_WORDS: Final = {
    "classes": "groups of persons who look alike", "least_class": "persons in the least group",
    "mean_class": "persons in a group on average", "highest_risk": "chance of finding one person by the columns",
    "persons_of_the_source": "persons in the original",
    "direct_identifiers_left": "names and numbers of persons left in the texts",
    "own_identifiers_left": "of these, of the row's own person",
}  # fmt: skip
"""The figures of a verdict whose names a newcomer would not know."""


@click.command("verify")
@click.argument("release", type=Input(as_path=False), required=False)
@click.option(
    "--definition",
    required=True,
    type=Input(as_path=False),
    help="The file (.toml) that says what has to hold.",
)
@click.option(
    "--sidecar", type=Input(as_path=False), help="The file of release --sidecar: who is who among the rows."
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def command(release: str | None, definition: str, sidecar: str | None, as_json: bool) -> int:
    """Check the file RELEASE (by default the definition's output) against its definition.

    Exit status 1 when something does not hold. Without a sidecar (--sidecar, or for the definition's own output the one
    that it names), rows are counted as persons and the terms of texts cannot be compared; what was not checked is said.
    """
    need("tables", "verify")
    from sanitizer.commands.interpreter import collecting_rarely
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
            click.echo(f"  {_IN_WORDS.get(name, name).replace('_', ' ')}: {_number(value)}")
    finish(
        "read twenty rows, then hand the release over, without its sidecar"
        if verdict.met
        else "change the definition where it says so, release again; nothing of this release may go out"
    )
    return 0 if verdict.met else 1


def _number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
