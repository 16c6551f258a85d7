"""The command `sanitizer`: one file per subcommand (arguments -> calls -> output -> exit status)."""

import importlib
import sys
from typing import Final

import click

from sanitizer import __version__
from sanitizer.errors import SanitizerError

COMMANDS: Final[dict[str, str]] = {
    # name -> module of this package that defines `command`; loaded only when called, so that --help is quick
    "corpus": "corpus",
    "cache": "cache",
    "count": "count",
    "evaluate": "evaluate",
    "explain": "explain",
    "kb": "kb",
    "sanitize": "sanitize",
    "release": "release",
    "restore": "restore",
    "scan": "scan",
    "verify": "verify",
    "where": "where",
    "audit": "audit",
    "report": "report",
    "sweep": "sweep",
    "types": "types",
}


class LazyGroup(click.Group):
    """A group whose subcommands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of the command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"sanitizer.commands.{COMMANDS[cmd_name]}")
        command: click.Command = module.command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sanitizer")
def group() -> None:
    """Sanitize texts and tables about people: say less, in true and readable words, and prove what was done."""


def main(arguments: list[str] | None = None) -> None:
    """Entry point. Errors that a user can cure end as one line on stderr and the exit status of their kind."""
    try:
        status = group.main(args=arguments, prog_name="sanitizer", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("sanitizer: interrupted", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except SanitizerError as error:
        click.echo(f"sanitizer: {error}", err=True)
        sys.exit(error.exit_status)
    except BrokenPipeError:
        sys.exit(141)
    sys.exit(status if isinstance(status, int) else 0)
