"""Lines on standard error in colours, where it is a terminal and NO_COLOR is not set; bars with the time left."""

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from tqdm import tqdm

from sanitizer.common.progress import LISTENING

T = TypeVar("T")


def tell(line: str, colour: str | None = None, bold: bool = False) -> None:
    """Print a line on standard error."""
    if (colour or bold) and not os.environ.get("NO_COLOR") and sys.stderr is not None and sys.stderr.isatty():
        line = click.style(line, fg=colour, bold=bold)
    click.echo(line, err=True)


def warn(line: str) -> None:
    """Print a warning: yellow."""
    tell(line, "yellow")


def fail(line: str) -> None:
    """Print what went wrong: red."""
    tell(line, "red")


def lead_on(line: str) -> None:
    """Print where things lie, or what to do next: bold."""
    tell(line, bold=True)


def progress(items: Iterable[T], unit: str) -> Generator[T, None, None]:
    """The items, with a bar on a terminal that says how many are done and what time is left."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    yield from tqdm(items, unit=unit, file=sys.stderr, disable=not shown, leave=False)


@contextmanager
def bars() -> Iterator[None]:
    """Show on a terminal each loop that says how far it is, once it takes two seconds, with the time left."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    with LISTENING.of(_bar):
        yield


def _bar(items: Iterable[T], what: str, total: int) -> Iterable[T]:
    return tqdm(items, desc=what, total=total, file=sys.stderr, leave=False, delay=2)
