"""`sanitizer init`: look at the files of a folder, and write a commented sanitizer.toml for them."""

from collections import Counter
from pathlib import Path
from shlex import quote
from typing import Final

import click

from sanitizer.commands.project_settings import NAME
from sanitizer.commands.wrong_calls import PROFILE, Input
from sanitizer.control.profiles import profile_says, profiles
from sanitizer.documents.known_formats import known_formats, name_of_format
from sanitizer.errors import UsageError

_MOST: Final = 100_000
"""Files that are looked at."""


@click.command("init")
@click.argument("folder", type=Input("folder"), default=".")
@click.option("--profile", type=PROFILE, help="The profile to begin with (sanitizer profiles lists them).")
def command(folder: Path, profile: str | None) -> int:
    """Look at the names of the files in FOLDER, and write sanitizer.toml into the folder that you are in: the settings
    of every later `sanitizer sanitize` here, each with a line that says what it does."""
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
    click.echo(f"{folder}: files by their format: {told}")
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
        "# Take away the sign # before a line to use it. `sanitizer where` shows what is in force.",
        "[sanitize]",
        "",
        "# What is hidden, and what stays (sanitizer help choose). One of:",
        *(f"#   {name}: {profile_says(name)}" for name in profiles()),
        f'profile = "{profile}"' if profile else '# profile = "court"',
        "",
        "# How much one word may tell of a hidden one: least (strictest), quantile:0.5, bits:20 (more may be told).",
        '# threshold = "quantile:0.5"',
        "# How far words tell of each other: document, paragraph, sentence.",
        '# context = "document"',
        "# Say names and what tells of them more generally (S5), or take them out (S3).",
        '# strategy = "S5"',
        "",
        "# What else than a more general word stands for a type (sanitizer types, sanitizer parts operators).",
        '# operator = ["PERSON=pseudonym", "EMAIL=tag"]',
        "# Phrases of your own to hide, one a line of a file, beside what is found anyway.",
        '# recognizer = ["model", "patterns", "demographics", "works", "list:our-names.txt"]',
        "",
        "# What comes first in 3/4/1961 where a document does not say: dmy (the day), mdy, iso, auto.",
        '# dates = "auto"',
        "# Texts in other languages than English are refused unless this is true; names in them are found worse.",
        "# any-language = false",
    ]
    if any(name != "other" and known_formats()[name].many for name in counts):
        lines += [
            "",
            "# Of rows: where the text is, what names the document, and what else is copied (the rest is left out).",
            '# text-field = "text"',
            '# id-field = "id"',
            '# keep-field = ["year"]',
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
