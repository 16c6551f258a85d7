"""The options of `sanitizer sanitize` that ask for hardening, and what they open."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.shared_options import together
from sanitizer.common.extras import need
from sanitizer.errors import UsageError
from sanitizer.settings import Settings

if TYPE_CHECKING:
    from sanitizer.audit.harden import HardeningTotals
    from sanitizer.risk.word_runs import Sources

with_hardening = together(
    click.option(
        "--harden",
        type=click.IntRange(1),
        metavar="K",
        help="Change more words, until an attacker with --background does not have a document's person among the "
        "first K guesses; the report says where that was not reached.",
    ),
    click.option(
        "--background",
        help="For --harden: what may be known of each person, {person: text}, a folder, or JSONL or CSV. For "
        "--unlinkable: the texts in which runs of words are sought, instead of the collection.",
    ),
    click.option(
        "--match",
        type=click.Path(),
        help="For --harden: CSV with the columns document and person, where a file is not named as its person.",
    ),
    click.option(
        "--harden-floor",
        type=click.FloatRange(0, 1),
        default=0.5,
        show_default=True,
        help="For --harden: share of the information kept that each document does not fall below.",
    ),
)


def known_sources(options: SanitizeOptions, settings: Settings, texts: Iterable[str]) -> "Sources | None":
    """In how many documents runs of words stand, for ``--unlinkable``: of ``--background`` where one is named, else of
    the `texts` of the collection; None without it. Raises UsageError."""
    if not settings.unlinkable:
        return None
    from sanitizer.risk.word_runs import Sources

    if options.background:
        from sanitizer.audit.inputs import read_background

        texts = read_background(options.background).values()
    return Sources.of(texts, settings.unlinkable.words)


def open_hardening(options: SanitizeOptions, settings: Settings) -> "HardeningTotals | None":
    """Return what ``--harden`` needs, read; None without it. Raises UsageError."""
    if options.harden is None:
        if options.match:
            raise UsageError("--match is for --harden K")
        if options.background and not settings.unlinkable:
            raise UsageError("--background is for --harden K and --unlinkable K")
        return None
    if not options.background:
        raise UsageError("--harden needs --background FILE: what may be known of each person")
    if not settings.strategy.treats_risky:
        raise UsageError(
            f"--harden treats correlated terms, which {settings.strategy} leaves: use S3, S4 or S5"
        )
    need("audit", "--harden")
    from sanitizer.audit.harden import Hardening, HardeningTotals
    from sanitizer.audit.inputs import read_background, read_match

    match = read_match(Path(options.match)) if options.match else {}
    background = read_background(options.background)
    return HardeningTotals(Hardening(background, match, options.harden, options.harden_floor))
