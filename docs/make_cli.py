"""Write docs/cli.md and docs/lists.md: every command with its options, and every word that options take.

python docs/make_cli.py     # make docs-outputs calls it; a test compares
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sanitizer.commands import group  # noqa: E402
from sanitizer.commands.command_groups import COMMANDS  # noqa: E402
from sanitizer.commands.help_examples import EXAMPLES  # noqa: E402
from sanitizer.commands.parts import shipped  # noqa: E402

_MADE = "This page is written by `python docs/make_cli.py` from the program itself."
_STATUS = """
## Exit status

| status | meaning |
| --- | --- |
| 0 | all done, and every promise kept |
| 1 | finished, but something needs a person: a document failed, was skipped or is refused for what stands in it, a \
promise is not kept, `--harden` fell short, `--strict` found something |
| 2 | the call cannot be used: its options and settings, the names of files, fields and columns, a table |
| 3 | a resource, an extra or a source of counts is missing |
| 130 | ended by Ctrl-C |
| 141 | nobody reads the output any more |
| 143 | ended by SIGTERM; `--resume` goes on |
"""
_VARIABLES = """
## Variables of the environment

| variable | meaning |
| --- | --- |
| `SANITIZER_KEY` | the key of operators, where `--key-file` is not given |
| `SANITIZER_PLUGINS` | which plug-ins are loaded: unset all, `none`, or names with commas ([plug-ins](plugins.md)) |
| `SANITIZER_DEBUG` | errors are shown whole; they may hold private text |
| `NO_COLOR` | no colours on a terminal |
"""


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")


def paragraphs(text: str) -> Iterator[str]:
    """Yield the help of a command, as paragraphs."""
    for part in text.replace("\b\n", "").split("\n\n"):
        yield " ".join(part.split()).replace("[", "\\[").replace("<", "&lt;").replace("{", "&#123;")


def described(command: click.Command, path: str, level: int) -> Iterator[str]:
    """Yield a command, its options, and the commands below it."""
    context = click.Context(command, info_name=path)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"{'#' * level} `{path}`"
    yield f"```bash\n{path} {usage}\n```"
    yield from paragraphs(command.help or "")
    if lines := EXAMPLES.get(path.removeprefix("sanitizer ")):
        yield "Examples:\n\n```bash\n" + "\n".join(lines) + "\n```"
    rows = []
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if isinstance(option, click.Option) and record and "--help" not in option.opts:
            rows.append(f"| `{record[0].replace('|', chr(92) + '|')}` | {cell(record[1])} |")
    if rows:
        yield "\n".join(["| option | |", "| --- | --- |", *rows])
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            own = command.get_command(context, name)
            if own is not None:
                yield from described(own, f"{path} {name}", level + 1)


def cli() -> str:
    """Return the text of docs/cli.md."""
    context = click.Context(group, info_name="sanitizer")
    parts = ["# Commands and options", _MADE, *paragraphs(group.help or "")]
    for heading, own in COMMANDS.items():
        parts.append(f"## {heading}")
        for name in own:
            command = group.get_command(context, name)
            assert command is not None
            parts += described(command, f"sanitizer {name}", 3)
    return "\n\n".join(parts) + "\n" + _STATUS + _VARIABLES


def lists() -> str:
    """Return the text of docs/lists.md."""
    parts = [
        "# All words that options and settings take",
        _MADE + " `sanitizer parts` prints the same, with what plug-ins add.",
    ]
    for kind, known in shipped().items():
        parts.append(f"## {kind}")
        parts.append(
            "\n".join(["| | |", "| --- | --- |", *(f"| `{n}` | {cell(what)} |" for n, what in known.items())])
        )
    return "\n\n".join(parts) + "\n"


PAGES = {ROOT / "docs" / "cli.md": cli, ROOT / "docs" / "lists.md": lists}


if __name__ == "__main__":
    for page, text in PAGES.items():
        page.write_text(text(), encoding="utf-8")
