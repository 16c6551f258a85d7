"""`sanitizer completion`: the script that lets a shell complete commands and options, printed or installed."""

import re
from pathlib import Path
from typing import Final

import click
from click.shell_completion import get_completion_class

from sanitizer.commands.terminal import finish
from sanitizer.documents.write import whole_file
from sanitizer.errors import UsageError

_WHERE: Final = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/config.fish"}
_BEGIN: Final = "# >>> sanitizer completion >>>"
_END: Final = "# <<< sanitizer completion <<<"
_BLOCK: Final = re.compile(rf"{_BEGIN}\n.*?{_END}\n", re.DOTALL)


@click.command("completion")
@click.argument("shell", type=click.Choice(list(_WHERE)))
@click.option(
    "--install", is_flag=True, help="Write it where the shell looks, once however often it is said."
)
@click.pass_context
def command(context: click.Context, shell: str, install: bool) -> int:
    """Print the completion for SHELL, or install it: sanitizer completion bash --install"""
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"{shell}: no completion is known for it")
    script = made(context.find_root().command, {}, "sanitizer", "_SANITIZER_COMPLETE").source()
    if not install:
        click.echo(script)
        return 0
    place = Path(_WHERE[shell]).expanduser()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(0o644)
        place, mode = place.resolve(), place.stat().st_mode
        before = place.read_text(encoding="utf-8")
        with whole_file(place, private=True) as stream:
            stream.write(_with_block(before, f"{_BEGIN}\n{script.strip()}\n{_END}\n"))
        place.chmod(mode)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{place} cannot be written ({error}): sanitizer completion {shell} prints it"
        ) from error
    finish("open a new terminal; then Tab completes commands, options and names", place)
    return 0


def _with_block(before: str, own: str) -> str:
    """Return a file of settings with our lines in it, in the place of those that stand there."""
    if _BLOCK.search(before):
        return _BLOCK.sub(lambda _: own, before, count=1)
    return before + ("\n" if before and not before.endswith("\n") else "") + own
