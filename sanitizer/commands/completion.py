"""`sanitizer completion`: the script that lets a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

_WHERE = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/config.fish"}


@click.command("completion")
@click.argument("shell", type=click.Choice(list(_WHERE)))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the completion for SHELL. To install it for bash: sanitizer completion bash >> ~/.bashrc"""
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"{shell}: no completion is known for it")
    click.echo(made(context.find_root().command, {}, "sanitizer", "_SANITIZER_COMPLETE").source())
    return 0
