"""The command `sanitizer`: one file per subcommand (arguments -> calls -> output -> exit status)."""

import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from sanitizer import __version__
from sanitizer.commands.command_groups import LazyGroup
from sanitizer.commands.interpreter import IS_PROGRAM
from sanitizer.commands.project_settings import find_project, near, read_project
from sanitizer.commands.terminal import bars, fail, lead_on_from
from sanitizer.commands.wrong_calls import Input, wrong_call
from sanitizer.errors import SanitizerError


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sanitizer")
@click.option(
    "--settings",
    "settings_file",
    type=Input(),
    help="File of settings, instead of sanitizer.toml in the working folder or above it.",
)
@click.option("--no-settings", is_flag=True, help="Read no sanitizer.toml.")
@click.pass_context
def group(context: click.Context, settings_file: Path | None, no_settings: bool) -> None:
    """Sanitize texts and tables about people: say less, in true, readable words, and tell the reason of each change."""
    context.with_resource(bars())
    path = settings_file or (None if no_settings else find_project(Path.cwd()))
    if path is not None and context.invoked_subcommand not in (None, "init"):
        assert isinstance(context.command, click.Group)
        context.default_map = read_project(path, context.command, context)
        context.obj = path
        if context.invoked_subcommand in context.default_map:
            click.echo(f"sanitizer: settings of {near(path)}", err=True)


@group.result_callback()
@click.pass_context
def _ended(context: click.Context, /, status: object, **options: object) -> object:
    """Lead on from a command that has ended, also with a verdict; its exit status."""
    lead_on_from(context)
    return status


_TERMINATED: Final = 128 + int(signal.SIGTERM)


class Terminated(KeyboardInterrupt):
    """The program was asked to end (SIGTERM): it tidies up as after Ctrl-C."""


def _terminate(number: int, frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: tidying up takes no second request
    raise Terminated


def main(arguments: list[str] | None = None) -> None:
    """Entry point. Errors that a user can cure end as one line on stderr and the exit status of their kind; a traceback
    may hold private text, and is shown only where the variable SANITIZER_DEBUG is set."""
    before = signal.signal(signal.SIGTERM, _terminate) if _is_first_thread() else None
    IS_PROGRAM.set(arguments is None)
    try:
        status = _run(arguments)
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)
    sys.exit(status)


def _is_first_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _run(arguments: list[str] | None) -> int:
    """Call the command; its exit status."""
    try:
        status = group.main(args=arguments, prog_name="sanitizer", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (Exception, KeyboardInterrupt) as error:
        if _was_terminated(error):
            _tell("stopped")
            return _TERMINATED
        return _status_of(error)


def _was_terminated(error: BaseException | None) -> bool:
    """Return whether the request to end is behind an error: a request that comes while a lock of the standard library
    changes hands makes the lock fail (RuntimeError), one within a call of Spark makes the next call fail, and that
    error ends the program in its stead."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, Terminated) or (isinstance(error, SystemExit) and error.code == _TERMINATED):
            return True
        seen.add(id(error))  # an error may be said to be its own cause
        error = error.__cause__ or error.__context__
    return False


def _status_of(error: Exception | KeyboardInterrupt) -> int:
    """Tell what ended the command; its exit status. Raises the error again where SANITIZER_DEBUG is set."""
    if isinstance(error, (click.exceptions.Abort, KeyboardInterrupt)):
        _tell("interrupted")
        return 130
    if isinstance(error, click.ClickException):
        _tell(wrong_call(error))
        return 2
    if isinstance(error, SanitizerError):
        _tell(str(error))
        _drop_output()
        return error.exit_status
    if isinstance(error, BrokenPipeError):
        _drop_output()
        return 141
    if isinstance(error, OSError):
        _tell(f"{error.filename or 'an output'}: {error.strerror or type(error).__name__}")
        _drop_output()
        return 2
    if os.environ.get("SANITIZER_DEBUG"):
        raise error
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
    _tell(f"internal error {type(error).__name__}{where}; please report it (SANITIZER_DEBUG=1 shows more)")
    return 2


def _tell(message: str) -> None:
    """Print one line on stderr, where there is one."""
    with suppress(OSError, ValueError):
        fail(message if message.startswith("sanitizer ") else f"sanitizer: {message}")


def _drop_output() -> None:
    """Forget what cannot be written to standard output, so that ending does not try again."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
