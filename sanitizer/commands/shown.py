"""Lines on standard error in colours, where it is a terminal and NO_COLOR is not set."""

import os
import sys

import click


def tell(line: str, colour: str | None = None, bold: bool = False) -> None:
    """Print a line on standard error."""
    if (colour or bold) and not os.environ.get("NO_COLOR") and sys.stderr is not None and sys.stderr.isatty():
        line = click.style(line, fg=colour, bold=bold)
    click.echo(line, err=True)


def warn(line: str) -> None:
    """Print a warning: yellow."""
    tell(line, "yellow")


def fail(line: str) -> None:
    """Print what went wrong: red."""
    tell(line, "red")


def lead_on(line: str) -> None:
    """Print where things lie, or what to do next: bold."""
    tell(line, bold=True)
