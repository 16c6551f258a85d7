"""`sanitizer help`: the pages that are installed with the program, and its examples."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from sanitizer.commands.groups import COMMANDS
from sanitizer.errors import ResourceError, UsageError, did_you_mean

_PACKAGE = Path(__file__).parents[1]


@click.command("help")
@click.argument("topic", required=False)
@click.option(
    "--examples",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the files that the tutorials use into the new folder FOLDER.",
)
@click.pass_context
def command(context: click.Context, topic: str | None, examples: Path | None) -> int:
    """Show a page of the documentation, or the options of a command; without TOPIC, list them.

    \b
    Examples:
      sanitizer help letters             the tutorial on a folder of letters
      sanitizer help glossary            what the words mean
      sanitizer help --examples examples the files that the tutorials use
    """
    if examples is not None:
        _write_examples(examples)
        return 0
    found = topics()
    if topic is None:
        _list(found)
        return 0
    root = context.find_root()
    assert isinstance(root.command, click.Group)
    names = [name for own in COMMANDS.values() for name in own]
    if topic in found:
        click.echo_via_pager(found[topic].read_text(encoding="utf-8"))
    elif topic in names:
        own = root.command.get_command(root, topic)
        assert own is not None
        click.echo(own.get_help(click.Context(own, info_name=topic, parent=root)))
    else:
        hint = did_you_mean(topic, [*found, *names])
        raise UsageError(f"no page and no command {topic!r}{hint}: sanitizer help lists them")
    return 0


def _folder(name: str) -> Path:
    """Where pages or examples lie: in the package where it was built, else in the clone. Raises ResourceError."""
    for place in (_PACKAGE / "pages" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise ResourceError(f"{name}: not installed with this program; reinstall the package")


def topics() -> Mapping[str, Path]:
    """The pages by their names; tutorials come first."""
    docs = _folder("docs")
    return {page.stem: page for page in (*sorted(docs.glob("tutorials/*.md")), *sorted(docs.glob("*.md")))}


def title(page: Path) -> str:
    """The heading of a page."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), page.stem)


def _list(found: Mapping[str, Path]) -> None:
    width = max(len(name) for name in found)
    for heading, is_tutorial in (("Tutorials", True), ("Pages", False)):
        click.echo(f"{heading}:")
        for name, page in found.items():
            if (page.parent.name == "tutorials") is is_tutorial:
                click.echo(f"  {name:<{width}}  {title(page)}")
    click.echo("next: sanitizer help NAME, or sanitizer help COMMAND", err=not sys.stdout.isatty())


def _write_examples(target: Path) -> None:
    if target.exists():
        raise UsageError(f"{target} is there already: name a new folder")
    shutil.copytree(_folder("examples"), target)
    click.echo(f"written: {target}")
    click.echo("next: sanitizer help letters (or judgments, chats, table, python)")
