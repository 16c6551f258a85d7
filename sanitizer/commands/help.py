"""`sanitizer help`: the pages that are installed with the program, and its examples."""

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from sanitizer.commands.command_groups import COMMANDS
from sanitizer.commands.parts import shipped
from sanitizer.commands.wrong_calls import Listed
from sanitizer.errors import ResourceError, UsageError, did_you_mean

_PACKAGE = Path(__file__).parents[1]
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n?", re.M)
_LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)#\s]*)(?:#[^)\s]*)?\)")
_CHANGES = "changes"


@click.command("help")
@click.argument("topic", required=False, type=Listed(lambda: topics()))
@click.option(
    "--examples",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the files that the tutorials use into the new folder FOLDER.",
)
@click.pass_context
def command(context: click.Context, topic: str | None, examples: Path | None) -> int:
    """Show a page of the documentation, the options of a command, or what a word means; without TOPIC, list them."""
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
        click.echo_via_pager(without_links(found[topic].read_text(encoding="utf-8")))
    elif topic in names:
        own = root.command.get_command(root, topic)
        assert own is not None
        click.echo(own.get_help(click.Context(own, info_name=topic, parent=root)))
    else:
        words = glossary(found["glossary"])
        lines = [*words.get(topic.lower(), ()), *_listed(topic)]
        if lines:
            click.echo("\n".join(lines))
            return 0
        listed = [name for known in shipped().values() for name in known]
        hint = did_you_mean(topic, [*found, *names, *words, *listed])
        raise UsageError(
            f"no page, no command and no word of ours {topic!r}{hint}: sanitizer help lists pages"
        )
    return 0


def glossary(page: Path) -> Mapping[str, tuple[str, ...]]:
    """Return what the glossary says, by words in small letters: ours and those of the field."""
    found: dict[str, list[str]] = {}
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 3 or cells[0].startswith(("---", "word here")):
            continue
        told = f"{cells[0]}: {cells[1]}" + (f" (others say: {cells[2]})" if cells[2] else "")
        for names in (cells[0], cells[2]):
            parts = names.replace("(", ",").replace(")", "").split(",")
            for name in {names, *(part.strip() for part in parts)} - {""}:
                found.setdefault(name.lower(), []).append(told)
    return {word: tuple(dict.fromkeys(lines)) for word, lines in found.items()}


def _listed(word: str) -> Iterator[str]:
    """Yield what the lists of words say of a word: types, classes, profiles, operators, recognizers and others."""
    for kind, known in shipped().items():
        for name, meaning in known.items():
            if name.lower() == word.lower():
                yield f"{name} (sanitizer parts {kind}): {meaning}"


def _folder(name: str) -> Path:
    """Return where pages or examples lie: in the package where it was built, else in the clone. Raises
    ResourceError."""
    for place in (_PACKAGE / "pages" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise ResourceError(f"{name}: not installed with this program; reinstall the package")


def topics() -> Mapping[str, Path]:
    """Return the pages by their names; tutorials come first, what changed last."""
    docs = _folder("docs")
    pages = {page.stem: page for page in (*sorted(docs.glob("tutorials/*.md")), *sorted(docs.glob("*.md")))}
    hidden = (
        "index",
        "package-index",
        "api",
    )  # what this command lists; README; what a site makes of docstrings
    return {
        **{n: page for n, page in pages.items() if n not in hidden},
        _CHANGES: docs.parent / "CHANGELOG.md",
    }


def without_links(page: str) -> str:
    """Return a page for who has no folder of pages: pictures are left out, and links become names of pages."""

    def named(match: "re.Match[str]") -> str:
        words, target = match[1], Path(match[2])
        name = _CHANGES if target.stem == "CHANGELOG" else target.stem
        return words if target.suffix != ".md" or name.isupper() else f"{words} (`sanitizer help {name}`)"

    return _LINK.sub(named, _PICTURE.sub("", page))


def title(page: Path) -> str:
    """Return the heading of a page."""
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
    shutil.copytree(_folder("examples"), target, ignore=shutil.ignore_patterns("__pycache__"))
    click.echo(f"written: {target}")
    click.echo("next: sanitizer help letters (or judgments, chats, table, notebook)")
