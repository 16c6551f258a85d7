"""Options that several commands take: sources of counts, parts of files, whether files are replaced."""

import shutil
import stat
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from sanitizer.commands.project_settings import near
from sanitizer.common.keys import VARIABLE
from sanitizer.errors import UsageError

if TYPE_CHECKING:
    from sanitizer.commands.sanitize_options import SanitizeOptions
    from sanitizer.documents.formats import Choices

Command = TypeVar("Command", bound=Callable[..., Any])
Asked = TypeVar("Asked")
Done = TypeVar("Done")

COUNTS_HELP = (
    "What says how often words occur: default (counts that come along), the path of an index, or a service, which is "
    "sent words of the texts: elastic:, opensearch:, quickwit:, postgres:, mediawiki:, infini-gram:, google: "
    "(sanitizer help counts); repeatable, asked in order."
)

CACHE = click.option(
    "--cache",
    type=click.Path(path_type=Path),
    help="Folder that keeps the answers of services.  [default: SANITIZER_CACHE, or the user's cache folder]",
)


def together(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Several options as one decorator; the help lists them in this order."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def as_one(kind: type[Asked]) -> Callable[[Callable[[Asked], Done]], Callable[..., Done]]:
    """Hand all that is asked of a command to its function as one value, whose fields are the parameters."""

    def decorated(function: Callable[[Asked], Done]) -> Callable[..., Done]:
        @wraps(function)
        def command(**parameters: Any) -> Done:
            return function(kind(**parameters))

        return command

    return decorated


def choice(name: str, words: Sequence[str], told: str, default: str | None = None) -> Callable[[Any], Any]:
    """Return an option that takes one of these words, by default the first; ``told`` is its help."""
    return click.option(
        name, type=click.Choice(words), default=default or words[0], show_default=True, help=told
    )


def key_file(what: str) -> Callable[[Any], Any]:
    """`--key-file`; ``what`` says what key it holds."""
    told = f"{what}; without it the variable {VARIABLE} is read."
    return click.option("--key-file", type=click.Path(), help=told)


with_access: Final = together(
    click.option(
        "--offline",
        is_flag=True,
        envvar="SANITIZER_OFFLINE",
        help="Send nothing to services: what they have answered before is used, and the rest is unknown.",
    ),
    CACHE,
    click.option(
        "--cache-days",
        type=click.IntRange(0),
        help="Ask services again where their answer is older.  [default: answers hold for ever]",
    ),
)


with_formats: Final = together(
    click.option(
        "--tracked-changes",
        "tracked",
        type=click.Choice(["accept", "reject", "refuse"]),
        default="accept",
        show_default=True,
        help="Changes that are tracked in files of Office: made, undone, or a reason to refuse the file.",
    ),
    choice(
        "--comments",
        ["drop", "read", "refuse"],
        "Comments in files of Office: left out, sanitized like the text, or a reason to refuse the file.",
    ),
    click.option(
        "--ocr",
        is_flag=True,
        help="Read scanned pages of PDFs with Tesseract; without it they are refused.",
    ),
    choice(
        "--pdf",
        ["text", "md", "html", "pdf"],
        "What is written for a PDF: its text (text, md, html), or a PDF made anew with new words in their places.",
    ),
)
"""The choices that formats leave."""


def read_choices(options: "SanitizeOptions") -> "Choices":
    """Return the choices among the options. Raises UsageError where OCR is asked for and not installed."""
    from sanitizer.documents.formats import Choices

    if options.ocr and shutil.which("tesseract") is None:
        raise UsageError("--ocr needs tesseract: apt-get install tesseract-ocr")
    return Choices(options.tracked, options.comments, options.pdf, options.ocr)


OVERWRITE = click.option(
    "--overwrite", is_flag=True, help="Replace files of these names that are there already."
)


def _state(path: Path) -> tuple[int, int] | None:
    """Return what tells whether a file was written; None where there is none."""
    try:
        told = path.stat()
    except OSError:
        return None
    return (told.st_ino, told.st_mtime_ns) if stat.S_ISREG(told.st_mode) else None


def writes_files(*options: str, tells: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a command that writes the files that these parameters name: it has --overwrite, and without it is refused,
    before anything is read, where one of them is there. At its end they are named, unless it ``tells`` them itself."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        @OVERWRITE
        @wraps(function)
        def command(*arguments: Any, overwrite: bool, **values: Any) -> Any:
            from sanitizer.documents.write import refuse_existing

            files = {path: _state(path) for path in (Path(values[name]) for name in options if values[name])}
            refuse_existing(files, overwrite)
            try:
                return function(*arguments, **values)
            finally:
                for path, before in files.items():
                    if not tells and _state(path) not in (None, before):
                        click.echo(f"written: {near(path)}", err=True)

        return command

    return decorated
