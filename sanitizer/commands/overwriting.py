"""`--overwrite`: without it no command replaces a file that is there already; at its end it says what it wrote."""

import stat
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from sanitizer.commands.project import near

OVERWRITE = click.option(
    "--overwrite", is_flag=True, help="Replace files of these names that are there already."
)


def _state(path: Path) -> tuple[int, int] | None:
    """What tells whether a file was written; None where there is none."""
    try:
        told = path.stat()
    except OSError:
        return None
    return (told.st_ino, told.st_mtime_ns) if stat.S_ISREG(told.st_mode) else None


def writes_files(*options: str, tells: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A command that writes the files that these parameters name: it has --overwrite, and without it is refused,
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
