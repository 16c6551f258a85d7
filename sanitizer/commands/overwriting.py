"""`--overwrite`: without it no command replaces a file that is there already."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

OVERWRITE = click.option(
    "--overwrite", is_flag=True, help="Replace files of these names that are there already."
)


def writes_files(*options: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A command that writes the files that these parameters name: it has --overwrite, and without it is refused,
    before anything is read, where one of them is there."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        @OVERWRITE
        @wraps(function)
        def command(*arguments: Any, overwrite: bool, **values: Any) -> Any:
            from sanitizer.documents.write import refuse_existing

            refuse_existing((Path(values[name]) for name in options if values[name]), overwrite)
            return function(*arguments, **values)

        return command

    return decorated
