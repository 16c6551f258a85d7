"""`sanitizer init`: look at the files of a folder, and write a commented sanitizer.toml for them."""

from collections import Counter
from pathlib import Path
from shlex import quote
from typing import Final

import click

from sanitizer.commands.project import NAME
from sanitizer.commands.wrong_calls import Input
from sanitizer.control.settings_file import profile_says, profiles
from sanitizer.documents.known_formats import known_formats, name_of_format
from sanitizer.errors import UsageError

_MOST: Final = 100_000
"""Files that are looked at."""


@click.command("init")
@click.argument("folder", type=Input("folder"), default=".")
@click.option("--profile", help="The profile to begin with (sanitizer profiles lists them).")
def command(folder: Path, profile: str | None) -> int:
    """Look at the files of FOLDER (by name only), and write sanitizer.toml into the working folder: the settings of
    every later `sanitizer sanitize` here, each with a line that says what it does."""
    if profile is not None and profile not in profiles():
        raise UsageError(f"--profile {profile}: no such profile (profiles: {', '.join(profiles())})")
    target = Path(NAME)
    if target.exists():
        raise UsageError(f"{NAME} is there already: change it, or take it away first")
    counts = Counter(
        name_of_format(path.name) or "other"
        for path, _ in zip(folder.rglob("*"), range(_MOST), strict=False)
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    if not counts:
        raise UsageError(f"{folder} holds no files: name the folder of the documents")
    target.write_text(_settings(folder, counts, profile), encoding="utf-8")
    told = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
    click.echo(f"{folder}: {told}")
    click.echo(f"written: {NAME}")
    many = sorted(name for name in counts if name != "other" and known_formats()[name].many)
    if many:
        click.echo(
            f"files of rows ({', '.join(many)}) are sanitized one by one: sanitizer sanitize FILE --text-field NAME"
        )
    click.echo(
        f"next: sanitizer sanitize {quote(str(folder))} -o clean --report private/report.jsonl --preview 3"
    )
    return 0


def _settings(folder: Path, counts: Counter[str], profile: str | None) -> str:
    lines = [
        "# Settings of `sanitizer sanitize` in this folder and below. What a call says goes before what stands here.",
        "[sanitize]",
        "",
        "# Which terms are hidden whatever they tell. One of:",
        *(f"#   {name}: {profile_says(name)}" for name in profiles()),
        f'profile = "{profile}"' if profile else '# profile = "court"',
        "",
        "# How much a term may tell about what is sensitive: least (strictest), quantile:0.5, bits:10, ...",
        '# threshold = "quantile:0.5"',
        "",
        "# In what numeric dates begin where a document does not say: dmy, mdy, iso, auto.",
        '# dates = "auto"',
        "",
        "# Texts in other languages than English are refused unless this is true; names in them are found worse.",
        "# any-language = false",
    ]
    if {"word", "opendocument", "excel"} & set(counts):
        lines += [
            "",
            "# Tracked changes: accept, reject, refuse. Comments: drop, read (they are sanitized too), refuse.",
            'tracked-changes = "accept"',
            'comments = "drop"',
        ]
    if "pdf" in counts:
        lines += ["", "# A PDF is written as text, md, html, or as a PDF made anew (pdf).", 'pdf = "pdf"']
    return "\n".join(lines) + "\n"
