"""Read the settings of a project: sanitizer.toml in the working folder or above it, with options of commands.

::

    [sanitize]
    profile = "court"
    threshold = "quantile:0.5"
    keep-field = ["court", "year"]

Each table is named for a command, each key for one of its options without the dashes in front. What a call says itself
goes before what the file says. Paths are read from the folder of the file.
"""

import os
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from sanitizer.errors import UsageError, did_you_mean

NAME: Final = "sanitizer.toml"
_KEPT_FOR_CALLS: Final = frozenset(["resume", "add", "overwrite", "preview", "json", "quiet", "help"])
"""Options that are about one call."""


def find_project(folder: Path) -> Path | None:
    """Return the file of settings of a folder or the nearest one above it that has one."""
    places = (own / NAME for own in (folder, *folder.parents))
    return next((path for path in places if path.is_file()), None)


def read_project(path: Path, group: click.Group, context: click.Context) -> dict[str, dict[str, Any]]:
    """Return values by command and parameter. Raises UsageError for a command or an option that does not exist, a
    value of another kind, options that are about one call, and a file that somebody else may have put there."""
    _refuse_strangers(path)
    try:
        with path.open("rb") as stream:
            told = tomllib.load(stream)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        hint = (
            '; texts stand in quotes, as in strategy = "S5"'
            if isinstance(error, tomllib.TOMLDecodeError)
            else ""
        )
        raise UsageError(f"{path}: not readable as TOML: {error}{hint}") from error
    result = {}
    for name, table in told.items():
        command = group.get_command(context, name)
        if not isinstance(table, dict):
            raise UsageError(f"{path}: {name!r} stands under no command: {_home(name, group, context)}")
        if command is None:
            hint = did_you_mean(name, group.list_commands(context))
            raise UsageError(f"{path}: there is no command for the table [{name}]{hint}")
        result[name] = _values(path, name, command, table)
    return result


def _home(name: str, group: click.Group, context: click.Context) -> str:
    """Return where an option that stands under no command belongs."""
    sanitize = group.get_command(context, "sanitize")
    known = sorted(_options(sanitize)) if sanitize else []
    hint = "" if name in known else did_you_mean(name, known)
    return f"write the line [sanitize], or another command's name in brackets, above it{hint}"


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command by their names without dashes."""
    return {
        own.removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option)
        for own in option.opts
        if own.startswith("--")
    }


def _refuse_strangers(path: Path) -> None:
    """Refuse settings of others: they choose what stays in clear, and come from this user, from root, or from
    whoever owns the working folder, and nobody else may write them. Raises UsageError."""
    try:
        file, folder = path.stat(), Path.cwd().stat()
    except OSError:
        return  # reading it says why
    if not hasattr(os, "geteuid"):
        return
    if file.st_uid not in (os.geteuid(), 0, folder.st_uid):
        raise UsageError(f"{path}: it belongs to another user: --no-settings, or copy it and read it first")
    if file.st_mode & stat.S_IWOTH:
        raise UsageError(f"{path}: anybody may write it: chmod o-w {path}, or --no-settings")


def _values(path: Path, name: str, command: click.Command, table: Mapping[str, Any]) -> dict[str, Any]:
    options = _options(command)
    values = {}
    for key, value in table.items():
        if key in options and key in _KEPT_FOR_CALLS:
            raise UsageError(f"{path}: [{name}] {key} is about one call: say --{key} there, not here")
        if key not in options:
            known = sorted(set(options) - _KEPT_FOR_CALLS)
            raise UsageError(f"{path}: [{name}] has no setting {key!r}{did_you_mean(key, known)}")
        values[str(options[key].name)] = _value(f"{path}: [{name}] {key}", options[key], value, path.parent)
    return values


def _value(where: str, option: click.Option, value: Any, folder: Path) -> Any:
    """Return a value as the option takes it. Raises UsageError."""
    if option.multiple:
        several = value if isinstance(value, list) else [value]
        if not several:
            raise UsageError(f"{where} names nothing: fill it in, or leave it out")
        return tuple(_one(where, option, own, folder) for own in several)
    return _one(where, option, value, folder)


def _one(where: str, option: click.Option, value: Any, folder: Path) -> Any:
    if option.is_flag != isinstance(value, bool) or not isinstance(value, bool | str | int | float):
        wanted = "true or false" if option.is_flag else "a text or a number"
        raise UsageError(f"{where} is {value!r}: write {wanted}")
    is_path = isinstance(option.type, click.Path) or (isinstance(value, str) and value.endswith(".toml"))
    return str(folder / value) if is_path and isinstance(value, str) else value


def near(path: str | Path) -> str:
    """Return a path as seen from the working folder where it lies in it, else as it is."""
    place, here = Path(path), Path.cwd()
    return (
        place.relative_to(here).as_posix()
        if place.is_absolute() and place.is_relative_to(here)
        else str(path)
    )
