"""Lines on standard error in colours, where it is a terminal and NO_COLOR is not set; bars with the time left."""

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from tqdm import tqdm

from sanitizer.commands.help_examples import NEXT
from sanitizer.common.progress import LISTENING, Done

T = TypeVar("T")

_LED_ON = "sanitizer.led_on"

_SILENT = 2.0
"""Seconds that a command may take without a word."""


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
    context = click.get_current_context(silent=True)
    if context is not None and line.startswith("next: "):
        context.meta[_LED_ON] = True


def lead_on_from(context: click.Context) -> None:
    """Say at a terminal what to do after a command that has not said it (:data:`NEXT`)."""
    step = NEXT.get(context.invoked_subcommand or "")
    if step and _is_terminal() and not context.meta.get(_LED_ON):
        lead_on(f"next: {step}")


def finish(next_step: str, *written: object) -> None:
    """End a command: where its files lie, and what to do next; where it wrote none, at a terminal only."""
    files = [str(file) for file in written if file]
    if files:
        lead_on(f"written: {', '.join(files)}")
    if files or _is_terminal():
        lead_on(f"next: {next_step}")


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Say on a terminal what is being done, once it takes two seconds, and for how many seconds: where nothing can be
    counted. Nothing is shown where a bar is. Gives a function that takes what is done next."""
    doing, begin = what, time.monotonic()

    def next_step(step: str) -> None:
        nonlocal doing, begin
        doing, begin = step, time.monotonic()

    if not _is_terminal():
        yield next_step
        return
    ended = threading.Event()

    def show() -> None:
        shown = False
        while not ended.wait(1):
            seconds = time.monotonic() - begin
            if seconds >= _SILENT and not _is_bar_shown():
                os.write(
                    2, f"\r{doing}, {seconds:.0f} s\x1b[K\r".encode()
                )  # no lock, which a new process would inherit
                shown = True
        if shown:
            os.write(2, b"\r\x1b[K")

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield next_step
    finally:
        ended.set()
        thread.join()


def _is_bar_shown() -> bool:
    """Return whether a bar is on the terminal: one that waits for its time comes with its first step."""
    return any(own.n or not own.delay for own in list(getattr(tqdm, "_instances", ())))


def bar(**options: Any) -> "tqdm[Any]":
    """Return a bar on standard error, with the options of tqdm. A terminal that does not tell its size, where tqdm
    shows nothing, has the usual one."""
    size = shutil.get_terminal_size()
    return tqdm(file=sys.stderr, ncols=size.columns, nrows=size.lines, **options)


def progress(items: Iterable[T], unit: str) -> Generator[T, None, None]:
    """Yield the items, with a bar on a terminal that says how many are done and what time is left."""
    yield from bar(iterable=items, desc=f"{unit}s", unit=unit, disable=not _is_terminal(), leave=False)


@contextmanager
def bars() -> Iterator[None]:
    """Show on a terminal each loop that says how far it is, once it takes two seconds, with the time left."""
    if not _is_terminal():
        yield
        return
    with LISTENING.of(_bar):
        yield


@contextmanager
def _bar(what: str, total: int) -> Iterator[Done]:
    with bar(desc=what, total=total, leave=False, delay=_SILENT) as shown:
        yield shown.update
